//! Calls of a robot's functions with NumPy's arrays: for one state, or for a batch of states along the first axis.
//!
//! An array that is a plain `ndarray` of float64 in C order is read where it is, by the fields of NumPy's struct. All else that has
//! numbers is converted first, which takes longer and gives the same result.

use std::ops::Range;
use std::os::raw::{c_char, c_int};
use std::{iter, ptr, thread};

use numpy::npyffi::{
    NPY_TYPES, NpyTypes, PY_ARRAY_API, PyArray_Check, PyArray_CheckExact, PyArrayObject, flags,
    get_type_object, npy_intp,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList, PyTuple};

use crate::tables::NamedTuple;

/// An argument as Python passes it.
pub type Object<'a, 'py> = &'a Bound<'py, PyAny>;
/// What a function returns to Python.
pub type Returned<'py> = PyResult<Bound<'py, PyAny>>;

/// A number, or an array of numbers.
///
/// # Safety
/// The type is `f64`s in memory one after the other, and nothing else.
pub unsafe trait PlainNumbers: Copy {}
// SAFETY: it is one.
unsafe impl PlainNumbers for f64 {}
// SAFETY: arrays have no gaps.
unsafe impl<T: PlainNumbers, const N: usize> PlainNumbers for [T; N] {}

/// A function of a robot: what it takes and what it returns for one state.
pub struct Function<const A: usize, const P: usize> {
    /// The names of arguments, each with the sizes of its array; a number has none.
    pub arguments: [(&'static str, &'static [usize]); A],
    /// The sizes of the arrays of the result.
    pub results: [&'static [usize]; P],
    /// What has these arrays as fields; none if there is one array.
    pub record: Option<&'static NamedTuple>,
}

/// The same, for code that all functions share.
struct Shapes<'a> {
    arguments: &'a [(&'static str, &'static [usize])],
    results: &'a [&'static [usize]],
    record: Option<&'static NamedTuple>,
}

/// Where the numbers of an argument begin, and how many of them are from one state to the next: none if all states share them.
#[derive(Clone, Copy)]
struct Source {
    start: *const f64,
    step: usize,
}

/// The arguments of a function at a state.
pub struct StateArguments<'a> {
    sources: &'a [Source],
    row: usize,
}

impl StateArguments<'_> {
    /// A copy of an argument.
    #[inline(always)]
    pub fn get<T: PlainNumbers>(&self, argument: usize) -> T {
        let Source { start, step } = self.sources[argument];
        // SAFETY: there are as many rows as `PythonInput` has counted, and a row is a `T`: both come from the signature of the function.
        unsafe { start.add(self.row * step).cast::<T>().read_unaligned() }
    }
}

/// Where the next numbers of each array of the result go.
pub struct ResultArrays<'a>(&'a mut [*mut f64]);

impl ResultArrays<'_> {
    /// Appends numbers to an array.
    #[inline(always)]
    pub fn append<T: PlainNumbers>(&mut self, array: usize, numbers: &T) {
        let place = &mut self.0[array];
        // SAFETY: the array has the sizes that the signature of the function says, for each state.
        unsafe {
            place.cast::<T>().write_unaligned(*numbers);
            *place = place.add(size_of::<T>() / size_of::<f64>());
        }
    }
}

/// A function over the states with these numbers.
type Loop<'a> = dyn Fn(&[Source], &mut [*mut f64], Range<usize>) + Sync + 'a;

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

    /// The result for one state in plain arrays, if that is what is given.
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
        let mut sources = [Source {
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
        // The function copies its arguments before it writes, so that these may overlap the result.
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
        let rows = self.common_rows(&inputs)?;
        let arrays = match out {
            Some(out) => self.arrays_of(out, rows, objects)?,
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
        let sources: Vec<Source> = iter::zip(self.arguments, &inputs)
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

    /// The arrays for the result in the caller's memory, which overlap nothing of a batch.
    fn arrays_of<'py>(
        &self,
        out: Object<'_, 'py>,
        rows: Option<usize>,
        objects: &[Object<'_, 'py>],
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
                    kind_of(out)
                ))
            };
            pairs = iter::zip(names, tuple.ok_or_else(fault)?.iter()).collect();
        }
        for ((name, array), sizes) in iter::zip(&pairs, self.results) {
            let shape: Vec<usize> = shape(rows, sizes).collect();
            check_out(name, array, &shape)?;
        }
        let arguments = iter::zip(self.arguments, objects).filter(|_| rows.is_some());
        let mut others: Vec<(&str, Bound<'py, PyAny>)> = arguments
            .map(|((name, _), any)| (*name, (*any).clone()))
            .collect();
        for (name, array) in &pairs {
            for (other_name, other) in &others {
                // SAFETY: the object is alive, and this thread has the GIL.
                let is_array = unsafe { PyArray_Check(out.py(), other.as_ptr()) } != 0;
                if is_array
                    && numpy(out.py())?
                        .call_method1("may_share_memory", (array, other))?
                        .is_truthy()?
                {
                    let text = format!("{name}: overlaps {other_name}; expected memory of its own");
                    return Err(PyValueError::new_err(text));
                }
            }
            others.push((name, array.clone()));
        }
        Ok(pairs.into_iter().map(|(_, array)| array).collect())
    }
}

/// States along the first axis of arrays.
#[derive(Clone, Copy)]
struct Batch<'a> {
    sources: &'a [Source],
    places: &'a [*mut f64],
    /// How many numbers each array of the result has for a state.
    counts: &'a [usize],
    rows: usize,
}

// SAFETY: threads read the sources, and each of them writes rows of its own.
unsafe impl Send for Batch<'_> {}
unsafe impl Sync for Batch<'_> {}

impl Batch<'_> {
    /// Calls a function for all states, in so many threads; 0: one for each processor.
    fn run(&self, threads: usize, compute: &Loop<'_>) {
        /// With fewer states a thread takes longer to start than to finish.
        const LEAST_ROWS: usize = 64;
        const STACK: usize = 8 << 20;
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { processors() } else { threads };
        let rows = self.rows.div_ceil(threads).max(LEAST_ROWS);
        thread::scope(|scope| {
            let mut first = 0;
            while first + rows < self.rows {
                let part = first..first + rows;
                let run = || self.run_part(part.clone(), compute);
                let run_there = {
                    let part = part.clone();
                    move || self.run_part(part, compute)
                };
                if thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, run_there)
                    .is_err()
                {
                    run();
                }
                first += rows;
            }
            self.run_part(first..self.rows, compute);
        });
    }

    fn run_part(&self, rows: Range<usize>, compute: &Loop<'_>) {
        // SAFETY: the arrays have as many rows as the batch.
        let place = |(start, count): (&*mut f64, &usize)| unsafe { start.add(rows.start * count) };
        let mut places: Vec<*mut f64> = iter::zip(self.places, self.counts).map(place).collect();
        compute(self.sources, &mut places, rows);
    }
}

/// The numbers of an argument, and what keeps them alive.
pub struct PythonInput<'py> {
    storage: Storage<'py>,
    /// How many states there are; none if it is one without an axis for states.
    pub rows: Option<usize>,
}

enum Storage<'py> {
    Array(Bound<'py, PyAny>),
    Copied(Vec<f64>),
}

impl<'py> PythonInput<'py> {
    /// Reads an argument with this name, of which one state has these sizes.
    pub fn of(name: &str, sizes: &[usize], any: Object<'_, 'py>) -> PyResult<Self> {
        if let Some(numbers) = copied_numbers(sizes, any) {
            return Ok(Self {
                storage: Storage::Copied(numbers),
                rows: None,
            });
        }
        let expected = || match sizes {
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
        let masked_array = numpy(any.py())?.getattr("ma")?.getattr("MaskedArray")?;
        if any.is_instance(&masked_array)? {
            return Err(type_fault("masked array"));
        }
        let as_read = array_from(any, None).map_err(|cause| {
            let fault = type_fault(&format!("{} that is no array", kind_of(any)));
            fault.set_cause(any.py(), Some(cause));
            fault
        })?;
        let kind: String = as_read.getattr("dtype")?.getattr("kind")?.extract()?;
        if !["f", "i", "u"].contains(&kind.as_str()) {
            let dtype = as_read.getattr("dtype")?;
            return Err(type_fault(&format!("{} of dtype {dtype}", kind_of(any))));
        }
        let array = array_from(&as_read, Some(NPY_TYPES::NPY_DOUBLE))?;
        let rows = match dimensions(&array) {
            shape if shape == sizes => None,
            [rows, shape @ ..] if shape == sizes => Some(*rows),
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

    /// The numbers of one state.
    pub fn numbers(&self, count: usize) -> Vec<f64> {
        // SAFETY: it has so many numbers, and this thread has the GIL.
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

    fn source(&self, sizes: &[usize]) -> Source {
        let step = if self.rows.is_some() { sizes.iter().product() } else { 0 };
        Source {
            start: self.start(),
            step,
        }
    }
}

/// The numbers of a number, or of a list or tuple of numbers; none if it is anything else.
fn copied_numbers(sizes: &[usize], any: Object<'_, '_>) -> Option<Vec<f64>> {
    let number = |any: Object<'_, '_>| {
        // A truth is an integer too, and no number here.
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
fn check_out(name: &str, array: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<()> {
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

/// The shape of an array with these sizes for each state.
fn shape(rows: Option<usize>, sizes: &[usize]) -> impl Iterator<Item = usize> {
    rows.into_iter().chain(sizes.iter().copied())
}

/// A shape as Python writes it, with a text before the sizes.
fn tuple_text(start: &str, sizes: &[usize]) -> String {
    let texts: Vec<String> = sizes.iter().map(usize::to_string).collect();
    let comma = if start.is_empty() && sizes.len() == 1 { "," } else { "" };
    format!("({start}{}{comma})", texts.join(", "))
}

/// The name of an object's type.
fn kind_of(any: &Bound<'_, PyAny>) -> String {
    any.get_type()
        .name()
        .map_or_else(|_| "object".to_owned(), |name| name.to_string())
}

fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("numpy")
}

// NumPy's structs. Who calls these functions has a `Bound`, and so the GIL.

/// The fields of an array's struct.
fn fields<'a>(array: &'a Bound<'_, PyAny>) -> &'a numpy::npyffi::PyArrayObject_fields {
    // SAFETY: callers have checked that it is an array.
    unsafe { &(*array.as_ptr().cast::<PyArrayObject>()).fields }
}

/// Where the numbers of an array begin.
fn data(array: &Bound<'_, PyAny>) -> *mut f64 {
    fields(array).data.cast()
}

/// The shape of an array.
fn dimensions<'a>(array: &'a Bound<'_, PyAny>) -> &'a [usize] {
    let fields = fields(array);
    match fields.nd {
        0 => &[],
        // SAFETY: NumPy has so many sizes, none of which is negative.
        count => unsafe {
            std::slice::from_raw_parts(fields.dimensions.cast::<usize>(), count as usize)
        },
    }
}

/// Whether numbers are float64 in the order of bytes of this machine.
fn is_double(descr: *mut numpy::npyffi::PyArray_Descr) -> bool {
    const SWAPPED: c_char = if cfg!(target_endian = "little") { b'>' } else { b'<' } as c_char;
    // SAFETY: an array has a type of its numbers.
    let fields = unsafe { &(*descr).fields };
    fields.type_num == NPY_TYPES::NPY_DOUBLE as c_int && fields.byteorder != SWAPPED
}

/// Where the numbers of an array begin, if it is an `ndarray` itself, of float64 in C order, with these sizes and these flags.
#[inline]
fn plain_numbers(any: &Bound<'_, PyAny>, sizes: &[usize], required: c_int) -> Option<*mut f64> {
    let required = required | flags::NPY_ARRAY_C_CONTIGUOUS | flags::NPY_ARRAY_ALIGNED;
    // SAFETY: the object is alive, and this thread has the GIL.
    if unsafe { PyArray_CheckExact(any.py(), any.as_ptr()) } == 0 {
        return None;
    }
    let fields = fields(any);
    let is_plain =
        fields.flags & required == required && is_double(fields.descr) && dimensions(any) == sizes;
    is_plain.then(|| fields.data.cast())
}

/// An array with any numbers in it.
fn new_array(py: Python<'_>, shape: impl Iterator<Item = usize>) -> Returned<'_> {
    /// The most sizes that an array of a result has: three, and one for states.
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

/// An object as an array; with a type of numbers, as a plain one.
fn array_from<'py>(any: Object<'_, 'py>, numbers: Option<NPY_TYPES>) -> Returned<'py> {
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
