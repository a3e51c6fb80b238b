//! The mass, the position, velocity and acceleration of its centre, and the momentum about this centre.

use super::{Degree, Entries, Equation, EquationCheck, Proof, ResultEntry, cross, times};
use crate::arithmetic::{
    Residue,
    direction::{self, TIME},
};
use multibody_program::ir::InputKind;

const MASS: Degree = Degree {
    numbers: 1,
    ..Degree::ONE_VALUE
};
/// `m X c`
const POSITION: Degree = Degree {
    placements: 1,
    numbers: 2,
    ..Degree::ONE_VALUE
};
const VELOCITY: Degree = Degree {
    derivatives: 1,
    vectors: 1,
    ..POSITION
};
const ACCELERATION: Degree = Degree {
    derivatives: 2,
    vectors: 2,
    ..POSITION
};
/// `X c x m X' c`, times the mass of all links; their first moment `m X c` times their momentum `m X' c`.
const CENTROIDAL: Degree = Degree {
    placements: 2,
    derivatives: 1,
    numbers: 4,
    vectors: 1,
    ..Degree::ONE_VALUE
};

pub(super) fn mass() -> Equation {
    Equation::of_values(MASS, "mass = sum of m", |p| vec![p.lagrangian.mass()])
}

pub(super) fn position() -> Equation {
    mass_average(POSITION, "(sum of m) com = sum of m r", |p| {
        let qd = p.values(InputKind::Qd);
        let placements = p.trajectory(&qd).links;
        let moment = p.lagrangian.first_moment(&placements);
        moment.map(|x| x.0[0])
    })
}

pub(super) fn velocity() -> Equation {
    mass_average(VELOCITY, "(sum of m) v = d/dt (sum of m r)", |p| {
        let qd = p.values(InputKind::Qd);
        let placements = p.trajectory_in_time(&qd).links;
        let moment = p.lagrangian.first_moment(&placements);
        moment.map(|x| x.0[TIME])
    })
}

pub(super) fn acceleration() -> Equation {
    mass_average(ACCELERATION, "(sum of m) a = d2/dt2 (sum of m r)", |p| {
        let (qd, qdd) = (p.values(InputKind::Qd), p.values(InputKind::Qdd));
        let placements = p.accelerating(&qd, &qdd);
        let moment = p.lagrangian.first_moment(&placements);
        moment.map(|x| x.0[TIME | direction::SECOND])
    })
}

/// The equation of values that, times the mass, are a first moment of all links.
fn mass_average(
    degree: Degree,
    equation: &'static str,
    moment: impl Fn(&mut Proof<'_>) -> [Residue; 3] + Copy + 'static,
) -> Equation {
    let sides = move |p: &mut Proof<'_>, values: &[Residue], entry: &ResultEntry| {
        let inverse = p.lagrangian.mass().inverse()?;
        Some([values[entry.index], moment(p)[entry.index] * inverse])
    };
    let check = move |p: &mut Proof<'_>, values: &[Residue]| {
        let (moment, mass) = (moment(p), p.lagrangian.mass());
        let moments: Vec<Residue> = values.iter().map(|&value| value * mass).collect();
        p.check_equal(&moments, &moment, equation)
    };
    Equation::new(degree, check, Entries::all(sides))
}

/// The momentum of all links about their centre of mass, and the matrix that gives it at any rates.
pub(super) fn centroidal() -> Equation {
    let sides = |p: &mut Proof<'_>, values: &[Residue], entry: &ResultEntry| {
        let (momentum, matrix) = values.split_at(6);
        // Part 0 is the momentum, part 1 the matrix.
        let (result, rates) = match entry.indices[..] {
            [1, _, column] => {
                let unit = p.unit(column);
                (times(matrix, &unit), unit)
            }
            _ => (momentum.to_vec(), p.values(InputKind::Qd)),
        };
        let sides = p.centroidal_sides(&result, &rates);
        Some(sides.map(|side| side[entry.indices[1]]))
    };
    let check = |p: &mut Proof<'_>, values: &[Residue]| {
        let qd = &p.values(InputKind::Qd);
        let (momentum, matrix) = values.split_at(6);
        p.check_centroidal_momentum(
            momentum,
            qd,
            "h = sum over the links of m r' and of m (r - c) x r'",
        )?;
        let u = p.random_vector();
        p.check_centroidal_momentum(&times(matrix, &u), &u, "A qd = h")
    };
    Equation::new(CENTROIDAL, check, Entries::all(sides))
}

impl Proof<'_> {
    /// Checks that this is the momentum of all links about their centre of mass.
    fn check_centroidal_momentum(
        &mut self,
        momentum: &[Residue],
        qd: &[Residue],
        equation: &'static str,
    ) -> EquationCheck {
        let [momentum, expected] = self.centroidal_sides(momentum, qd);
        self.check_equal(&momentum, &expected, equation)
    }

    /// Both sides of the equation of the momentum of all links about their centre of mass c. With the mass m and the first
    /// moment m c: `m L = m (sum of L_i + c_i x p_i) - m c x P`.
    fn centroidal_sides(&mut self, result: &[Residue], qd: &[Residue]) -> [[Residue; 6]; 2] {
        let zero_rates = vec![Residue::ZERO; qd.len()];
        let placements = self.accelerating(qd, &zero_rates);
        let first_moment = self.lagrangian.first_moment(&placements).map(|x| x.0[0]);
        let mass = self.lagrangian.mass();
        let mut sum = [Residue::ZERO; 6];
        for (link, placement) in placements.iter().enumerate() {
            let momentum = self.lagrangian.momentum(placement, link, TIME);
            let [x, y, z, ..] = momentum;
            let orbital_momentum = cross(&self.lagrangian.center(placement, link), &[x, y, z]);
            for k in 0..3 {
                sum[k] = sum[k] + momentum[k];
                sum[3 + k] = sum[3 + k] + momentum[3 + k] + orbital_momentum[k];
            }
        }
        let [x, y, z, a, b, c] = sum;
        let [d, e, f] = cross(&first_moment, &[x, y, z]);
        let angular_momentum = [3, 4, 5].map(|k| mass * result[k]);
        let [u, v, w] = angular_momentum;
        [
            [result[0], result[1], result[2], u, v, w],
            [x, y, z, mass * a - d, mass * b - e, mass * c - f],
        ]
    }
}
