//! Local terms of a joint, derived from its transform: motion subspace, velocity and acceleration.

use super::chart::{ChartExpressions, relations};
use multibody_algebra::{
    Expression, UnsupportedOperation, VariableValues, atom_of, partial, to_program,
};
use multibody_description::joint::{JointPrograms, JointType};
use multibody_outputs::local::JointTerms;
use multibody_program::ir::{Builder, Input, InputKind, Program, Value};

/// Derives a joint type's motion from its transform X: the subspace `S = vee(X^-1 dX/dq N)`, the twist
/// `vee(Y^-1 dY/dt)` of the moving frame `Y = C X` on a carrier C that moves itself, and their derivatives.
///
/// # Errors
/// The joint type uses a function for which there is no expression.
pub fn local_terms(kind: &dyn JointType) -> Result<JointTerms, UnsupportedOperation> {
    let mut b = Builder::new();
    let positions: Vec<Value> = (0..kind.positions().len())
        .map(|index| b.input(InputKind::Local, index))
        .collect();
    match kind.lift(&mut b, &positions) {
        Some(lift) => Ok(substitute_lift(
            kind,
            &derive_terms(&*lift.kind)?,
            &b.finish(&lift.positions),
        )),
        None => derive_terms(kind),
    }
}

/// Converts terms that were derived in lifted coordinates, those of another joint type with the same motion, to a joint type's own
/// positions. `lift` computes the lifted coordinates from these positions.
fn substitute_lift(kind: &dyn JointType, terms: &JointTerms, lift: &Program) -> JointTerms {
    let count = kind.positions().len();
    let substitute = |program: &Program| {
        let mut b = Builder::new();
        let lifted = b.inline(lift, |b, input| b.input(input.kind, input.index as usize));
        let outputs = b.inline(program, |b, input| {
            let index = input.index as usize;
            let later_input = || b.input(InputKind::Local, index - lifted.len() + count);
            lifted.get(index).copied().unwrap_or_else(later_input)
        });
        b.finish(&outputs)
    };
    JointTerms {
        positions: count,
        transform: JointPrograms::of(kind).transform,
        relations: relations(kind),
        subspace: substitute(&terms.subspace),
        subspace_rate: substitute(&terms.subspace_rate),
        velocity: substitute(&terms.velocity),
        acceleration: substitute(&terms.acceleration),
        adjoint: substitute(&terms.adjoint),
    }
}

/// Derives the terms in the positions of the joint type itself.
fn derive_terms(kind: &dyn JointType) -> Result<JointTerms, UnsupportedOperation> {
    let joint = JointDerivation::new(kind)?;
    let subspace: Vec<Expression> = (0..joint.chart.nv)
        .flat_map(|k| joint.chart.twist(&joint.chart.transform_derivative(k)))
        .collect();
    let subspace_rate: Vec<Expression> = subspace
        .iter()
        .map(|entry| joint.time_derivative(entry))
        .collect();
    let velocity = joint.velocity();
    let acceleration: Vec<Expression> = velocity.iter().map(|v| joint.time_derivative(v)).collect();
    let adjoint: Vec<Expression> = (0..36)
        .map(|entry| partial(&velocity[entry / 6], joint.carrier_twist(entry % 6)))
        .collect();
    let program = |expressions: &[Expression]| lower_expressions(joint.inputs(), expressions);
    Ok(JointTerms {
        positions: joint.chart.nq,
        subspace: program(&subspace),
        subspace_rate: program(&subspace_rate),
        velocity: program(&velocity),
        acceleration: program(&acceleration),
        adjoint: program(&adjoint),
        relations: relations(kind),
        transform: joint.transform,
    })
}

/// A joint type's chart and transform, and the local inputs on which its motion depends.
struct JointDerivation {
    chart: ChartExpressions,
    transform: Program,
}

impl JointDerivation {
    fn new(kind: &dyn JointType) -> Result<Self, UnsupportedOperation> {
        let programs = JointPrograms::of(kind);
        Ok(Self {
            chart: ChartExpressions::new(kind, &programs)?,
            transform: programs.transform,
        })
    }

    /// The number of local inputs: positions, rates, accelerations, the carrier's twist and its derivative.
    fn inputs(&self) -> usize {
        self.chart.nq + 2 * self.chart.nv + 12
    }

    fn rate(&self, k: usize) -> Input {
        Input::new(InputKind::Local, self.chart.nq + k)
    }

    fn acceleration(&self, k: usize) -> Input {
        Input::new(InputKind::Local, self.chart.nq + self.chart.nv + k)
    }

    /// Component of the carrier's twist.
    fn carrier_twist(&self, k: usize) -> Input {
        Input::new(InputKind::Local, self.chart.nq + 2 * self.chart.nv + k)
    }

    /// Component of the derivative of the carrier's twist.
    fn carrier_twist_rate(&self, k: usize) -> Input {
        Input::new(InputKind::Local, self.chart.nq + 2 * self.chart.nv + 6 + k)
    }

    /// The derivative with respect to time, through all inputs that change with time.
    fn time_derivative(&self, expression: &Expression) -> Expression {
        let add_partial = |sum: Expression, variable: Input, change: Input| {
            sum + partial(expression, variable) * atom_of(change)
        };
        let sum = (0..self.chart.nv).fold(Expression::num(0), |sum, k| {
            let chart_part = sum + self.chart.along(expression, k) * atom_of(self.rate(k));
            add_partial(chart_part, self.rate(k), self.acceleration(k))
        });
        (0..6).fold(sum, |sum, k| {
            add_partial(sum, self.carrier_twist(k), self.carrier_twist_rate(k))
        })
    }

    /// The moving frame's twist `vee(X^-1 (hat(V) X + dX/dt))`: the carrier with the twist V moves X as a whole, and the rates
    /// change X.
    fn velocity(&self) -> Vec<Expression> {
        let twist: Vec<Expression> = (0..6).map(|k| atom_of(self.carrier_twist(k))).collect();
        let (v, w) = (&twist[..3], &twist[3..]);
        // hat(V) X by entries: w x column; in the last column v is added.
        let column = |l: usize, j: usize| {
            if j < 3 { &self.chart.x[3 * l + j] } else { &self.chart.x[9 + l] }
        };
        let transport = |i: usize, j: usize| {
            let (a, b) = ((i + 1) % 3, (i + 2) % 3);
            let rotated = &w[a] * column(b, j) - &w[b] * column(a, j);
            if j == 3 { rotated + &v[i] } else { rotated }
        };
        let change: Vec<Expression> = (0..9)
            .map(|entry| transport(entry / 3, entry % 3))
            .chain((0..3).map(|i| transport(i, 3)))
            .enumerate()
            .map(|(index, entry)| {
                (0..self.chart.nv).fold(entry, |sum, k| {
                    sum + self.chart.along(&self.chart.x[index], k) * atom_of(self.rate(k))
                })
            })
            .collect();
        self.chart.twist(&change)
    }
}

/// The program of these expressions, with this number of local inputs.
fn lower_expressions(inputs: usize, expressions: &[Expression]) -> Program {
    let mut b = Builder::new();
    let variables = VariableValues::local(&mut b, inputs);
    let entries = expressions.iter();
    let outputs: Vec<Value> = entries.map(|e| to_program(&mut b, e, &variables)).collect();
    b.finish(&outputs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_algebra::enter;
    use multibody_description::joint::choices::Rates;
    use multibody_description::joint::orientation::CHARTS;
    use multibody_description::joint::{
        Ball, Floating, Planar, Prismatic, Revolute, ball_in, floating_in,
    };
    use multibody_program::ir::Exact;

    fn constant_subspace(kind: &dyn JointType) -> Vec<i64> {
        let terms = local_terms(kind).expect("a polynomial");
        assert!(
            terms
                .subspace
                .nodes()
                .iter()
                .all(|n| n.operands().next().is_none()),
            "constant"
        );
        let values = Exact::default().evaluate(&terms.subspace);
        (values.expect("constants").iter())
            .map(|x| i64::try_from(x.numerator().clone()).unwrap())
            .collect()
    }

    #[test]
    fn subspaces_follow_from_transforms() {
        enter(|| {
            assert_eq!(
                constant_subspace(&Revolute { is_endless: false }),
                [0, 0, 0, 0, 0, 1]
            );
            assert_eq!(constant_subspace(&Prismatic), [0, 0, 1, 0, 0, 0]);
            // Body rates: x, y and the turn about z.
            let planar = constant_subspace(&Planar);
            let ones: Vec<usize> = (0..18).filter(|&at| planar[at] == 1).collect();
            assert_eq!(ones, [0, 7, 17]);
            let ball = constant_subspace(&Ball);
            let ones: Vec<usize> = (0..18).filter(|&at| ball[at] == 1).collect();
            assert_eq!(ones, [3, 10, 17]);
            let unit: Vec<i64> = (0..36).map(|at| i64::from(at / 6 == at % 6)).collect();
            assert_eq!(constant_subspace(&Floating), unit);
            for chart in CHARTS {
                assert_eq!(constant_subspace(&*ball_in(chart, Rates::Body)), ball);
                assert_eq!(constant_subspace(&*floating_in(chart)), unit);
            }
        })
        .expect("the gate opens");
    }
}
