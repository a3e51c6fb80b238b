//! The Lagrangian of a mechanism as read, and what Lagrange's equations say along directions.
//!
//! Kinetic energy is `sum over links of tr(X' P X'^T) / 2` with the placement X and the mass
//! moments P of the link about its own origin, and `sum over joints of a s'^2 / 2` with the armature a
//! and the position s; potential energy is `-sum of m g . r`. Nothing is lumped and no recursion of the
//! generator is used.

use super::affine::Affine;
use super::field::Residue;
use super::jet::{FIRST, Jet, SECOND, TIME};
use super::state::{CirclePoint, State};
use crate::exact::Rational;
use crate::force::{self, Element};
use crate::ir::{
    Algebra, Angle, Builder, Function, Input, InputKind, LinearForm, Node, Value, evaluate,
};
use crate::joint::{JointType, Statement};
use crate::mechanism::{Mechanism, Motion};

/// A link's numbers.
struct Link {
    mass: Residue,
    /// `sum m r`
    first: [Residue; 3],
    /// `sum m r r^T`
    second: [[Residue; 3]; 3],
    /// Whether any joint lets it move against the world.
    moves: bool,
}

/// A joint's numbers.
struct Joint {
    origin: Affine,
    /// Of each motion `axes` and its inverse, around its own transform.
    motions: Vec<(Affine, Affine)>,
}

/// A mechanism at one random state.
pub struct System<'a> {
    mechanism: &'a Mechanism,
    links: Vec<Link>,
    joints: Vec<Joint>,
    /// Of each joint.
    armatures: Vec<Residue>,
    /// Coefficients of each force element.
    forces: Vec<Vec<Residue>>,
    gravity: [Residue; 3],
    /// The state.
    pub state: State,
}

/// A displacement of all coordinates, a jet for each rate, and the rates that it happens with.
pub struct Path {
    /// Where: without constant part.
    pub shift: Vec<Jet>,
    /// How fast.
    pub rate: Vec<Jet>,
}

impl Path {
    /// `shift = direction * along`, no rate.
    pub fn shift(direction: usize, along: &[Residue]) -> Self {
        let shift = along
            .iter()
            .map(|&x| Jet::along(direction, x))
            .collect::<Vec<_>>();
        Self {
            rate: vec![Jet::ZERO; shift.len()],
            shift,
        }
    }

    /// At rest where it is, with rates.
    pub fn rate(rate: Vec<Jet>) -> Self {
        Self {
            shift: vec![Jet::ZERO; rate.len()],
            rate,
        }
    }
}

/// All links on the way along a path.
pub struct Moving {
    /// Their placements; the coefficient of [`TIME`] is their velocity.
    pub links: Vec<Affine>,
    /// The rates of the path.
    rates: Vec<Jet>,
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

impl<'a> System<'a> {
    /// The mechanism at a random state.
    pub fn new(mechanism: &'a Mechanism, mut state: State) -> Self {
        let numbers = numbers(mechanism, &mut state);
        let mut numbers = numbers.into_iter();
        let mut next = || numbers.next().expect("as many as were asked for");
        let gravity = std::array::from_fn(|_| next());
        let half = Residue::new(2)
            .inverse()
            .expect("2 is no multiple of the prime");
        let mut links: Vec<Link> = mechanism
            .links
            .iter()
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
                    first: com.map(|c| mass * c),
                    second,
                    moves: false,
                }
            })
            .collect();
        let mut matrix = |translated: bool| {
            let rotation: [[Jet; 3]; 3] =
                std::array::from_fn(|_| std::array::from_fn(|_| Jet::constant(next())));
            let translation: [Jet; 3] = std::array::from_fn(|_| {
                if translated {
                    Jet::constant(next())
                } else {
                    Jet::ZERO
                }
            });
            Affine::from_parts(&rotation, &translation)
        };
        let joints: Vec<Joint> = mechanism
            .joints
            .iter()
            .map(|joint| {
                let origin = matrix(true);
                let motions = joint.motions.iter().map(|_| {
                    let axes = matrix(false);
                    (axes, axes.inverse())
                });
                Joint {
                    origin,
                    motions: motions.collect(),
                }
            })
            .collect();
        let armatures = mechanism.joints.iter().map(|_| next()).collect();
        let coefficients = |force: &Element| force.coefficients.iter().map(|_| next()).collect();
        let forces = mechanism.forces.iter().map(coefficients).collect();
        for joint in &mechanism.joints {
            let carried = joint.parent.is_some_and(|parent| links[parent].moves);
            links[joint.child].moves = carried || !joint.motions.is_empty();
        }
        Self {
            mechanism,
            links,
            joints,
            armatures,
            forces,
            gravity,
            state,
        }
    }

    /// Whether some rates are no derivatives of positions.
    pub fn has_quasi_rates(&self) -> bool {
        let mut kinds = self.mechanism.coordinates.iter().map(|c| &c.kind);
        kinds.any(|kind| Statement::of(&**kind).rate_map.is_some())
    }

    /// All links along a path.
    pub fn moving(&mut self, path: &Path, chart: Chart) -> Moving {
        let mut placements = vec![Affine::identity(); self.links.len()];
        for (at, joint) in self.mechanism.joints.iter().enumerate() {
            let carrier = joint
                .parent
                .map_or(Affine::identity(), |parent| placements[parent]);
            let mut placed = carrier.times(&self.joints[at].origin);
            for (k, motion) in joint.motions.iter().enumerate() {
                let (axes, back) = self.joints[at].motions[k];
                let moved = self.moved(motion, path, chart);
                placed = placed.times(&axes).times(&moved).times(&back);
            }
            placements[joint.child] = placed;
        }
        Moving {
            links: placements,
            rates: path.rate.clone(),
        }
    }

    /// X of one joint along a path.
    fn moved(&mut self, motion: &Motion, path: &Path, chart: Chart) -> Affine {
        let coordinate = &self.mechanism.coordinates[motion.coordinate];
        let (kind, v) = (&*motion.kind, coordinate.v);
        let factor = Residue::of(&motion.multiplier).unwrap_or(Residue::ZERO);
        let time = Jet::along(TIME, Residue::ONE);
        let local = |values: &[Jet]| -> Vec<Jet> {
            values[v..v + kind.nv()]
                .iter()
                .map(|x| x.scaled(factor))
                .collect()
        };
        let (shift, rate) = (local(&path.shift), local(&path.rate));
        let swept: Vec<Jet> = rate.iter().map(|&r| time * r).collect();
        let together: Vec<Jet> = shift.iter().zip(&swept).map(|(&s, &r)| s + r).collect();
        let positions = self.positions(motion);
        let Some(subspace) = self.constant_subspace(kind, &positions) else {
            return transform_at(kind, &positions, &together);
        };
        let still = vec![Jet::ZERO; positions.len()];
        let here = transform_at(kind, &positions, &still);
        let exponential = |amounts: &[Jet]| {
            let twist: [Jet; 6] = std::array::from_fn(|i| {
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
            Chart::Successive => here.times(&exponential(&shift)).times(&exponential(&swept)),
        }
    }

    /// The joint's own positions: bare value and, for angles, circle point.
    fn positions(&mut self, motion: &Motion) -> Vec<(Residue, Option<CirclePoint>)> {
        let mut b = Builder::new();
        let values = motion.positions(&mut b, &self.mechanism.coordinates);
        let program = b.finish(&values);
        let bare = evaluate(&program, &mut self.state);
        let forms: Vec<_> = program
            .outputs()
            .iter()
            .map(|&value| LinearForm::of(&program, value))
            .collect();
        bare.into_iter()
            .zip(forms)
            .map(|(bare, form)| (bare, form.and_then(|form| self.state.point(&form))))
            .collect()
    }

    /// The motion subspace of a joint whose rates are no derivatives: it is constant, so it can be
    /// taken at the state. None: the rates are derivatives.
    fn constant_subspace(
        &self,
        kind: &dyn JointType,
        positions: &[(Residue, Option<CirclePoint>)],
    ) -> Option<Vec<[Residue; 6]>> {
        let rate_map = Statement::of(kind).rate_map?;
        let nv = kind.nv();
        let still = vec![Jet::ZERO; positions.len()];
        let mut here = Displaced {
            positions,
            displacement: &still,
        };
        let n: Vec<Residue> = evaluate(&rate_map, &mut here)
            .iter()
            .map(|entry| entry.0[0])
            .collect();
        let back = transform_at(kind, positions, &still).inverse();
        let axes = (0..nv).map(|k| {
            let along: Vec<Jet> = (0..positions.len())
                .map(|j| Jet::along(TIME, n[j * nv + k]))
                .collect();
            let change = transform_at(kind, positions, &along).derivative(TIME);
            // X^-1 dX: its last column and the entries (3, 2), (1, 3), (2, 1).
            let entry = |i: usize, j: usize| {
                (0..3).fold(Residue::ZERO, |sum, l| {
                    sum + (back.0[i][l] * change.0[l][j]).0[0]
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
        Some(axes.collect())
    }

    /// `sum tr(X' P Y'^T) / 2 + sum a x' y' / 2` of two motions: T where they are the same, half the product
    /// with M where they are not.
    pub fn kinetic(&self, first: &Moving, second: &Moving) -> Jet {
        let mut sum = self.driving(first, second);
        for (link, (x, y)) in self.links.iter().zip(first.links.iter().zip(&second.links)) {
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
        sum.scaled(
            Residue::new(2)
                .inverse()
                .expect("2 is no multiple of the prime"),
        )
    }

    /// `sum a x' y'` over the joints' own positions x and y in two motions.
    fn driving(&self, first: &Moving, second: &Moving) -> Jet {
        let joints = self.mechanism.joints.iter().zip(&self.armatures);
        joints.fold(Jet::ZERO, |sum, (joint, &armature)| {
            let Some(motion) = joint.simple() else {
                return sum;
            };
            let v = self.mechanism.coordinates[motion.coordinate].v;
            let factor = Residue::of(&motion.multiplier).unwrap_or(Residue::ZERO);
            let own = |moving: &Moving| moving.rates[v].scaled(factor);
            sum + (own(first) * own(second)).scaled(armature)
        })
    }

    /// M, from a motion for each rate: `sum tr(X_j' P X_k'^T) + sum a x_j' x_k'`. The same as by
    /// [`Self::kinetic`], where only values and no derivatives are wanted.
    pub fn mass_matrix(&self, motions: &[Moving]) -> Vec<Vec<Residue>> {
        let flat = |rows: [[Residue; 4]; 3]| -> [Residue; 12] {
            std::array::from_fn(|at| rows[at / 4][at % 4])
        };
        let rates: Vec<Vec<[Residue; 12]>> = motions
            .iter()
            .map(|motion| {
                let rate = |x: &Affine| flat(x.derivative(TIME).0.map(|row| row.map(|e| e.0[0])));
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
        let row = |(x, own): (&Vec<[Residue; 12]>, &Moving)| {
            let moving = x.iter().zip(&moments).enumerate();
            let moving = moving.filter(|(_, (rate, _))| **rate != still);
            let momenta: Vec<_> = moving
                .map(|(link, (rate, p))| (link, weighted(rate, p)))
                .collect();
            let entry = |(y, other): (&Vec<[Residue; 12]>, &Moving)| {
                product(y, &momenta) + self.driving(own, other).0[0]
            };
            rates.iter().zip(motions).map(entry).collect()
        };
        rates.iter().zip(motions).map(row).collect()
    }

    /// `sum m r` of all links that can move.
    pub fn first_moment(&self, placements: &[Affine]) -> [Jet; 3] {
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

    /// Mass of all links that can move.
    pub fn mass(&self) -> Residue {
        let links = self.links.iter().filter(|link| link.moves);
        links.fold(Residue::ZERO, |sum, link| sum + link.mass)
    }

    /// V, or 0 without gravity.
    pub fn potential(&self, placements: &[Affine], gravity: bool) -> Jet {
        if !gravity {
            return Jet::ZERO;
        }
        let moment = self.first_moment(placements);
        -(0..3).fold(Jet::ZERO, |sum, k| sum + moment[k].scaled(self.gravity[k]))
    }

    /// `w . (d/dt dL/dqd - dL/dq)` for rates and accelerations.
    pub fn equations(
        &mut self,
        w: &[Residue],
        qd: &[Residue],
        qdd: &[Residue],
        gravity: bool,
    ) -> Residue {
        // d/dt of (w . dL/dqd): one direction varies the rate, the other follows the motion.
        let mut path = Path::shift(SECOND, qd);
        path.rate = (0..w.len())
            .map(|k| Jet::constant(qd[k]).with(FIRST, w[k]).with(SECOND, qdd[k]))
            .collect();
        let momentum = self.lagrangian(&path, gravity).0[FIRST | SECOND];
        // w . dL/dq
        let mut path = Path::shift(FIRST, w);
        path.rate = qd.iter().map(|&x| Jet::constant(x)).collect();
        momentum - self.lagrangian(&path, gravity).0[FIRST]
    }

    /// `w . passive`: minus the derivative of Rayleigh's functions by the rates.
    pub fn passive(&self, w: &[Residue], qd: &[Residue]) -> Residue {
        let forces = self.mechanism.forces.iter().zip(&self.forces);
        forces.fold(Residue::ZERO, |sum, (force, coefficients)| {
            let Some(motion) = self.mechanism.joints[force.joint].simple() else {
                return sum;
            };
            let v = self.mechanism.coordinates[motion.coordinate].v;
            let factor = Residue::of(&motion.multiplier).unwrap_or(Residue::ZERO);
            let (rate, change) = (factor * qd[v], Jet::along(FIRST, factor * w[v]));
            sum - dissipation(force.kind, coefficients, rate, change).0[FIRST]
        })
    }

    fn lagrangian(&mut self, path: &Path, gravity: bool) -> Jet {
        let moving = self.moving(path, Chart::Common);
        self.kinetic(&moving, &moving) - self.potential(&moving.links, gravity)
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

/// All numbers of a mechanism, in the order in which [`System::new`] takes them.
fn numbers(mechanism: &Mechanism, state: &mut State) -> Vec<Residue> {
    let mut values: Vec<Value> = mechanism.gravity.to_vec();
    for link in &mechanism.links {
        values.push(link.mass);
        values.extend(link.com);
        values.extend(link.inertia.into_iter().flatten());
    }
    for joint in &mechanism.joints {
        values.extend(joint.origin.rotation.into_iter().flatten());
        values.extend(joint.origin.translation);
        for motion in &joint.motions {
            values.extend(motion.axes.into_iter().flatten());
        }
    }
    values.extend(mechanism.joints.iter().map(|joint| joint.armature));
    values.extend(
        mechanism
            .forces
            .iter()
            .flat_map(|force| &force.coefficients),
    );
    evaluate(&mechanism.builder.finish(&values), state)
}

/// Rayleigh's function of a force element at a rate and a small change of that.
fn dissipation(kind: force::Kind, coefficients: &[Residue], rate: Residue, change: Jet) -> Jet {
    let mut b = Builder::new();
    let mut input = |at| b.input(InputKind::Local, at);
    let qd = input(0);
    let symbols: Vec<Value> = (1..=coefficients.len()).map(input).collect();
    let function = kind.dissipation(&mut b, &symbols, qd);
    let mut displacement = vec![Jet::ZERO; 1 + coefficients.len()];
    displacement[0] = change;
    let numbers = std::iter::once(&rate).chain(coefficients);
    let positions: Vec<_> = numbers.map(|&number| (number, None)).collect();
    let mut displaced = Displaced {
        positions: &positions,
        displacement: &displacement,
    };
    evaluate(&b.finish(&[function]), &mut displaced)[0]
}

/// X of a joint type at positions and small displacements of them.
fn transform_at(
    kind: &dyn JointType,
    positions: &[(Residue, Option<CirclePoint>)],
    displacement: &[Jet],
) -> Affine {
    let program = Statement::of(kind).transform;
    debug_assert!(
        program
            .nodes()
            .iter()
            .all(|node| !matches!(node, Node::Angle(_)))
    );
    let x = evaluate(
        &program,
        &mut Displaced {
            positions,
            displacement,
        },
    );
    Affine::from_parts(
        &[[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]]],
        &[x[9], x[10], x[11]],
    )
}

/// Evaluates a joint's transform at displaced positions, or a force element's statement at a changed rate.
struct Displaced<'a> {
    positions: &'a [(Residue, Option<CirclePoint>)],
    displacement: &'a [Jet],
}

impl Algebra for Displaced<'_> {
    type Element = Jet;

    fn input(&mut self, input: Input) -> Jet {
        let at = input.index as usize;
        Jet::constant(self.positions[at].0) + self.displacement[at]
    }
    fn constant(&mut self, value: &Rational) -> Jet {
        Jet::constant(Residue::of(value).expect("a small constant"))
    }
    fn angle(&mut self, _: &Angle) -> Jet {
        Jet::ZERO
    }
    fn add(&mut self, a: &Jet, b: &Jet) -> Jet {
        *a + *b
    }
    fn sub(&mut self, a: &Jet, b: &Jet) -> Jet {
        *a - *b
    }
    fn mul(&mut self, a: &Jet, b: &Jet) -> Jet {
        *a * *b
    }
    fn div(&mut self, a: &Jet, b: &Jet) -> Jet {
        *a * b.inverse().unwrap_or(Jet::ZERO)
    }
    fn neg(&mut self, a: &Jet) -> Jet {
        -*a
    }
    fn call(&mut self, function: Function, _: &Jet, form: Option<&LinearForm>) -> Jet {
        let form = form.expect("a joint takes sine and cosine of its positions");
        let (input, factor) = form.factors.first_key_value().expect("a position");
        assert!(
            form.factors.len() == 1 && *factor == Rational::ONE,
            "a plain position"
        );
        let at = input.index as usize;
        let point = self.positions[at].1.expect("an angle has a circle point");
        let x = self.displacement[at];
        let inverse = |n: u64| {
            Residue::new(n)
                .inverse()
                .expect("small numbers have inverses")
        };
        // cos x = 1 - x^2/2, sin x = x - x^3/6, since x^4 = 0.
        let cos = Jet::constant(Residue::ONE) - (x * x).scaled(inverse(2));
        let sin = x - (x * x * x).scaled(inverse(6));
        match function {
            Function::Sin => cos.scaled(point.sin) + sin.scaled(point.cos),
            _ => cos.scaled(point.cos) - sin.scaled(point.sin),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::exact::integer;
    use crate::joint::{Floating, Kind, Revolute};
    use crate::mechanism::{self, Coordinate, Offset};

    /// One body on one joint with the world: mass 3, centre of mass at (2, 0, 0), moments of
    /// inertia 5, 6, 7; gravity -10 along y.
    fn one_body(kind: Kind) -> Mechanism {
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
        Mechanism {
            gravity: [o, g, o],
            links: vec![mechanism::Link {
                name: "body".into(),
                mass: three,
                com: [two, o, o],
                inertia: [[five, o, o], [o, six, o], [o, o, seven]],
            }],
            joints: vec![mechanism::Joint {
                name: "joint".into(),
                parent: None,
                child: 0,
                origin: builder.identity_pose(),
                motions: vec![motion],
                armature: o,
            }],
            forces: Vec::new(),
            coordinates: vec![Coordinate {
                name: "joint".into(),
                joint: "joint".into(),
                kind,
                q: 0,
                v: 0,
                limits: None,
            }],
            snaps: Vec::new(),
            parameters: Vec::new(),
            nonzero: Vec::new(),
            builder,
        }
    }

    /// `(7 + 3 2^2) qdd + 3 10 2 cos q`
    #[test]
    fn a_pendulum_has_the_equation_of_the_textbook() {
        let pendulum = one_body(Arc::new(Revolute { endless: true }));
        let mut system = System::new(&pendulum, State::random(&pendulum, 0, 1));
        let [qd, qdd, w] = [11, 13, 17].map(Residue::new);
        let cos = system
            .state
            .call(Function::Cos, &Residue::ZERO, Some(&input_zero()));
        let tau = Residue::new(19) * qdd + Residue::new(60) * cos;
        assert_eq!(system.equations(&[w], &[qd], &[qdd], true), w * tau);
        assert_eq!(
            system.equations(&[w], &[qd], &[qdd], false),
            w * Residue::new(19) * qdd
        );
    }

    /// `(7 + 3 2^2 + 2^2 11) qdd + 3 10 2 cos q` where a rotor of inertia 11 turns twice as fast.
    #[test]
    fn an_armature_adds_to_the_inertia_and_to_nothing_else() {
        let mut geared = one_body(Arc::new(Revolute { endless: true }));
        let mut follower = geared.joints[0].clone();
        let massless = mechanism::Link {
            mass: geared.builder.zero(),
            inertia: [geared.builder.zeros(); 3],
            ..geared.links[0].clone()
        };
        geared.links.push(massless);
        follower.motions[0].multiplier = integer(-2);
        follower.child = 1;
        follower.armature = geared.builder.integer(11);
        geared.joints.push(follower);
        let mut system = System::new(&geared, State::random(&geared, 0, 1));
        let [qd, qdd, w] = [5, 13, 17].map(Residue::new);
        let inertial = Residue::new(19 + 44) * qdd;
        assert_eq!(system.equations(&[w], &[qd], &[qdd], false), w * inertial);
        let rate = Path::rate(vec![Jet::constant(qd)]);
        let moving = system.moving(&rate, Chart::Successive);
        let twice = system.kinetic(&moving, &moving).0[0];
        assert_eq!(twice + twice, Residue::new(63) * qd * qd);
        assert_eq!(
            system.mass_matrix(&[moving])[0],
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
        let mut system = System::new(&body, State::random(&body, 0, 2));
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
            let force = system.equations(&w, &v, &a, false);
            assert_eq!(force, Residue::new(3) * sum, "component {k}");
        }
    }

    #[test]
    fn a_link_that_is_fixed_counts_for_nothing() {
        let mut fixed = one_body(Arc::new(Revolute { endless: true }));
        fixed.joints[0].motions.clear();
        let system = System::new(&fixed, State::random(&fixed, 0, 1));
        assert_eq!(system.mass(), Residue::ZERO);
        let pendulum = one_body(Arc::new(Revolute { endless: true }));
        let system = System::new(&pendulum, State::random(&pendulum, 0, 1));
        assert_eq!(system.mass(), Residue::new(3));
    }
}
