//! What Python passes: arguments, and memory for results. Errors name the argument, what was passed, and what is expected.

use std::os::raw::c_int;

use numpy::npyffi::{NPY_TYPES, PyArray_CheckExact, flags};
use pyo3::exceptions::{PyException, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList, PyTuple};

use crate::arrays::{
    Object, array_from, data, dimensions, fields, is_double, is_plain, kind_of, numpy,
    plain_numbers, shape, tuple_text,
};
use crate::states::ArgumentSource;

/// The numbers of an argument, and what keeps them alive.
pub struct PythonInput<'py> {
    storage: Storage<'py>,
    /// How many states there are; none if it has no axis for states.
    pub rows: Option<usize>,
}

enum Storage<'py> {
    Array(Bound<'py, PyAny>),
    Copied(Vec<f64>),
}

impl<'py> PythonInput<'py> {
    /// Reads the argument of this name, which has these sizes for one state.
    pub fn of(name: &str, sizes: &[usize], any: Object<'_, 'py>) -> PyResult<Self> {
        Self::read(name, sizes, any, true)
    }

    /// Reads a parameter with this name and these sizes.
    pub fn of_parameter(name: &str, sizes: &[usize], any: Object<'_, 'py>) -> PyResult<Self> {
        Self::read(name, sizes, any, false)
    }

    fn read(name: &str, sizes: &[usize], any: Object<'_, 'py>, has_states: bool) -> PyResult<Self> {
        if let Some(numbers) = copied_numbers(sizes, any) {
            return Ok(Self {
                storage: Storage::Copied(numbers),
                rows: None,
            });
        }
        let expected = || match sizes {
            [] if !has_states => "a number".to_owned(),
            _ if !has_states => format!("float64 of shape {}", tuple_text("", sizes)),
            [] => "a number, or an array of shape (n,) for n states".to_owned(),
            _ => format!(
                "float64 of shape {}, or {} for n states",
                tuple_text("", sizes),
                tuple_text("n, ", sizes)
            ),
        };
        let type_fault = |subject: &str| {
            PyTypeError::new_err(format!("{name}: {subject}; expected {}", expected()))
        };
        let converted = || {
            let as_read = array_from(any, None).map_err(|cause| {
                let py = any.py();
                // An interrupt, or a lack of memory, is no fault of the argument.
                if !cause.is_instance_of::<PyException>(py)
                    || cause.is_instance_of::<PyMemoryError>(py)
                {
                    return cause;
                }
                let fault = type_fault(&format!("{} that is no array", kind_of(any)));
                fault.set_cause(py, Some(cause));
                fault
            })?;
            // What `__array__` returns may have a mask too.
            let masked_array = numpy(any.py())?.getattr("ma")?.getattr("MaskedArray")?;
            if as_read.is_instance(&masked_array)? {
                return Err(type_fault("masked array"));
            }
            let kind: String = as_read.getattr("dtype")?.getattr("kind")?.extract()?;
            if !["f", "i", "u"].contains(&kind.as_str()) {
                let dtype = as_read.getattr("dtype")?;
                return Err(type_fault(&format!("{} of dtype {dtype}", kind_of(any))));
            }
            array_from(&as_read, Some(NPY_TYPES::NPY_DOUBLE))
        };
        let array = if is_plain(any, 0) { any.clone() } else { converted()? };
        let rows = match dimensions(&array) {
            shape if shape == sizes => None,
            [rows, shape @ ..] if has_states && shape == sizes => Some(*rows),
            shape => {
                let text = format!(
                    "{name}: shape {}; expected {}",
                    tuple_text("", shape),
                    expected()
                );
                return Err(PyValueError::new_err(text));
            }
        };
        Ok(Self {
            storage: Storage::Array(array),
            rows,
        })
    }

    /// Its array, if it has one.
    pub fn array(&self) -> Option<&Bound<'py, PyAny>> {
        match &self.storage {
            Storage::Array(array) => Some(array),
            Storage::Copied(_) => None,
        }
    }

    /// Whether its array is as it was: reading another argument may run Python, which may resize this one.
    pub fn is_unchanged(&self, sizes: &[usize]) -> bool {
        let shape: Vec<usize> = shape(self.rows, sizes).collect();
        self.array()
            .is_none_or(|array| plain_numbers(array, &shape, 0).is_some())
    }

    /// So many numbers from the start: those of the first state.
    pub fn numbers(&self, count: usize) -> Vec<f64> {
        // SAFETY: callers pass no more than it has, and this thread has the GIL.
        (0..count)
            .map(|k| unsafe { *self.start().add(k) })
            .collect()
    }

    fn start(&self) -> *const f64 {
        match &self.storage {
            Storage::Array(array) => data(array),
            Storage::Copied(numbers) => numbers.as_ptr(),
        }
    }

    /// Where a function reads it, which has these sizes for one state.
    pub fn source(&self, sizes: &[usize]) -> ArgumentSource {
        let step = if self.rows.is_some() { sizes.iter().product() } else { 0 };
        ArgumentSource {
            start: self.start(),
            step,
        }
    }
}

/// Copies a number, or a list or tuple of numbers; none if the object is anything else.
fn copied_numbers(sizes: &[usize], any: Object<'_, '_>) -> Option<Vec<f64>> {
    let number = |any: Object<'_, '_>| {
        // In Python a `bool` is an `int`; here it is no number.
        let is_number = any.is_instance_of::<PyFloat>() || any.is_exact_instance_of::<PyInt>();
        if is_number { any.extract::<f64>().ok() } else { None }
    };
    match sizes {
        [] => Some(vec![number(any)?]),
        [count] => {
            if let Ok(list) = any.cast_exact::<PyList>() {
                return if list.len() == *count {
                    list.iter().map(|item| number(&item)).collect()
                } else {
                    None
                };
            }
            let tuple = any
                .cast_exact::<PyTuple>()
                .ok()
                .filter(|tuple| tuple.len() == *count)?;
            tuple.iter_borrowed().map(|item| number(&item)).collect()
        }
        _ => None,
    }
}

/// Checks that an array can take a result.
pub fn check_out(name: &str, array: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<()> {
    let type_fault = |subject: &str| {
        PyTypeError::new_err(format!(
            "{name}: {subject}; expected numpy.ndarray of float64"
        ))
    };
    let value_fault = |subject: &str, expected: &str| {
        Err(PyValueError::new_err(format!(
            "{name}: {subject}; expected {expected}"
        )))
    };
    // SAFETY: the object is alive, and this thread has the GIL.
    if unsafe { PyArray_CheckExact(array.py(), array.as_ptr()) } == 0 {
        return Err(type_fault(&kind_of(array)));
    }
    let fields = fields(array);
    if !is_double(fields.descr) {
        return Err(type_fault(&format!("dtype {}", array.getattr("dtype")?)));
    }
    if dimensions(array) != shape {
        return value_fault(
            &format!("shape {}", tuple_text("", dimensions(array))),
            &tuple_text("", shape),
        );
    }
    let has = |flag: c_int| fields.flags & flag == flag;
    match () {
        () if !has(flags::NPY_ARRAY_WRITEABLE) => value_fault("read-only", "a writeable array"),
        () if !has(flags::NPY_ARRAY_C_CONTIGUOUS) => {
            value_fault("not in C order", "an array in C order")
        }
        () if !has(flags::NPY_ARRAY_ALIGNED) => value_fault("not aligned", "an aligned array"),
        () => Ok(()),
    }
}
