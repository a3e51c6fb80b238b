//! The recursions that are printed for large robots, computed formula by formula as they stand there,
//! give what the proved programs give.

use multibody_codegen::internal::exact::nearest_f64;
use multibody_codegen::internal::ir::{InputKind, Value};
use multibody_codegen::internal::joint::JointType;
use multibody_codegen::internal::system::{Joint, System};
use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Function, Settings};

use crate::support::{Robot, State, assert_close, fixture};

/// By rows.
type Matrix = Vec<Vec<f64>>;

fn zeros(rows: usize, columns: usize) -> Matrix {
    vec![vec![0.0; columns]; rows]
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let entry = |row: &Vec<f64>, j: usize| row.iter().zip(b).map(|(x, y)| x * y[j]).sum();
    let columns = b.first().map_or(0, Vec::len);
    a.iter()
        .map(|row| (0..columns).map(|j| entry(row, j)).collect())
        .collect()
}

fn plus(a: &Matrix, factor: f64, b: &Matrix) -> Matrix {
    let row =
        |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).map(|(x, y)| x + factor * y).collect();
    a.iter().zip(b).map(row).collect()
}

fn transposed(a: &Matrix) -> Matrix {
    let columns = a.first().map_or(0, Vec::len);
    (0..columns)
        .map(|j| a.iter().map(|row| row[j]).collect())
        .collect()
}

fn column(values: &[f64]) -> Matrix {
    values.iter().map(|&x| vec![x]).collect()
}

/// Four blocks of three by three.
fn blocks(parts: [[&Matrix; 2]; 2]) -> Matrix {
    let entry = |i: usize, j: usize| parts[i / 3][j / 3][i % 3][j % 3];
    (0..6)
        .map(|i| (0..6).map(|j| entry(i, j)).collect())
        .collect()
}

/// `(a x)` of a vector of three.
fn skew(a: &[f64]) -> Matrix {
    vec![
        vec![0.0, -a[2], a[1]],
        vec![a[2], 0.0, -a[0]],
        vec![-a[1], a[0], 0.0],
    ]
}

/// `(v x)` of a twist, linear then angular.
fn cross(v: &Matrix) -> Matrix {
    let parts: Vec<f64> = v.iter().map(|row| row[0]).collect();
    let (linear, angular) = (skew(&parts[..3]), skew(&parts[3..]));
    blocks([[&angular, &linear], [&zeros(3, 3), &angular]])
}

/// `(v x*) = -(v x)^T`
fn dual_cross(v: &Matrix) -> Matrix {
    plus(&zeros(6, 6), -1.0, &transposed(&cross(v)))
}

/// `f xbar* v = v x* f`, column by column.
fn swapped_cross(f: &Matrix) -> Matrix {
    let columns = (0..6).map(|k| {
        let unit: Vec<f64> = (0..6).map(|i| f64::from(u8::from(i == k))).collect();
        product(&dual_cross(&column(&unit)), f)
    });
    let columns: Vec<Vec<f64>> = columns
        .map(|c| c.iter().map(|row| row[0]).collect())
        .collect();
    transposed(&columns)
}

/// What the recursions start from and carry along.
struct Recursion<'a> {
    system: &'a System,
    state: &'a State,
}

/// Of a link: `v`, `J`, `K`, and gravity's share of `a`.
struct Link {
    v: Matrix,
    j: Matrix,
    k: Matrix,
    lifted: Matrix,
}

impl Recursion<'_> {
    fn numbers(&self, values: &[Value]) -> Vec<f64> {
        let number = |&value: &Value| nearest_f64(self.system.builder.as_constant(value).unwrap());
        values.iter().map(number).collect()
    }

    fn matrix(&self, values: &[[Value; 3]; 3]) -> Matrix {
        values.iter().map(|row| self.numbers(row)).collect()
    }

    /// `R_i` and `p_i`.
    fn placement(&self, joint: &Joint) -> (Matrix, Vec<f64>) {
        let (mut rotation, mut position) = (
            self.matrix(&joint.origin.rotation),
            self.numbers(&joint.origin.translation),
        );
        for motion in &joint.motions {
            let mut b = self.system.builder.clone();
            let positions = motion.positions(&mut b, &self.system.coordinates);
            let moved = motion.kind.transform(&mut b, &positions);
            let outputs = [moved.rotation.concat(), moved.translation.to_vec()].concat();
            let found = self.state.evaluate(&b.finish(&outputs));
            let axes = self.matrix(&motion.axes);
            let local: Matrix = found[..9].chunks(3).map(<[f64]>::to_vec).collect();
            let slid = product(&rotation, &product(&axes, &column(&found[9..])));
            position.iter_mut().zip(slid).for_each(|(p, s)| *p += s[0]);
            rotation = product(
                &rotation,
                &product(&product(&axes, &local), &transposed(&axes)),
            );
        }
        (rotation, position)
    }

    /// `S_i e_i`
    fn subspace(&self, joint: &Joint) -> Matrix {
        let mut subspace = zeros(6, self.system.nv());
        let [motion] = &joint.motions[..] else {
            return subspace;
        };
        let v = self.system.coordinates[motion.coordinate].v;
        let kind: &dyn JointType = &*motion.kind;
        if kind.nv() == 6 {
            (0..6).for_each(|k| subspace[k][v + k] = 1.0);
            return subspace;
        }
        let first = if kind.name() == "prismatic" { 0 } else { 3 };
        for (k, row) in motion.axes.iter().enumerate() {
            subspace[first + k][v] = nearest_f64(&motion.multiplier) * self.numbers(&row[2..])[0];
        }
        subspace
    }

    /// `I_i`
    fn inertia(&self, joint: &Joint) -> Matrix {
        let link = &self.system.tree.links[joint.child];
        let (mass, com) = (self.numbers(&[link.mass])[0], self.numbers(&link.com));
        let scaled = |factor: f64, m: &Matrix| plus(&zeros(3, 3), factor, m);
        let identity = (0..3)
            .map(|i| (0..3).map(|j| f64::from(u8::from(i == j))).collect())
            .collect();
        let moment = scaled(mass, &skew(&com));
        let central = plus(
            &self.matrix(&link.inertia),
            -1.0,
            &product(&moment, &skew(&com)),
        );
        blocks([
            [&scaled(mass, &identity), &scaled(-1.0, &moment)],
            [&moment, &central],
        ])
    }

    /// M, C and g, by rows.
    fn matrices(&self) -> [Vec<f64>; 3] {
        let nv = self.system.nv();
        let (mut mass, mut coriolis, mut gravity) = (zeros(nv, nv), zeros(nv, nv), zeros(nv, 1));
        let mut links: Vec<Link> = Vec::new();
        let world = Link {
            v: zeros(6, 1),
            j: zeros(6, nv),
            k: zeros(6, nv),
            lifted: {
                let down = self.numbers(&self.system.gravity);
                column(&[-down[0], -down[1], -down[2], 0.0, 0.0, 0.0])
            },
        };
        let rates = column(&self.state.qd);
        for joint in &self.system.tree.joints {
            let carrier = joint.parent.and_then(|parent| {
                self.system
                    .tree
                    .joints
                    .iter()
                    .position(|joint| joint.child == parent)
            });
            let carrier = carrier.map_or(&world, |at| &links[at]);
            let (rotation, position) = self.placement(joint);
            let back = transposed(&rotation);
            let shifted = plus(&zeros(3, 3), -1.0, &product(&back, &skew(&position)));
            let x = blocks([[&back, &shifted], [&zeros(3, 3), &back]]);
            let (s, inertia) = (self.subspace(joint), self.inertia(joint));
            let v = plus(&product(&x, &carrier.v), 1.0, &product(&s, &rates));
            let j = plus(&product(&x, &carrier.j), 1.0, &s);
            let k = plus(&product(&x, &carrier.k), 1.0, &product(&cross(&v), &s));
            let lifted = product(&x, &carrier.lifted);
            let b = plus(
                &plus(
                    &product(&dual_cross(&v), &inertia),
                    -1.0,
                    &product(&inertia, &cross(&v)),
                ),
                1.0,
                &swapped_cross(&product(&inertia, &v)),
            );
            let changing = plus(&product(&inertia, &k), 0.5, &product(&b, &j));
            let along = transposed(&j);
            mass = plus(&mass, 1.0, &product(&along, &product(&inertia, &j)));
            coriolis = plus(&coriolis, 1.0, &product(&along, &changing));
            gravity = plus(&gravity, 1.0, &product(&along, &product(&inertia, &lifted)));
            links.push(Link { v, j, k, lifted });
        }
        [mass.concat(), coriolis.concat(), gravity.concat()]
    }
}

#[test]
fn the_printed_recursions_give_what_is_proved() {
    for (name, root) in [
        ("seven_joints.urdf", Root::Fixed),
        ("crawler.urdf", Root::Floating),
    ] {
        let functions = [
            Function::MassMatrix,
            Function::CoriolisMatrix,
            Function::Gravity,
        ];
        let settings = Settings {
            root,
            functions: Some(functions.to_vec()),
            effort: Effort::None,
            ..Settings::default()
        };
        let robot = Robot::of(&fixture(name), settings).derive();
        let state = State::random(&robot.robot.system, 0, 5);
        assert!(state.inputs()[&InputKind::Qd].len() > 6);
        let recursion = Recursion {
            system: &robot.robot.system,
            state: &state,
        };
        for (function, found) in functions.into_iter().zip(recursion.matrices()) {
            let expected = robot.at(function, &state);
            assert!(expected.iter().any(|x| x.abs() > 0.1), "{name}: {function}");
            assert_close(&found, &expected, 1e-12, &format!("{name}: {function}"));
        }
    }
}
