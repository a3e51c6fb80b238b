//! The mass, the position, velocity and acceleration of its centre, and the momentum about this centre.

use super::{CheckResult, Degree, EntrySides, Equation, ResultEntry, Trial, cross, times};
use crate::arithmetic::{
    Residue,
    direction::{self, TIME},
};
use multibody_program::ir::InputKind;

const MASS_DEGREE: Degree = Degree {
    constants: 1,
    ..Degree::ONE_EVALUATION
};
/// `m X c`
const POSITION_DEGREE: Degree = Degree {
    placements: 1,
    constants: 2,
    ..Degree::ONE_EVALUATION
};
const VELOCITY_DEGREE: Degree = Degree {
    derivatives: 1,
    vector_entries: 1,
    ..POSITION_DEGREE
};
const ACCELERATION_DEGREE: Degree = Degree {
    derivatives: 2,
    vector_entries: 2,
    ..POSITION_DEGREE
};
/// The terms in the equation of [`Trial::centroidal_sides`]: `(X c) x (m X' c)` of a link, times the mass of all links, and the cross
/// product of the first moment `m X c` and the momentum `m X' c` of all links.
const CENTROIDAL_DEGREE: Degree = Degree {
    placements: 2,
    derivatives: 1,
    constants: 4,
    vector_entries: 1,
    ..Degree::ONE_EVALUATION
};

pub(super) fn mass() -> Equation {
    Equation::of_values(MASS_DEGREE, "mass = sum of m", |trial| {
        vec![trial.system_at_state.mass()]
    })
}

pub(super) fn position() -> Equation {
    mass_average(POSITION_DEGREE, "(sum of m) com = sum of m r", |trial| {
        let qd = trial.values(InputKind::Qd);
        let placements = trial.trajectory(&qd).links;
        let moment = trial.system_at_state.first_moment(&placements);
        moment.map(|x| x.value())
    })
}

pub(super) fn velocity() -> Equation {
    mass_average(
        VELOCITY_DEGREE,
        "(sum of m) v = d/dt (sum of m r)",
        |trial| {
            let qd = trial.values(InputKind::Qd);
            let placements = trial.trajectory_in_time(&qd).links;
            let moment = trial.system_at_state.first_moment(&placements);
            moment.map(|x| x.coefficient(TIME))
        },
    )
}

pub(super) fn acceleration() -> Equation {
    mass_average(
        ACCELERATION_DEGREE,
        "(sum of m) a = d2/dt2 (sum of m r)",
        |trial| {
            let (qd, qdd) = (trial.values(InputKind::Qd), trial.values(InputKind::Qdd));
            let placements = trial.placements_with_accelerations(&qd, &qdd);
            let moment = trial.system_at_state.first_moment(&placements);
            moment.map(|x| x.coefficient(TIME | direction::SECOND))
        },
    )
}

/// The equation of values that, times the mass, are the first moment of all links or a time derivative of it.
fn mass_average(
    degree: Degree,
    equation: &'static str,
    moment: impl Fn(&mut Trial<'_>) -> [Residue; 3] + Copy + 'static,
) -> Equation {
    let sides = move |trial: &mut Trial<'_>, values: &[Residue], entry: &ResultEntry| {
        let inverse = trial.system_at_state.mass().inverse()?;
        Some([values[entry.index], moment(trial)[entry.index] * inverse])
    };
    let check = move |trial: &mut Trial<'_>, values: &[Residue]| {
        let (moment, mass) = (moment(trial), trial.system_at_state.mass());
        let moments: Vec<Residue> = values.iter().map(|&value| value * mass).collect();
        trial.check_equal(&moments, &moment, equation)
    };
    Equation::new(degree, check, EntrySides::all(sides))
}

/// The momentum of all links about their centre of mass, and the matrix that gives it at any rates.
pub(super) fn centroidal() -> Equation {
    let sides = |trial: &mut Trial<'_>, values: &[Residue], entry: &ResultEntry| {
        let (momentum, matrix) = values.split_at(6);
        // Part 0 is the momentum, part 1 the matrix.
        let (result, rates) = match entry.indices[..] {
            [1, _, column] => {
                let unit = trial.unit(column);
                (times(matrix, &unit), unit)
            }
            _ => (momentum.to_vec(), trial.values(InputKind::Qd)),
        };
        let sides = trial.centroidal_sides(&result, &rates);
        Some(sides.map(|side| side[entry.indices[1]]))
    };
    let check = |trial: &mut Trial<'_>, values: &[Residue]| {
        let qd = &trial.values(InputKind::Qd);
        let (momentum, matrix) = values.split_at(6);
        trial.check_centroidal_momentum(
            momentum,
            qd,
            "h = sum over the links of m r' and of m (r - c) x r'",
        )?;
        let u = trial.random_vector();
        trial.check_centroidal_momentum(&times(matrix, &u), &u, "A qd = h")
    };
    Equation::new(CENTROIDAL_DEGREE, check, EntrySides::all(sides))
}

impl Trial<'_> {
    /// Checks that `momentum` is that of all links about their common centre of mass, at the rates `qd`.
    fn check_centroidal_momentum(
        &mut self,
        momentum: &[Residue],
        qd: &[Residue],
        equation: &'static str,
    ) -> CheckResult {
        let [momentum, expected] = self.centroidal_sides(momentum, qd);
        self.check_equal(&momentum, &expected, equation)
    }

    /// Both sides of the equation of the momentum of all links about their common centre of mass c. With the mass m of all links,
    /// the momenta P and p_i of all links and of link i, the centre of mass c_i of link i, and its angular momentum L_i about
    /// c_i, the angular momentum L about c satisfies `m L = m (sum of L_i + c_i x p_i) - (m c) x P`.
    fn centroidal_sides(&mut self, result: &[Residue], qd: &[Residue]) -> [[Residue; 6]; 2] {
        let zero_rates = vec![Residue::ZERO; qd.len()];
        let placements = self.placements_with_accelerations(qd, &zero_rates);
        let first_moment = self
            .system_at_state
            .first_moment(&placements)
            .map(|x| x.value());
        let mass = self.system_at_state.mass();
        let mut sum = [Residue::ZERO; 6];
        for (link, placement) in placements.iter().enumerate() {
            let momentum = self.system_at_state.momentum(placement, link, TIME);
            let [x, y, z, ..] = momentum;
            let orbital_momentum = cross(&self.system_at_state.center(placement, link), &[x, y, z]);
            for k in 0..3 {
                sum[k] = sum[k] + momentum[k];
                sum[3 + k] = sum[3 + k] + momentum[3 + k] + orbital_momentum[k];
            }
        }
        let moment_of_total = cross(&first_moment, &[sum[0], sum[1], sum[2]]);
        let left = |k: usize| if k < 3 { result[k] } else { mass * result[k] };
        let right = |k: usize| if k < 3 { sum[k] } else { mass * sum[k] - moment_of_total[k - 3] };
        [std::array::from_fn(left), std::array::from_fn(right)]
    }
}
