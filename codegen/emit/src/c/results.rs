//! Results of functions as matrices.

use super::matrices::Matrix;
use super::writer::CWriter;
use crate::interface::{Returned, Signature};
use multibody_description::function::{Quantity, Target};
use multibody_description::settings::Triangle;
use multibody_program::ir::Program;

/// A function with its results as matrices.
pub struct ResultMatrices<'a> {
    /// Its index among the plain functions.
    pub index: usize,
    /// The function; `None` for a bundle.
    pub target: Option<Target>,
    /// Its arguments and its result.
    pub signature: Signature,
    /// Its results.
    pub outputs: Vec<Matrix>,
    /// What it computes; empty if it calls others.
    pub program: &'a Program,
}

/// The results of a function as matrices; `None` if one of them is no matrix.
pub fn outputs(
    writer: &CWriter<'_>,
    target: Option<Target>,
    signature: &Signature,
    program: &Program,
) -> Option<Vec<Matrix>> {
    let name = match target.map(|target| target.function.quantity()) {
        Some(Quantity::Acceleration(_)) => "qdd",
        Some(Quantity::Force(_)) => "tau",
        _ => "out",
    };
    let mut outputs = matrices(writer, &signature.result, name, &program.nonzeros())?;
    if target.is_some_and(|target| writer.triangle(target) == Triangle::Lower) {
        outputs.iter_mut().for_each(|output| output.is_lower = true);
    }
    Some(outputs)
}

/// A result as matrices; `None` if a part of it is no matrix. An array alone has the name `name`. A function that calls others has no
/// program, hence no flags in `nonzeros`: all entries of its result may be nonzero.
pub fn matrices(
    writer: &CWriter<'_>,
    result: &Returned,
    name: &str,
    nonzeros: &[bool],
) -> Option<Vec<Matrix>> {
    let mut parts = Vec::new();
    arrays(result, name, &mut parts)?;
    let (mut nonzeros, mut first) = (nonzeros.iter().copied(), 0);
    let matrices = parts.into_iter().map(|(name, sizes)| {
        let size = |k: usize| sizes.get(k).copied().unwrap_or(1);
        let [rows, columns] = [0, 1].map(size);
        let flags = (0..rows * columns).map(|_| nonzeros.next().unwrap_or(true));
        let matrix = Matrix {
            first,
            by_columns: writer.settings.layout.columns && sizes.len() == 2,
            nonzeros: flags.collect(),
            ..Matrix::dense(&name, [rows, columns])
        };
        first += sizes.iter().map(|&size| size.max(1)).product::<usize>();
        matrix
    });
    Some(matrices.collect())
}

/// Adds the name and sizes of each array of a result; `None` if one is no matrix.
fn arrays(returned: &Returned, name: &str, parts: &mut Vec<(String, Vec<usize>)>) -> Option<()> {
    match returned {
        Returned::Array(sizes) if sizes.len() <= 2 => parts.push((name.to_owned(), sizes.clone())),
        Returned::Pose => {
            // A pose that is the whole result needs no prefix.
            let prefix = if name == "out" { String::new() } else { format!("{name}_") };
            parts.push((format!("{prefix}rotation"), vec![3, 3]));
            parts.push((format!("{prefix}translation"), vec![3]));
        }
        Returned::OfLinks(result, count) => {
            for link in 0..*count {
                arrays(result, &format!("{name}_{link}"), parts)?;
            }
        }
        Returned::Record(record) => {
            for field in &record.fields {
                arrays(&field.result, &field.name, parts)?;
            }
        }
        _ => return None,
    }
    Some(())
}
