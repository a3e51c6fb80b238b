//! Hints for results to which no recursion has given one. A hint is the symbol of a value, from which emitted code names its
//! variable.

use crate::kernels::Symbol;
use multibody_description::function::{Quantity, Target};
use multibody_program::ir::{Program, ValueHint};

/// Gives hints to the results of some functions, which are the outputs of a program one after another. Each function is
/// given with the number of its outputs.
pub fn hint_results(
    program: &mut Program,
    functions: impl IntoIterator<Item = (Target, usize)>,
    nv: usize,
) {
    let entries = functions.into_iter().flat_map(|(target, count)| {
        let quantity = target.function.quantity();
        (0..count).map(move |index| hint_of_result(quantity, nv, index))
    });
    let hints: Vec<Option<ValueHint>> = entries.collect();
    program.hint_outputs(|index| hints.get(index).copied().flatten());
}

/// The hint of a result of a function of `nv` rates.
fn hint_of_result(quantity: Quantity, nv: usize, index: usize) -> Option<ValueHint> {
    let vector = |symbol| Some(ValueHint::whole(symbol, index));
    let entry = |symbol| match nv {
        0 => None,
        _ => ValueHint::entry(symbol, index / nv, index % nv),
    };
    match quantity {
        Quantity::MassMatrix => entry(Symbol::MassMatrix),
        Quantity::MassMatrixInverse => entry(Symbol::MassMatrixInverse),
        Quantity::CoriolisMatrix => entry(Symbol::CoriolisMatrix),
        Quantity::Jacobian(_) | Quantity::ConstraintJacobian => entry(Symbol::Jacobian),
        Quantity::Force(_) | Quantity::Applied | Quantity::Actuation => {
            vector(Symbol::GeneralizedForce)
        }
        Quantity::Acceleration(_) | Quantity::FreeBodies(_) => {
            vector(Symbol::GeneralizedAcceleration)
        }
        Quantity::Constrained(_) => Some(match index.checked_sub(nv) {
            None => ValueHint::whole(Symbol::GeneralizedAcceleration, index),
            Some(row) => ValueHint::whole(Symbol::Multiplier, row),
        }),
        _ => vector(Symbol::Result),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::function::Function;
    use multibody_program::ir::{Builder, InputKind};

    #[test]
    fn results_of_fused_functions_are_named_one_after_another() {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|at| b.input(InputKind::Q, at));
        let values: Vec<_> = (2..8)
            .map(|factor| {
                let scaled = b.scale(&factor.into(), x);
                b.add(scaled, y)
            })
            .collect();
        b.hint(values[5], ValueHint::along(Symbol::Moment, 1, 2));
        let mut program = b.finish(&values);
        let target = |function| Target {
            function,
            link: None,
        };
        let functions = [
            (target(Function::MassMatrix), 4),
            (target(Function::Gravity), 2),
        ];
        hint_results(&mut program, functions, 2);
        let names = program.outputs().iter().map(|&value| program.hint(value));
        let names: Vec<String> = names.flatten().map(|hint| hint.to_string()).collect();
        assert_eq!(names, ["m0_0", "m0_1", "m1_0", "m1_1", "tau0", "n1_z"]);
    }
}
