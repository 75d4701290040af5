//! Zeroed memory for tables that are read at random, on huge pages where the system gives them.
//!
//! The processor remembers where a limited number of pages are (its TLB). A table of hundreds of
//! megabytes has too many pages of 4 KB for that, so nearly every random read misses; pages of 2 MB are
//! few enough. Small tables come from the heap. Large ones are anonymous mappings, which the system
//! zeroes page by page on first use: a high index costs address space, and memory only for its own page.

use bytemuck::Pod;
use memmap2::{MmapMut, MmapOptions};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// From this many bytes on memory is mapped instead of taken from the heap.
const MAPPED_FROM: usize = 1 << 21;

/// A slice of values that begin as zeros.
#[derive(Debug)]
pub enum Pages<T> {
    /// Memory from the heap.
    Heap(Vec<T>),
    /// An anonymous mapping.
    Mapped(MmapMut, PhantomData<T>),
}

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Self::Heap(Vec::new())
    }
}

impl<T: Pod> Pages<T> {
    /// This many zeros; `None` if the memory cannot be had. Ask for huge pages only if most of the
    /// memory will be used.
    pub fn zeroed(length: usize, huge: bool) -> Option<Self> {
        if length.checked_mul(size_of::<T>())? < MAPPED_FROM {
            let mut values = Vec::new();
            values.try_reserve_exact(length).ok()?;
            values.resize(length, T::zeroed());
            return Some(Self::Heap(values));
        }
        Self::map(length, huge)
    }

    /// This many zeros, always mapped and so aligned to a page; on huge pages if there are enough.
    pub fn mapped(length: usize) -> Option<Self> {
        Self::map(length, length.checked_mul(size_of::<T>())? >= MAPPED_FROM)
    }

    fn map(length: usize, huge: bool) -> Option<Self> {
        let bytes = length.checked_mul(size_of::<T>())?;
        // Reserve no swap for pages that may never be touched.
        let map = MmapOptions::new().len(bytes).no_reserve_swap().map_anon().ok()?;
        // Advice only: where there are no huge pages, ordinary ones do.
        #[cfg(target_os = "linux")]
        if huge {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = huge;
        Some(Self::Mapped(map, PhantomData))
    }
}

impl<T: Pod> Pages<T> {
    /// The same memory as numbers of another type, or rows of them; copied only if it cannot be taken as it is.
    pub fn cast<U: Pod>(self) -> Pages<U> {
        match self {
            Self::Mapped(map, _) if map.len().is_multiple_of(size_of::<U>()) => {
                Pages::Mapped(map, PhantomData)
            }
            pages => {
                let bytes = bytemuck::cast_slice::<T, u8>(&pages);
                Pages::Heap(bytes.chunks_exact(size_of::<U>()).map(bytemuck::pod_read_unaligned).collect())
            }
        }
    }
}

impl<T> From<Vec<T>> for Pages<T> {
    fn from(values: Vec<T>) -> Self {
        Self::Heap(values)
    }
}

impl<T: Pod + PartialEq> PartialEq for Pages<T> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl<T: Pod> Clone for Pages<T> {
    fn clone(&self) -> Self {
        Self::Heap(self.to_vec())
    }
}

impl<T: Pod> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Self::Heap(values) => values,
            Self::Mapped(map, _) => bytemuck::cast_slice(map),
        }
    }
}

impl<T: Pod> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            Self::Heap(values) => values,
            Self::Mapped(map, _) => bytemuck::cast_slice_mut(map),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_ones_are_zeros_and_keep_what_is_written() {
        for length in [0, 3, 1 << 18, (1 << 20) + 7] {
            let mut pages = Pages::<[f64; 2]>::zeroed(length, length % 2 == 0).unwrap();
            assert_eq!(pages.len(), length);
            assert!(pages.iter().all(|cell| *cell == [0.0; 2]));
            if let Some(last) = pages.last_mut() {
                *last = [1.0, 2.0];
            }
            assert_eq!(pages.last().copied(), (length > 0).then_some([1.0, 2.0]));
        }
        assert!(Pages::<[f64; 2]>::zeroed(usize::MAX, true).is_none());
    }

    #[test]
    fn the_same_numbers_in_rows() {
        for length in [0, 8, 1 << 20] {
            let mut pages = Pages::<f32>::zeroed(length, false).unwrap();
            pages.iter_mut().zip(0u32..).for_each(|(number, k)| *number = k as f32);
            let same = pages.clone();
            assert_eq!(pages, same);
            let rows = pages.cast::<[f32; 4]>();
            assert_eq!(rows.len(), length / 4);
            assert!(rows.iter().flatten().eq(same.iter()));
        }
    }
}
