//! The equations of a small robot, to be read, and as programs to be proved.

use std::collections::BTreeMap;

use super::reading::{self, Reading, Sum};
use crate::function::Function;
use crate::ir::{Builder, Input, Program, Value};

/// Equations to read.
#[derive(Clone, Debug)]
pub struct Read {
    /// M, C and g.
    pub reading: Reading,
    /// Holds the values of `known`.
    pub builder: Builder,
    /// Parameters beyond those of the robot stand for quotients and functions of its own.
    pub known: BTreeMap<Input, Value>,
}

impl Read {
    /// What is read as programs.
    pub fn programs(&self) -> impl Iterator<Item = (Function, Program)> {
        let rows = |matrix: &[Vec<Sum>]| matrix.concat();
        let functions = [
            (Function::MassMatrix, rows(&self.reading.mass_matrix)),
            (
                Function::CoriolisMatrix,
                rows(&self.reading.coriolis_matrix),
            ),
            (Function::Gravity, self.reading.gravity.clone()),
        ];
        functions.into_iter().map(|(function, sums)| {
            let program = reading::program(self.builder.clone(), &sums, &self.known);
            (function, program)
        })
    }
}

#[cfg(feature = "symbolica")]
mod with_algebra {
    use super::*;
    use crate::derive::algebra::{self, Shut};
    use crate::ir::{InputKind, Node};
    use crate::system::System;
    use crate::tree::place_bodies;

    /// Most terms that a reader is asked to read.
    const TERMS: usize = 160;

    /// The equations of a small robot. None: they would be too long, or are no polynomials of sines,
    /// cosines and parameters.
    ///
    /// # Errors
    /// The computer algebra cannot be used.
    pub fn read(system: &System) -> Result<Option<Read>, Shut> {
        let tree = place_bodies(system);
        let mut cut = None;
        let reading = algebra::enter(|| {
            algebra::reading(&tree, |program| {
                let (program, known) = without_functions(program, system.parameter_count());
                cut = Some(known);
                program
            })
        })?;
        let read = reading.zip(cut).map(|(reading, (builder, known))| Read {
            reading,
            builder,
            known,
        });
        Ok(read.filter(|read| read.reading.terms() <= TERMS))
    }

    /// The program with a further parameter for each quotient and function of parameters.
    fn without_functions(
        program: &Program,
        parameters: usize,
    ) -> (Program, (Builder, BTreeMap<Input, Value>)) {
        let (mut whole, mut cut) = (Builder::new(), Builder::new());
        let (mut values, mut kept): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
        let mut known = BTreeMap::new();
        for (&node, stage) in program.nodes().iter().zip(program.stages()) {
            let value = whole.copy_node(program, node, &values);
            let is_function = matches!(node, Node::Div(..) | Node::Call(..));
            kept.push(match is_function && stage == Some(InputKind::Parameter) {
                true => {
                    let at = parameters + known.len();
                    known.insert(Input::new(InputKind::Parameter, at), value);
                    cut.input(InputKind::Parameter, at)
                }
                false => cut.copy_node(program, node, &kept),
            });
            values.push(value);
        }
        let outputs: Vec<Value> = (program.outputs().iter())
            .map(|output| kept[output.index()])
            .collect();
        (cut.finish(&outputs), (whole, known))
    }
}

#[cfg(feature = "symbolica")]
pub use with_algebra::read;
