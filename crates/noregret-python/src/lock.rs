//! A model is one caller's at a time. Whoever calls it again from within that call (a signal's handler, a progress function, an
//! iterator that the model learns from) would wait for itself; it is told so instead.

use crate::error::Failure;
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard};

thread_local! {
    /// The models that this thread works for, by their addresses.
    static AT_WORK: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// For as long as it is held, this thread works for a model.
pub struct AtWork;

impl Drop for AtWork {
    fn drop(&mut self) {
        AT_WORK.with_borrow_mut(Vec::pop);
    }
}

/// From now on this thread works for a model.
pub fn at_work(model: usize) -> AtWork {
    AT_WORK.with_borrow_mut(|all| all.push(model));
    AtWork
}

/// As [`at_work`], refused if it does already.
pub fn begin(model: usize) -> Result<AtWork, Failure> {
    if AT_WORK.with_borrow(|all| all.contains(&model)) {
        return Err(Failure::Busy);
    }
    Ok(at_work(model))
}

/// A lock held by a thread that works for what is behind it.
pub struct Held<'a, T> {
    // Given back first.
    guard: MutexGuard<'a, T>,
    _at_work: AtWork,
}

impl<'a, T> Held<'a, T> {
    /// Takes the lock; refused if this thread has it.
    pub fn of(mutex: &'a Mutex<T>) -> Result<Self, Failure> {
        let at_work = begin(std::ptr::from_ref(mutex).addr())?;
        let guard = mutex.lock().map_err(|_| Failure::Broken)?;
        Ok(Self { guard, _at_work: at_work })
    }
}

impl<T> Deref for Held<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.guard
    }
}

impl<T> DerefMut for Held<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.guard
    }
}
