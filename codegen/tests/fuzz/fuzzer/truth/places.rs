//! Where bodies are, next to a state.

use std::collections::BTreeMap;

use super::big::Big;
use crate::fuzzer::description::{
    Axis, Chart, Description, Joint, Kind, Orientation, Point, Vector,
};
use crate::fuzzer::expression::Expr;

/// Three numbers.
pub type Place = [Big; 3];
/// By rows.
pub type Matrix = [Place; 3];

/// What names stand for.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub numbers: BTreeMap<String, Big>,
    pub arrays: BTreeMap<String, Vec<Big>>,
}

impl Names {
    /// The value of an expression.
    pub fn value(&self, expression: &Expr) -> Big {
        match expression {
            Expr::Number(text) => Big::parsed(text),
            Expr::Pi => Big::pi(),
            Expr::Name(name) => self.numbers[name].clone(),
            Expr::Element(name, index) => self.arrays[name][*index].clone(),
            Expr::Neg(a) => -&self.value(a),
            Expr::Of(sign, pair) => {
                let [a, b] = pair.each_ref().map(|part| self.value(part));
                match sign {
                    '+' => a + b,
                    '-' => a - b,
                    '*' => a * b,
                    _ => a / b,
                }
            }
            Expr::Power(a, exponent) => self.value(a).power(*exponent),
            Expr::Call(function, a, _) => self.value(a).called(function),
        }
    }

    pub fn vector(&self, of: &Vector) -> Place {
        of.each_ref().map(|part| self.value(part))
    }
}

/// A state that others are reached from by displacements along the rates, each of them from there.
pub struct Origin<'a> {
    pub of: &'a Description,
    /// Fields alone.
    pub fields: Names,
    /// Where the positions and rates of a joint or coordinate begin, by its name; none: a joint that follows another.
    pub starts: BTreeMap<String, [usize; 2]>,
    pub q: Vec<Big>,
}

/// Where all is at some displacements.
pub struct Places {
    /// Of all that is not a rate.
    pub names: Names,
    /// Rotation and place of the body of each joint.
    pub links: Vec<(Matrix, Place)>,
}

impl Origin<'_> {
    /// Where all is, displaced.
    pub fn places(&self, displaced: &[Big], t: &Big) -> Places {
        let mut names = self.fields.clone();
        names.numbers.insert("t".into(), t.clone());
        for name in &self.of.coordinates {
            let [q, v] = self.starts[name];
            names
                .numbers
                .insert(name.clone(), &self.q[q] + &displaced[v]);
        }
        let mut links: Vec<(Matrix, Place)> = Vec::new();
        for joint in &self.of.joints {
            let moved = self.moved(joint, displaced, &mut names);
            let [roll, pitch, yaw] = self.fields.vector(&joint.rpy);
            let rotation = times(&times(&turn(2, &yaw), &turn(1, &pitch)), &turn(0, &roll));
            let placed = (rotation, self.fields.vector(&joint.origin));
            let placed = match joint.parent {
                Some(parent) => then(&links[parent], &placed),
                None => placed,
            };
            links.push(then(&placed, &moved));
        }
        for (name, value) in &self.of.definitions {
            let value = names.value(value);
            names.numbers.insert(name.clone(), value);
        }
        Places { names, links }
    }

    /// What a joint does; it names its position where it has one.
    fn moved(&self, joint: &Joint, displaced: &[Big], names: &mut Names) -> (Matrix, Place) {
        let start = self.starts.get(&joint.name);
        let q = |k: usize| self.q[start.expect("a joint that moves")[0] + k].clone();
        let d = |k: usize| displaced[start.expect("a joint that moves")[1] + k].clone();
        let sum = |k: usize| q(k) + d(k);
        let three = |of: &dyn Fn(usize) -> Big, from: usize| [0, 1, 2].map(|k| of(from + k));
        if joint.kind.is_single() {
            let own = match &joint.follows {
                Some((leader, multiplier, offset)) => {
                    let leader = &names.numbers[&self.of.joints[*leader].name];
                    &(&number(multiplier) * leader) + &number(offset)
                }
                None => sum(0),
            };
            names.numbers.insert(joint.name.clone(), own.clone());
            return match &joint.kind {
                Kind::Revolute(axis) => (about(&unit(axis), &own), zeros()),
                Kind::Prismatic(axis) => (identity(), scaled(&unit(axis), &own)),
                Kind::Screw(axis, pitch) => {
                    let direction = scaled(&unit(axis), &(&own * &number(pitch)));
                    (about(&unit(axis), &own), direction)
                }
                _ => unreachable!("they have one position"),
            };
        }
        match &joint.kind {
            Kind::Universal => (times(&turn(0, &sum(0)), &turn(1, &sum(1))), zeros()),
            Kind::Cylindrical => (turn(2, &sum(0)), [Big::zero(), Big::zero(), sum(1)]),
            Kind::Translation => (identity(), three(&sum, 0)),
            Kind::Planar { derivative: true } => (turn(2, &sum(2)), [sum(0), sum(1), Big::zero()]),
            Kind::Planar { derivative: false } => {
                let turn_about_z = turn(2, &q(2));
                let twist = [[d(0), d(1), Big::zero()], [Big::zero(), Big::zero(), d(2)]];
                let direction = applied(&turn_about_z, &along_twist(&twist));
                let place = plus(&[q(0), q(1), Big::zero()], &direction);
                (turn(2, &sum(2)), place)
            }
            Kind::Ball(chart) => (self.oriented(*chart, &q, &d, [0, 0]), zeros()),
            Kind::Floating(chart) => {
                let rotation = self.oriented(*chart, &q, &d, [3, 3]);
                if !matches!(
                    chart,
                    Chart::Quaternion | Chart::Exponential | Chart::Rodrigues
                ) {
                    return (rotation, three(&sum, 0));
                }
                let still = self.oriented(*chart, &q, &|_| Big::zero(), [3, 3]);
                let direction = applied(&still, &along_twist(&[three(&d, 0), three(&d, 3)]));
                (rotation, plus(&three(&q, 0), &direction))
            }
            _ => (identity(), zeros()),
        }
    }

    /// The orientation of a ball, whose positions and rates begin there.
    fn oriented(
        &self,
        chart: Chart,
        q: &dyn Fn(usize) -> Big,
        d: &dyn Fn(usize) -> Big,
        [from, rate]: [usize; 2],
    ) -> Matrix {
        let of = |k: usize| q(from + k);
        let by = [0, 1, 2].map(|k| d(rate + k));
        let sum = [0, 1, 2].map(|k| &q(from + k) + &by[k]);
        match chart {
            Chart::Quaternion | Chart::QuaternionDerivative => {
                let still = quaternion(&[of(0), of(1), of(2), of(3)]);
                times(&still, &small_turn(&by))
            }
            Chart::Exponential => times(&exponential(&[of(0), of(1), of(2)]), &small_turn(&by)),
            Chart::ExponentialDerivative => exponential(&sum),
            Chart::Rodrigues => times(&rodrigues(&[of(0), of(1), of(2)]), &small_turn(&by)),
            Chart::RodriguesDerivative => rodrigues(&sum),
            Chart::Turns(axes) => turns(axes, &sum),
        }
    }
}

impl Places {
    /// A point of a link.
    pub fn point(&self, (link, index): &Point) -> Place {
        let index = self.names.vector(index);
        match link {
            Some(link) => {
                let (rotation, place) = &self.links[*link];
                plus(place, &applied(rotation, &index))
            }
            None => index,
        }
    }

    /// A direction in the axes of a link.
    pub fn direction(&self, link: Option<usize>, place: &Place) -> Place {
        link.map_or_else(|| place.clone(), |link| applied(&self.links[link].0, place))
    }

    /// How the axes of a placed body are turned.
    pub fn orientation(&self, of: &Orientation) -> Matrix {
        match of {
            Orientation::Turns(axes, angles) => turns(axes, &self.names.vector(angles)),
            Orientation::Exponential(axis) => exponential(&self.names.vector(axis)),
            Orientation::Quaternion(parts) => {
                quaternion(&parts.each_ref().map(|part| self.names.value(part)))
            }
        }
    }
}

fn number(text: &str) -> Big {
    Big::parsed(text)
}

fn unit(Axis(axis): &Axis) -> Place {
    let axis = axis.each_ref().map(|part| number(part));
    let length = dot(&axis, &axis).sqrt();
    axis.map(|part| &part / &length)
}

pub fn zeros() -> Place {
    [(); 3].map(|()| Big::zero())
}

fn identity() -> Matrix {
    [0, 1, 2].map(|i| [0, 1, 2].map(|k| Big::of(if i == k { 1.0 } else { 0.0 })))
}

pub fn dot(a: &Place, b: &Place) -> Big {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

pub fn plus(a: &Place, b: &Place) -> Place {
    [0, 1, 2].map(|k| &a[k] + &b[k])
}

pub fn minus(a: &Place, b: &Place) -> Place {
    [0, 1, 2].map(|k| &a[k] - &b[k])
}

pub fn scaled(a: &Place, factor: &Big) -> Place {
    a.each_ref().map(|part| part * factor)
}

pub fn applied(matrix: &Matrix, to: &Place) -> Place {
    matrix.each_ref().map(|row| dot(row, to))
}

pub fn times(a: &Matrix, b: &Matrix) -> Matrix {
    let columns = [0, 1, 2].map(|k| [0, 1, 2].map(|i| b[i][k].clone()));
    a.each_ref()
        .map(|row| columns.each_ref().map(|column| dot(row, column)))
}

fn then(a: &(Matrix, Place), b: &(Matrix, Place)) -> (Matrix, Place) {
    (times(&a.0, &b.0), plus(&a.1, &applied(&a.0, &b.1)))
}

fn crossed(a: &Place, b: &Place) -> Place {
    [0, 1, 2].map(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        &a[i] * &b[j] - &a[j] * &b[i]
    })
}

/// `[a]x`
fn cross(a: &Place) -> Matrix {
    let column = |k: usize| {
        let unit = [0, 1, 2].map(|i| Big::of(if i == k { 1.0 } else { 0.0 }));
        crossed(a, &unit)
    };
    let columns = [column(0), column(1), column(2)];
    [0, 1, 2].map(|i| [0, 1, 2].map(|k| columns[k][i].clone()))
}

/// About a coordinate axis.
fn turn(axis: usize, angle: &Big) -> Matrix {
    let direction = [0, 1, 2].map(|k| Big::of(if k == axis { 1.0 } else { 0.0 }));
    about(&direction, angle)
}

/// Of Rodrigues.
fn about(axis: &Place, angle: &Big) -> Matrix {
    let (sine, cosine) = (angle.called("sin"), angle.called("cos"));
    let (cross, rest) = (cross(axis), &Big::of(1.0) - &cosine);
    let square = times(&cross, &cross);
    let identity = identity();
    [0, 1, 2].map(|i| {
        [0, 1, 2].map(|k| &identity[i][k] + &(&(&sine * &cross[i][k]) + &(&rest * &square[i][k])))
    })
}

fn exponential(vector: &Place) -> Matrix {
    let length = dot(vector, vector).sqrt();
    if length.is_zero() {
        identity()
    } else {
        about(&vector.each_ref().map(|part| part / &length), &length)
    }
}

/// By the axis times the tangent of a quarter of the angle: of the quaternion `(2 p, 1 - p . p)`, whatever its length.
fn rodrigues(vector: &Place) -> Matrix {
    let [x, y, z] = scaled(vector, &Big::of(2.0));
    quaternion(&[x, y, z, &Big::of(1.0) - &dot(vector, vector)])
}

fn quaternion([x, y, z, w]: &[Big; 4]) -> Matrix {
    let vector = [x.clone(), y.clone(), z.clone()];
    let squares = &dot(&vector, &vector) + &(w * w);
    // Of unit length: 1 + 2 w [v]x + 2 [v]x^2
    let (cross, twice) = (cross(&vector), &Big::of(2.0) / &squares);
    let square = times(&cross, &cross);
    let identity = identity();
    [0, 1, 2].map(|i| {
        [0, 1, 2].map(|k| &identity[i][k] + &(&twice * &(&(w * &cross[i][k]) + &square[i][k])))
    })
}

/// `1 + [a]x + [a]x^2 / 2`: what a turn is up to the second order, which is all that Lagrange's equations see.
fn small_turn(vector: &Place) -> Matrix {
    let cross = cross(vector);
    let (square, half) = (times(&cross, &cross), Big::of(0.5));
    let identity = identity();
    [0, 1, 2]
        .map(|i| [0, 1, 2].map(|k| &identity[i][k] + &(&cross[i][k] + &(&half * &square[i][k]))))
}

/// The displacement of a twist up to the second order: `u + w x u / 2`.
fn along_twist([u, w]: &[Place; 2]) -> Place {
    plus(u, &scaled(&crossed(w, u), &Big::of(0.5)))
}

fn turns(axes: &str, angles: &Place) -> Matrix {
    let each = axes.bytes().zip(angles);
    let rotation = each.map(|(axis, angle)| turn(usize::from(axis - b'x'), angle));
    rotation.reduce(|a, b| times(&a, &b)).expect("three turns")
}
