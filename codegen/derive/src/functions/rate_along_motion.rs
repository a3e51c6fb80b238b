//! Time derivatives of values along the motion.

use super::Recursion;
use crate::kernels::Kernels;
use multibody_program::ir::{Builder, DualValue, InputKind, Value};

impl<F: Kernels> Recursion<'_, F> {
    /// The time derivatives of values that depend on rates, on positions that have rates, and on local inputs and
    /// time, whose derivatives are given.
    pub(super) fn rate_along_motion(
        &self,
        b: &mut Builder,
        values: &[Value],
        locals: &[Value],
        time: Value,
    ) -> Vec<Value> {
        let program = b.finish(values);
        let positions = &self.tree.positions;
        let moving = b.inline_dual(&program, |b, input| {
            let index = input.index as usize;
            let value = b.input(input.kind, index);
            let change = match input.kind {
                InputKind::Q => match positions.iter().position(|of| *of == Some(index)) {
                    Some(v) => b.input(InputKind::Qd, v),
                    None => b.zero(),
                },
                InputKind::Qd => b.input(InputKind::Qdd, index),
                InputKind::Local => locals[index],
                InputKind::Time => time,
                _ => b.zero(),
            };
            DualValue { value, change }
        });
        moving.into_iter().map(|moving| moving.change).collect()
    }
}
