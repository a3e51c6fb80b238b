//! A system at a state of dual numbers, whose changes are along one direction.

use super::SystemAtState;
use super::numbers::LagrangianNumbers;
use crate::arithmetic::Residue;
use crate::evaluation::ResidueState;
use multibody_program::ir::{InputKind, evaluate};

impl SystemAtState<'_> {
    /// The derivatives of all positions at these rates, by N(q) of each coordinate.
    pub fn position_rates(&mut self, rates: &[Residue]) -> Vec<Residue> {
        let mut changes = vec![Residue::ZERO; self.system.nq()];
        for coordinate in &self.system.coordinates {
            let nv = coordinate.kind.nv();
            let joint_rates = &rates[coordinate.v..coordinate.v + nv];
            let mut motions = self.programs.motions.iter().flatten();
            let motion =
                motions.find(|motion| motion.v.start == coordinate.v && motion.v.len() == nv);
            let map = motion.and_then(|motion| motion.rate_map.as_ref());
            let Some(map) = map else {
                changes[coordinate.q..][..nv].copy_from_slice(joint_rates);
                continue;
            };
            let n = evaluate(map, &mut self.state);
            for (change, row) in changes[coordinate.q..].iter_mut().zip(n.chunks_exact(nv)) {
                let products = row.iter().zip(joint_rates);
                *change = products.fold(Residue::ZERO, |sum, (&x, &rate)| sum + x * rate);
            }
        }
        changes
    }

    /// Replaces the state by one in dual numbers, in which these kinds of inputs change. Returns the numbers of the base field.
    /// Residues have to be dual numbers.
    pub fn enter_dual_state(&mut self, changes: &[(InputKind, Vec<Residue>)]) -> LagrangianNumbers {
        let state = std::mem::replace(&mut self.state, ResidueState::empty());
        self.state = state.into_duals(changes);
        let dual_numbers = LagrangianNumbers::read(self.system, self.programs, &mut self.state);
        std::mem::replace(&mut self.numbers, dual_numbers)
    }

    /// Returns to the state in the base field, with its numbers.
    pub fn leave_dual_state(&mut self, numbers: LagrangianNumbers) {
        let state = std::mem::replace(&mut self.state, ResidueState::empty());
        self.state = state.into_base();
        self.numbers = numbers;
    }
}
