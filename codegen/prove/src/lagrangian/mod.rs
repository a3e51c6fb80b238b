//! The Lagrangian of a system as read, and Lagrange's equations along directions.
//!
//! Kinetic energy has two parts: `sum over links of tr(X' P X'^T) / 2` with the placement X and the mass moments P of
//! the link about its own origin, and `sum over joints of a s'^2 / 2` with the armature a and each rate s' of the
//! joint. Potential energy is `-sum of m g . r` with the masses m at the points r and gravity g. This module neither
//! lumps links nor uses a recursion of the generator.

mod constraints;
mod dual_state;
mod forces;
mod momentum;
mod numbers;
mod symbolic;
mod trajectory;

pub use forces::LinkForce;
pub use momentum::PointWrench;
pub use trajectory::{Displacement, Path, Trajectory};

use numbers::{LagrangianNumbers, LinkNumbers};

use crate::arithmetic::{
    Affine, Jet, Residue,
    direction::{FIRST, SECOND, TIME},
};
use crate::evaluation::{JetEvaluator, ResidueState, SystemPrograms};
use multibody_description::system::System;

/// The maximum number of times that a rate is drawn until all its roots exist: half of all residues have a square root.
const MAX_RATE_DRAWS: usize = 4096;

/// A system at one random state.
pub struct SystemAtState<'a> {
    pub system: &'a System,
    programs: &'a SystemPrograms,
    numbers: LagrangianNumbers,
    /// The state.
    pub state: ResidueState,
    /// Scales factors and records differences, in tests that measure degrees.
    #[cfg(test)]
    pub degree_probe: crate::bounds::DegreeProbe,
}

/// A part of the Lagrangian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LagrangianPart {
    /// The quadratic form of T, at constant time.
    Quadratic,
    /// The quadratic form, and the part without rates, `T0 - V`.
    Undriven,
    /// The whole Lagrangian, while time passes.
    Whole,
}

impl<'a> SystemAtState<'a> {
    /// The system with these programs, at a random state.
    pub fn new(system: &'a System, programs: &'a SystemPrograms, mut state: ResidueState) -> Self {
        let numbers = LagrangianNumbers::read(system, programs, &mut state);
        let mut system_at_state = Self {
            system,
            programs,
            numbers,
            state,
            #[cfg(test)]
            degree_probe: Default::default(),
        };
        system_at_state.draw_rates_with_roots();
        if !system_at_state.has_key() {
            system_at_state.fix_length_roots();
        }
        system_at_state
    }

    /// Whether the state is drawn from a key.
    pub fn has_key(&self) -> bool {
        self.programs.has_key()
    }

    /// Whether some rates are not derivatives of positions.
    pub fn has_quasi_rates(&self) -> bool {
        self.programs.has_quasi_rates()
    }

    /// `sum tr(X' P Y'^T) / 2 + sum a x' y' / 2` of two motions, and the same of the symbolic terms: T if the motions are
    /// the same, otherwise half their product with M.
    pub fn kinetic<const N: usize>(
        &mut self,
        first: &Trajectory<N>,
        second: &Trajectory<N>,
    ) -> Jet<N> {
        let symbolic = self.symbolic_product(first, second);
        (self.mass_term(first, second) + symbolic).scaled(Residue::half())
    }

    /// T with all symbolic terms. For placed bodies it includes the motion that time causes.
    pub fn energy<const N: usize>(&mut self, trajectory: &Trajectory<N>) -> Jet<N> {
        let mass_energy = self
            .mass_term(trajectory, trajectory)
            .scaled(Residue::half());
        mass_energy + self.symbolic_kinetic(trajectory, &trajectory.rates)
    }

    /// `sum tr(X' P Y'^T) + sum a x' y'` of two motions.
    fn mass_term<const N: usize>(&self, first: &Trajectory<N>, second: &Trajectory<N>) -> Jet<N> {
        let link_product = product(self.numbers.links.iter(), &first.links, &second.links);
        self.armatures(first, second) + link_product
    }

    /// `sum a x' y'` over the joints' own rates x' and y' in two motions.
    fn armatures<const N: usize>(&self, first: &Trajectory<N>, second: &Trajectory<N>) -> Jet<N> {
        let joints = self.system.tree.joints.iter().zip(&self.numbers.armatures);
        let motions = joints.flat_map(|(joint, armature)| {
            let motions = joint.motions.iter();
            motions.map(move |motion| (motion, *armature))
        });
        motions.fold(Jet::ZERO, |sum, (motion, armature)| {
            if armature == Residue::ZERO {
                return sum;
            }
            let start = self.system.coordinates[motion.coordinate].v;
            let factor = Residue::of(&motion.multiplier).unwrap_or(Residue::ZERO);
            let rate = |trajectory: &Trajectory<N>, v: usize| trajectory.rates[v].scaled(factor);
            (start..start + motion.kind.nv()).fold(sum, |sum, v| {
                sum + (rate(first, v) * rate(second, v)).scaled(armature)
            })
        })
    }

    /// M, from one motion per rate: `sum tr(X_j' P X_k'^T) + sum a x_j' x_k'`, and the symbolic terms. An entry is twice
    /// what [`Self::kinetic`] gives for the two motions, but only values are computed, no derivatives.
    pub fn mass_matrix<const N: usize>(&mut self, motions: &[Trajectory<N>]) -> Vec<Vec<Residue>> {
        let flatten = |rows: [[Residue; 4]; 3]| -> [Residue; 12] {
            std::array::from_fn(|index| rows[index / 4][index % 4])
        };
        // X' of each link in each motion.
        let rates: Vec<Vec<[Residue; 12]>> = motions
            .iter()
            .map(|motion| {
                let rate =
                    |x: &Affine<N>| flatten(x.derivative(TIME).0.map(|row| row.map(|e| e.value())));
                motion.links.iter().map(rate).collect()
            })
            .collect();
        let moments: Vec<_> = self
            .numbers
            .links
            .iter()
            .map(LinkNumbers::moments)
            .collect();
        // X' P
        let momentum = |rate: &[Residue; 12], p: &[[Residue; 4]; 4]| -> [Residue; 12] {
            std::array::from_fn(|index| {
                let row = &rate[index / 4 * 4..][..4];
                let products = row.iter().zip(&p[index % 4]);
                products.fold(Residue::ZERO, |sum, (&x, &m)| sum + x * m)
            })
        };
        let zero = [Residue::ZERO; 12];
        // `sum over links of tr(X' (Y' P)^T)`, without links at rest.
        let product = |x: &[[Residue; 12]], momenta: &[(usize, [Residue; 12])]| {
            let links = momenta.iter().filter(|(link, _)| x[*link] != zero);
            links.fold(Residue::ZERO, |sum, (link, y)| {
                let products = x[*link].iter().zip(y);
                products.fold(sum, |sum, (&x, &y)| sum + x * y)
            })
        };
        let symbolic = self.symbolic_products(motions);
        let row = |i: usize| {
            let pairs = rates[i].iter().zip(&moments).enumerate();
            let links = pairs.filter(|(_, (rate, _))| **rate != zero);
            let momenta: Vec<_> = links
                .map(|(link, (rate, p))| (link, momentum(rate, p)))
                .collect();
            let entry = |j: usize| {
                let armatures = self.armatures(&motions[i], &motions[j]).value();
                product(&rates[j], &momenta) + armatures + symbolic[i][j]
            };
            (0..motions.len()).map(entry).collect()
        };
        (0..motions.len()).map(row).collect()
    }

    /// `sum m r` of all links and placed bodies that can move.
    pub fn first_moment<const N: usize>(&self, placements: &[Affine<N>]) -> [Jet<N>; 3] {
        std::array::from_fn(|i| {
            let links = self
                .numbers
                .links
                .iter()
                .zip(placements)
                .filter(|(link, _)| link.is_mobile);
            links.fold(Jet::ZERO, |sum, (link, x)| {
                let moment = (0..3).fold(x.entry(i, 3).scaled(link.mass), |sum, k| {
                    sum + x.entry(i, k).scaled(link.first_moment[k])
                });
                sum + moment
            })
        })
    }

    /// The mass of all links and placed bodies that can move.
    pub fn mass(&self) -> Residue {
        let links = self.numbers.links.iter().filter(|link| link.is_mobile);
        links.fold(Residue::ZERO, |sum, link| sum + link.mass)
    }

    /// T0, the part of T without rates, computed as if time passes, even if it does not on the trajectory. Links contribute
    /// nothing to T0.
    fn kinetic_without_rates<const N: usize>(&mut self, trajectory: &Trajectory<N>) -> Jet<N> {
        let path = Path {
            shift: trajectory.shift.clone(),
            rates: vec![Jet::ZERO; trajectory.rates.len()],
            time: trajectory.time,
        };
        let energy = self.symbolic_kinetic(trajectory, &path.rates);
        let bodies = self.bodies(&path.with_time());
        let links = self.numbers.links[self.system.tree.links.len()..].iter();
        energy + product(links, &bodies, &bodies).scaled(Residue::half())
    }

    /// V
    pub fn potential<const N: usize>(&mut self, trajectory: &Trajectory<N>) -> Jet<N> {
        let moment = self.first_moment(&trajectory.links);
        let weight = (0..3).fold(Jet::ZERO, |sum, k| {
            sum + moment[k].scaled(self.numbers.gravity[k])
        });
        let inputs = self.displacements(&trajectory.shift, None, trajectory.time);
        let terms =
            JetEvaluator::new(&mut self.state, inputs).evaluate(&self.programs.symbolic.potential);
        terms.into_iter().fold(-weight, |sum, term| sum + term)
    }

    /// `w . (d/dt dL/dqd - dL/dq)` for rates and accelerations, of a part of L.
    pub fn equations(
        &mut self,
        w: &[Residue],
        qd: &[Residue],
        qdd: &[Residue],
        part: LagrangianPart,
    ) -> Residue {
        let speed = match part {
            LagrangianPart::Whole => Residue::ONE,
            LagrangianPart::Quadratic | LagrangianPart::Undriven => Residue::ZERO,
        };
        // d/dt of (w . dL/dqd): one direction varies the rate, the other follows the motion.
        let mut path = Path::<8>::along(SECOND, qd);
        path.time = Jet::along(SECOND, speed).with(TIME, speed);
        path.rates = (0..w.len())
            .map(|k| Jet::constant(qd[k]).with(FIRST, w[k]).with(SECOND, qdd[k]))
            .collect();
        let momentum_rate = self.lagrangian(&path, part).coefficient(FIRST | SECOND);
        // w . dL/dq
        let mut path = Path::<4>::along(FIRST, w);
        path.time = Jet::along(TIME, speed);
        path.rates = qd.iter().map(|&x| Jet::constant(x)).collect();
        momentum_rate - self.lagrangian(&path, part).coefficient(FIRST)
    }

    /// The part of L along a path.
    fn lagrangian<const N: usize>(&mut self, path: &Path<N>, part: LagrangianPart) -> Jet<N> {
        let trajectory = self.trajectory(path, Displacement::ShiftPlusRate);
        match part {
            LagrangianPart::Quadratic => self.kinetic(&trajectory, &trajectory),
            LagrangianPart::Undriven => {
                let kinetic = self.kinetic(&trajectory, &trajectory);
                kinetic + self.kinetic_without_rates(&trajectory) - self.potential(&trajectory)
            }
            LagrangianPart::Whole => self.energy(&trajectory) - self.potential(&trajectory),
        }
    }

    /// Whether there are symbolic terms, which may depend on time or have terms linear in the rates.
    pub fn is_symbolic(&self) -> bool {
        !self.system.symbolic.is_empty()
    }
}

/// `sum tr(X' P Y'^T)` over links, with two placements of each.
fn product<'a, const N: usize>(
    links: impl Iterator<Item = &'a LinkNumbers>,
    first: &[Affine<N>],
    second: &[Affine<N>],
) -> Jet<N> {
    let mut sum = Jet::ZERO;
    for (link, (x, y)) in links.zip(first.iter().zip(second)) {
        let (x, y) = (x.derivative(TIME), y.derivative(TIME));
        let p = link.moments();
        for (row_x, row_y) in x.0.iter().zip(&y.0) {
            for (entry, moments) in row_x.iter().zip(&p) {
                let products = row_y.iter().zip(moments);
                let momentum = products.fold(Jet::ZERO, |sum, (value, &m)| sum + value.scaled(m));
                sum = sum + *entry * momentum;
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use multibody_description::joint::{Floating, Kind, Revolute};
    use multibody_description::system::{self, Coordinate, LinkTree, Motion, Offset};
    use multibody_program::exact::integer;
    use multibody_program::ir::{Algebra, Builder, Function, InputKind, LinearForm};

    /// One body on one joint with the world: mass 3, centre of mass at (2, 0, 0), moments of
    /// inertia 5, 6, 7; gravity -10 along y.
    fn one_body(kind: Kind) -> System {
        let mut builder = Builder::new();
        let [o, two, three, five, six, seven, g] =
            [0, 2, 3, 5, 6, 7, -10].map(|n| builder.integer(n));
        let motion = Motion {
            kind: Arc::clone(&kind),
            axes: builder.identity(),
            coordinate: 0,
            multiplier: integer(1),
            offset: Offset::Zero,
        };
        let tree = LinkTree {
            links: vec![system::Link {
                name: "body".into(),
                mass: three,
                com: [two, o, o],
                inertia: [[five, o, o], [o, six, o], [o, o, seven]],
                is_intermediate: false,
            }],
            joints: vec![system::Joint {
                name: "joint".into(),
                parent: None,
                child: 0,
                origin: builder.identity_pose(),
                motions: vec![motion],
                armature: o,
            }],
        };
        System {
            gravity: [o, g, o],
            tree,
            coordinates: vec![Coordinate {
                name: "joint".into(),
                joint: "joint".into(),
                kind,
                q: 0,
                v: 0,
                limits: None,
            }],
            ..System::empty(builder)
        }
    }

    fn at<'a>(system: &'a System, programs: &'a SystemPrograms, seed: u64) -> SystemAtState<'a> {
        SystemAtState::new(
            system,
            programs,
            ResidueState::random(system, programs, 0, seed),
        )
    }

    /// `(7 + 3 2^2) qdd + 3 10 2 cos q`
    #[test]
    fn a_pendulum_has_the_equation_of_the_textbook() {
        let pendulum = one_body(Arc::new(Revolute { is_endless: true }));
        let programs = SystemPrograms::of(&pendulum);
        let mut system_at_state = at(&pendulum, &programs, 1);
        let [qd, qdd, w] = [11, 13, 17].map(Residue::new);
        let cos = system_at_state
            .state
            .call(Function::Cos, &Residue::ZERO, Some(&form_of_q0()));
        let tau = Residue::new(19) * qdd + Residue::new(60) * cos;
        assert_eq!(
            system_at_state.equations(&[w], &[qd], &[qdd], LagrangianPart::Undriven),
            w * tau
        );
        assert_eq!(
            system_at_state.equations(&[w], &[qd], &[qdd], LagrangianPart::Quadratic),
            w * Residue::new(19) * qdd
        );
    }

    /// `(7 + 3 2^2 + 2^2 11) qdd + 3 10 2 cos q`, if a rotor of inertia 11 turns twice as fast.
    #[test]
    fn an_armature_adds_to_the_inertia_and_to_nothing_else() {
        let mut geared = one_body(Arc::new(Revolute { is_endless: true }));
        let mut follower = geared.tree.joints[0].clone();
        let massless = system::Link {
            mass: geared.builder.zero(),
            inertia: [geared.builder.zeros(); 3],
            ..geared.tree.links[0].clone()
        };
        geared.tree.links.push(massless);
        follower.motions[0].multiplier = integer(-2);
        follower.child = 1;
        follower.armature = geared.builder.integer(11);
        geared.tree.joints.push(follower);
        let programs = SystemPrograms::of(&geared);
        let mut system_at_state = at(&geared, &programs, 1);
        let [qd, qdd, w] = [5, 13, 17].map(Residue::new);
        let force = Residue::new(19 + 44) * qdd;
        assert_eq!(
            system_at_state.equations(&[w], &[qd], &[qdd], LagrangianPart::Quadratic),
            w * force
        );
        let path = Path::<2>::from_rates(vec![Jet::constant(qd)]);
        let trajectory = system_at_state.trajectory(&path, Displacement::ShiftThenRate);
        let energy = system_at_state.kinetic(&trajectory, &trajectory).value();
        assert_eq!(energy + energy, Residue::new(63) * qd * qd);
        assert_eq!(
            system_at_state.mass_matrix(&[trajectory])[0],
            [Residue::new(63) * qd * qd]
        );
    }

    fn form_of_q0() -> LinearForm {
        let mut b = Builder::new();
        let q = b.input(InputKind::Q, 0);
        let program = b.finish(&[q]);
        LinearForm::of(&program, program.outputs()[0]).unwrap()
    }

    /// Newton and Euler for a free body in its own axes, about its centre of mass:
    /// `f = m (v' + w x v + w' x c + w x (w x c))`.
    #[test]
    fn a_free_body_obeys_newton() {
        let body = one_body(Arc::new(Floating));
        let programs = SystemPrograms::of(&body);
        let mut system_at_state = at(&body, &programs, 2);
        let n = |values: [u64; 6]| values.map(Residue::new);
        let (v, a) = (n([3, 1, 4, 1, 5, 9]), n([2, 6, 5, 3, 5, 8]));
        let cross = |x: [Residue; 3], y: [Residue; 3]| -> [Residue; 3] {
            std::array::from_fn(|k| {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                x[i] * y[j] - x[j] * y[i]
            })
        };
        let com = [2, 0, 0].map(Residue::new);
        let (linear, angular) = ([v[0], v[1], v[2]], [v[3], v[4], v[5]]);
        let terms = [
            [a[0], a[1], a[2]],
            cross(angular, linear),
            cross([a[3], a[4], a[5]], com),
            cross(angular, cross(angular, com)),
        ];
        for k in 0..3 {
            let mut w = [Residue::ZERO; 6];
            w[k] = Residue::ONE;
            let sum = terms.iter().fold(Residue::ZERO, |sum, term| sum + term[k]);
            let force = system_at_state.equations(&w, &v, &a, LagrangianPart::Quadratic);
            assert_eq!(force, Residue::new(3) * sum, "component {k}");
        }
    }

    #[test]
    fn the_mass_of_a_fixed_link_does_not_count() {
        let mut fixed = one_body(Arc::new(Revolute { is_endless: true }));
        fixed.tree.joints[0].motions.clear();
        let programs = SystemPrograms::of(&fixed);
        let system_at_state = at(&fixed, &programs, 1);
        assert_eq!(system_at_state.mass(), Residue::ZERO);
        let pendulum = one_body(Arc::new(Revolute { is_endless: true }));
        let programs = SystemPrograms::of(&pendulum);
        let system_at_state = at(&pendulum, &programs, 1);
        assert_eq!(system_at_state.mass(), Residue::new(3));
    }
}
