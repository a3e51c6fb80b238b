//! Generalized forces of symbolic terms, including forces at bodies, and of force elements.

use super::Tree;
use multibody_program::ir::{Builder, DualValue, InputKind, Value};

impl Tree {
    /// The generalized forces of the symbolic terms: `F + sum of (dr/dq) . f` over the bodies, where F are the forces along
    /// rates, and f is the force at the position r of a body. Expressions name only coordinates of one position and one rate,
    /// so the entries of dr/dq for other rates are 0.
    pub fn symbolic_forces(&self, b: &mut Builder) -> Vec<Value> {
        if !self.symbolic.has_forces() {
            return vec![Value::ZERO; self.nv];
        }
        let symbolic = self.symbolic.inlined(b);
        let mut sums: Vec<Vec<Value>> = vec![Vec::new(); self.nv];
        for &(v, force) in &symbolic.forces {
            sums[v].push(force);
        }
        for body in symbolic.bodies.iter().filter(|body| body.has_force()) {
            let position = b.finish(&body.position);
            for (terms, position_index) in sums.iter_mut().zip(&self.positions_of_rates) {
                let Some(position_index) = *position_index else {
                    continue;
                };
                let derivatives = b.inline_dual(&position, |b, input| {
                    let index = input.index as usize;
                    let value = b.input(input.kind, index);
                    if input.kind == InputKind::Q && index == position_index {
                        DualValue {
                            value,
                            change: b.one(),
                        }
                    } else {
                        DualValue::constant(value)
                    }
                });
                let products = derivatives.iter().zip(body.force);
                terms.extend(products.map(|(derivative, force)| b.mul(derivative.change, force)));
            }
        }
        sums.into_iter().map(|terms| b.sum(terms)).collect()
    }

    /// The generalized forces of force elements and symbolic terms. Those of forces on links are not included: wrenches, springs
    /// between points, constant forces.
    pub fn applied_forces(&self, b: &mut Builder) -> Vec<Value> {
        let mut forces = self.symbolic_forces(b);
        for (v, force) in forces.iter_mut().enumerate() {
            let resistance = self.resistance(b, v);
            *force = b.sub(*force, resistance);
        }
        forces
    }
}
