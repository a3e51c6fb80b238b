//! Arrays of NumPy: their fields, and new arrays.
//!
//! Callers of these functions have a `Bound`, and so the GIL.

use std::ops::Range;
use std::os::raw::{c_char, c_int};
use std::{iter, ptr};

use numpy::npyffi::{
    NPY_TYPES, NpyTypes, PY_ARRAY_API, PyArray_CheckExact, PyArrayObject, flags, get_type_object,
    npy_intp,
};
use pyo3::prelude::*;

/// An argument as Python passes it.
pub type Object<'a, 'py> = &'a Bound<'py, PyAny>;
/// What a function returns to Python.
pub type Returned<'py> = PyResult<Bound<'py, PyAny>>;

/// The shape of an array that has these sizes for one state.
pub fn shape(rows: Option<usize>, sizes: &[usize]) -> impl Iterator<Item = usize> {
    rows.into_iter().chain(sizes.iter().copied())
}

/// A shape as Python writes it, with a text before the sizes.
pub fn tuple_text(start: &str, sizes: &[usize]) -> String {
    let texts: Vec<String> = sizes.iter().map(usize::to_string).collect();
    let comma = if start.is_empty() && sizes.len() == 1 { "," } else { "" };
    format!("({start}{}{comma})", texts.join(", "))
}

/// The name of an object's type.
pub fn kind_of(any: &Bound<'_, PyAny>) -> String {
    any.get_type()
        .name()
        .map_or_else(|_| "object".to_owned(), |name| name.to_string())
}

/// The module `numpy`.
pub fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("numpy")
}

/// The fields of an array's struct.
pub fn fields<'a>(array: &'a Bound<'_, PyAny>) -> &'a numpy::npyffi::PyArrayObject_fields {
    // SAFETY: callers have checked that it is an array.
    unsafe { &(*array.as_ptr().cast::<PyArrayObject>()).fields }
}

/// Where the numbers of an array begin.
pub fn data(array: &Bound<'_, PyAny>) -> *mut f64 {
    fields(array).data.cast()
}

/// The shape of an array.
pub fn dimensions<'a>(array: &'a Bound<'_, PyAny>) -> &'a [usize] {
    let fields = fields(array);
    match fields.nd {
        0 => &[],
        // SAFETY: `dimensions` points to `nd` sizes, none of which is negative.
        count => unsafe {
            std::slice::from_raw_parts(fields.dimensions.cast::<usize>(), count as usize)
        },
    }
}

/// Whether a type of numbers is float64 in the byte order of this machine.
pub fn is_double(descr: *mut numpy::npyffi::PyArray_Descr) -> bool {
    const SWAPPED: c_char = if cfg!(target_endian = "little") { b'>' } else { b'<' } as c_char;
    // SAFETY: it is the type of an array's numbers, which lives as long as the array.
    let fields = unsafe { &(*descr).fields };
    fields.type_num == NPY_TYPES::NPY_DOUBLE as c_int && fields.byteorder != SWAPPED
}

/// The addresses of the numbers of an array in C order.
pub fn addresses(array: &Bound<'_, PyAny>) -> Range<usize> {
    let start = data(array) as usize;
    let count: usize = dimensions(array).iter().product();
    start..start + count * size_of::<f64>()
}

/// Whether an object is an `ndarray`, not of a subclass, of float64 in C order, with these flags.
#[inline]
pub fn is_plain(any: &Bound<'_, PyAny>, required: c_int) -> bool {
    let required = required | flags::NPY_ARRAY_C_CONTIGUOUS | flags::NPY_ARRAY_ALIGNED;
    // SAFETY: the object is alive, and this thread has the GIL.
    if unsafe { PyArray_CheckExact(any.py(), any.as_ptr()) } == 0 {
        return false;
    }
    let fields = fields(any);
    fields.flags & required == required && is_double(fields.descr)
}

/// Where the numbers of such an array begin, if it has these sizes.
#[inline]
pub fn plain_numbers(any: &Bound<'_, PyAny>, sizes: &[usize], required: c_int) -> Option<*mut f64> {
    (is_plain(any, required) && dimensions(any) == sizes).then(|| data(any))
}

/// A new array, whose numbers are not set yet.
pub fn new_array(py: Python<'_>, shape: impl Iterator<Item = usize>) -> Returned<'_> {
    /// An array of a result has at most three sizes for one state, and one for the states.
    const MOST_SIZES: usize = 4;
    let mut count = 0;
    let mut sizes = [0; MOST_SIZES];
    for (place, size) in iter::zip(&mut sizes, shape) {
        *place = size as npy_intp;
        count += 1;
    }
    let (double, null) = (NPY_TYPES::NPY_DOUBLE as c_int, ptr::null_mut());
    // SAFETY: the arguments are those of `numpy.empty`; the result is a new reference, or null with an error.
    unsafe {
        let of_type = get_type_object(py, NpyTypes::PyArray_Type);
        let array = PY_ARRAY_API.PyArray_New(
            py,
            of_type,
            count,
            sizes.as_mut_ptr(),
            double,
            null,
            null.cast(),
            0,
            0,
            null.cast(),
        );
        Bound::from_owned_ptr_or_err(py, array)
    }
}

/// Converts an object to an array: if a type of numbers is given, to a plain `ndarray` of that type.
pub fn array_from<'py>(any: Object<'_, 'py>, numbers: Option<NPY_TYPES>) -> Returned<'py> {
    const PLAIN: c_int = flags::NPY_ARRAY_CARRAY_RO
        | flags::NPY_ARRAY_NOTSWAPPED
        | flags::NPY_ARRAY_ENSUREARRAY
        | flags::NPY_ARRAY_FORCECAST;
    let py = any.py();
    // SAFETY: NumPy takes the reference to the type; the result is a new reference, or null with an error.
    unsafe {
        let (descr, requirements) = match numbers {
            Some(numbers) => (
                PY_ARRAY_API.PyArray_DescrFromType(py, numbers as c_int),
                PLAIN,
            ),
            None => (ptr::null_mut(), 0),
        };
        let array = PY_ARRAY_API.PyArray_FromAny(
            py,
            any.as_ptr(),
            descr,
            0,
            0,
            requirements,
            ptr::null_mut(),
        );
        Bound::from_owned_ptr_or_err(py, array)
    }
}
