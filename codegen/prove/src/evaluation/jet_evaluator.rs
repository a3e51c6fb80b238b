//! Evaluation of programs in jets at a random state: values and mixed derivatives along directions.

use std::collections::BTreeMap;

use super::state::{EvaluationFailure, ResidueState};
use crate::arithmetic::Jet;
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{Algebra, Function, Input, LinearForm, Program, evaluate};

/// Evaluates programs at a state with some inputs displaced. The state records evaluations that fail.
pub struct JetEvaluator<'a, const N: usize> {
    state: &'a mut ResidueState,
    displacements: BTreeMap<Input, Jet<N>>,
}

impl<'a, const N: usize> JetEvaluator<'a, N> {
    /// A state, and the displacements of some inputs from it, as jets without constant part.
    pub fn new(
        state: &'a mut ResidueState,
        displacements: impl IntoIterator<Item = (Input, Jet<N>)>,
    ) -> Self {
        let displacements = BTreeMap::from_iter(displacements);
        Self {
            state,
            displacements,
        }
    }

    /// The results of a program.
    pub fn evaluate(&mut self, program: &Program) -> Vec<Jet<N>> {
        evaluate(program, self)
    }
}

impl<const N: usize> Algebra for JetEvaluator<'_, N> {
    type Element = Jet<N>;

    fn input(&mut self, input: Input) -> Jet<N> {
        let value = Jet::constant(self.state.input(input));
        (self.displacements.get(&input)).map_or(value, |&displacement| value + displacement)
    }
    fn constant(&mut self, value: &Rational) -> Jet<N> {
        Jet::constant(self.state.constant(value))
    }
    fn angle(&mut self, angle: &Angle) -> Jet<N> {
        Jet::constant(self.state.angle(angle))
    }
    fn add(&mut self, a: &Jet<N>, b: &Jet<N>) -> Jet<N> {
        *a + *b
    }
    fn sub(&mut self, a: &Jet<N>, b: &Jet<N>) -> Jet<N> {
        *a - *b
    }
    fn mul(&mut self, a: &Jet<N>, b: &Jet<N>) -> Jet<N> {
        *a * *b
    }
    fn div(&mut self, a: &Jet<N>, b: &Jet<N>) -> Jet<N> {
        let quotient = a.quotient(b);
        quotient.unwrap_or_else(|| Jet::constant(self.state.fail(EvaluationFailure::ZeroDivisor)))
    }
    fn neg(&mut self, a: &Jet<N>) -> Jet<N> {
        -*a
    }
    fn call(&mut self, function: Function, a: &Jet<N>, form: Option<&LinearForm>) -> Jet<N> {
        let order = Jet::<N>::ORDER;
        a.composed(&self.state.derivatives(function, a.value(), form, order))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::{DrawResidues, Residue};
    use multibody_program::ir::{Builder, DualValue, InputKind, Value};
    use multibody_support::random::Random;

    /// For all operations and functions, the derivatives of a jet along two directions are the same residues as those
    /// of the program that is differentiated twice.
    #[test]
    fn jets_and_differentiated_programs_agree() {
        for &function in Function::ALL {
            let mut b = Builder::new();
            let [x, y] = [0, 1].map(|index| b.input(InputKind::Q, index));
            // f(x y) / y - x
            let product = b.mul(x, y);
            let call = b.call(function, product);
            let quotient = b.div(call, y);
            let value = b.sub(quotient, x);
            let once = along(&mut b, value, 2);
            let twice = along(&mut b, once, 4);
            let programs = [value, once, twice].map(|value| b.finish(&[value]));
            let sample = (0..64).find_map(|seed| at_random(&programs, seed));
            let (jet, derivatives) = sample.expect("a square among so many");
            assert_eq!(
                [jet.value(), jet.0[1], jet.0[3]],
                derivatives,
                "{function:?}"
            );
            assert!(derivatives.iter().all(|&x| x != Residue::ZERO));
        }
    }

    /// The derivative of a value of `q0` and `q1`, along the direction given by two further inputs of kind `q`.
    fn along(b: &mut Builder, value: Value, direction: usize) -> Value {
        let program = b.finish(&[value]);
        let outputs = b.inline_dual(&program, |b, input| {
            let coordinate = input.index as usize;
            let value = b.input(InputKind::Q, coordinate);
            match coordinate {
                0 | 1 => DualValue {
                    value,
                    change: b.input(InputKind::Q, direction + coordinate),
                },
                _ => DualValue::constant(value),
            }
        });
        outputs[0].change
    }

    /// The result of the first program in jets along both directions, and the values of all three programs. None: the
    /// evaluation fails, for example at the root of a residue that is not a square.
    fn at_random(programs: &[Program; 3], seed: u64) -> Option<(Jet<4>, [Residue; 3])> {
        let mut state = ResidueState::of(Random::new(seed).residues(6));
        let q = state.values(InputKind::Q).to_vec();
        let displacements = [0, 1].map(|index| {
            let displacement = Jet::along(1, q[2 + index]) + Jet::along(2, q[4 + index]);
            (Input::new(InputKind::Q, index), displacement)
        });
        let jet = JetEvaluator::new(&mut state, displacements).evaluate(&programs[0])[0];
        let values = programs
            .each_ref()
            .map(|program| evaluate(program, &mut state)[0]);
        state.failure.is_none().then_some((jet, values))
    }
}
