//! What a joint's transform says about its motion.

use symbolica::atom::Atom;

use super::bridge::{Names, derivative, lower, raise};
use super::identity::Ideal;
use crate::derive::local::{LocalTerms, Relation};
use crate::ir::{Builder, Input, InputKind, Program, Value};
use crate::joint::{Coordinate, JointType};

/// Derives a joint type's motion subspace `S = vee(X^-1 dX/dq N)` and its rate from its transform.
pub fn local_terms(kind: &dyn JointType) -> LocalTerms {
    let (nq, nv) = (kind.coordinates().len(), kind.nv());
    let transform = transform(kind);
    let relations = relations(kind);
    let ideal = Ideal::new([&transform], &relations);
    let x = raise(&transform);
    let rates = rate_map(kind);
    // d/dt along the k-th rate: sum over positions of N_jk d/dq_j.
    let along = |expression: &Atom, k: usize| -> Atom {
        (0..nq).fold(Atom::num(0), |sum, j| {
            sum + &rates[j * nv + k] * derivative(expression, Input::new(InputKind::Local, j))
        })
    };
    let rotation = |i: usize, j: usize| &x[3 * i + j];
    let mut subspace: Vec<Atom> = Vec::new();
    for k in 0..nv {
        // R^T dp
        for i in 0..3 {
            let velocity = (0..3).fold(Atom::num(0), |sum, l| {
                sum + rotation(l, i) * along(&x[9 + l], k)
            });
            subspace.push(ideal.reduce(&velocity).to_expression());
        }
        // vee(R^T dR): entries (3, 2), (1, 3), (2, 1)
        for (i, j) in [(2, 1), (0, 2), (1, 0)] {
            let turn = (0..3).fold(Atom::num(0), |sum, l| {
                sum + rotation(l, i) * along(rotation(l, j), k)
            });
            subspace.push(ideal.reduce(&turn).to_expression());
        }
    }
    let rate: Vec<Atom> = subspace
        .iter()
        .map(|entry| {
            let total = (0..nv).fold(Atom::num(0), |sum, k| {
                let qd = Atom::var(super::bridge::variable(Input::new(InputKind::Local, nq + k)));
                sum + along(entry, k) * qd
            });
            total
        })
        .collect();
    LocalTerms {
        transform,
        relations,
        subspace: lowered(nq + nv, &subspace),
        subspace_rate: lowered(nq + nv, &rate),
    }
}

fn lowered(inputs: usize, expressions: &[Atom]) -> Program {
    let mut b = Builder::new();
    let names = Names::local(&mut b, inputs);
    let outputs: Vec<Value> = expressions.iter().map(|e| lower(&mut b, e, &names)).collect();
    b.finish(&outputs)
}

/// Rotation by rows, then translation.
fn transform(kind: &dyn JointType) -> Program {
    let mut b = Builder::new();
    let q: Vec<Value> =
        (0..kind.coordinates().len()).map(|k| b.input(InputKind::Local, k)).collect();
    let pose = kind.transform(&mut b, &q);
    let outputs: Vec<Value> = pose.rotation.into_iter().flatten().chain(pose.translation).collect();
    b.finish(&outputs)
}

/// N by rows; the identity where rates are derivatives.
fn rate_map(kind: &dyn JointType) -> Vec<Atom> {
    let mut b = Builder::new();
    let n = kind.coordinates().len();
    let q: Vec<Value> = (0..n).map(|k| b.input(InputKind::Local, k)).collect();
    match kind.rate_map(&mut b, &q) {
        Some(rows) => raise(&b.finish(&rows.concat())),
        None => (0..n * n).map(|at| Atom::num(i64::from(at / n == at % n))).collect(),
    }
}

fn relations(kind: &dyn JointType) -> Vec<Relation> {
    let quaternion: Vec<Input> = (kind.coordinates().iter().enumerate())
        .filter(|(_, coordinate)| **coordinate == Coordinate::Quaternion)
        .map(|(k, _)| Input::new(InputKind::Local, k))
        .collect();
    if quaternion.is_empty() { Vec::new() } else { vec![Relation::UnitNorm(quaternion)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::derive::algebra::enter;
    use crate::ir::{Exact, evaluate};
    use crate::joint::{Floating, Prismatic, Revolute};

    fn constant_subspace(kind: &dyn JointType) -> Vec<i64> {
        let terms = local_terms(kind);
        assert!(terms.subspace.nodes().iter().all(|n| n.operands().next().is_none()), "constant");
        evaluate(&terms.subspace, &mut Exact::default())
            .iter()
            .map(|x| i64::try_from(x.numerator().clone()).unwrap())
            .collect()
    }

    #[test]
    fn subspaces_follow_from_transforms() {
        enter(|| {
            assert_eq!(constant_subspace(&Revolute), [0, 0, 0, 0, 0, 1]);
            assert_eq!(constant_subspace(&Prismatic), [0, 0, 1, 0, 0, 0]);
            let unit: Vec<i64> = (0..36).map(|at| i64::from(at / 6 == at % 6)).collect();
            assert_eq!(constant_subspace(&Floating), unit);
        });
    }
}
