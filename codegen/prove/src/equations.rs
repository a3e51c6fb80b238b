//! The equation that each quantity has to satisfy.

use crate::arithmetic::{Affine, DrawResidues, Jet, Residue, SECOND, TIME, twist};
use crate::lagrangian::{
    Displacement, Lagrangian, LagrangianPart, LinkPull, Path, PointWrench, Trajectory,
};
use multibody_description::function::{Axes, Quantity, Response, Target, Terms};
use multibody_program::ir::{InputKind, Program, evaluate};
use multibody_support::random::Random;

/// A program at one random state of a system.
pub struct Proof<'a> {
    pub lagrangian: Lagrangian<'a>,
    pub wrench_links: &'a [usize],
    pub random: Random,
    pub program: &'a Program,
}

/// The check of an equation; the error is the name of an equation that does not hold.
pub type EquationCheck = Result<(), &'static str>;

impl Proof<'_> {
    /// Whether the equation of a target holds.
    pub fn check(&mut self, target: Target) -> EquationCheck {
        let values = evaluate(self.program, &mut self.lagrangian.state);
        let (qd, qdd) = (self.values(InputKind::Qd), self.values(InputKind::Qdd));
        match target.function.quantity() {
            Quantity::Force(terms) => self.force(terms, &values, &qd, &qdd),
            Quantity::Acceleration(terms) | Quantity::FreeBodies(terms) => {
                let tau = self.values(InputKind::Tau);
                self.force(terms, &tau, &qd, &values)
            }
            Quantity::MassMatrix => self.mass_matrix(&values),
            Quantity::MassMatrixInverse => self.mass_matrix_inverse(&values),
            Quantity::CoriolisMatrix => {
                self.coriolis_matrix(&values, &qd)?;
                self.christoffel()
            }
            Quantity::ChristoffelSymbols => self.christoffel_symbols(&values, &qd),
            Quantity::KineticEnergy => {
                let trajectory = self.in_time(&qd);
                let energy = self.lagrangian.energy(&trajectory).0[0];
                check_equation(
                    values[0] == energy,
                    "T = sum of tr(X' P X'^T) / 2 + sum of a s'^2 / 2",
                )
            }
            Quantity::PotentialEnergy => {
                let trajectory = self.trajectory(&qd);
                let energy = self.lagrangian.potential(&trajectory).0[0];
                check_equation(values[0] == energy, "V = -sum of m g . r")
            }
            Quantity::SpringEnergy => check_equation(
                values[0] == self.lagrangian.spring_energy(),
                "energy = sum of those of springs",
            ),
            Quantity::CenterOfMass => {
                let placements = self.trajectory(&qd).links;
                let (moment, mass) = (
                    self.lagrangian.first_moment(&placements),
                    self.lagrangian.mass(),
                );
                let equal = (0..3).all(|k| values[k] * mass == moment[k].0[0]);
                check_equation(equal, "(sum of m) com = sum of m r")
            }
            Quantity::CenterOfMassVelocity => {
                let placements = self.in_time(&qd).links;
                let moment = self.lagrangian.first_moment(&placements);
                let mass = self.lagrangian.mass();
                let equal = (0..3).all(|k| values[k] * mass == moment[k].0[TIME]);
                check_equation(equal, "(sum of m) v = d/dt (sum of m r)")
            }
            Quantity::CenterOfMassAcceleration => {
                let placements = self.accelerating(&qd, &qdd);
                let moment = self.lagrangian.first_moment(&placements);
                let mass = self.lagrangian.mass();
                let equal = (0..3).all(|k| values[k] * mass == moment[k].0[TIME | SECOND]);
                check_equation(equal, "(sum of m) a = d2/dt2 (sum of m r)")
            }
            Quantity::Centroidal => self.centroidal(&values, &qd),
            Quantity::TotalMass => {
                check_equation(values[0] == self.lagrangian.mass(), "mass = sum of m")
            }
            Quantity::Pose => self.pose(&values, target),
            Quantity::Jacobian(axes) => self.jacobian(&values, target, axes),
            Quantity::JacobianRate(axes) => self.jacobian_rate(&values, target, axes),
            Quantity::LinkVelocity(axes) => {
                let placements = self.trajectory(&qd).links;
                let twist = twist(&placements[of_link(target)], axes);
                check_equation(values == twist.map(|x| x.0[0]), "V = rate of the pose")
            }
            Quantity::LinkAcceleration(axes) => self.acceleration(&values, target, axes),
            Quantity::Momentum => {
                let placements = self.accelerating(&qd, &qdd);
                let expected =
                    (self.lagrangian).momentum(&placements[of_link(target)], of_link(target), TIME);
                check_equation(
                    values == expected,
                    "P = sum of m r', L = sum of m (r - c) x r'",
                )
            }
            Quantity::MomentumRate => {
                let placements = self.accelerating(&qd, &qdd);
                let expected = (self.lagrangian).momentum(
                    &placements[of_link(target)],
                    of_link(target),
                    TIME | SECOND,
                );
                check_equation(
                    values == expected,
                    "dP/dt = sum of m r'', dL/dt = sum of m (r - c) x r''",
                )
            }
            Quantity::Constraint => self.constraint(&values),
            Quantity::ConstraintJacobian => self.constraint_jacobian(&values),
            Quantity::ConstraintBias => self.constraint_bias(&values, &qd),
            Quantity::Constrained(response) => self.at_selections(
                response.is_switched(),
                &values,
                |proof, values| match response {
                    Response::Acceleration {
                        feedback, external, ..
                    } => {
                        // Pivots do not occur in the equations.
                        let decided = qd.len() + proof.lagrangian.system.nc();
                        proof.constrained(&values[..decided], &qd, feedback, external)
                    }
                    Response::Impulse { .. } => proof.constraint_impulse(values, &qd),
                },
            ),
            Quantity::ConstrainedInverse { given, external } => {
                let terms = Terms::acting(external);
                match given {
                    false => self.constrained_inverse(&values, terms),
                    true => self.constrained_inverse_of(&values, terms),
                }
            }
            Quantity::JointWrench { axes, external } => {
                self.joint_wrench(&values, target, axes, external)
            }
            Quantity::Applied => {
                let w = self.random.residues(qd.len());
                let power = self.lagrangian.passive(&w, &qd) + self.wrench_power(&w);
                check_equation(
                    dot(&w, &values) == power,
                    "w . Q = w . passive + sum of (J w) . f",
                )
            }
        }
    }

    pub(super) fn nv(&self) -> usize {
        self.values(InputKind::Qd).len()
    }

    pub(super) fn values(&self, kind: InputKind) -> Vec<Residue> {
        self.lagrangian.state.values(kind).to_vec()
    }

    /// The trajectory of all links with these body rates, while time stands still.
    fn trajectory(&mut self, rates: &[Residue]) -> Trajectory<2> {
        let path = Path::rate(rates.iter().map(|&x| Jet::constant(x)).collect());
        self.lagrangian.trajectory(&path, Displacement::Successive)
    }

    /// The same trajectory, but time passes.
    fn in_time(&mut self, rates: &[Residue]) -> Trajectory<2> {
        let path = Path::rate(rates.iter().map(|&x| Jet::constant(x)).collect());
        self.lagrangian
            .trajectory(&path.in_time(), Displacement::Successive)
    }

    /// Checks that tau is the sum of the given terms.
    fn force(
        &mut self,
        terms: Terms,
        tau: &[Residue],
        qd: &[Residue],
        qdd: &[Residue],
    ) -> EquationCheck {
        let w = self.random.residues(tau.len());
        let expected = self.force_along(terms, &w, qd, qdd);
        check_equation(dot(&w, tau) == expected, "tau + Q = d/dt dL/dqd - dL/dq")
    }

    /// The sum of the given terms, along w.
    pub(super) fn force_along(
        &mut self,
        terms: Terms,
        w: &[Residue],
        qd: &[Residue],
        qdd: &[Residue],
    ) -> Residue {
        let zeros = vec![Residue::ZERO; w.len()];
        let rates = if terms.velocity { qd } else { &zeros };
        let accelerations = if terms.acceleration { qdd } else { &zeros };
        let part = match terms.gravity {
            true => LagrangianPart::Still,
            false => LagrangianPart::Quadratic,
        };
        let lagrangian = &mut self.lagrangian;
        let mut expected = lagrangian.equations(w, rates, accelerations, part);
        if terms.drive && lagrangian.is_symbolic() {
            // The part that belongs neither to M qdd nor to C qd nor to g.
            let all = lagrangian.equations(w, qd, &zeros, LagrangianPart::Whole);
            expected = expected + all - lagrangian.equations(w, qd, &zeros, LagrangianPart::Still);
        }
        if terms.passive {
            expected = expected - self.lagrangian.passive(w, qd);
        }
        if terms.wrenches {
            expected = expected - self.wrench_power(w);
        }
        expected
    }

    fn mass_matrix(&mut self, m: &[Residue]) -> EquationCheck {
        let nv = self.nv();
        let (u, w) = (self.random.residues(nv), self.random.residues(nv));
        let (x, y) = (self.trajectory(&u), self.trajectory(&w));
        let product = self.lagrangian.kinetic(&x, &y).0[0];
        let product = product + product;
        check_equation(
            dot(&u, &times(m, &w)) == product,
            "u . M w = d2T/dqd2 (u, w)",
        )
    }

    fn mass_matrix_inverse(&mut self, inverse: &[Residue]) -> EquationCheck {
        let nv = self.nv();
        let (u, w) = (self.random.residues(nv), self.random.residues(nv));
        let solved = times(inverse, &u);
        let (x, y) = (self.trajectory(&w), self.trajectory(&solved));
        let product = self.lagrangian.kinetic(&x, &y).0[0];
        check_equation(dot(&w, &u) == product + product, "M M^-1 = 1")
    }

    fn coriolis_matrix(&mut self, c: &[Residue], qd: &[Residue]) -> EquationCheck {
        let nv = self.nv();
        let zeros = vec![Residue::ZERO; nv];
        let velocity = times(c, qd);
        let w = self.random.residues(nv);
        let expected = self
            .lagrangian
            .equations(&w, qd, &zeros, LagrangianPart::Quadratic);
        check_equation(
            dot(&w, &velocity) == expected,
            "C qd = d/dt dT/dqd - dT/dq at qdd = 0",
        )?;
        // dM/dt along the motion, contracted with two directions.
        let u = self.random.residues(nv);
        let along = |rates: &[Residue]| {
            let mut path = Path::<8>::shift(SECOND, qd);
            path.rate = rates.iter().map(|&x| Jet::constant(x)).collect();
            path
        };
        let x = self
            .lagrangian
            .trajectory(&along(&u), Displacement::Successive);
        let y = self
            .lagrangian
            .trajectory(&along(&w), Displacement::Successive);
        let change = self.lagrangian.kinetic(&x, &y).0[SECOND];
        let sum = dot(&u, &times(c, &w)) + dot(&w, &times(c, &u));
        check_equation(sum == change + change, "C + C^T = dM/dt")
    }

    /// Checks that the symbols, contracted with any rates, give C. If rates are derivatives of positions, also checks that
    /// the symbols are symmetric.
    fn christoffel_symbols(&mut self, values: &[Residue], qd: &[Residue]) -> EquationCheck {
        self.coriolis_matrix(&times(values, qd), qd)?;
        if self.lagrangian.has_quasi_rates() {
            return Ok(());
        }
        let (u, w) = (
            self.random.residues(qd.len()),
            self.random.residues(qd.len()),
        );
        let along = |first: &[Residue], second: &[Residue]| times(&times(values, first), second);
        let covector = self.random.residues(qd.len());
        let equal = dot(&covector, &along(&u, &w)) == dot(&covector, &along(&w, &u));
        check_equation(equal, "C_ijk = C_ikj")
    }

    /// Checks C(q, u) w = C(q, w) u, if rates are derivatives of positions.
    fn christoffel(&mut self) -> EquationCheck {
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
        check_equation(equal, "C(q, u) w = C(q, w) u")
    }

    /// Checks the momentum of all links about their centre of mass, and the matrix at other rates.
    fn centroidal(&mut self, values: &[Residue], qd: &[Residue]) -> EquationCheck {
        let (momentum, matrix) = values.split_at(6);
        let equal = self.is_centroidal_momentum(momentum, qd);
        check_equation(
            equal,
            "h = sum over the links of m r' and of m (r - c) x r'",
        )?;
        let u = self.random.residues(qd.len());
        let equal = self.is_centroidal_momentum(&times(matrix, &u), &u);
        check_equation(equal, "A qd = h")
    }

    /// Whether this is the momentum of all links about their centre of mass c. With the mass m and the first moment
    /// m c: `m L = m (sum of L_i + c_i x p_i) - m c x P`.
    fn is_centroidal_momentum(&mut self, found: &[Residue], qd: &[Residue]) -> bool {
        let still = vec![Residue::ZERO; qd.len()];
        let placements = self.accelerating(qd, &still);
        let first = self.lagrangian.first_moment(&placements);
        let (first, mass) = (first.map(|x| x.0[0]), self.lagrangian.mass());
        let mut sum = [Residue::ZERO; 6];
        for (link, placement) in placements.iter().enumerate() {
            let momentum = self.lagrangian.momentum(placement, link, TIME);
            let [x, y, z, ..] = momentum;
            let swing = cross(&self.lagrangian.center(placement, link), &[x, y, z]);
            for k in 0..3 {
                sum[k] = sum[k] + momentum[k];
                sum[3 + k] = sum[3 + k] + momentum[3 + k] + swing[k];
            }
        }
        let [x, y, z, angular @ ..] = sum;
        let carried = cross(&first, &[x, y, z]);
        let is_angular = (0..3).all(|k| mass * found[3 + k] == mass * angular[k] - carried[k]);
        found[..3] == sum[..3] && is_angular
    }

    fn pose(&mut self, values: &[Residue], target: Target) -> EquationCheck {
        let zeros = vec![Residue::ZERO; self.nv()];
        let placements = self.trajectory(&zeros).links;
        let x = &placements[of_link(target)];
        let rotation = (0..9).map(|k| x.0[k / 3][k % 3].0[0]);
        let translation = (0..3).map(|k| x.0[k][3].0[0]);
        check_equation(
            rotation.chain(translation).eq(values.iter().copied()),
            "pose = product of transforms",
        )
    }

    fn jacobian(&mut self, values: &[Residue], target: Target, axes: Axes) -> EquationCheck {
        let u = self.random.residues(self.nv());
        let placements = self.trajectory(&u).links;
        let twist = twist(&placements[of_link(target)], axes);
        let product = times(values, &u);
        check_equation(product == twist.map(|x| x.0[0]), "J qd = rate of the pose")
    }

    fn jacobian_rate(&mut self, values: &[Residue], target: Target, axes: Axes) -> EquationCheck {
        let (u, qd) = (self.random.residues(self.nv()), self.values(InputKind::Qd));
        let path = Path {
            rate: u.iter().map(|&x| Jet::constant(x)).collect(),
            ..Path::<8>::shift(SECOND, &qd)
        };
        let placements = self
            .lagrangian
            .trajectory(&path, Displacement::Successive)
            .links;
        let change = twist(&placements[of_link(target)], axes).map(|x| x.0[SECOND]);
        check_equation(
            times(values, &u) == change,
            "dJ/dt u = d/dt (J u) along the motion",
        )
    }

    /// The placements of all links, whose velocities change along [`SECOND`] as the rates and accelerations determine.
    fn accelerating(&mut self, qd: &[Residue], qdd: &[Residue]) -> Vec<Affine<8>> {
        let path = Path::accelerating(qd, qdd);
        self.lagrangian
            .trajectory(&path, Displacement::Successive)
            .links
    }

    /// Checks the acceleration. In the link's axes, the acceleration is that in world axes, rotated.
    fn acceleration(&mut self, values: &[Residue], target: Target, axes: Axes) -> EquationCheck {
        let (qd, qdd) = (self.values(InputKind::Qd), self.values(InputKind::Qdd));
        let placement = &self.accelerating(&qd, &qdd)[of_link(target)];
        let change = twist(placement, Axes::World).map(|x| x.0[SECOND]);
        check_equation(
            values == seen(placement, axes, &change),
            "acceleration = second derivative of the pose",
        )
    }

    /// Checks the wrench: for all links behind the joint, the sum of the forces and moments that their motion requires,
    /// less gravity, the forces of springs between points, and external wrenches.
    fn joint_wrench(
        &mut self,
        values: &[Residue],
        target: Target,
        axes: Axes,
        external: bool,
    ) -> EquationCheck {
        let (qd, qdd) = (self.values(InputKind::Qd), self.values(InputKind::Qdd));
        let placements = self.accelerating(&qd, &qdd);
        let placement = &placements[of_link(target)];
        let behind = self.lagrangian.subtree(of_link(target));
        let point = origin(placement);
        let mut wrench = [Residue::ZERO; 6];
        let mut add = |PointWrench { at, force, moment }| {
            let lever = cross(&at, &force);
            let back = cross(&point, &force);
            for k in 0..3 {
                wrench[k] = wrench[k] + force[k];
                wrench[3 + k] = wrench[3 + k] + moment[k] + lever[k] - back[k];
            }
        };
        for &link in &behind {
            add(self.lagrangian.required_wrench(&placements[link], link));
        }
        for LinkPull { link, at, force } in self.lagrangian.pulls(&placements, &qd) {
            if behind.contains(&link) {
                add(PointWrench {
                    at,
                    force: force.map(|x| -x),
                    moment: [Residue::ZERO; 3],
                });
            }
        }
        if external {
            let wrenches = self.values(InputKind::Wrench);
            let pairs = self.wrench_links.iter().zip(wrenches.chunks_exact(6));
            for (&link, w) in pairs.filter(|(link, _)| behind.contains(link)) {
                add(PointWrench {
                    at: origin(&placements[link]),
                    force: [-w[0], -w[1], -w[2]],
                    moment: [-w[3], -w[4], -w[5]],
                });
            }
        }
        check_equation(
            values == seen(placement, axes, &wrench),
            "wrench = sum behind the joint of m (r'' - g) less what pulls, and of their moments",
        )
    }

    /// `sum of (J w) . f` over the external wrenches.
    fn wrench_power(&mut self, w: &[Residue]) -> Residue {
        let placements = self.trajectory(w).links;
        let wrenches = self.values(InputKind::Wrench);
        let pairs = self.wrench_links.iter().zip(wrenches.chunks_exact(6));
        pairs.fold(Residue::ZERO, |sum, (&link, wrench)| {
            let velocity = twist(&placements[link], Axes::World).map(|x| x.0[0]);
            sum + dot(&velocity, wrench)
        })
    }
}

/// The link of a target that has one.
fn of_link(target: Target) -> usize {
    target.link.expect("a function of a link names one")
}

/// The origin of a frame.
fn origin<const N: usize>(placement: &Affine<N>) -> [Residue; 3] {
    std::array::from_fn(|k| placement.0[k][3].0[0])
}

/// Rotates the two vectors in `world` from world axes into the given axes.
fn seen<const N: usize>(placement: &Affine<N>, axes: Axes, world: &[Residue; 6]) -> Vec<Residue> {
    let entry = |i: usize, k: usize| match axes {
        Axes::World if i == k => Residue::ONE,
        Axes::World => Residue::ZERO,
        Axes::Link => placement.0[k][i].0[0],
    };
    let turned = |part: &[Residue], i: usize| {
        (0..3).fold(Residue::ZERO, |sum, k| sum + entry(i, k) * part[k])
    };
    let halves = world.chunks_exact(3);
    halves
        .flat_map(|part| (0..3).map(move |i| turned(part, i)))
        .collect()
}

fn cross(x: &[Residue; 3], y: &[Residue; 3]) -> [Residue; 3] {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        x[i] * y[j] - x[j] * y[i]
    })
}

pub(super) fn check_equation(equal: bool, equation: &'static str) -> EquationCheck {
    if equal { Ok(()) } else { Err(equation) }
}

pub(super) fn dot(a: &[Residue], b: &[Residue]) -> Residue {
    a.iter()
        .zip(b)
        .fold(Residue::ZERO, |sum, (&x, &y)| sum + x * y)
}

/// A matrix by rows times a vector.
pub(super) fn times(matrix: &[Residue], vector: &[Residue]) -> Vec<Residue> {
    matrix
        .chunks_exact(vector.len().max(1))
        .map(|row| dot(row, vector))
        .collect()
}
