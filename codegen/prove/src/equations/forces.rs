//! Forces and accelerations without constraints.

use super::{CheckResult, Degree, EntrySides, Equation, Trial, dot};
use crate::arithmetic::{Residue, twist};
use crate::lagrangian::LagrangianPart;
use multibody_description::function::{Axes, Terms};
use multibody_program::ir::InputKind;

/// `d/dt dT/dqd` is a derivative of `tr(X' P X'^T)`, with terms `tr(X'' P X'^T)`: three derivatives, along two rates
/// and the vector with which the equation is contracted. X is the placement of a link with the mass m and the centre of
/// mass c, and P are its mass moments, such as `m c c`. The potential has `m g c`, wrenches have the angular velocity
/// `X' X^T`.
pub const MOTION_DEGREE: Degree = Degree {
    placements: 2,
    derivatives: 3,
    constants: 3,
    vector_entries: 3,
    expressions: 1,
    ..Degree::ONE_EVALUATION
};
/// `X' X^T` along the vector with which the equation is contracted, times a wrench. A damper contributes a product of two
/// rates of its length, one along this vector.
const APPLIED_DEGREE: Degree = Degree {
    placements: 2,
    derivatives: 1,
    vector_entries: 2,
    expressions: 1,
    ..Degree::ONE_EVALUATION
};

/// An actuator's force has a product of its control and a rate; the vector with which the equation is contracted is a
/// third factor.
const ACTUATION_DEGREE: Degree = Degree {
    vector_entries: 3,
    ..Degree::ONE_EVALUATION
};

/// tau at the state's accelerations.
pub(super) fn inverse_dynamics(terms: Terms) -> Equation {
    let sides = move |trial: &mut Trial<'_>, tau: &[Residue], rate: usize| {
        let (qd, qdd) = (trial.values(InputKind::Qd), trial.values(InputKind::Qdd));
        let unit = trial.unit(rate);
        [tau[rate], trial.force_along(terms, &unit, &qd, &qdd)]
    };
    let check = move |trial: &mut Trial<'_>, tau: &[Residue]| {
        let (qd, qdd) = (trial.values(InputKind::Qd), trial.values(InputKind::Qdd));
        trial.check_force(terms, tau, &qd, &qdd)
    };
    Equation::new(MOTION_DEGREE, check, EntrySides::of_rates(sides))
}

/// Accelerations under the state's tau.
pub(super) fn forward_dynamics(terms: Terms) -> Equation {
    let sides = move |trial: &mut Trial<'_>, qdd: &[Residue], rate: usize| {
        let (qd, tau) = (trial.values(InputKind::Qd), trial.values(InputKind::Tau));
        let unit = trial.unit(rate);
        [trial.force_along(terms, &unit, &qd, qdd), tau[rate]]
    };
    let check = move |trial: &mut Trial<'_>, qdd: &[Residue]| {
        let (qd, tau) = (trial.values(InputKind::Qd), trial.values(InputKind::Tau));
        trial.check_force(terms, &tau, &qd, qdd)
    };
    let entry_sides = EntrySides::of_rates(sides).with_subject("with the result as qdd, tau");
    Equation::new(MOTION_DEGREE, check, entry_sides)
}

/// The generalized force of springs, damping, friction and wrenches.
pub(super) fn applied_force() -> Equation {
    let sides = |trial: &mut Trial<'_>, values: &[Residue], rate: usize| {
        let unit = trial.unit(rate);
        [values[rate], trial.applied_power(&unit)]
    };
    let check = |trial: &mut Trial<'_>, values: &[Residue]| {
        let w = trial.balanced_vector(values);
        let power = trial.applied_power(&w);
        trial.check_equal(
            &[dot(&w, values)],
            &[power],
            "w . Q = w . passive + sum of (J w) . f",
        )
    };
    Equation::new(APPLIED_DEGREE, check, EntrySides::of_rates(sides))
}

/// The generalized force of the actuators.
pub(super) fn actuation() -> Equation {
    let sides = |trial: &mut Trial<'_>, values: &[Residue], rate: usize| {
        let unit = trial.unit(rate);
        [values[rate], trial.system_at_state.actuator_power(&unit)]
    };
    let check = |trial: &mut Trial<'_>, values: &[Residue]| {
        let w = trial.balanced_vector(values);
        let power = trial.system_at_state.actuator_power(&w);
        trial.check_equal(
            &[dot(&w, values)],
            &[power],
            "w . tau = sum of f (dl/dq . w) over actuators",
        )
    };
    Equation::new(ACTUATION_DEGREE, check, EntrySides::of_rates(sides))
}

impl Trial<'_> {
    /// The power of passive forces and external wrenches at the rates w.
    fn applied_power(&mut self, w: &[Residue]) -> Residue {
        let qd = self.values(InputKind::Qd);
        self.system_at_state.passive_power(w, &qd) + self.wrench_power(w)
    }

    /// Checks that tau is the sum of the given terms.
    fn check_force(
        &mut self,
        terms: Terms,
        tau: &[Residue],
        qd: &[Residue],
        qdd: &[Residue],
    ) -> CheckResult {
        let w = self.balanced_vector(tau);
        let expected = self.force_along(terms, &w, qd, qdd);
        self.check_equal(
            &[dot(&w, tau)],
            &[expected],
            "tau + Q = d/dt dL/dqd - dL/dq",
        )
    }

    /// The sum of the given terms, along w.
    pub(crate) fn force_along(
        &mut self,
        terms: Terms,
        w: &[Residue],
        qd: &[Residue],
        qdd: &[Residue],
    ) -> Residue {
        let zeros = vec![Residue::ZERO; w.len()];
        let rates = if terms.velocity { qd } else { &zeros };
        let accelerations = if terms.acceleration { qdd } else { &zeros };
        let part = if terms.gravity { LagrangianPart::Undriven } else { LagrangianPart::Quadratic };
        let system_at_state = &mut self.system_at_state;
        let mut expected = system_at_state.equations(w, rates, accelerations, part);
        if terms.drive && system_at_state.is_symbolic() {
            // The part that belongs neither to M qdd nor to C qd nor to g.
            let total = system_at_state.equations(w, qd, &zeros, LagrangianPart::Whole);
            expected = expected + total
                - system_at_state.equations(w, qd, &zeros, LagrangianPart::Undriven);
        }
        if terms.passive {
            expected = expected - self.system_at_state.passive_power(w, qd);
        }
        if terms.wrenches {
            expected = expected - self.wrench_power(w);
        }
        expected
    }

    /// `sum of (J w) . f` over the external wrenches.
    fn wrench_power(&mut self, w: &[Residue]) -> Residue {
        let placements = self.trajectory(w).links;
        let wrenches = self.values(InputKind::Wrench);
        let pairs = self.wrench_links.iter().zip(wrenches.chunks_exact(6));
        pairs.fold(Residue::ZERO, |sum, (&link, wrench)| {
            let velocity = twist(&placements[link], Axes::World).map(|x| x.value());
            sum + dot(&velocity, wrench)
        })
    }
}
