//! The operations of the runtime's `manifold` on the positions of one joint, as programs. Positions need not be a vector.

use super::number::ProgramNumber;
use crate::interface::Robot;
use multibody_description::system::joint_rows;
use multibody_program::ir::Function;

/// The kind of positions that a joint has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointChart {
    /// Positions whose derivatives are the rates.
    Vector,
    /// x, y and the angle.
    Planar,
    /// A unit quaternion x y z w.
    Quaternion,
    /// x y z and a unit quaternion x y z w.
    Floating,
}

/// A joint with coordinates of its own, or consecutive ones whose positions are vectors.
#[derive(Clone, Copy, Debug)]
pub struct ChartedJoint {
    /// What its positions are.
    pub chart: JointChart,
    /// The index of its first position, and how many it has.
    pub q: [usize; 2],
    /// The index of its first rate, and how many it has.
    pub v: [usize; 2],
}

/// The joints of a robot that have coordinates of their own; consecutive ones whose positions are vectors count as one. In C, any
/// other chart is a fault, which is reported before emission.
pub fn joints(robot: &Robot<'_>) -> Vec<ChartedJoint> {
    let mut joints: Vec<ChartedJoint> = Vec::new();
    for row in joint_rows(robot.system) {
        let (coordinate, kind) = (row.coordinate, &row.coordinate.kind);
        let joint = ChartedJoint {
            chart: match row.chart {
                "Planar" => JointChart::Planar,
                "Quaternion" => JointChart::Quaternion,
                "Floating" => JointChart::Floating,
                _ => JointChart::Vector,
            },
            q: [coordinate.q, kind.positions().len()],
            v: [coordinate.v, kind.nv()],
        };
        match joints.last_mut() {
            Some(last) if [last.chart, joint.chart] == [JointChart::Vector; 2] => {
                last.q[1] += joint.q[1];
                last.v[1] += joint.v[1];
            }
            _ => joints.push(joint),
        }
    }
    joints
}

type Numbers<'b> = [ProgramNumber<'b>];
type Vector<'b> = [ProgramNumber<'b>; 3];
type Quaternion<'b> = [ProgramNumber<'b>; 4];

impl JointChart {
    /// The index of the first number of the quaternion, if there is one.
    pub fn quaternion(self) -> Option<usize> {
        match self {
            Self::Vector | Self::Planar => None,
            Self::Quaternion => Some(0),
            Self::Floating => Some(3),
        }
    }

    /// The quaternion among the positions.
    fn orientation<'b>(self, q: &Numbers<'b>) -> Quaternion<'b> {
        let first = self.quaternion().expect("a quaternion");
        std::array::from_fn(|k| q[first + k])
    }

    /// Positions with a quaternion of unit length.
    pub fn normalize<'b>(self, q: &Numbers<'b>) -> Vec<ProgramNumber<'b>> {
        match self.quaternion() {
            None => q.to_vec(),
            Some(first) => [&q[..first], &unit(self.orientation(q))].concat(),
        }
    }

    /// The derivative of the positions, `N(q) qd`.
    pub fn position_rate<'b>(self, q: &Numbers<'b>, qd: &Numbers<'b>) -> Vec<ProgramNumber<'b>> {
        match self {
            Self::Vector => qd.to_vec(),
            Self::Planar => {
                let (s, c) = q[2].sin_cos();
                vec![c * qd[0] - s * qd[1], s * qd[0] + c * qd[1], qd[2]]
            }
            Self::Quaternion => {
                let rate = product(self.orientation(q), [qd[0], qd[1], qd[2], q[0].lit("0")]);
                rate.map(|part| part.lit("0.5") * part).to_vec()
            }
            Self::Floating => {
                let linear = rotate(self.orientation(q), [qd[0], qd[1], qd[2]]);
                [
                    &linear[..],
                    &Self::Quaternion.position_rate(&q[3..], &qd[3..]),
                ]
                .concat()
            }
        }
    }

    /// The rows of `N^+(q)`, which maps the derivative of the positions to the rates. Quaternions need not have unit length.
    pub fn rates_by_positions<'b>(self, q: &Numbers<'b>) -> Vec<Vec<ProgramNumber<'b>>> {
        let identity_rows = |count: usize| -> Vec<Vec<ProgramNumber<'b>>> {
            let entry = |i, k| q[0].lit(if i == k { "1" } else { "0" });
            let row = |i| (0..count).map(|k| entry(i, k)).collect();
            (0..count).map(row).collect()
        };
        match self {
            Self::Vector => identity_rows(q.len()),
            Self::Planar => {
                let ((s, c), zero) = (q[2].sin_cos(), q[0].lit("0"));
                vec![
                    vec![c, s, zero],
                    vec![-s, c, zero],
                    identity_rows(3).remove(2),
                ]
            }
            // The vector part of 2 q^-1 dq, as a matrix: 2 Q^T / |q|^2, where Q has the columns q i, q j and q k.
            Self::Quaternion => {
                let [x, y, z, w] = self.orientation(q);
                let factor = x.lit("2") / (x * x + y * y + z * z + w * w);
                let [x, y, z, w] = [x, y, z, w].map(|part| factor * part);
                vec![vec![w, z, -y, -x], vec![-z, w, x, -y], vec![y, -x, w, -z]]
            }
            Self::Floating => {
                let (inverse, zero) = (conjugate(unit(self.orientation(q))), q[0].lit("0"));
                let columns: Vec<Vector<'b>> = (identity_rows(3).iter())
                    .map(|axis| rotate(inverse, [axis[0], axis[1], axis[2]]))
                    .collect();
                let linear = (0..3).map(|i| {
                    let entries = columns.iter().map(|column| column[i]);
                    entries.chain([zero; 4]).collect()
                });
                let angular = Self::Quaternion.rates_by_positions(&q[3..]).into_iter();
                linear
                    .chain(angular.map(|row| [&[zero; 3][..], &row].concat()))
                    .collect()
            }
        }
    }

    /// The position after a step: a velocity times a time.
    pub fn integrate<'b>(self, q: &Numbers<'b>, step: &Numbers<'b>) -> Vec<ProgramNumber<'b>> {
        match self {
            Self::Vector => q.iter().zip(step).map(|(&q, &step)| q + step).collect(),
            Self::Planar => {
                let half = step[2].lit("0.5") * step[2];
                let (c0, c1) = stumpff(half * half);
                // sin(a) / a and (1 - cos(a)) / a, where a is the turn.
                let (forward, sideward) = (c0 * c1, half * c1 * c1);
                let x = forward * step[0] - sideward * step[1];
                let y = sideward * step[0] + forward * step[1];
                let (s, c) = q[2].sin_cos();
                vec![
                    q[0] + (c * x - s * y),
                    q[1] + (s * x + c * y),
                    q[2] + step[2],
                ]
            }
            Self::Quaternion => {
                let turn = Turn::new([step[0], step[1], step[2]]);
                unit(product(self.orientation(q), turn.quaternion())).to_vec()
            }
            Self::Floating => {
                let turn = Turn::new([step[3], step[4], step[5]]);
                let displacement =
                    rotate(self.orientation(q), turn.arc([step[0], step[1], step[2]]));
                let position: Vector<'b> = std::array::from_fn(|k| q[k] + displacement[k]);
                let next = unit(product(self.orientation(q), turn.quaternion()));
                [&position[..], &next].concat()
            }
        }
    }

    /// The tangent of half the angle between two orientations. [`difference`](Self::difference) needs half the angle, but programs
    /// have no arc tangent.
    pub fn tangent<'b>(self, from: &Numbers<'b>, to: &Numbers<'b>) -> ProgramNumber<'b> {
        let [x, y, z, w] = product(conjugate(self.orientation(from)), self.orientation(to));
        length([x, y, z]) / w
    }

    /// The step from one position to another; `half` is half the angle between the orientations, if there is a quaternion.
    pub fn difference<'b>(
        self,
        from: &Numbers<'b>,
        to: &Numbers<'b>,
        half: Option<ProgramNumber<'b>>,
    ) -> Vec<ProgramNumber<'b>> {
        match self {
            Self::Vector => to.iter().zip(from).map(|(&to, &from)| to - from).collect(),
            Self::Planar => {
                let [x, y, turn]: Vector<'b> = std::array::from_fn(|k| to[k] - from[k]);
                let (s, c) = from[2].sin_cos();
                let (longitudinal, lateral) = (c * x + s * y, c * y - s * x);
                let half = turn.lit("0.5") * turn;
                let (c0, c1) = stumpff(half * half);
                // The matrix of `integrate` has the inverse [[h cot(h), h], [-h, h cot(h)]], where h is half the turn.
                let h_cot_h = c0 / c1;
                vec![
                    h_cot_h * longitudinal + half * lateral,
                    h_cot_h * lateral - half * longitudinal,
                    turn,
                ]
            }
            Self::Quaternion | Self::Floating => {
                let inverse = conjugate(self.orientation(from));
                let [x, y, z, _] = product(inverse, self.orientation(to));
                let half_over_sine = half.expect("half the angle") / length([x, y, z]);
                let turn =
                    Turn::new([x, y, z].map(|part| (half_over_sine + half_over_sine) * part));
                let linear = (self == Self::Floating).then(|| {
                    let displacement = std::array::from_fn(|k| to[k] - from[k]);
                    turn.chord(rotate(inverse, displacement))
                });
                linear.into_iter().flatten().chain(turn.vector).collect()
            }
        }
    }
}

/// A rotation vector r, and the Stumpff functions `c_0` to `c_3` of `|r|^2 / 4`.
struct Turn<'b> {
    vector: Vector<'b>,
    c: [ProgramNumber<'b>; 4],
}

impl<'b> Turn<'b> {
    fn new(vector: Vector<'b>) -> Self {
        let y = vector[0].lit("0.25") * dot(vector, vector);
        let [c2, c3] = [2, 3].map(|k| y.call(Function::Stumpff(k)));
        let one = y.lit("1");
        let c = [one - y * c2, one - y * c3, c2, c3];
        Self { vector, c }
    }

    /// The unit quaternion: `sin(|r| / 2) r / |r|`, and `cos(|r| / 2)`.
    fn quaternion(&self) -> Quaternion<'b> {
        let half = self.c[1].lit("0.5") * self.c[1];
        let [x, y, z] = self.vector;
        [half * x, half * y, half * z, self.c[0]]
    }

    /// The displacement of a body that moves by v along its own axes while it turns: the series with `a = (1 - cos |r|) / |r|^2` and
    /// `b = (|r| - sin |r|) / |r|^3`.
    fn arc(&self, v: Vector<'b>) -> Vector<'b> {
        let [c0, c1, c2, c3] = self.c;
        let factor = c1.lit("0.5") * c1 * c1;
        self.series(v, factor, c0.lit("0.25") * (c2 + c0 * c3))
    }

    /// The inverse of [`arc`](Self::arc): the series with `a = -1/2` and `b = (1 - |r|/2 cot(|r|/2)) / |r|^2`.
    fn chord(&self, v: Vector<'b>) -> Vector<'b> {
        let [_, c1, c2, c3] = self.c;
        self.series(v, c1.lit("-0.5"), c1.lit("0.25") * (c2 - c3) / c1)
    }

    /// `v + a r x v + b r x (r x v)`, where r is the rotation vector.
    fn series(&self, v: Vector<'b>, a: ProgramNumber<'b>, b: ProgramNumber<'b>) -> Vector<'b> {
        let once = cross(self.vector, v);
        let twice = cross(self.vector, once);
        std::array::from_fn(|k| v[k] + (a * once[k] + b * twice[k]))
    }
}

/// The Stumpff functions `c_0` and `c_1`.
fn stumpff(x: ProgramNumber<'_>) -> (ProgramNumber<'_>, ProgramNumber<'_>) {
    (x.call(Function::Stumpff(0)), x.call(Function::Stumpff(1)))
}

/// The length of the vector part of a quaternion. The small term keeps it from 0, since `difference` divides by it.
fn length(u: Vector<'_>) -> ProgramNumber<'_> {
    (dot(u, u) + u[0].lit("1e-36")).call(Function::Sqrt)
}

fn dot<'b>(a: Vector<'b>, b: Vector<'b>) -> ProgramNumber<'b> {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross<'b>([a0, a1, a2]: Vector<'b>, [b0, b1, b2]: Vector<'b>) -> Vector<'b> {
    [a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0]
}

fn unit([x, y, z, w]: Quaternion<'_>) -> Quaternion<'_> {
    let length = (x * x + y * y + z * z + w * w).call(Function::Sqrt);
    [x, y, z, w].map(|part| part / length)
}

fn conjugate([x, y, z, w]: Quaternion<'_>) -> Quaternion<'_> {
    [-x, -y, -z, w]
}

fn product<'b>(a: Quaternion<'b>, b: Quaternion<'b>) -> Quaternion<'b> {
    let ([a_x, a_y, a_z, a_w], [b_x, b_y, b_z, b_w]) = (a, b);
    [
        a_w * b_x + a_x * b_w + a_y * b_z - a_z * b_y,
        a_w * b_y + a_y * b_w + a_z * b_x - a_x * b_z,
        a_w * b_z + a_z * b_w + a_x * b_y - a_y * b_x,
        a_w * b_w - a_x * b_x - a_y * b_y - a_z * b_z,
    ]
}

/// A vector rotated by a unit quaternion.
fn rotate<'b>([x, y, z, w]: Quaternion<'b>, v: Vector<'b>) -> Vector<'b> {
    let u = [x, y, z];
    let double_product = cross(u, v).map(|part| part + part);
    let triple_product = cross(u, double_product);
    std::array::from_fn(|k| v[k] + (w * double_product[k] + triple_product[k]))
}
