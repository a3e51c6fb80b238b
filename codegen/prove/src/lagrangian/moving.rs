//! A system whose state moves along one direction.

use super::Lagrangian;
use super::numbers::LagrangianNumbers;
use crate::arithmetic::Residue;
use crate::evaluation::ResidueState;
use multibody_program::ir::{InputKind, evaluate};

impl Lagrangian<'_> {
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

    /// Lets some kinds of inputs change. Returns the numbers at rest. Residues have to move.
    pub fn start_moving(&mut self, changes: &[(InputKind, Vec<Residue>)]) -> LagrangianNumbers {
        let state = std::mem::replace(&mut self.state, ResidueState::empty());
        self.state = state.moving(changes);
        let reading = LagrangianNumbers::read(self.system, self.programs, &mut self.state);
        std::mem::replace(&mut self.numbers, reading)
    }

    /// Returns to the state at rest, with its numbers.
    pub fn stop_moving(&mut self, numbers: LagrangianNumbers) {
        let state = std::mem::replace(&mut self.state, ResidueState::empty());
        self.state = state.at_rest();
        self.numbers = numbers;
    }
}
