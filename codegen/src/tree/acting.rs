//! The generalized forces that expressions say, those of forces at bodies among them.

use super::Tree;
use crate::ir::{Builder, InputKind, Moving, Value};

impl Tree {
    /// What the forces of expressions do along a rate: `F + sum of (dr/dq) . f` over the bodies.
    pub fn expressed_force(&self, b: &mut Builder, v: usize) -> Value {
        let said = self.expressed.inlined(b);
        let along = said.forces.iter().filter(|(of, _)| *of == v);
        let mut parts: Vec<Value> = along.map(|(_, force)| *force).collect();
        let moved = self.positions[v];
        for body in said.bodies.iter().filter(|_| moved.is_some()) {
            if body.force.iter().all(|&force| b.is_zero(force)) {
                continue;
            }
            let place = b.finish(&body.position);
            let place = b.inline_moving(&place, |b, input| {
                let at = input.index as usize;
                let value = b.input(input.kind, at);
                match input.kind == InputKind::Q && moved == Some(at) {
                    true => Moving {
                        value,
                        change: b.one(),
                    },
                    false => Moving::still(value),
                }
            });
            let columns: Vec<Value> = place.iter().map(|moving| moving.change).collect();
            let products = columns.iter().zip(body.force);
            parts.extend(products.map(|(&column, force)| b.mul(column, force)));
        }
        b.sum(parts)
    }

    /// The generalized force of all that acts besides wrenches: force elements and expressions.
    pub fn acting(&self, b: &mut Builder, v: usize) -> Value {
        let resistance = self.resistance(b, v);
        let force = self.expressed_force(b, v);
        b.sub(force, resistance)
    }
}
