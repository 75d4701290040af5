//! Lines that trust a pointer: Arrow data as other libraries hand it over, by the PyCapsule interface.
//!
//! A capsule holds the address of a C structure, and its name says which (`arrow_array_stream`, `arrow_schema`, `arrow_array`). Arrow's
//! [C data interface](https://arrow.apache.org/docs/format/CDataInterface.html) says what the structure holds, who frees it and when. Nothing of that can
//! be checked from here, so this file (and `src/text.rs`) may say `unsafe`. What is relied upon, and why it holds:
//!
//! * The pointer is to a structure of that kind: Python compares the capsule's name before it gives the pointer out (`pointer_checked`), and the name is reserved for it.
//! * It is nobody else's: a structure is moved out by its consumer, who leaves a released one behind (`from_raw` does), so that neither the capsule nor a second consumer frees it again. The
//!   interpreter is held from the look to the move.
//! * It may go to another thread: the interface asks of producers that a stream can be read on any thread, one at a time; arrow-rs has it `Send` for the same reason.
//! * Buffers are as long as they claim: Arrow's importer checks counts and offsets that it can see; beyond these a producer that lies could read wild memory here as in any other consumer.

#![allow(unsafe_code, reason = "the C data interface hands over pointers; the argument is above")]

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{RecordBatch, RecordBatchOptions, StructArray};
use arrow_schema::{ArrowError, DataType, Schema};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::CStr;
use std::ptr::NonNull;
use std::sync::Arc;

/// The structure in a capsule of that name.
fn held<T>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<NonNull<T>> {
    let wrong = || PyTypeError::new_err(format!("a capsule called {} was to come", name.to_string_lossy()));
    let capsule = capsule.cast::<PyCapsule>().map_err(|_| wrong())?;
    Ok(capsule.pointer_checked(Some(name)).map_err(|_| wrong())?.cast())
}

/// The batches behind `__arrow_c_stream__`.
pub fn stream(object: &Bound<'_, PyAny>) -> PyResult<Result<RecordBatchStreamReader, ArrowError>> {
    let capsule = object.call_method0("__arrow_c_stream__")?;
    let stream = held::<FFI_ArrowArrayStream>(&capsule, c"arrow_array_stream")?;
    // SAFETY: the capsule's name was checked, the structure is moved out while the interpreter is held, and a released one is left behind.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
    Ok(RecordBatchStreamReader::try_new(stream))
}

/// The one batch behind `__arrow_c_array__`.
pub fn batch(object: &Bound<'_, PyAny>) -> PyResult<Result<RecordBatch, ArrowError>> {
    let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
        object.call_method0("__arrow_c_array__")?.extract()?;
    let schema_at = held::<FFI_ArrowSchema>(&schema, c"arrow_schema")?;
    let array = held::<FFI_ArrowArray>(&array, c"arrow_array")?;
    // SAFETY: the capsule's name was checked; `schema` holds the capsule, and so the structure, until the end of this function.
    let columns = unsafe { schema_at.as_ref() };
    // SAFETY: as for a stream: checked, moved out under the interpreter's lock, a released one left behind.
    let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
    Ok(unpacked(array, columns))
}

fn unpacked(array: FFI_ArrowArray, columns: &FFI_ArrowSchema) -> Result<RecordBatch, ArrowError> {
    if !matches!(DataType::try_from(columns)?, DataType::Struct(_)) {
        return Err(ArrowError::SchemaError("a column, and no table".to_owned()));
    }
    let table = Arc::new(Schema::try_from(columns)?);
    // SAFETY: the array came with this schema, by one call of the producer.
    let data = unsafe { from_ffi(array, columns) }?;
    let options = RecordBatchOptions::new().with_row_count(Some(data.len()));
    let (_, arrays, nulls) = StructArray::from(data).into_parts();
    if nulls.is_some_and(|nulls| nulls.null_count() > 0) {
        return Err(ArrowError::SchemaError("rows that are missing as a whole".to_owned()));
    }
    RecordBatch::try_new_with_options(table, arrays, &options)
}
