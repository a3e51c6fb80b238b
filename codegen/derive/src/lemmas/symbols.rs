//! Symbols for the arguments of kernels, and their results as lists of values.

use crate::kernels::{Derived, HandWritten, JointFrame, Matrix6, Twist, Wrench};
use multibody_outputs::local::{JointTerms, Locals};
use multibody_program::ir::{Builder, InputKind, Matrix3, Pose, Value};
use multibody_tree::Inertia;

/// A joint, with symbols for all inputs on which its frame depends.
pub struct SymbolicJoint<'a> {
    pub joint: JointFrame<'a>,
    /// Its rates.
    pub qd: Vec<Value>,
    /// Its accelerations.
    pub qdd: Vec<Value>,
}

/// The builder of a step's program, and the supply of symbols, which are local inputs.
pub type Symbols<'a> = (&'a mut Builder, &'a mut Locals);

/// The kernels of one side of a lemma.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The hand-written kernels; none on the derived side of the lemma.
    pub hand_written: Option<HandWritten>,
    /// The derived kernels.
    pub derived: &'a Derived<'a>,
}

/// Makes a joint with symbols for its inputs.
pub type MakeJoint<'a, 'b> = &'b dyn Fn(&mut Builder, &mut Locals) -> SymbolicJoint<'a>;

/// Symbols for a joint of a type. Its placement is a turn about x if `is_slanted`, and the identity otherwise.
pub fn joint<'a>(
    b: &mut Builder,
    locals: &mut Locals,
    terms: &'a JointTerms,
    is_slanted: bool,
) -> SymbolicJoint<'a> {
    let nv = terms.subspace.outputs().len() / 6;
    let positions = locals.take_vec(b, terms.positions);
    let (qd, qdd) = (locals.take_vec(b, nv), locals.take_vec(b, nv));
    let mut placement = b.identity_pose();
    if is_slanted {
        let [slope] = locals.take(b);
        let (s, c) = b.sin_cos(slope);
        let (zero, one, minus_s) = (b.zero(), b.one(), b.neg(s));
        placement.rotation = [[one, zero, zero], [zero, c, minus_s], [zero, s, c]];
    }
    SymbolicJoint {
        joint: JointFrame::new(b, placement, positions, &qd, terms),
        qd,
        qdd,
    }
}

/// A constant placement without a joint.
pub fn placement<'a>(b: &mut Builder, pose: Pose, terms: &'a JointTerms) -> SymbolicJoint<'a> {
    SymbolicJoint {
        joint: JointFrame::new(b, pose, Vec::new(), &[], terms),
        qd: Vec::new(),
        qdd: Vec::new(),
    }
}

/// The terms of a joint that does not move.
pub fn terms_of_fixed_joint() -> JointTerms {
    let mut b = Builder::new();
    let pose = b.identity_pose();
    let transform: Vec<Value> = pose
        .rotation
        .into_iter()
        .flatten()
        .chain(pose.translation)
        .collect();
    let twist: Vec<Value> = (0..6).map(|k| b.input(InputKind::Local, k)).collect();
    let change: Vec<Value> = (6..12).map(|k| b.input(InputKind::Local, k)).collect();
    let identity: Vec<Value> = (0..36)
        .map(|k| if k / 6 == k % 6 { b.one() } else { b.zero() })
        .collect();
    JointTerms {
        positions: 0,
        transform: b.finish(&transform),
        relations: Vec::new(),
        subspace: b.finish(&[]),
        subspace_rate: b.finish(&[]),
        velocity: b.finish(&twist),
        acceleration: b.finish(&change),
        adjoint: b.finish(&identity),
    }
}

/// Symbols for a symmetric matrix.
pub fn symmetric(b: &mut Builder, locals: &mut Locals) -> Matrix3 {
    let [xx, xy, xz, yy, yz, zz] = locals.take(b);
    [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
}

/// Symbols for the moments of a body.
pub fn moments(b: &mut Builder, locals: &mut Locals) -> Inertia {
    let [mass] = locals.take(b);
    let first_moment = locals.take(b);
    Inertia {
        mass,
        first_moment,
        second_moment: symmetric(b, locals),
    }
}

/// Symbols for a twist.
pub fn twist(b: &mut Builder, locals: &mut Locals) -> Twist {
    Twist {
        linear: locals.take(b),
        angular: locals.take(b),
    }
}

pub fn flat_twist(twist: &Twist) -> Vec<Value> {
    twist.linear.into_iter().chain(twist.angular).collect()
}

pub fn flat_wrench(wrench: &Wrench) -> Vec<Value> {
    wrench.force.into_iter().chain(wrench.moment).collect()
}

/// Unit motions along, then about each axis.
pub fn unit_twists(b: &Builder) -> [Twist; 6] {
    let (zero, one) = (b.zero(), b.one());
    std::array::from_fn(|k| {
        let unit_vector =
            |from: usize| std::array::from_fn(|i| if from + i == k { one } else { zero });
        Twist {
            linear: unit_vector(0),
            angular: unit_vector(3),
        }
    })
}

/// The matrix with these columns, one after the other.
pub fn matrix(columns: &[Value]) -> Matrix6 {
    std::array::from_fn(|i| std::array::from_fn(|j| columns[6 * j + i]))
}

/// The columns of a matrix, one after the other.
pub fn columns(matrix: &Matrix6) -> Vec<Value> {
    (0..36).map(|k| matrix[k % 6][k / 6]).collect()
}
