//! Time derivatives of values along the motion.

use super::Recursion;
use crate::kernels::Kernels;
use multibody_program::ir::{Builder, DualValue, InputKind, Value};

impl<K: Kernels> Recursion<'_, K> {
    /// The time derivatives of values. A position changes with the rate that is its derivative, and rates with qdd. `locals`
    /// and `time` are the derivatives of the local inputs and of time. All other inputs count as constant, even positions
    /// whose derivatives are no rates, such as those of a quaternion.
    pub(super) fn rate_along_motion(
        &self,
        b: &mut Builder,
        values: &[Value],
        locals: &[Value],
        time: Value,
    ) -> Vec<Value> {
        let program = b.finish(values);
        let positions = &self.tree.positions_of_rates;
        let duals = b.inline_dual(&program, |b, input| {
            let index = input.index as usize;
            let value = b.input(input.kind, index);
            let change = match input.kind {
                InputKind::Q => match positions.iter().position(|q| *q == Some(index)) {
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
        duals.into_iter().map(|dual| dual.change).collect()
    }
}
