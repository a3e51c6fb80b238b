//! Tables of a robot for Python: its parameters and their values, its joints and links, and the named tuples of results.

use multibody::{JointInfo, LinkInfo};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict as _, PyDict, PyTuple};

use crate::arrays::Returned;
use crate::inputs::PythonInput;

/// A named tuple: the result of a function with several arrays, or a row of a table.
pub struct NamedTuple {
    module: &'static str,
    /// The name of the type.
    pub name: &'static str,
    /// The names of the fields.
    pub fields: &'static [&'static str],
    type_object: PyOnceLock<Py<PyAny>>,
}

impl NamedTuple {
    /// A named tuple of a module.
    pub const fn new(
        module: &'static str,
        name: &'static str,
        fields: &'static [&'static str],
    ) -> Self {
        Self {
            module,
            name,
            fields,
            type_object: PyOnceLock::new(),
        }
    }

    /// The type in Python.
    pub fn type_object<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyAny>> {
        let make = || {
            let options = [("module", self.module)].into_py_dict(py)?;
            let collections = py.import("collections")?;
            let class = collections.call_method(
                "namedtuple",
                (self.name, self.fields.to_vec()),
                Some(&options),
            );
            class.map(Bound::unbind)
        };
        self.type_object
            .get_or_try_init(py, make)
            .map(|class| class.bind(py))
    }

    /// A tuple with these values.
    pub fn make<'py>(&self, py: Python<'py>, values: Vec<Bound<'py, PyAny>>) -> Returned<'py> {
        self.type_object(py)?.call1(PyTuple::new(py, values)?)
    }
}

/// A parameter of a robot.
pub struct ClassParameter {
    /// Its name.
    pub name: &'static str,
    /// How many numbers it has, if it is an array.
    pub length: Option<usize>,
    /// Its value in the description, if it has one there.
    pub default: Option<&'static [f64]>,
}

impl ClassParameter {
    fn count(&self) -> usize {
        self.length.unwrap_or(1)
    }

    /// The numbers of its value in Python.
    fn read(&self, objects: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
        let sizes: Vec<usize> = self.length.into_iter().collect();
        let input = PythonInput::of_parameter(self.name, &sizes, objects)?;
        Ok(input.numbers(self.count()))
    }
}

/// The values of all parameters, in order: each is that of `objects`, else that of `former`, else that of the description.
pub fn values(
    fields: &[ClassParameter],
    former: Option<&[f64]>,
    objects: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<f64>> {
    for name in objects
        .into_iter()
        .flat_map(|objects| objects.keys().into_iter())
    {
        let name: String = name.extract()?;
        if fields.iter().all(|field| field.name != name) {
            let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
            let list = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(PyTypeError::new_err(format!(
                "{name}: no parameter of this robot; expected {list}"
            )));
        }
    }
    let mut values = Vec::new();
    for field in fields {
        let former_values = former.map(|former| &former[values.len()..][..field.count()]);
        match objects
            .map(|objects| objects.get_item(field.name))
            .transpose()?
            .flatten()
        {
            Some(objects) => values.extend(field.read(&objects)?),
            None => values.extend_from_slice(former_values.or(field.default).ok_or_else(|| {
                PyTypeError::new_err(format!(
                    "{}: missing; the description has no value for it",
                    field.name
                ))
            })?),
        }
    }
    Ok(values)
}

/// The values of parameters by name.
pub fn dictionary<'py>(
    py: Python<'py>,
    fields: &[ClassParameter],
    values: &[f64],
) -> PyResult<Bound<'py, PyDict>> {
    let (dictionary, mut rest) = (PyDict::new(py), values);
    for field in fields {
        let (numbers, others) = rest.split_at(field.count());
        match field.length {
            None => dictionary.set_item(field.name, numbers[0])?,
            Some(_) => dictionary.set_item(field.name, PyTuple::new(py, numbers)?)?,
        }
        rest = others;
    }
    Ok(dictionary)
}

/// The `repr` of a robot: an expression that makes it.
pub fn text(
    py: Python<'_>,
    name: &str,
    fields: &[ClassParameter],
    values: &[f64],
) -> PyResult<String> {
    let mut parts = Vec::new();
    for (name, value) in dictionary(py, fields, values)? {
        parts.push(format!("{name}={}", value.repr()?));
    }
    Ok(format!("{name}({})", parts.join(", ")))
}

/// A tuple of items.
pub fn tuple<T: Clone + for<'py> IntoPyObject<'py>>(
    py: Python<'_>,
    items: &[T],
) -> PyResult<Py<PyAny>> {
    Ok(PyTuple::new(py, items.to_vec())?.into_any().unbind())
}

/// A row for each joint, in the order of positions.
pub fn joints(py: Python<'_>, row: &NamedTuple, joints: &[JointInfo]) -> PyResult<Py<PyAny>> {
    let rows = joints.iter().map(|joint| {
        let limits = joint.limits;
        let values = [
            joint.name.into_bound_py_any(py)?,
            joint.q.into_bound_py_any(py)?,
            joint.nq.into_bound_py_any(py)?,
            joint.v.into_bound_py_any(py)?,
            joint.nv.into_bound_py_any(py)?,
            limits.lower.into_bound_py_any(py)?,
            limits.upper.into_bound_py_any(py)?,
            limits.velocity.into_bound_py_any(py)?,
            limits.effort.into_bound_py_any(py)?,
        ];
        row.make(py, values.into())
    });
    let rows: Vec<Bound<'_, PyAny>> = rows.collect::<PyResult<_>>()?;
    Ok(PyTuple::new(py, rows)?.into_any().unbind())
}

/// The links that have functions.
fn links_with_functions<L: Copy>(links: &[LinkInfo<L>]) -> impl Iterator<Item = (&'static str, L)> {
    links
        .iter()
        .filter_map(|info| Some((info.name, info.link?)))
}

/// The names of links that have functions.
pub fn link_names<L: Copy>(links: &[LinkInfo<L>]) -> Vec<&'static str> {
    links_with_functions(links).map(|(name, _)| name).collect()
}

/// The link with a name.
pub fn link<L: Copy>(links: &[LinkInfo<L>], name: &str) -> PyResult<L> {
    let fault = || {
        let names = link_names(links).join(", ");
        PyValueError::new_err(format!(
            "link: {name:?} has no functions; expected one of {names}"
        ))
    };
    links_with_functions(links)
        .find(|(other, _)| *other == name)
        .map(|(_, link)| link)
        .ok_or_else(fault)
}
