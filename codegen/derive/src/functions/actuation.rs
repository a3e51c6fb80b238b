//! Generalized forces of actuators. An actuator's length follows from a weighted sum of positions in SI units, even if the tree
//! measures lengths in another unit.

use super::Recursion;
use crate::kernels::Kernels;
use multibody_description::system::Actuator;
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, InputKind, Value};

/// A coefficient and the value that it multiplies.
type Term = (Rational, Value);

impl<K: Kernels> Recursion<'_, K> {
    /// The generalized force of all actuators: each adds `f dl/dq`, with its force f and its length l.
    pub(super) fn actuation(&self, b: &mut Builder) -> Vec<Value> {
        let mut tau = vec![b.zero(); self.tree.nv];
        for (index, actuator) in self.tree.actuators.iter().enumerate() {
            let motion = self.motion_along(b, &actuator.rates);
            let control = b.input(InputKind::Control, index);
            match &actuator.rates[..] {
                // The factor of the only rate is folded into the constants.
                [(v, factor)] => {
                    let force = force_along(b, actuator, factor, motion, control);
                    tau[*v] = b.add(tau[*v], force);
                }
                rates => {
                    let force = force_along(b, actuator, &Rational::ONE, motion, control);
                    for (v, factor) in rates {
                        let part = b.scale(factor, force);
                        tau[*v] = b.add(tau[*v], part);
                    }
                }
            }
        }
        tau
    }

    /// The sum of the positions of these rates, each times its factor, and the derivative of this sum.
    fn motion_along(&self, b: &mut Builder, rates: &[(usize, Rational)]) -> [Value; 2] {
        let terms = rates.iter().map(|(v, factor)| {
            let index = self.tree.positions_of_rates[*v];
            let position = b.input(InputKind::Q, index.expect("the rate is a derivative"));
            let rate = b.input(InputKind::Qd, *v);
            [position, rate].map(|x| (factor.clone(), x))
        });
        let [position_terms, rate_terms]: [Vec<Term>; 2] = {
            let terms: Vec<[Term; 2]> = terms.collect();
            [0, 1].map(|k| terms.iter().map(|pair| pair[k].clone()).collect())
        };
        [sum(b, &position_terms), sum(b, &rate_terms)]
    }
}

/// `f dl/dq` along a rate with this factor. With the control u, `f = gain u + bias`; gain and bias are both
/// `c0 + c1 l + c2 dl/dt`, where `l = gear (position + constant)`.
fn force_along(
    b: &mut Builder,
    actuator: &Actuator,
    factor: &Rational,
    [position, rate]: [Value; 2],
    control: Value,
) -> Value {
    // dl/dq, and the factor of the position in `l dl/dq`.
    let slope = &actuator.gear * factor;
    let length_slope = &actuator.gear * &slope;
    let terms = |[c0, c1, c2]: &[Rational; 3]| {
        let constant = c0 * &slope + c1 * &length_slope * &actuator.constant;
        let values = [Value::ONE, position, rate].into_iter();
        let coefficients = [constant, c1 * &length_slope, c2 * &length_slope];
        coefficients.into_iter().zip(values).collect::<Vec<Term>>()
    };
    let (gain_terms, mut bias_terms) = (terms(&actuator.gain), terms(&actuator.bias));
    if let [(constant, _), others @ ..] = &gain_terms[..]
        && others
            .iter()
            .all(|(coefficient, _)| *coefficient == Rational::ZERO)
    {
        bias_terms.insert(0, (constant.clone(), control));
        return sum(b, &bias_terms);
    }
    let gain = sum(b, &gain_terms);
    let controlled_force = b.mul(gain, control);
    let bias = sum(b, &bias_terms);
    b.add(controlled_force, bias)
}

/// The sum of the terms. Terms with coefficients of the same size are added before they are multiplied, as in `k (u - q)`.
fn sum(b: &mut Builder, terms: &[Term]) -> Value {
    let mut groups: Vec<Term> = Vec::new();
    for (coefficient, value) in terms {
        let opposite = -coefficient.clone();
        let index = groups
            .iter()
            .position(|(c, _)| c == coefficient || *c == opposite);
        match index.map(|index| &mut groups[index]) {
            Some((c, sum)) if c == coefficient => *sum = b.add(*sum, *value),
            Some((_, sum)) => *sum = b.sub(*sum, *value),
            None => groups.push((coefficient.clone(), *value)),
        }
    }
    let products = groups
        .iter()
        .map(|(coefficient, sum)| b.scale(coefficient, *sum));
    let products: Vec<Value> = products.collect();
    b.sum(products)
}
