//! Products with the derivatives of functions: by forward mode along a direction, and by reverse mode with weights.

use std::collections::BTreeMap;

use super::Recursion;
use crate::kernels::{JointFrame, Kernels};
use multibody_description::function::{DerivativeProduct, Mode, Terms};
use multibody_program::ir::{Builder, DualValue, Input, InputKind, Program, Value};

impl<K: Kernels> Recursion<'_, K> {
    /// These values of a function, then a product with its derivatives.
    pub(super) fn derivative_product(
        &self,
        b: &mut Builder,
        product: DerivativeProduct,
        values: &[Value],
    ) -> Vec<Value> {
        let program = b.finish(values);
        match product.mode {
            Mode::Forward => {
                let changes = self.changes(b, &product.inputs);
                let duals = b.inline_dual(&program, |b, input| dual_input(b, input, &changes));
                let values = duals.iter().map(|dual| dual.value);
                values.chain(duals.iter().map(|dual| dual.change)).collect()
            }
            Mode::Reverse => {
                let weights = self.weights(b);
                let gradients = self.gradients(b, &program, &weights, &[], &product.inputs);
                values.iter().copied().chain(gradients).collect()
            }
        }
    }

    /// qdd, then a product with its derivatives, by factors of M.
    pub(super) fn acceleration_product_by_factors(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        (product, terms): (DerivativeProduct, Terms),
    ) -> Vec<Value> {
        let (qdd, factors) = self.forward_dynamics_and_factors(b, joints, terms.without_qdd());
        let solve = |b: &mut Builder, forces| factors.solve(b, forces);
        self.acceleration_product(b, joints, (product, terms), qdd, solve)
    }

    /// qdd, then a product with its derivatives, by articulated bodies. None: joints do not have rates of their own.
    pub(super) fn acceleration_product_by_articulated_bodies(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        (product, terms): (DerivativeProduct, Terms),
    ) -> Option<Vec<Value>> {
        let qdd = self.articulated_bodies(b, joints, terms.without_qdd())?;
        let solve = |b: &mut Builder, forces| self.accelerate_at_rest(b, joints, forces);
        Some(self.acceleration_product(b, joints, (product, terms), qdd, solve))
    }

    /// qdd, then a product with its derivatives. Since `ID(q, qd, qdd) = tau`, the derivatives are `-M^-1 dID` at this
    /// qdd, and `M^-1` by tau. So one more solution of `M x = f` is enough: in forward mode f is the change of
    /// `tau - ID` along the direction, in reverse mode f are the weights.
    fn acceleration_product(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        (request, terms): (DerivativeProduct, Terms),
        qdd: Vec<Value>,
        solve: impl FnOnce(&mut Builder, Vec<Value>) -> Vec<Value>,
    ) -> Vec<Value> {
        let n = self.tree.nv;
        let tau = self.forces(b, joints, terms);
        let tau_program = b.finish(&tau);
        // The last argument is tau.
        let [arguments @ .., _] = &request.inputs;
        let product = match request.mode {
            Mode::Forward => {
                let changes = self.changes(b, arguments);
                let duals = b.inline_dual(&tau_program, |b, input| match input.kind {
                    InputKind::Qdd => DualValue::constant(qdd[input.index as usize]),
                    _ => dual_input(b, input, &changes),
                });
                let forces = duals
                    .iter()
                    .enumerate()
                    .map(|(v, dual)| {
                        let change = b.input(InputKind::Direction, arguments.len() * n + v);
                        b.sub(change, dual.change)
                    })
                    .collect();
                solve(b, forces)
            }
            Mode::Reverse => {
                let weights = self.weights(b);
                let solution = solve(b, weights);
                let gradients = self
                    .gradients(b, &tau_program, &solution, &qdd, arguments)
                    .into_iter();
                let gradients: Vec<Value> = gradients.map(|x| b.neg(x)).collect();
                gradients.into_iter().chain(solution).collect()
            }
        };
        qdd.into_iter().chain(product).collect()
    }

    /// The weights of the outputs in reverse mode.
    fn weights(&self, b: &mut Builder) -> Vec<Value> {
        let outputs = 0..self.tree.nv;
        outputs.map(|k| b.input(InputKind::Weights, k)).collect()
    }

    /// How the inputs of these arguments change along the direction: positions change by `N(q)` times the direction's rates.
    fn changes(&self, b: &mut Builder, arguments: &[InputKind]) -> BTreeMap<Input, Value> {
        let mut changes = BTreeMap::new();
        for (block, &argument) in arguments.iter().enumerate() {
            for (v, direction) in self.directions(b, argument).into_iter().enumerate() {
                let step = b.input(InputKind::Direction, block * self.tree.nv + v);
                for (input, rate) in direction {
                    let part = b.mul(rate, step);
                    let change = changes.entry(input).or_insert(Value::ZERO);
                    *change = b.add(*change, part);
                }
            }
        }
        changes
    }

    /// The derivatives of the weighted sum of a program's outputs by these arguments, one after the other: for
    /// positions, along the motion at each rate. If `qdd` is not empty, it replaces the accelerations.
    fn gradients(
        &self,
        b: &mut Builder,
        program: &Program,
        weights: &[Value],
        qdd: &[Value],
        arguments: &[InputKind],
    ) -> Vec<Value> {
        let input = |b: &mut Builder, input: Input| {
            let acceleration = qdd.get(input.index as usize).copied();
            match acceleration.filter(|_| input.kind == InputKind::Qdd) {
                Some(acceleration) => acceleration,
                None => b.input(input.kind, input.index as usize),
            }
        };
        let gradient = b.inline_gradient(program, input, weights);
        let mut entries = Vec::new();
        for &argument in arguments {
            for direction in self.directions(b, argument) {
                let (inputs, rates): (Vec<Input>, Vec<Value>) = direction.into_iter().unzip();
                let partial: Vec<Value> = inputs
                    .into_iter()
                    .map(|input| gradient.derivative(input))
                    .collect();
                entries.push(b.dot(&rates, &partial));
            }
        }
        entries
    }
}

/// An input with its change; 0 if it does not change.
fn dual_input(b: &mut Builder, input: Input, changes: &BTreeMap<Input, Value>) -> DualValue {
    DualValue {
        value: b.input(input.kind, input.index as usize),
        change: changes.get(&input).copied().unwrap_or(Value::ZERO),
    }
}
