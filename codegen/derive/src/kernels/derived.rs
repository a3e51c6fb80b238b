//! Parts of derived kernels: six-by-six inertias, adjoints as derivatives of twists, and the terms that Symbolica
//! has derived for a body and a joint, evaluated at values of a program.
//!
//! Derived kernels take more operations than the hand-written kernels, which have to give equal results.

use super::{JointFrame, Twist, Wrench};
use multibody_outputs::local::BodyTerms;
use multibody_program::ir::{Builder, Matrix3, Pose, Program, Value, Vector3};
use multibody_tree::Inertia;

/// The derived kernels.
#[derive(Clone, Copy, Debug)]
pub struct Derived<'a> {
    /// The terms of a body, the same for all bodies.
    pub body_terms: &'a BodyTerms,
}

/// A six-by-six matrix by rows, linear then angular.
pub type Matrix6 = [[Value; 6]; 6];

/// The outputs of a program of local terms, inlined with these values as its inputs.
pub fn inline_terms(b: &mut Builder, program: &Program, inputs: &[Value]) -> Vec<Value> {
    b.inline(program, |_, input| inputs[input.index as usize])
}

/// The matrix of 36 values by rows.
pub fn matrix(values: &[Value]) -> Matrix6 {
    std::array::from_fn(|i| std::array::from_fn(|j| values[6 * i + j]))
}

/// Moments, V, A and gravity in the order of a body's local inputs.
pub fn body_inputs(
    inertia: &Inertia,
    velocity: &Twist,
    acceleration: &Twist,
    gravity: &Vector3,
) -> Vec<Value> {
    let s = &inertia.second_moment;
    let mut inputs = vec![inertia.mass];
    inputs.extend(inertia.first_moment);
    inputs.extend([s[0][0], s[0][1], s[0][2], s[1][1], s[1][2], s[2][2]]);
    inputs.extend(twist_components(velocity));
    inputs.extend(twist_components(acceleration));
    inputs.extend(gravity);
    inputs
}

/// The components of a twist, linear then angular.
pub fn twist_components(twist: &Twist) -> [Value; 6] {
    let [a, b, c] = twist.linear;
    let [x, y, z] = twist.angular;
    [a, b, c, x, y, z]
}

/// The twist with these components, linear then angular.
pub fn twist(values: &[Value]) -> Twist {
    Twist {
        linear: [values[0], values[1], values[2]],
        angular: [values[3], values[4], values[5]],
    }
}

/// The wrench with these components, force then moment.
pub fn wrench(values: &[Value]) -> Wrench {
    Wrench {
        force: [values[0], values[1], values[2]],
        moment: [values[3], values[4], values[5]],
    }
}

pub fn times(b: &mut Builder, m: &Matrix6, v: &[Value; 6]) -> [Value; 6] {
    std::array::from_fn(|i| b.dot(&m[i], v))
}

pub fn transpose_times(b: &mut Builder, m: &Matrix6, v: &[Value; 6]) -> [Value; 6] {
    std::array::from_fn(|i| b.dot(&m.map(|row| row[i]), v))
}

/// `E^T m E`
pub fn congruent(b: &mut Builder, e: &Matrix6, m: &Matrix6) -> Matrix6 {
    let m_e: Matrix6 = std::array::from_fn(|i| transpose_times(b, e, &m[i]));
    let columns: Matrix6 = std::array::from_fn(|j| {
        let column = std::array::from_fn(|i| m_e[i][j]);
        transpose_times(b, e, &column)
    });
    std::array::from_fn(|i| std::array::from_fn(|j| columns[j][i]))
}

pub fn plus(b: &mut Builder, x: &Matrix6, y: &Matrix6) -> Matrix6 {
    std::array::from_fn(|i| std::array::from_fn(|j| b.add(x[i][j], y[i][j])))
}

/// The adjoint of a placement: the matrix that transforms a twist from the parent's frame to the joint's fixed frame.
pub fn placement_adjoint(b: &mut Builder, pose: &Pose) -> Matrix6 {
    let r: Matrix3 = Builder::transpose(&pose.rotation);
    // w x p = -[p]x w
    let [x, y, z] = pose.translation;
    let (zero, nx, ny, nz) = (b.zero(), b.neg(x), b.neg(y), b.neg(z));
    let shift_block = b.mul_mat(&r, &[[zero, z, ny], [nz, zero, x], [y, nx, zero]]);
    std::array::from_fn(|i| {
        std::array::from_fn(|j| match (i < 3, j < 3) {
            (true, true) => r[i][j],
            (true, false) => shift_block[i][j - 3],
            (false, true) => zero,
            (false, false) => r[i - 3][j - 3],
        })
    })
}

/// The adjoint from the joint's fixed frame to the child's, from the joint's local terms.
fn joint_adjoint(b: &mut Builder, joint: &JointFrame) -> Matrix6 {
    let zero = b.zero();
    let mut inputs = joint.positions.clone();
    // The adjoint depends only on positions: rates, accelerations and the carrier's motion are 0.
    inputs.resize(joint.positions.len() + 2 * joint.axes.len() + 12, zero);
    let values = inline_terms(b, &joint.terms.adjoint, &inputs);
    matrix(&values)
}

/// The adjoint from the parent's frame to the child's.
pub fn adjoint(b: &mut Builder, joint: &JointFrame) -> Matrix6 {
    let (placement_part, joint_part) = (
        placement_adjoint(b, &joint.placement),
        joint_adjoint(b, joint),
    );
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let column = placement_part.map(|row| row[j]);
            b.dot(&joint_part[i], &column)
        })
    })
}

/// The motion on which a joint's local terms depend.
pub struct JointMotion<'a> {
    /// The rates of the joint.
    pub qd: &'a [Value],
    /// The accelerations of the joint.
    pub qdd: &'a [Value],
    /// The velocity of the frame that carries the joint.
    pub carrier: &'a Twist,
    /// The derivative of that velocity.
    pub carrier_rate: &'a Twist,
}

/// The inputs of a joint's local terms.
pub fn joint_inputs(joint: &JointFrame, motion: &JointMotion<'_>) -> Vec<Value> {
    let mut inputs = joint.positions.clone();
    inputs.extend(motion.qd);
    inputs.extend(motion.qdd);
    inputs.extend(twist_components(motion.carrier));
    inputs.extend(twist_components(motion.carrier_rate));
    inputs
}

/// The components of a wrench, force then moment.
pub fn wrench_components(wrench: &Wrench) -> [Value; 6] {
    let [a, b, c] = wrench.force;
    let [x, y, z] = wrench.moment;
    [a, b, c, x, y, z]
}
