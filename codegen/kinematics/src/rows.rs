//! Constraint errors and their rates, as one program.

use crate::poses::{link_poses, time_derivatives};
use multibody_description::constraint::{AlignedAxes, FrameValues};
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::Axes;
use multibody_description::system::{End, Row, System};
use multibody_program::ir::{Builder, InputKind, Matrix3, Pose, Program, Value, Vector3};

/// The constraint rows of a system as a program.
pub struct Rows {
    /// The inputs are parameters, time, q and qd. The outputs are, in this order:
    /// 1. the error phi of each kept row, then of each left-out row; 0 at velocity level;
    /// 2. for each loop joint that aligns axes, the cosine of the angle between these axes;
    /// 3. the time derivatives of 1 and 2, or the value of a velocity-level row.
    pub program: Program,
    /// For each cosine, the index of one row of its joint. The joint's rows are 0 also half a turn away, where the cosine is negative.
    pub row_of_each_cosine: Vec<usize>,
}

/// The rows of a system.
pub fn build_rows(system: &ExaminedSystem) -> Rows {
    let mut b = system.builder.clone();
    let poses = link_poses(&mut b, system);
    let expressions = system.symbolic.inlined(&mut b).constraints;
    let zero = b.zero();
    // Only velocity-level rows have rates of their own; the rate of any other row is the derivative of its value.
    let (mut values, mut rates) = (Vec::new(), Vec::new());
    let kept_rows = system
        .constraints
        .iter()
        .map(|constraint| (&constraint.row, false));
    let left_out = system.findings.left_out.iter();
    let left_out_rows = left_out.map(|omitted_row| (&omitted_row.row, omitted_row.is_rounded));
    for (row, is_rounded) in kept_rows.chain(left_out_rows) {
        let (value, rate) = match row {
            // The error of this row is due to rounding, and counts as 0.
            _ if is_rounded => (zero, None),
            Row::Expression {
                index,
                is_velocity_level: true,
            } => (zero, Some(expressions[*index])),
            Row::Expression { index, .. } => (expressions[*index], None),
            Row::PointExpression { ends, index } => {
                let [x_wa, x_wb] = ends.map(|end| frame(&mut b, &poses, &end));
                // The position of the second point relative to the first, in the axes of the first frame.
                let d = b.sub3(&x_wb.translation, &x_wa.translation);
                let p_ab = b.transpose_mul_vec(&x_wa.rotation, &d);
                let program = b.finish(&[expressions[*index]]);
                let value = b.inline(&program, |b, input| match input.kind {
                    InputKind::PointCoordinate => p_ab[input.index as usize],
                    kind => b.input(kind, input.index as usize),
                })[0];
                (value, None)
            }
            Row::Between {
                ends,
                frame_row,
                numbers,
            } => {
                let [x_wa, x_wb] = ends.map(|end| frame(&mut b, &poses, &end));
                let frames = FrameValues {
                    offset: b.sub3(&x_wb.translation, &x_wa.translation),
                    rotation_a: x_wa.rotation,
                    rotation_b: x_wb.rotation,
                    numbers,
                };
                (frames.value(&mut b, &frame_row.formula), None)
            }
            Row::Velocity {
                end,
                axes,
                component,
            } => {
                let pose = frame(&mut b, &poses, end);
                let velocity = frame_velocity(&mut b, system, &pose, *axes);
                (zero, Some(velocity[*component]))
            }
        };
        values.push(value);
        rates.push(rate);
    }
    let joints = aligning_joints(system);
    for joint in &joints {
        let frames = joint.ends.map(|end| frame(&mut b, &poses, &end));
        values.push(cosine(&mut b, &frames, joint.axes));
    }
    rates.resize(values.len(), None);
    let derivatives = time_derivatives(&mut b, system, &values);
    let pairs = rates.into_iter().zip(derivatives);
    values.extend(pairs.map(|(rate, derivative)| rate.unwrap_or(derivative)));
    Rows {
        program: b.finish(&values),
        row_of_each_cosine: joints.into_iter().map(|joint| joint.row).collect(),
    }
}

/// A loop joint that aligns axes.
struct AligningJoint {
    /// The index of its constraint in the description.
    constraint: usize,
    /// The index of one of its rows.
    row: usize,
    ends: [End; 2],
    axes: AlignedAxes,
}

/// The loop joints that align axes.
fn aligning_joints(system: &ExaminedSystem) -> Vec<AligningJoint> {
    let mut joints: Vec<AligningJoint> = Vec::new();
    let kept_rows = system.constraints.iter().map(|row| (row.owner, &row.row));
    let left_out = system
        .findings
        .left_out
        .iter()
        .map(|row| (row.owner, &row.row));
    let rows: Vec<(usize, &Row)> = kept_rows.chain(left_out).collect();
    for (index, (constraint, row)) in rows.iter().enumerate() {
        let Row::Between {
            ends, frame_row, ..
        } = row
        else {
            continue;
        };
        let Some(axes) = frame_row.aligns else {
            continue;
        };
        if !joints.iter().any(|other| other.constraint == *constraint) {
            joints.push(AligningJoint {
                constraint: *constraint,
                row: index,
                ends: *ends,
                axes,
            });
        }
    }
    joints
}

/// The cosine of the angle between axes that a loop joint aligns: 1 if they are aligned, and -1 half a turn away.
fn cosine(b: &mut Builder, [x_wa, x_wb]: &[Pose; 2], axes: AlignedAxes) -> Value {
    let mut component = |k| b.dot(&axis(&x_wa.rotation, k), &axis(&x_wb.rotation, k));
    match axes {
        AlignedAxes::One(k) => component(k),
        // (tr R - 1) / 2
        AlignedAxes::All => {
            let diagonal = [0, 1, 2].map(&mut component);
            let zero = b.zero();
            let trace = diagonal.into_iter().fold(zero, |sum, x| b.add(sum, x));
            let difference = b.sub(trace, Value::ONE);
            let two = b.add(Value::ONE, Value::ONE);
            b.div(difference, two)
        }
    }
}

/// The frame at a point of a link.
fn frame(b: &mut Builder, poses: &[Pose], end: &End) -> Pose {
    let link = end.link.map_or(b.identity_pose(), |link| poses[link]);
    let arm = b.mul_vec(&link.rotation, &end.point);
    Pose {
        translation: b.add3(&link.translation, &arm),
        ..link
    }
}

/// Axis k of a frame: a column of its rotation.
fn axis(rotation: &Matrix3, k: usize) -> Vector3 {
    rotation.map(|row| row[k])
}

/// The velocity of a frame's origin, then the angular velocity of the frame.
fn frame_velocity(b: &mut Builder, system: &System, pose: &Pose, axes: Axes) -> Vec<Value> {
    let entries: Vec<Value> = (pose.rotation.concat().into_iter())
        .chain(pose.translation)
        .collect();
    let derivatives = time_derivatives(b, system, &entries);
    let rotation_rate: Matrix3 =
        std::array::from_fn(|i| std::array::from_fn(|j| derivatives[3 * i + j]));
    let linear = std::array::from_fn(|i| derivatives[9 + i]);
    // [omega]x = dR/dt R^T
    let skew = b.mul_mat(&rotation_rate, &Builder::transpose(&pose.rotation));
    let angular = [skew[2][1], skew[0][2], skew[1][0]];
    let vectors = [linear, angular].map(|vector| match axes {
        Axes::World => vector,
        Axes::Link => b.transpose_mul_vec(&pose.rotation, &vector),
    });
    vectors.concat()
}
