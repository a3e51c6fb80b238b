//! Proof that emitted programs are Lagrange's equations of the model as read.
//!
//! Program and Lagrangian are evaluated at random states modulo the prime p = 2^61 - 1 and
//! contracted with random vectors. Two different functions of degree d agree at such a point with
//! probability d / p, below 1e-15 for any robot. Nothing here knows how a program was made: the
//! only things shared with its making are the transform that each joint type states and the table of
//! functions.
//!
//! A root, an exponential or a logarithm has no value modulo p that follows from its argument alone:
//! one is chosen. An equation that holds with it is proved; one that does not is undecided. Only the roots of
//! Rayleigh's functions are known to depend on nothing else, so that their equations are decided either way.

mod affine;
mod around;
mod field;
mod jet;
mod lagrangian;
mod state;
mod stated;

use std::fmt;

pub use state::Failure;

use affine::Affine;
use field::Residue;
use jet::{Jet, SECOND, TIME};
use lagrangian::{Chart, Lagrangian, Moving, Path};
use state::State;
use stated::Stated;

use crate::function::{Axes, Quantity, Target, Terms};
use crate::ir::{InputKind, Program, evaluate};
use crate::random::Random;
use crate::system::System;

/// How many states every program is tried at.
const POINTS: u64 = 2;
/// How many states are drawn before a zero divisor, or no square, at all of them counts as an answer.
const DRAWS: u64 = 64;

/// A program that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// At a random state the equation does not hold.
    Counterexample {
        /// The equation.
        equation: &'static str,
        /// The state.
        seed: u64,
    },
    /// The program could not be evaluated.
    NotEvaluated(Failure),
    /// The number of outputs is wrong.
    Shape {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counterexample { equation, seed } => {
                write!(f, "{equation} does not hold at the random state {seed}")
            }
            Self::NotEvaluated(Failure::ZeroDivisor) => write!(f, "it divides by 0"),
            Self::NotEvaluated(Failure::NoSquare) => write!(f, "undecided: too many roots"),
            Self::NotEvaluated(Failure::Undecided(what)) => write!(f, "undecided: {what}"),
            Self::Shape { found, expected } => {
                write!(f, "it has {found} outputs instead of {expected}")
            }
        }
    }
}

/// Proves one program of a system. `wrench_links` are those on which wrenches act, in order.
///
/// # Errors
/// [`Refutation`] says which equation fails and where.
pub fn prove(
    system: &System,
    wrench_links: &[usize],
    target: Target,
    program: &Program,
) -> Result<(), Refutation> {
    let layout = target.function.row().shape.layout(system.nv());
    let (found, expected) = (program.outputs().len(), layout.count());
    if found != expected {
        return Err(Refutation::Shape { found, expected });
    }
    let stated = Stated::of(system);
    let (mut tried, mut failure) = (0, None);
    for seed in 1..=DRAWS {
        let state = State::random(system, &stated, wrench_links.len(), seed);
        let mut proof = Proof {
            lagrangian: Lagrangian::new(system, &stated, state),
            wrench_links,
            random: Random::new(!seed),
            program,
        };
        let held = proof.check(target);
        let state = &mut proof.lagrangian.state;
        match (state.failure.take(), held, state.chosen) {
            (Some(again @ (Failure::ZeroDivisor | Failure::NoSquare)), _, _) => {
                failure = Some(again);
            }
            (Some(undecided), _, _) => return Err(Refutation::NotEvaluated(undecided)),
            (None, Ok(()), _) => tried += 1,
            (None, Err(equation), None) => {
                return Err(Refutation::Counterexample { equation, seed });
            }
            (None, Err(equation), Some(function)) => {
                let what = format!("{equation}, where values of {} are chosen", function.name());
                return Err(Refutation::NotEvaluated(Failure::Undecided(what)));
            }
        }
        if tried == POINTS {
            return Ok(());
        }
    }
    Err(Refutation::NotEvaluated(
        failure.unwrap_or(Failure::ZeroDivisor),
    ))
}

/// The rank of the mass matrix at a random state.
#[must_use]
pub fn mass_matrix_rank(system: &System) -> usize {
    let nv = system.nv();
    let stated = Stated::of(system);
    let decided = (1..=DRAWS).find_map(|seed| {
        let state = State::random(system, &stated, 0, seed);
        let mut lagrangian = Lagrangian::new(system, &stated, state);
        let motions: Vec<Moving<2>> = (0..nv)
            .map(|k| {
                let mut rate = vec![Jet::ZERO; nv];
                rate[k] = Jet::constant(Residue::ONE);
                lagrangian.moving(&Path::rate(rate), Chart::Common)
            })
            .collect();
        let failed = lagrangian.state.failure.is_some();
        (!failed).then(|| rank(&mut lagrangian.mass_matrix(&motions)))
    });
    decided.unwrap_or(nv)
}

fn rank(m: &mut [Vec<Residue>]) -> usize {
    let (rows, columns) = (m.len(), m.first().map_or(0, Vec::len));
    let mut rank = 0;
    for column in 0..columns {
        let Some(pivot) = (rank..rows).find(|&row| m[row][column] != Residue::ZERO) else {
            continue;
        };
        m.swap(rank, pivot);
        let inverse = m[rank][column].inverse().expect("a pivot is not 0");
        let pivot_row = m[rank].clone();
        for row in m.iter_mut().skip(rank + 1) {
            let factor = row[column] * inverse;
            for (entry, &above) in row.iter_mut().zip(&pivot_row) {
                *entry = *entry - factor * above;
            }
        }
        rank += 1;
    }
    rank
}

/// A program at one random state of a system.
struct Proof<'a> {
    lagrangian: Lagrangian<'a>,
    wrench_links: &'a [usize],
    random: Random,
    program: &'a Program,
}

/// The name of an equation that does not hold.
type Held = Result<(), &'static str>;

impl Proof<'_> {
    fn check(&mut self, target: Target) -> Held {
        let values = evaluate(self.program, &mut self.lagrangian.state);
        let (qd, qdd) = (self.values(InputKind::Qd), self.values(InputKind::Qdd));
        match target.function.quantity() {
            Quantity::Force(terms) => self.force(terms, &values, &qd, &qdd),
            Quantity::Acceleration(terms) => {
                let tau = self.values(InputKind::Tau);
                self.force(terms, &tau, &qd, &values)
            }
            Quantity::MassMatrix => self.mass_matrix(&values),
            Quantity::MassMatrixInverse => self.mass_matrix_inverse(&values),
            Quantity::CoriolisMatrix => self.coriolis_matrix(&values, &qd),
            Quantity::KineticEnergy => {
                let moving = self.moving(&qd);
                let energy = self.lagrangian.kinetic(&moving, &moving).0[0];
                holds(
                    values[0] == energy,
                    "T = sum of tr(X' P X'^T) / 2 + sum of a s'^2 / 2",
                )
            }
            Quantity::PotentialEnergy => {
                let placements = self.moving(&qd).links;
                let energy = self.lagrangian.potential(&placements, true).0[0];
                holds(values[0] == energy, "V = -sum of m g . r")
            }
            Quantity::SpringEnergy => holds(
                values[0] == self.lagrangian.spring_energy(),
                "energy = sum of those of springs",
            ),
            Quantity::CenterOfMass => {
                let placements = self.moving(&qd).links;
                let (moment, mass) = (
                    self.lagrangian.first_moment(&placements),
                    self.lagrangian.mass(),
                );
                let equal = (0..3).all(|k| values[k] * mass == moment[k].0[0]);
                holds(equal, "(sum of m) com = sum of m r")
            }
            Quantity::CenterOfMassVelocity => {
                let placements = self.moving(&qd).links;
                let moment = self.lagrangian.first_moment(&placements);
                let mass = self.lagrangian.mass();
                let equal = (0..3).all(|k| values[k] * mass == moment[k].0[TIME]);
                holds(equal, "(sum of m) v = d/dt (sum of m r)")
            }
            Quantity::CenterOfMassAcceleration => {
                let placements = self.accelerating(&qd, &qdd);
                let moment = self.lagrangian.first_moment(&placements);
                let mass = self.lagrangian.mass();
                let equal = (0..3).all(|k| values[k] * mass == moment[k].0[TIME | SECOND]);
                holds(equal, "(sum of m) a = d2/dt2 (sum of m r)")
            }
            Quantity::TotalMass => holds(values[0] == self.lagrangian.mass(), "mass = sum of m"),
            Quantity::Pose => self.pose(&values, target),
            Quantity::Jacobian(axes) => self.jacobian(&values, target, axes),
            Quantity::JacobianRate(axes) => self.jacobian_rate(&values, target, axes),
            Quantity::LinkVelocity(axes) => {
                let placements = self.moving(&qd).links;
                let twist = twist(&placements[of_link(target)], axes);
                holds(values == twist.map(|x| x.0[0]), "V = rate of the pose")
            }
            Quantity::LinkAcceleration(axes) => self.acceleration(&values, target, axes),
            Quantity::Applied => {
                let w = self.random.residues(qd.len());
                let power = self.lagrangian.passive(&w, &qd) + self.wrench_power(&w);
                holds(
                    dot(&w, &values) == power,
                    "w . Q = w . passive + sum of (J w) . f",
                )
            }
        }
    }

    fn nv(&self) -> usize {
        self.values(InputKind::Qd).len()
    }

    fn values(&self, kind: InputKind) -> Vec<Residue> {
        self.lagrangian.state.values(kind).to_vec()
    }

    /// All links, moving with body rates.
    fn moving(&mut self, rates: &[Residue]) -> Moving<2> {
        let path = Path::rate(rates.iter().map(|&x| Jet::constant(x)).collect());
        self.lagrangian.moving(&path, Chart::Successive)
    }

    /// Whether tau is the sum of some terms.
    fn force(&mut self, terms: Terms, tau: &[Residue], qd: &[Residue], qdd: &[Residue]) -> Held {
        let w = self.random.residues(tau.len());
        let zeros = vec![Residue::ZERO; tau.len()];
        let rates = if terms.velocity { qd } else { &zeros };
        let accelerations = if terms.acceleration { qdd } else { &zeros };
        let mut expected = self
            .lagrangian
            .equations(&w, rates, accelerations, terms.gravity);
        if terms.passive {
            expected = expected - self.lagrangian.passive(&w, qd);
        }
        if terms.wrenches {
            expected = expected - self.wrench_power(&w);
        }
        holds(dot(&w, tau) == expected, "tau + Q = d/dt dL/dqd - dL/dq")
    }

    fn mass_matrix(&mut self, m: &[Residue]) -> Held {
        let nv = self.nv();
        let (u, w) = (self.random.residues(nv), self.random.residues(nv));
        let (x, y) = (self.moving(&u), self.moving(&w));
        let product = self.lagrangian.kinetic(&x, &y).0[0];
        let product = product + product;
        holds(
            dot(&u, &times(m, &w)) == product,
            "u . M w = d2T/dqd2 (u, w)",
        )
    }

    fn mass_matrix_inverse(&mut self, inverse: &[Residue]) -> Held {
        let nv = self.nv();
        let (u, w) = (self.random.residues(nv), self.random.residues(nv));
        let solved = times(inverse, &u);
        let (x, y) = (self.moving(&w), self.moving(&solved));
        let product = self.lagrangian.kinetic(&x, &y).0[0];
        holds(dot(&w, &u) == product + product, "M M^-1 = 1")
    }

    fn coriolis_matrix(&mut self, c: &[Residue], qd: &[Residue]) -> Held {
        let nv = self.nv();
        let zeros = vec![Residue::ZERO; nv];
        let velocity = times(c, qd);
        let w = self.random.residues(nv);
        let expected = self.lagrangian.equations(&w, qd, &zeros, false);
        holds(
            dot(&w, &velocity) == expected,
            "C qd = d/dt dT/dqd - dT/dq at qdd = 0",
        )?;
        // dM/dt along the motion, between two directions.
        let u = self.random.residues(nv);
        let along = |rates: &[Residue]| {
            let mut path = Path::<8>::shift(SECOND, qd);
            path.rate = rates.iter().map(|&x| Jet::constant(x)).collect();
            path
        };
        let x = self.lagrangian.moving(&along(&u), Chart::Successive);
        let y = self.lagrangian.moving(&along(&w), Chart::Successive);
        let change = self.lagrangian.kinetic(&x, &y).0[SECOND];
        let sum = dot(&u, &times(c, &w)) + dot(&w, &times(c, &u));
        holds(sum == change + change, "C + C^T = dM/dt")?;
        self.christoffel()
    }

    /// Where rates are derivatives, C(q, u) w = C(q, w) u.
    fn christoffel(&mut self) -> Held {
        let nv = self.nv();
        if self.lagrangian.has_quasi_rates() {
            return Ok(());
        }
        let (u, w) = (self.random.residues(nv), self.random.residues(nv));
        let qd = self.values(InputKind::Qd);
        let mut at = |rates: &[Residue]| {
            self.lagrangian.state.set(InputKind::Qd, rates.to_vec());
            evaluate(self.program, &mut self.lagrangian.state)
        };
        let (c_u, c_w) = (at(&u), at(&w));
        self.lagrangian.state.set(InputKind::Qd, qd);
        let covector = self.random.residues(nv);
        let equal = dot(&covector, &times(&c_u, &w)) == dot(&covector, &times(&c_w, &u));
        holds(equal, "C(q, u) w = C(q, w) u")
    }

    fn pose(&mut self, values: &[Residue], target: Target) -> Held {
        let zeros = vec![Residue::ZERO; self.nv()];
        let placements = self.moving(&zeros).links;
        let x = &placements[of_link(target)];
        let rotation = (0..9).map(|k| x.0[k / 3][k % 3].0[0]);
        let translation = (0..3).map(|k| x.0[k][3].0[0]);
        holds(
            rotation.chain(translation).eq(values.iter().copied()),
            "pose = product of transforms",
        )
    }

    fn jacobian(&mut self, values: &[Residue], target: Target, axes: Axes) -> Held {
        let u = self.random.residues(self.nv());
        let placements = self.moving(&u).links;
        let twist = twist(&placements[of_link(target)], axes);
        let product = times(values, &u);
        holds(product == twist.map(|x| x.0[0]), "J qd = rate of the pose")
    }

    fn jacobian_rate(&mut self, values: &[Residue], target: Target, axes: Axes) -> Held {
        let (u, qd) = (self.random.residues(self.nv()), self.values(InputKind::Qd));
        let path = Path {
            rate: u.iter().map(|&x| Jet::constant(x)).collect(),
            ..Path::<8>::shift(SECOND, &qd)
        };
        let placements = self.lagrangian.moving(&path, Chart::Successive).links;
        let change = twist(&placements[of_link(target)], axes).map(|x| x.0[SECOND]);
        holds(
            times(values, &u) == change,
            "dJ/dt u = d/dt (J u) along the motion",
        )
    }

    /// All links, whose velocities change along [`SECOND`] as rates and accelerations have it.
    fn accelerating(&mut self, qd: &[Residue], qdd: &[Residue]) -> Vec<Affine<8>> {
        let rates = qd.iter().zip(qdd);
        let rates = rates.map(|(&x, &change)| Jet::constant(x).with(SECOND, change));
        let path = Path {
            rate: rates.collect(),
            ..Path::shift(SECOND, qd)
        };
        self.lagrangian.moving(&path, Chart::Successive).links
    }

    /// In the link's axes that of the world's, turned.
    fn acceleration(&mut self, values: &[Residue], target: Target, axes: Axes) -> Held {
        let (qd, qdd) = (self.values(InputKind::Qd), self.values(InputKind::Qdd));
        let placement = &self.accelerating(&qd, &qdd)[of_link(target)];
        let change = twist(placement, Axes::World).map(|x| x.0[SECOND]);
        let zeros = vec![Residue::ZERO; qd.len()];
        let x = &self.moving(&zeros).links[of_link(target)];
        let turned = |part: &[Residue]| -> Vec<Residue> {
            let entry = |i: usize, k: usize| match axes {
                Axes::World if i == k => Residue::ONE,
                Axes::World => Residue::ZERO,
                Axes::Link => x.0[k][i].0[0],
            };
            (0..3)
                .map(|i| (0..3).fold(Residue::ZERO, |sum, k| sum + entry(i, k) * part[k]))
                .collect()
        };
        let expected = [turned(&change[..3]), turned(&change[3..])].concat();
        holds(
            values == expected,
            "acceleration = second derivative of the pose",
        )
    }

    /// `sum of (J w) . f` over the external wrenches.
    fn wrench_power(&mut self, w: &[Residue]) -> Residue {
        let placements = self.moving(w).links;
        let wrenches = self.values(InputKind::Wrench);
        let pairs = self.wrench_links.iter().zip(wrenches.chunks_exact(6));
        pairs.fold(Residue::ZERO, |sum, (&link, wrench)| {
            let velocity = twist(&placements[link], Axes::World).map(|x| x.0[0]);
            sum + dot(&velocity, wrench)
        })
    }
}

/// The link of a function that has one.
fn of_link(target: Target) -> usize {
    target.link.expect("a function of a link names one")
}

/// Velocity of a frame's origin, then its angular velocity, in world axes or its own.
fn twist<const N: usize>(placement: &Affine<N>, axes: Axes) -> [Jet<N>; 6] {
    let change = placement.derivative(TIME);
    // Without the direction of time: what is left is at the place and rates of the path.
    let r = |i: usize, j: usize| placement.0[i][j].at_rest(TIME);
    // (R' R^T)_ij
    let spin = |i: usize, j: usize| (0..3).fold(Jet::ZERO, |sum, k| sum + change.0[i][k] * r(j, k));
    let linear = [0, 1, 2].map(|i| change.0[i][3]);
    let angular = [spin(2, 1), spin(0, 2), spin(1, 0)];
    let seen = |v: [Jet<N>; 3]| -> [Jet<N>; 3] {
        match axes {
            Axes::World => v,
            Axes::Link => {
                std::array::from_fn(|i| (0..3).fold(Jet::ZERO, |sum, k| sum + r(k, i) * v[k]))
            }
        }
    };
    let [x, y, z] = seen(linear);
    let [a, b, c] = seen(angular);
    [x, y, z, a, b, c]
}

fn holds(equal: bool, equation: &'static str) -> Held {
    if equal { Ok(()) } else { Err(equation) }
}

fn dot(a: &[Residue], b: &[Residue]) -> Residue {
    a.iter()
        .zip(b)
        .fold(Residue::ZERO, |sum, (&x, &y)| sum + x * y)
}

/// A matrix by rows times a vector.
fn times(matrix: &[Residue], vector: &[Residue]) -> Vec<Residue> {
    matrix
        .chunks_exact(vector.len().max(1))
        .map(|row| dot(row, vector))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::fault::Faults;
    use crate::function::Function;
    use crate::ir::{self, parse};
    use crate::model::Source;
    use crate::settings::Settings;
    use crate::settle::settle;
    use crate::source::urdf;

    /// A pendulum of 2 kg about the world's y axis, 0.5 m below it.
    fn pendulum() -> System {
        let text = r#"<robot name="pendulum"><link name="base"/>
            <joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint>
            <link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
            <inertia ixx="0" ixy="0" ixz="0" iyy="0.25" iyz="0" izz="0.25"/></inertial></link></robot>"#;
        let (name, mut faults) = ("pendulum.urdf".into(), Faults::new());
        let model = urdf(
            &Source {
                name,
                text: text.into(),
            },
            &mut faults,
        )
        .unwrap();
        let structure = check(&model, &mut faults).unwrap();
        let built = settle(&model, &structure, &Settings::default(), &mut faults);
        assert!(!faults.finish().has_errors());
        built.unwrap()
    }

    fn proof(function: Function, program: &str) -> Result<(), Refutation> {
        let target = Target {
            function,
            link: None,
        };
        prove(&pendulum(), &[], target, &parse(program).unwrap())
    }

    fn refuting(equation: &'static str) -> Result<(), Refutation> {
        Err(Refutation::Counterexample { equation, seed: 1 })
    }

    #[test]
    fn what_is_right_is_proved_and_what_is_nearly_right_is_refuted() {
        // I + m l^2 = 0.25 + 2 0.5^2, m g l = 9.81
        let mass_matrix = "u . M w = d2T/dqd2 (u, w)";
        assert_eq!(
            proof(Function::MassMatrix, "v0 = const 3/4\nout v0"),
            Ok(())
        );
        let nearly = proof(Function::MassMatrix, "v0 = const 750001/1000000\nout v0");
        assert_eq!(nearly, refuting(mass_matrix));
        let gravity = "v0 = const 981/100\nv1 = q0\nv2 = sin v1\nv3 = mul v0 v2\n";
        assert_eq!(
            proof(Function::Gravity, &format!("{gravity}out v3")),
            Ok(())
        );
        let upside_down = proof(Function::Gravity, &format!("{gravity}v4 = neg v3\nout v4"));
        assert_eq!(upside_down, refuting("tau + Q = d/dt dL/dqd - dL/dq"));
    }

    #[test]
    fn what_cannot_be_evaluated_is_not_proved() {
        let shape = proof(Function::MassMatrix, "v0 = const 3/4\nout v0 v0");
        assert_eq!(
            shape,
            Err(Refutation::Shape {
                found: 2,
                expected: 1
            })
        );
        let zero = proof(
            Function::MassMatrix,
            "v0 = const 0\nv1 = q0\nv2 = div v1 v0\nout v2",
        );
        assert_eq!(zero, Err(Refutation::NotEvaluated(Failure::ZeroDivisor)));
        let input = proof(Function::MassMatrix, "v0 = q7\nout v0");
        assert!(
            matches!(input, Err(Refutation::NotEvaluated(Failure::Undecided(_)))),
            "{input:?}"
        );
        // Gravity has to be a function of the positions alone; that of the rates is no help.
        assert_eq!(ir::verify(&parse("v0 = qd0\nout v0").unwrap()), Ok(()));
        assert!(proof(Function::Gravity, "v0 = qd0\nout v0").is_err());
    }

    /// `exp(q) exp(-q) = 1` is not known here: neither proved nor refuted.
    #[test]
    fn what_functions_are_chosen_for_is_proved_or_undecided() {
        let whatever =
            "v0 = const 3/4\nv1 = q0\nv2 = exp v1\nv3 = sub v2 v2\nv4 = add v0 v3\nout v4";
        assert_eq!(proof(Function::MassMatrix, whatever), Ok(()));
        let related = "v0 = const 3/4\nv1 = q0\nv2 = neg v1\nv3 = exp v1\nv4 = exp v2\n\
             v5 = mul v3 v4\nv6 = mul v0 v5\nout v6";
        let root = "v0 = q0\nv1 = sqrt v0\nout v1";
        for (program, function) in [(related, "exp"), (root, "sqrt")] {
            let refutation = proof(Function::MassMatrix, program)
                .unwrap_err()
                .to_string();
            let chosen = format!("where values of {function} are chosen");
            assert!(refutation.starts_with("undecided: "), "{refutation}");
            assert!(refutation.contains(&chosen), "{refutation}");
        }
    }

    #[test]
    fn the_rank_counts_what_moves_inertia() {
        assert_eq!(mass_matrix_rank(&pendulum()), 1);
        let mut massless = pendulum();
        let zero = massless.builder.zero();
        for link in &mut massless.tree.links {
            (link.mass, link.inertia) = (zero, [[zero; 3]; 3]);
        }
        assert_eq!(mass_matrix_rank(&massless), 0);
        let residues = |rows: [[u64; 3]; 3]| rows.map(|row| row.map(Residue::new).to_vec());
        assert_eq!(rank(&mut residues([[0, 2, 1], [4, 2, 6], [4, 4, 7]])), 2);
        assert_eq!(rank(&mut residues([[0, 2, 1], [4, 2, 6], [4, 4, 8]])), 3);
    }
}
