//! The text of a Python string, lent as it lies there.
//!
//! CPython keeps the UTF-8 form of a string beside it (of ASCII it is the string itself), and `PyUnicode_AsUTF8AndSize` lends it. Every CPython since 3.3 has that function; the
//! stable interface names it from 3.10 on only, and without it each text is copied twice (100 ns, ten times what is done with it). So it is declared here. What is relied upon:
//!
//! * It is there: the programs and libraries of CPython export it. The `python3.dll` of 3.9 does not, so on Windows the copies stay.
//! * What it gives is UTF-8 of that length, and stays as it is for as long as the string: its documentation says so, PyO3 relies on the same.

use pyo3::prelude::*;
use pyo3::types::PyString;
use std::borrow::Cow;

/// The text of a string; refused if it is none (lone surrogates).
#[cfg(not(windows))]
#[allow(unsafe_code, reason = "a function of CPython's is called; the argument is above")]
#[inline]
pub fn text<'a>(string: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    use pyo3::ffi::{Py_ssize_t, PyObject};
    use std::ffi::c_char;

    unsafe extern "C" {
        fn PyUnicode_AsUTF8AndSize(string: *mut PyObject, size: *mut Py_ssize_t) -> *const c_char;
    }
    let mut size: Py_ssize_t = 0;
    // SAFETY: it is a string, the interpreter is held, and `size` can be written.
    let bytes: *const u8 = unsafe { PyUnicode_AsUTF8AndSize(string.as_ptr(), &raw mut size) }.cast();
    if bytes.is_null() {
        return Err(PyErr::fetch(string.py()));
    }
    // SAFETY: so many bytes of UTF-8, which last as long as the string does, and it is borrowed.
    Ok(Cow::Borrowed(unsafe {
        std::str::from_utf8_unchecked(std::slice::from_raw_parts(bytes, size.unsigned_abs()))
    }))
}

/// The text of a string; refused if it is none (lone surrogates).
#[cfg(windows)]
pub fn text<'a>(string: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    string.to_cow()
}
