//! What has to hold of the forces of motors and of multipliers, and how much constraints can carry.

use super::constraints::jacobian;
use super::decided::decided;
use super::equations::{Held, Proof, dot, holds};
use super::field::Residue;
use super::rank::independent_rows;
use crate::function::Terms;
use crate::ir::InputKind;
use crate::system::{Actuation, System};

impl Proof<'_> {
    /// tau, multipliers and residual: the equation of motion, the least residual, and of what leaves that the least
    /// `|tau|^2 + w^2 |lambda|^2`.
    pub(super) fn constrained_inverse(&mut self, values: &[Residue]) -> Held {
        let nv = self.nv();
        let (tau, rest) = values.split_at(nv);
        let (multipliers, residual) = rest.split_at(rest.len() - nv);
        self.balanced(tau, multipliers, residual)?;
        let rows = jacobian(&mut self.lagrangian, nv);
        let squares = rows.iter().all(|row| dot(row, residual) == Residue::ZERO);
        holds(squares, "J residual = 0: it is the least")?;
        // Along no change of multipliers that leaves the residual does the sum change.
        let weight = self.values(InputKind::Weight)[0];
        let gradient = rows.iter().zip(multipliers);
        let gradient: Vec<Residue> = gradient
            .map(|(row, &multiplier)| weight * weight * multiplier - dot(row, tau))
            .collect();
        let driven = &self.lagrangian.system.actuation.driven;
        let mut columns: Vec<Vec<Residue>> = (0..nv)
            .filter(|&v| !driven[v])
            .map(|v| rows.iter().map(|row| row[v]).collect())
            .collect();
        let rank = independent_rows(&columns).len();
        columns.push(gradient);
        holds(
            independent_rows(&columns).len() == rank,
            "w^2 lambda - J tau is made of columns of J without motors",
        )
    }

    /// tau and residual for multipliers that are given.
    pub(super) fn constrained_inverse_of(&mut self, values: &[Residue]) -> Held {
        let (tau, residual) = values.split_at(self.nv());
        let multipliers = self.values(InputKind::Multipliers);
        self.balanced(tau, &multipliers, residual)
    }

    /// The equation of motion, tau along driven rates alone, and the residual along the others.
    fn balanced(&mut self, tau: &[Residue], multipliers: &[Residue], residual: &[Residue]) -> Held {
        let w = self.random.residues(tau.len());
        let [qd, qdd] = [InputKind::Qd, InputKind::Qdd].map(|kind| self.values(kind));
        let expected = self.force_along(Terms::ALONE, &w, &qd, &qdd);
        let held = dot(multipliers, &self.along(&w));
        holds(
            dot(&w, tau) + held + dot(&w, residual) == expected,
            "tau + Q + J^T lambda + residual = d/dt dL/dqd - dL/dq",
        )?;
        let driven = &self.lagrangian.system.actuation.driven;
        let of_both = driven.iter().zip(tau.iter().zip(residual));
        let apart = of_both.into_iter().all(|(&driven, (&tau, &residual))| {
            let absent = if driven { residual } else { tau };
            absent == Residue::ZERO
        });
        holds(apart, "tau where motors drive, the residual elsewhere")
    }
}

/// How constraints hold the rates without a motor, at almost all positions.
#[must_use]
pub fn actuation(system: &System) -> Actuation {
    let (driven, nv) = (system.actuation.driven.clone(), system.nv());
    let rows = decided(system, |lagrangian, _| jacobian(lagrangian, nv)).unwrap_or_default();
    let acts = |row: &Vec<Residue>, v: usize| row[v] != Residue::ZERO;
    let free = (0..nv).filter(|&v| !driven[v]);
    let held: Vec<usize> = free
        .filter(|&v| rows.iter().any(|row| acts(row, v)))
        .collect();
    let holds = |at: &usize| held.iter().any(|&v| acts(&rows[*at], v));
    let holding: Vec<usize> = (0..rows.len()).filter(holds).collect();
    let part: Vec<Vec<Residue>> = (holding.iter())
        .map(|&at| held.iter().map(|&v| rows[at][v]).collect())
        .collect();
    Actuation {
        rank: independent_rows(&part).len(),
        driven,
        held,
        holding,
    }
}
