//! The Lagrangian of a system as read, and what Lagrange's equations say along directions.
//!
//! Kinetic energy is `sum over links of tr(X' P X'^T) / 2` with the placement X and the mass
//! moments P of the link about its own origin, and `sum over joints of a s'^2 / 2` with the armature a
//! and the position s; potential energy is `-sum of m g . r`. Nothing is lumped and no recursion of the
//! generator is used.

use super::affine::Affine;
use super::around::Around;
use super::field::Residue;
use super::jet::{FIRST, Jet, SECOND, TIME};
use super::state::State;
use super::stated::{Stated, StatedForce, StatedMotion};
use crate::force::{By, Element};
use crate::ir::{Algebra, Function, Input, InputKind, Program, evaluate};
use crate::system::System;

/// How often a rate is drawn until all roots of it are there: half of all numbers have one.
const DRAWS: usize = 4096;

/// A link's numbers.
struct Link {
    mass: Residue,
    /// Where the centre of mass is.
    com: [Residue; 3],
    /// `sum m r`
    first: [Residue; 3],
    /// `sum m r r^T`
    second: [[Residue; 3]; 3],
    /// Whether any joint lets it move against the world.
    moves: bool,
}

/// A joint's numbers.
struct Joint {
    origin: [[Residue; 4]; 3],
    /// Of each motion the axes: its own transform is seen from them.
    axes: Vec<[[Residue; 4]; 3]>,
}

/// The numbers of a spring between points.
struct Spring {
    stiffness: Residue,
    length: Residue,
    damping: Residue,
    points: [[Residue; 3]; 2],
}

/// A system at one random state.
pub struct Lagrangian<'a> {
    system: &'a System,
    stated: &'a Stated,
    links: Vec<Link>,
    joints: Vec<Joint>,
    /// Of each joint.
    armatures: Vec<Residue>,
    /// Coefficients of each force element.
    forces: Vec<Vec<Residue>>,
    springs: Vec<Spring>,
    gravity: [Residue; 3],
    /// The state.
    pub state: State,
}

/// A displacement of all coordinates, a jet for each rate, and the rates that it happens with.
pub struct Path<const N: usize> {
    /// Where: without constant part.
    pub shift: Vec<Jet<N>>,
    /// How fast.
    pub rate: Vec<Jet<N>>,
    /// When: without constant part; along [`TIME`] where time passes.
    pub time: Jet<N>,
}

impl<const N: usize> Path<N> {
    /// `shift = direction * along`, no rate.
    pub fn shift(direction: usize, along: &[Residue]) -> Self {
        let shift = along
            .iter()
            .map(|&x| Jet::along(direction, x))
            .collect::<Vec<_>>();
        Self {
            rate: vec![Jet::ZERO; shift.len()],
            shift,
            time: Jet::ZERO,
        }
    }

    /// At rest where it is, with rates.
    pub fn rate(rate: Vec<Jet<N>>) -> Self {
        Self {
            shift: vec![Jet::ZERO; rate.len()],
            rate,
            time: Jet::ZERO,
        }
    }

    /// The same while time passes.
    pub fn in_time(mut self) -> Self {
        self.time = self.time.with(TIME, Residue::ONE);
        self
    }
}

/// All links and placed bodies on the way along a path.
pub struct Moving<const N: usize> {
    /// Their placements, those of links first; the coefficient of [`TIME`] is their velocity.
    pub links: Vec<Affine<N>>,
    /// Where the path is, without its motion.
    shift: Vec<Jet<N>>,
    /// The rates of the path.
    rates: Vec<Jet<N>>,
    /// When it is, without the passing of time.
    time: Jet<N>,
}

/// A part of the Lagrangian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The quadratic form of T, while time stands still.
    Quadratic,
    /// That, and what is without rates: `T0 - V`.
    Still,
    /// All of it, while time passes.
    Whole,
}

/// How shift and rate make one displacement. For joints whose rates are derivatives both are the
/// same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Chart {
    /// `X exp(shift + t rate)`: one chart around the state, as Lagrange's equations need it.
    Common,
    /// `X exp(shift) exp(t rate)`: the rates are body rates at the shifted place.
    Successive,
}

impl<'a> Lagrangian<'a> {
    /// The system, which states this, at a random state.
    pub fn new(system: &'a System, stated: &'a Stated, mut state: State) -> Self {
        let numbers = evaluate(&stated.numbers, &mut state);
        let mut numbers = numbers.into_iter();
        let mut next = || numbers.next().expect("as many as were asked for");
        let gravity = std::array::from_fn(|_| next());
        let half = half();
        let count = system.tree.links.len() + system.expressed.bodies.len();
        let mut links: Vec<Link> = (0..count)
            .map(|_| {
                let mass = next();
                let com: [Residue; 3] = std::array::from_fn(|_| next());
                let tensor: [[Residue; 3]; 3] =
                    std::array::from_fn(|_| std::array::from_fn(|_| next()));
                let trace = (tensor[0][0] + tensor[1][1] + tensor[2][2]) * half;
                let second = std::array::from_fn(|i| {
                    std::array::from_fn(|j| {
                        let central = if i == j {
                            trace - tensor[i][j]
                        } else {
                            -tensor[i][j]
                        };
                        central + mass * com[i] * com[j]
                    })
                });
                Link {
                    mass,
                    com,
                    first: com.map(|c| mass * c),
                    second,
                    moves: false,
                }
            })
            .collect();
        let mut matrix = |translated: bool| {
            let mut rows = [[Residue::ZERO; 4]; 3];
            for row in &mut rows {
                row[..3].fill_with(&mut next);
            }
            for row in rows.iter_mut().filter(|_| translated) {
                row[3] = next();
            }
            rows
        };
        let joints: Vec<Joint> = system
            .tree
            .joints
            .iter()
            .map(|joint| Joint {
                origin: matrix(true),
                axes: joint.motions.iter().map(|_| matrix(false)).collect(),
            })
            .collect();
        let armatures = system.tree.joints.iter().map(|_| next()).collect();
        let coefficients = |force: &Element| force.coefficients.iter().map(|_| next()).collect();
        let forces = system.forces.iter().map(coefficients).collect();
        let springs = system.point_springs.iter().map(|_| Spring {
            stiffness: next(),
            length: next(),
            damping: next(),
            points: [(); 2].map(|()| std::array::from_fn(|_| next())),
        });
        let springs = springs.collect();
        for joint in &system.tree.joints {
            let carried = joint.parent.is_some_and(|parent| links[parent].moves);
            links[joint.child].moves = carried || !joint.motions.is_empty();
        }
        // What is placed by an expression moves.
        let placed = links.iter_mut().skip(system.tree.links.len());
        placed.for_each(|link| link.moves = true);
        let mut lagrangian = Self {
            system,
            stated,
            links,
            joints,
            armatures,
            forces,
            springs,
            gravity,
            state,
        };
        lagrangian.draw_roots();
        lagrangian.know_lengths();
        lagrangian
    }

    /// Draws rates again until all that Rayleigh's functions take roots of are squares, and has the state know
    /// these roots. Nothing is left undecided by them: under each stands a polynomial of the rate without double
    /// zeros, and no two have one in common. So no root, and no product of some, is made of the others and of what
    /// else there is, and an equation that does not hold at such a point holds for no choice of signs.
    fn draw_roots(&mut self) {
        for v in 0..self.state.values(InputKind::Qd).len() {
            for _ in 0..DRAWS {
                let arguments = self.under_roots(v);
                if arguments.iter().all(|x| x.square_root().is_some()) {
                    self.state.know_roots(arguments);
                    break;
                }
                self.state.draw_again(Input::new(InputKind::Qd, v));
            }
        }
    }

    /// What is under the roots of Rayleigh's functions of a rate.
    fn under_roots(&mut self, v: usize) -> Vec<Residue> {
        let qd = self.state.values(InputKind::Qd)[v];
        let mut arguments = Vec::new();
        for (stated, coefficients) in self.stated.forces.iter().zip(&self.forces) {
            if stated.v == v && stated.by == By::Rate {
                let rate = stated.multiplier * qd;
                let numbers = std::iter::once(rate).chain(coefficients.iter().copied());
                self.state.set(InputKind::Local, numbers.collect());
                arguments.extend(evaluate(&stated.roots, &mut self.state));
            }
        }
        arguments
    }

    /// Whether some rates are no derivatives of positions.
    pub fn has_quasi_rates(&self) -> bool {
        self.stated.has_quasi_rates()
    }

    /// All links along a path.
    pub fn moving<const N: usize>(&mut self, path: &Path<N>, chart: Chart) -> Moving<N> {
        let mut placements = vec![Affine::identity(); self.links.len()];
        for (at, joint) in self.system.tree.joints.iter().enumerate() {
            let carrier = joint
                .parent
                .map_or(Affine::identity(), |parent| placements[parent]);
            let mut placed = carrier.times(&Affine::constant(&self.joints[at].origin));
            for (k, motion) in self.stated.motions[at].iter().enumerate() {
                let axes = Affine::constant(&self.joints[at].axes[k]);
                let moved = moved(&mut self.state, motion, path, chart);
                placed = placed.times(&axes).times(&moved).times(&axes.inverse());
            }
            placements[joint.child] = placed;
        }
        let links = self.system.tree.links.len();
        for (at, place) in (links..).zip(self.places(path)) {
            placements[at] = place;
        }
        Moving {
            links: placements,
            shift: path.shift.clone(),
            rates: path.rate.clone(),
            time: path.time.at_rest(TIME),
        }
    }

    /// `sum tr(X' P Y'^T) / 2 + sum a x' y' / 2` of two motions: T where they are the same, half the product
    /// with M where they are not.
    pub fn kinetic<const N: usize>(&mut self, first: &Moving<N>, second: &Moving<N>) -> Jet<N> {
        let expressed = self.expressed_product(first, second);
        (self.of_masses(first, second) + expressed).scaled(half())
    }

    /// T, with all that its expressions have, and of bodies what the motion has that time gives them.
    pub fn energy<const N: usize>(&mut self, moving: &Moving<N>) -> Jet<N> {
        let of_masses = self.of_masses(moving, moving).scaled(half());
        of_masses + self.expressed_kinetic(moving, &moving.rates)
    }

    /// `sum tr(X' P Y'^T) + sum a x' y'` of two motions.
    fn of_masses<const N: usize>(&self, first: &Moving<N>, second: &Moving<N>) -> Jet<N> {
        let of_links = product(self.links.iter(), &first.links, &second.links);
        self.driving(first, second) + of_links
    }

    /// Where expressions place bodies along a path.
    fn places<const N: usize>(&mut self, path: &Path<N>) -> Vec<Affine<N>> {
        let time = Jet::along(TIME, Residue::ONE);
        let swept: Vec<Jet<N>> = (path.shift.iter().zip(&path.rate))
            .map(|(&shift, &rate)| shift + time * rate)
            .collect();
        let displaced = self.displaced(&swept, None, path.time);
        let x = Around::new(&mut self.state, displaced).evaluate(&self.stated.expressed.places);
        let places = x.chunks_exact(12);
        places
            .map(|x| {
                let rows = [[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]]];
                Affine::from_parts(&rows, &[x[9], x[10], x[11]])
            })
            .collect()
    }

    /// How far coordinates of one position are displaced, and their rates, and time.
    fn displaced<const N: usize>(
        &self,
        shift: &[Jet<N>],
        rates: Option<&[Jet<N>]>,
        time: Jet<N>,
    ) -> Vec<(Input, Jet<N>)> {
        let qd = self.state.values(InputKind::Qd);
        let single = (self.system.coordinates.iter()).filter(|c| c.kind.coordinates().len() == 1);
        single
            .flat_map(|coordinate| {
                let (q, v) = (coordinate.q, coordinate.v);
                let position = (Input::new(InputKind::Q, q), shift[v]);
                let rate = rates.map(|rates| {
                    let change = rates[v] - Jet::constant(qd[v]);
                    (Input::new(InputKind::Qd, v), change)
                });
                std::iter::once(position).chain(rate)
            })
            .chain([(Input::TIME, time)])
            .collect()
    }

    /// T of the expressions with the positions of a motion and some rates.
    fn expressed_kinetic<const N: usize>(
        &mut self,
        moving: &Moving<N>,
        rates: &[Jet<N>],
    ) -> Jet<N> {
        let displaced = self.displaced(&moving.shift, Some(rates), moving.time);
        let terms =
            Around::new(&mut self.state, displaced).evaluate(&self.stated.expressed.kinetic);
        terms.into_iter().fold(Jet::ZERO, |sum, term| sum + term)
    }

    /// The product with the part of M that expressions give: `T(x + y) - T(x) - T(y) + T0`.
    fn expressed_product<const N: usize>(
        &mut self,
        first: &Moving<N>,
        second: &Moving<N>,
    ) -> Jet<N> {
        if self.system.expressed.kinetic.is_empty() {
            return Jet::ZERO;
        }
        let both = first.rates.iter().zip(&second.rates);
        let both: Vec<Jet<N>> = both.map(|(&x, &y)| x + y).collect();
        let still = vec![Jet::ZERO; both.len()];
        let [sum, x, y, resting] = [&both, &first.rates, &second.rates, &still]
            .map(|rates| self.expressed_kinetic(first, rates));
        sum - x - y + resting
    }

    /// The terms of T at some rates.
    fn terms(&mut self, rates: Vec<Residue>) -> Vec<Residue> {
        self.state.set(InputKind::Qd, rates);
        evaluate(&self.stated.expressed.kinetic, &mut self.state)
    }

    /// The first term of T that is no polynomial of second degree in the rates: of one, third differences are 0,
    /// `T(x + 3 y) - 3 T(x + 2 y) + 3 T(x + y) - T(x) = 0`, and there are derivatives where nothing moves.
    pub fn first_not_quadratic(&mut self, x: &[Residue], y: &[Residue]) -> Option<usize> {
        let mut at = |times: u64| -> Vec<Residue> {
            let times = Residue::new(times);
            let rates = x.iter().zip(y).map(|(&x, &y)| x + times * y);
            self.terms(rates.collect())
        };
        let [a, b, c, d] = [0, 1, 2, 3].map(&mut at);
        let three = Residue::new(3);
        let bent = (0..a.len()).find(|&k| d[k] - a[k] != three * (c[k] - b[k]));
        if bent.is_some() || self.state.failure.is_some() {
            return bent;
        }
        self.state.set(InputKind::Qd, vec![Residue::ZERO; x.len()]);
        let kinetic = &self.stated.expressed.kinetic;
        let rough = (0..a.len()).find(|&k| {
            let term = kinetic.giving(&kinetic.outputs()[k..=k]);
            let rates = (x.iter().zip(y).enumerate()).map(|(v, (&x, &y))| {
                let along = Jet::<4>::along(FIRST, x) + Jet::along(TIME, y);
                (Input::new(InputKind::Qd, v), along)
            });
            Around::new(&mut self.state, rates).evaluate(&term);
            self.state.failure.is_some()
        });
        self.state.failure = None;
        rough
    }

    /// Whether T has terms of one rate: it is another where all turns round.
    pub fn has_linear_terms(&mut self, x: &[Residue]) -> bool {
        let sum = |terms: Vec<Residue>| terms.into_iter().fold(Residue::ZERO, |sum, x| sum + x);
        let back = x.iter().map(|&x| -x).collect();
        sum(self.terms(x.to_vec())) != sum(self.terms(back))
    }

    /// `sum a x' y'` over the joints' own positions x and y in two motions.
    fn driving<const N: usize>(&self, first: &Moving<N>, second: &Moving<N>) -> Jet<N> {
        let joints = self.system.tree.joints.iter().zip(&self.armatures);
        joints.fold(Jet::ZERO, |sum, (joint, &armature)| {
            let Some(motion) = joint.simple() else {
                return sum;
            };
            let v = self.system.coordinates[motion.coordinate].v;
            let factor = Residue::of(&motion.multiplier).unwrap_or(Residue::ZERO);
            let own = |moving: &Moving<N>| moving.rates[v].scaled(factor);
            sum + (own(first) * own(second)).scaled(armature)
        })
    }

    /// M, from a motion for each rate: `sum tr(X_j' P X_k'^T) + sum a x_j' x_k'`. The same as by
    /// [`Self::kinetic`], where only values and no derivatives are wanted.
    pub fn mass_matrix<const N: usize>(&mut self, motions: &[Moving<N>]) -> Vec<Vec<Residue>> {
        let flat = |rows: [[Residue; 4]; 3]| -> [Residue; 12] {
            std::array::from_fn(|at| rows[at / 4][at % 4])
        };
        let rates: Vec<Vec<[Residue; 12]>> = motions
            .iter()
            .map(|motion| {
                let rate =
                    |x: &Affine<N>| flat(x.derivative(TIME).0.map(|row| row.map(|e| e.0[0])));
                motion.links.iter().map(rate).collect()
            })
            .collect();
        let moments: Vec<_> = self.links.iter().map(Link::moments).collect();
        let weighted = |rate: &[Residue; 12], p: &[[Residue; 4]; 4]| -> [Residue; 12] {
            std::array::from_fn(|at| {
                let row = &rate[at / 4 * 4..][..4];
                let products = row.iter().zip(&p[at % 4]);
                products.fold(Residue::ZERO, |sum, (&x, &m)| sum + x * m)
            })
        };
        let still = [Residue::ZERO; 12];
        let product = |x: &[[Residue; 12]], momenta: &[(usize, [Residue; 12])]| {
            let links = momenta.iter().filter(|(link, _)| x[*link] != still);
            links.fold(Residue::ZERO, |sum, (link, y)| {
                let products = x[*link].iter().zip(y);
                products.fold(sum, |sum, (&x, &y)| sum + x * y)
            })
        };
        let row = |(x, own): (&Vec<[Residue; 12]>, &Moving<N>)| {
            let moving = x.iter().zip(&moments).enumerate();
            let moving = moving.filter(|(_, (rate, _))| **rate != still);
            let momenta: Vec<_> = moving
                .map(|(link, (rate, p))| (link, weighted(rate, p)))
                .collect();
            let entry = |(y, other): (&Vec<[Residue; 12]>, &Moving<N>)| {
                let expressed = self.expressed_product(own, other).0[0];
                product(y, &momenta) + self.driving(own, other).0[0] + expressed
            };
            rates.iter().zip(motions).map(entry).collect()
        };
        rates.iter().zip(motions).map(row).collect()
    }

    /// `sum m r` of all links that can move.
    pub fn first_moment<const N: usize>(&self, placements: &[Affine<N>]) -> [Jet<N>; 3] {
        std::array::from_fn(|i| {
            let links = self
                .links
                .iter()
                .zip(placements)
                .filter(|(link, _)| link.moves);
            links.fold(Jet::ZERO, |sum, (link, x)| {
                let turned = (0..3).fold(x.0[i][3].scaled(link.mass), |sum, k| {
                    sum + x.0[i][k].scaled(link.first[k])
                });
                sum + turned
            })
        })
    }

    /// A link, and all that it carries.
    pub fn behind(&self, link: usize) -> Vec<usize> {
        let mut behind = vec![link];
        // Parents come before children.
        for joint in &self.system.tree.joints {
            if joint.parent.is_some_and(|parent| behind.contains(&parent)) {
                behind.push(joint.child);
            }
        }
        behind
    }

    /// `sum m r'`, then `sum m (r - c) x r'` about the centre of mass c; `'` is the derivative along some directions
    /// of a placement.
    pub fn momentum<const N: usize>(
        &self,
        placement: &Affine<N>,
        link: usize,
        along: usize,
    ) -> [Residue; 6] {
        let Link {
            mass,
            com,
            first,
            second,
            ..
        } = &self.links[link];
        let x = |i: usize, j: usize| placement.0[i][j].0[0];
        let change = |i: usize, j: usize| placement.0[i][j].0[along];
        let linear =
            |i: usize| (0..3).fold(*mass * change(i, 3), |sum, k| sum + change(i, k) * first[k]);
        // R S R'^T with the second moments S about the centre of mass.
        let product = |i: usize, j: usize| {
            let pairs = (0..3).flat_map(|k| (0..3).map(move |l| (k, l)));
            pairs.fold(Residue::ZERO, |sum, (k, l)| {
                sum + x(i, k) * (second[k][l] - first[k] * com[l]) * change(j, l)
            })
        };
        let angular = |i: usize, j: usize| product(i, j) - product(j, i);
        [
            linear(0),
            linear(1),
            linear(2),
            angular(1, 2),
            angular(2, 0),
            angular(0, 1),
        ]
    }

    /// Where the centre of mass of a link is, and the force and the moment about it that the link's acceleration
    /// asks for besides gravity; of a placement that accelerates along [`SECOND`] and [`TIME`].
    pub fn asked_for(
        &self,
        placement: &Affine<8>,
        link: usize,
    ) -> ([Residue; 3], [Residue; 3], [Residue; 3]) {
        let Link { mass, com, .. } = self.links[link];
        let place = std::array::from_fn(|i| {
            let x = |k: usize| placement.0[i][k].0[0];
            (0..3).fold(x(3), |sum, k| sum + x(k) * com[k])
        });
        let rate = self.momentum(placement, link, TIME | SECOND);
        let force = std::array::from_fn(|k| rate[k] - mass * self.gravity[k]);
        (place, force, [rate[3], rate[4], rate[5]])
    }

    /// Mass of all links that can move.
    pub fn mass(&self) -> Residue {
        let links = self.links.iter().filter(|link| link.moves);
        links.fold(Residue::ZERO, |sum, link| sum + link.mass)
    }

    /// T0: what T has without rates, time passing or not. Links have nothing.
    fn resting<const N: usize>(&mut self, moving: &Moving<N>) -> Jet<N> {
        let path = Path {
            shift: moving.shift.clone(),
            rate: vec![Jet::ZERO; moving.rates.len()],
            time: moving.time,
        };
        let still = self.expressed_kinetic(moving, &path.rate);
        let places = self.places(&path.in_time());
        let links = self.links[self.system.tree.links.len()..].iter();
        still + product(links, &places, &places).scaled(half())
    }

    /// V
    pub fn potential<const N: usize>(&mut self, moving: &Moving<N>) -> Jet<N> {
        let moment = self.first_moment(&moving.links);
        let weight = (0..3).fold(Jet::ZERO, |sum, k| sum + moment[k].scaled(self.gravity[k]));
        let displaced = self.displaced(&moving.shift, None, moving.time);
        let terms =
            Around::new(&mut self.state, displaced).evaluate(&self.stated.expressed.potential);
        terms.into_iter().fold(-weight, |sum, term| sum + term)
    }

    /// `w . (d/dt dL/dqd - dL/dq)` for rates and accelerations, of a part of L.
    pub fn equations(
        &mut self,
        w: &[Residue],
        qd: &[Residue],
        qdd: &[Residue],
        part: Part,
    ) -> Residue {
        let passing = match part {
            Part::Whole => Residue::ONE,
            Part::Quadratic | Part::Still => Residue::ZERO,
        };
        // d/dt of (w . dL/dqd): one direction varies the rate, the other follows the motion.
        let mut path = Path::<8>::shift(SECOND, qd);
        path.time = Jet::along(SECOND, passing).with(TIME, passing);
        path.rate = (0..w.len())
            .map(|k| Jet::constant(qd[k]).with(FIRST, w[k]).with(SECOND, qdd[k]))
            .collect();
        let momentum = self.lagrangian(&path, part).0[FIRST | SECOND];
        // w . dL/dq
        let mut path = Path::<4>::shift(FIRST, w);
        path.time = Jet::along(TIME, passing);
        path.rate = qd.iter().map(|&x| Jet::constant(x)).collect();
        momentum - self.lagrangian(&path, part).0[FIRST]
    }

    /// `w . passive`: minus the derivatives of the potentials of force elements.
    pub fn passive(&mut self, w: &[Residue], qd: &[Residue]) -> Residue {
        let elements = (0..self.forces.len()).fold(Residue::ZERO, |sum, at| {
            let StatedForce { v, multiplier, .. } = self.stated.forces[at];
            let change = Jet::along(FIRST, multiplier * w[v]);
            sum - self.force_potential(at, qd, change).0[FIRST]
        });
        elements + self.spring_power(w, qd) + self.expressed_power(w)
    }

    /// The square of the length of each spring between points, and half the rate of that along rates.
    fn squares(&mut self, rates: &[Residue]) -> Vec<[Residue; 2]> {
        let path = Path::<2>::rate(rates.iter().map(|&x| Jet::constant(x)).collect());
        let placements = self.moving(&path, Chart::Successive).links;
        let place = |link: Option<usize>, point: &[Residue; 3]| -> [Jet<2>; 3] {
            let constant = point.map(Jet::constant);
            let Some(link) = link else {
                return constant;
            };
            std::array::from_fn(|i| {
                let row = &placements[link].0[i];
                (0..3).fold(row[3], |sum, k| sum + row[k] * constant[k])
            })
        };
        let springs = self.system.point_springs.iter().zip(&self.springs);
        springs
            .map(|(at, spring)| {
                let [from, to] = [0, 1].map(|k| place(at.ends[k].link, &spring.points[k]));
                let square = (0..3).fold(Jet::ZERO, |sum, k| {
                    let apart = to[k] - from[k];
                    sum + apart * apart
                });
                let half = Residue::new(2).inverse().expect("the prime is odd");
                [square.0[0], square.0[TIME] * half]
            })
            .collect()
    }

    /// Has the state know the lengths of springs, where their squares are squares.
    fn know_lengths(&mut self) {
        let still = vec![Residue::ZERO; self.state.values(InputKind::Qd).len()];
        if !self.springs.is_empty() {
            let squares = self.squares(&still);
            (self.state).know_roots(squares.into_iter().map(|[square, _]| square));
        }
    }

    /// Of each spring between points its stretch, and the rate of that along rates.
    fn stretches(&mut self, rates: &[Residue]) -> Vec<[Residue; 2]> {
        if self.springs.is_empty() {
            return Vec::new();
        }
        let squares = self.squares(rates).into_iter();
        let lengths = squares.map(|[square, rate]| {
            let length = self.state.call(Function::Sqrt, &square, None);
            [length, self.state.div(&rate, &length)]
        });
        let lengths: Vec<_> = lengths.collect();
        let springs = self.springs.iter().zip(lengths);
        springs
            .map(|(spring, [length, rate])| [length - spring.length, rate])
            .collect()
    }

    /// What springs between points do along rates: minus `k (l - l0) + c dl/dt`, times the rate of l.
    fn spring_power(&mut self, w: &[Residue], qd: &[Residue]) -> Residue {
        let (along, moving) = (self.stretches(w), self.stretches(qd));
        let springs = self.springs.iter().zip(along.iter().zip(&moving));
        springs.fold(
            Residue::ZERO,
            |sum, (spring, ([stretch, share], [_, rate]))| {
                sum - (spring.stiffness * *stretch + spring.damping * *rate) * *share
            },
        )
    }

    /// What the forces of the expressions do along rates.
    fn expressed_power(&mut self, w: &[Residue]) -> Residue {
        let forces = evaluate(&self.stated.expressed.forces, &mut self.state);
        let path = Path::<2>::rate(w.iter().map(|&x| Jet::constant(x)).collect());
        let along = &self.stated.expressed.along;
        let own = along.iter().zip(&forces).map(|(&v, &force)| w[v] * force);
        let places = self.places(&path);
        let at_bodies = forces[along.len()..].chunks_exact(3).zip(&places);
        let at_bodies = at_bodies.flat_map(|(force, place)| {
            let moved = place.derivative(TIME);
            (0..3).map(move |k| moved.0[k][3].0[0] * force[k])
        });
        own.chain(at_bodies)
            .fold(Residue::ZERO, |sum, part| sum + part)
    }

    /// The energy that force elements and springs between points store.
    pub fn spring_energy(&mut self) -> Residue {
        let stores = |at: &usize| self.stated.forces[*at].by == By::Position;
        let springs: Vec<usize> = (0..self.forces.len()).filter(stores).collect();
        let of_joints = springs.into_iter().fold(Residue::ZERO, |sum, at| {
            sum + self.force_potential(at, &[], Jet::ZERO).0[0]
        });
        let still = vec![Residue::ZERO; self.state.values(InputKind::Qd).len()];
        let stretches = self.stretches(&still);
        let half = Residue::new(2).inverse().expect("the prime is odd");
        let between = self.springs.iter().zip(stretches);
        between.fold(of_joints, |sum, (spring, [stretch, _])| {
            sum + half * spring.stiffness * stretch * stretch
        })
    }

    /// The potential of a force element, and a small change of what it is derived by.
    fn force_potential(&mut self, at: usize, qd: &[Residue], change: Jet<4>) -> Jet<4> {
        let stated = &self.stated.forces[at];
        let here = match stated.by {
            By::Position => evaluate(&stated.position, &mut self.state)[0],
            By::Rate => stated.multiplier * qd[stated.v],
        };
        let numbers = std::iter::once(here).chain(self.forces[at].iter().copied());
        self.state.set(InputKind::Local, numbers.collect());
        let displaced = [(Input::new(InputKind::Local, 0), change)];
        Around::new(&mut self.state, displaced).evaluate(&stated.potential)[0]
    }

    fn lagrangian<const N: usize>(&mut self, path: &Path<N>, part: Part) -> Jet<N> {
        let moving = self.moving(path, Chart::Common);
        match part {
            Part::Quadratic => self.kinetic(&moving, &moving),
            Part::Still => {
                let motion = self.kinetic(&moving, &moving);
                motion + self.resting(&moving) - self.potential(&moving)
            }
            Part::Whole => self.energy(&moving) - self.potential(&moving),
        }
    }

    /// Whether there is anything that time or single rates may have a part in.
    pub fn is_expressed(&self) -> bool {
        !self.system.expressed.is_empty()
    }
}

impl Link {
    fn moments(&self) -> [[Residue; 4]; 4] {
        std::array::from_fn(|i| {
            std::array::from_fn(|j| match (i, j) {
                (3, 3) => self.mass,
                (3, k) | (k, 3) => self.first[k],
                _ => self.second[i][j],
            })
        })
    }
}

/// `sum tr(X' P Y'^T)` over links that are placed twice.
fn product<'a, const N: usize>(
    links: impl Iterator<Item = &'a Link>,
    first: &[Affine<N>],
    second: &[Affine<N>],
) -> Jet<N> {
    let mut sum = Jet::ZERO;
    for (link, (x, y)) in links.zip(first.iter().zip(second)) {
        let (x, y) = (x.derivative(TIME), y.derivative(TIME));
        let p = link.moments();
        for (row_x, row_y) in x.0.iter().zip(&y.0) {
            for (entry, moments) in row_x.iter().zip(&p) {
                let weighted = row_y.iter().zip(moments);
                let other = weighted.fold(Jet::ZERO, |sum, (value, &m)| sum + value.scaled(m));
                sum = sum + *entry * other;
            }
        }
    }
    sum
}

fn half() -> Residue {
    let half = Residue::new(2).inverse();
    half.expect("2 is no multiple of the prime")
}

/// The transform of one motion along a path.
fn moved<const N: usize>(
    state: &mut State,
    motion: &StatedMotion,
    path: &Path<N>,
    chart: Chart,
) -> Affine<N> {
    let time = Jet::along(TIME, Residue::ONE);
    let (first, count) = motion.v;
    let shift = &path.shift[first..first + count];
    let rate = &path.rate[first..first + count];
    let swept: Vec<Jet<N>> = rate.iter().map(|&r| time * r).collect();
    let together: Vec<Jet<N>> = shift.iter().zip(&swept).map(|(&s, &r)| s + r).collect();
    let Some(rate_map) = &motion.rate_map else {
        return transform(state, motion, &together);
    };
    let subspace = constant_subspace(state, motion, rate_map);
    let here = transform(state, motion, &[]);
    let exponential = |amounts: &[Jet<N>]| {
        let twist: [Jet<N>; 6] = std::array::from_fn(|i| {
            subspace
                .iter()
                .zip(amounts)
                .fold(Jet::ZERO, |sum, (axis, amount)| {
                    sum + amount.scaled(axis[i])
                })
        });
        Affine::exponential(&twist)
    };
    match chart {
        Chart::Common => here.times(&exponential(&together)),
        Chart::Successive => here.times(&exponential(shift)).times(&exponential(&swept)),
    }
}

/// X of a motion whose coordinates are displaced.
fn transform<const N: usize>(
    state: &mut State,
    motion: &StatedMotion,
    displacement: &[Jet<N>],
) -> Affine<N> {
    let displaced = motion.inputs().zip(displacement.iter().copied());
    let x = Around::new(state, displaced).evaluate(&motion.transform);
    Affine::from_parts(
        &[[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]]],
        &[x[9], x[10], x[11]],
    )
}

/// The motion subspace of a joint whose rates are no derivatives: it is constant, so it can be
/// taken at the state.
fn constant_subspace(
    state: &mut State,
    motion: &StatedMotion,
    rate_map: &Program,
) -> Vec<[Residue; 6]> {
    let (_, nv) = motion.v;
    let n = evaluate(rate_map, state);
    let back = transform::<1>(state, motion, &[]).inverse();
    let axes = (0..nv).map(|k| {
        let column = n.iter().skip(k).step_by(nv);
        let along: Vec<Jet<2>> = column.map(|&rate| Jet::along(TIME, rate)).collect();
        let change = transform(state, motion, &along).derivative(TIME);
        // X^-1 dX: its last column and the entries (3, 2), (1, 3), (2, 1).
        let entry = |i: usize, j: usize| {
            (0..3).fold(Residue::ZERO, |sum, l| {
                sum + back.0[i][l].0[0] * change.0[l][j].0[0]
            })
        };
        [
            entry(0, 3),
            entry(1, 3),
            entry(2, 3),
            entry(2, 1),
            entry(0, 2),
            entry(1, 0),
        ]
    });
    axes.collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::exact::integer;
    use crate::ir::{Builder, LinearForm};
    use crate::joint::{Floating, Kind, Revolute};
    use crate::system::{self, Coordinate, LinkTree, Motion, Offset};

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

    fn at<'a>(system: &'a System, stated: &'a Stated, seed: u64) -> Lagrangian<'a> {
        Lagrangian::new(system, stated, State::random(system, stated, 0, seed))
    }

    /// `(7 + 3 2^2) qdd + 3 10 2 cos q`
    #[test]
    fn a_pendulum_has_the_equation_of_the_textbook() {
        let pendulum = one_body(Arc::new(Revolute { endless: true }));
        let stated = Stated::of(&pendulum);
        let mut lagrangian = at(&pendulum, &stated, 1);
        let [qd, qdd, w] = [11, 13, 17].map(Residue::new);
        let cos = lagrangian
            .state
            .call(Function::Cos, &Residue::ZERO, Some(&input_zero()));
        let tau = Residue::new(19) * qdd + Residue::new(60) * cos;
        assert_eq!(
            lagrangian.equations(&[w], &[qd], &[qdd], Part::Still),
            w * tau
        );
        assert_eq!(
            lagrangian.equations(&[w], &[qd], &[qdd], Part::Quadratic),
            w * Residue::new(19) * qdd
        );
    }

    /// `(7 + 3 2^2 + 2^2 11) qdd + 3 10 2 cos q` where a rotor of inertia 11 turns twice as fast.
    #[test]
    fn an_armature_adds_to_the_inertia_and_to_nothing_else() {
        let mut geared = one_body(Arc::new(Revolute { endless: true }));
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
        let stated = Stated::of(&geared);
        let mut lagrangian = at(&geared, &stated, 1);
        let [qd, qdd, w] = [5, 13, 17].map(Residue::new);
        let inertial = Residue::new(19 + 44) * qdd;
        assert_eq!(
            lagrangian.equations(&[w], &[qd], &[qdd], Part::Quadratic),
            w * inertial
        );
        let rate = Path::<2>::rate(vec![Jet::constant(qd)]);
        let moving = lagrangian.moving(&rate, Chart::Successive);
        let twice = lagrangian.kinetic(&moving, &moving).0[0];
        assert_eq!(twice + twice, Residue::new(63) * qd * qd);
        assert_eq!(
            lagrangian.mass_matrix(&[moving])[0],
            [Residue::new(63) * qd * qd]
        );
    }

    fn input_zero() -> LinearForm {
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
        let stated = Stated::of(&body);
        let mut lagrangian = at(&body, &stated, 2);
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
            let force = lagrangian.equations(&w, &v, &a, Part::Quadratic);
            assert_eq!(force, Residue::new(3) * sum, "component {k}");
        }
    }

    #[test]
    fn a_link_that_is_fixed_counts_for_nothing() {
        let mut fixed = one_body(Arc::new(Revolute { endless: true }));
        fixed.tree.joints[0].motions.clear();
        let stated = Stated::of(&fixed);
        let lagrangian = at(&fixed, &stated, 1);
        assert_eq!(lagrangian.mass(), Residue::ZERO);
        let pendulum = one_body(Arc::new(Revolute { endless: true }));
        let stated = Stated::of(&pendulum);
        let lagrangian = at(&pendulum, &stated, 1);
        assert_eq!(lagrangian.mass(), Residue::new(3));
    }
}
