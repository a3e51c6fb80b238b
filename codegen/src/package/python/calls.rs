//! Calls of a robot's functions from Python: for one state, or for a batch of states along the first axis.
//!
//! A plain `ndarray` of float64 in C order is read where it is. Everything else that has numbers is converted first, which takes longer
//! and gives the same result.

use std::ops::Range;
use std::{iter, ptr};

use numpy::npyffi::flags;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyTuple};

use crate::arrays::{Object, Returned, addresses, data, kind_of, new_array, plain_numbers, shape};
use crate::inputs::{PythonInput, check_out};
use crate::states::{ArgumentSource, Batch, Loop, ResultArrays, StateArguments};
use crate::tables::NamedTuple;

/// A function of a robot: its `A` arguments and the `P` arrays of its result, for one state.
pub struct Function<const A: usize, const P: usize> {
    /// The names of arguments, each with the sizes of its array; a number has none.
    pub arguments: [(&'static str, &'static [usize]); A],
    /// The sizes of the arrays of the result.
    pub results: [&'static [usize]; P],
    /// The named tuple with these arrays as fields; none if there is one array.
    pub record: Option<&'static NamedTuple>,
}

/// The same for any number of arguments and arrays, so that its code is compiled once for all functions.
struct Shapes<'a> {
    arguments: &'a [(&'static str, &'static [usize])],
    results: &'a [&'static [usize]],
    record: Option<&'static NamedTuple>,
}

impl<const A: usize, const P: usize> Function<A, P> {
    /// Calls the function with what Python passes, and gives Python the result.
    #[inline]
    pub fn call<'py>(
        &self,
        py: Python<'py>,
        objects: [Object<'_, 'py>; A],
        out: Option<Object<'_, 'py>>,
        threads: usize,
        compute: impl Fn(&StateArguments<'_>, &mut ResultArrays<'_>) + Sync,
    ) -> Returned<'py> {
        self.call_loop(py, objects, out, threads, &|sources, places, rows| {
            for row in rows {
                compute(&StateArguments { sources, row }, &mut ResultArrays(places));
            }
        })
    }

    fn call_loop<'py>(
        &self,
        py: Python<'py>,
        objects: [Object<'_, 'py>; A],
        out: Option<Object<'_, 'py>>,
        threads: usize,
        compute: &Loop<'_>,
    ) -> Returned<'py> {
        if P == 1
            && let Some(result) = self.call_for_plain_arrays(py, &objects, out, compute)?
        {
            return Ok(result);
        }
        let shapes = Shapes {
            arguments: &self.arguments,
            results: &self.results,
            record: self.record,
        };
        shapes.call(py, &objects, out, threads, compute)
    }

    /// The result for one state, if all arguments are plain arrays and exact floats; otherwise none.
    fn call_for_plain_arrays<'py>(
        &self,
        py: Python<'py>,
        objects: &[Object<'_, 'py>; A],
        out: Option<Object<'_, 'py>>,
        compute: &Loop<'_>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut numbers = [0.0; A];
        for ((number, (_, sizes)), any) in iter::zip(&mut numbers, self.arguments).zip(objects) {
            if sizes.is_empty() {
                let Ok(float) = any.cast_exact::<PyFloat>() else {
                    return Ok(None);
                };
                *number = float.value();
            }
        }
        let mut sources = [ArgumentSource {
            start: ptr::null(),
            step: 0,
        }; A];
        for (k, source) in sources.iter_mut().enumerate() {
            let sizes = self.arguments[k].1;
            source.start = match plain_numbers(objects[k], sizes, 0) {
                _ if sizes.is_empty() => &raw const numbers[k],
                Some(start) => start,
                None => return Ok(None),
            };
        }
        let sizes = self.results[0];
        if sizes.is_empty() && out.is_none() {
            let mut number = 0.0;
            compute(&sources, &mut [&raw mut number], 0..1);
            return Ok(Some(PyFloat::new(py, number).into_any()));
        }
        let result = match out {
            Some(out) => out.clone(),
            None => new_array(py, sizes.iter().copied())?,
        };
        let Some(start) = plain_numbers(&result, sizes, flags::NPY_ARRAY_WRITEABLE) else {
            return Ok(None);
        };
        // The function computes its whole result before it writes, so that the result may overlap arguments.
        compute(&sources, &mut [start], 0..1);
        Ok(Some(result))
    }
}

impl Shapes<'_> {
    /// Calls the function with anything that has numbers, for one state or for a batch.
    #[cold]
    fn call<'py>(
        &self,
        py: Python<'py>,
        objects: &[Object<'_, 'py>],
        out: Option<Object<'_, 'py>>,
        threads: usize,
        compute: &Loop<'_>,
    ) -> Returned<'py> {
        let inputs: Vec<PythonInput<'py>> = iter::zip(self.arguments, objects)
            .map(|((name, sizes), any)| PythonInput::of(name, sizes, any))
            .collect::<PyResult<_>>()?;
        // From here on no Python runs until all numbers are written.
        for ((name, sizes), input) in iter::zip(self.arguments, &inputs) {
            if !input.is_unchanged(sizes) {
                return Err(PyValueError::new_err(format!(
                    "{name}: changed while other arguments were read; expected an array that stays as it is"
                )));
            }
        }
        let rows = self.common_rows(&inputs)?;
        let arrays = match out {
            Some(out) => self.arrays_of(out, rows, &inputs)?,
            None => self
                .results
                .iter()
                .map(|sizes| new_array(py, shape(rows, sizes)))
                .collect::<PyResult<_>>()?,
        };
        let counts: Vec<usize> = self
            .results
            .iter()
            .map(|sizes| sizes.iter().product())
            .collect();
        let places: Vec<*mut f64> = arrays.iter().map(data).collect();
        let sources: Vec<ArgumentSource> = iter::zip(self.arguments, &inputs)
            .map(|((_, sizes), input)| input.source(sizes))
            .collect();
        match rows {
            None => compute(&sources, &mut places.clone(), 0..1),
            Some(rows) => {
                let batch = Batch {
                    sources: &sources,
                    places: &places,
                    counts: &counts,
                    rows,
                };
                py.detach(|| batch.run(threads, compute));
            }
        }
        if let Some(out) = out {
            return Ok(out.clone());
        }
        let results = iter::zip(arrays, self.results).map(|(array, sizes)| match (rows, sizes) {
            (None, []) => array.call_method0("item"),
            _ => Ok(array),
        });
        let mut results: Vec<Bound<'py, PyAny>> = results.collect::<PyResult<_>>()?;
        match self.record {
            Some(record) => record.make(py, results),
            None => Ok(results.remove(0)),
        }
    }

    /// How many states there are; none if all arguments are of one state.
    fn common_rows(&self, inputs: &[PythonInput<'_>]) -> PyResult<Option<usize>> {
        let mut batches = iter::zip(self.arguments, inputs)
            .filter_map(|((name, _), input)| Some((name, input.rows?)));
        let Some((first, rows)) = batches.next() else {
            return Ok(None);
        };
        match batches.find(|(_, other)| *other != rows) {
            None => Ok(Some(rows)),
            Some((name, other)) => Err(PyValueError::new_err(format!(
                "{name}: {other} states; expected {rows}, as {first} has"
            ))),
        }
    }

    /// The caller's arrays for the result. They may not overlap each other; nor, for a batch, the arguments.
    fn arrays_of<'py>(
        &self,
        out: Object<'_, 'py>,
        rows: Option<usize>,
        inputs: &[PythonInput<'py>],
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut pairs = vec![("out".to_owned(), out.clone())];
        if let Some(record) = self.record {
            let names: Vec<String> = record
                .fields
                .iter()
                .map(|field| format!("out.{field}"))
                .collect();
            let tuple = out
                .cast::<PyTuple>()
                .ok()
                .filter(|tuple| tuple.len() == names.len());
            let fault = || {
                let fields = record.fields.join(", ");
                PyTypeError::new_err(format!(
                    "out: {}; expected a tuple of arrays: {fields}",
                    tuple_kind(out)
                ))
            };
            pairs = iter::zip(names, tuple.ok_or_else(fault)?.iter()).collect();
        }
        for ((name, array), sizes) in iter::zip(&pairs, self.results) {
            let shape: Vec<usize> = shape(rows, sizes).collect();
            check_out(name, array, &shape)?;
        }
        // What is read, which may be memory of an object that is no array.
        let arguments = iter::zip(self.arguments, inputs).filter(|_| rows.is_some());
        let mut others: Vec<(&str, Range<usize>)> = arguments
            .filter_map(|((name, _), input)| Some((*name, addresses(input.array()?))))
            .collect();
        for (name, array) in &pairs {
            let memory = addresses(array);
            for (other_name, other) in &others {
                if memory.start.max(other.start) < memory.end.min(other.end) {
                    let text = format!("{name}: overlaps {other_name}; expected memory of its own");
                    return Err(PyValueError::new_err(text));
                }
            }
            others.push((name, memory));
        }
        Ok(pairs.into_iter().map(|(_, array)| array).collect())
    }
}

/// The kind of an object, and of a tuple its length.
fn tuple_kind(any: Object<'_, '_>) -> String {
    any.cast::<PyTuple>().map_or_else(
        |_| kind_of(any),
        |tuple| format!("tuple of {}", tuple.len()),
    )
}
