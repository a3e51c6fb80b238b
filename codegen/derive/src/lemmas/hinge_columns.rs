//! Columns of hinges, and moments of motion relative to frames. They have no derived form: they are compared with
//! derivatives of the wrench that the derived motion of a particle requires.

use super::newton_euler::{as_hand_written, motion};
use super::particles::{Particle, differentiate, wrench_derivative};
use super::symbols::{Side, SymbolicJoint, Symbols, flat_wrench, unit_twists};
use crate::kernels::{
    CarrierMotion, ColumnShift, FloatingMotion, HingeColumns, JointFrame, NewtonEuler, Twist,
    Wrench, Wrenches, rotate_inertia,
};
use multibody_program::ir::{Builder, Pose, Value, Vector3};

/// The relative moments of a particle in the frame that carries the joint.
pub fn relative_moments(
    (b, locals): Symbols<'_>,
    symbolic: &SymbolicJoint<'_>,
    side: Side<'_>,
) -> Vec<Value> {
    let joint = &symbolic.joint;
    if !is_hinge_or_fixed(b, symbolic) {
        return Vec::new();
    }
    let particle = Particle::new(b, locals);
    let placement = &joint.placement;
    let moments = if let Some(hand_written) = side.hand_written {
        let mut moments = particle.relative_moments(b);
        if !symbolic.qd.is_empty() {
            let particle_moments = particle.moments(b);
            let inertia = rotate_inertia(b, &particle_moments, &joint.transform.rotation);
            let turned_moments = moments.turned(b, &joint.transform.rotation);
            moments = hand_written.moments_across_hinge(
                b,
                &inertia,
                &turned_moments,
                [symbolic.qd[0], symbolic.qdd[0]],
            );
        }
        moments
            .turned(b, &placement.rotation)
            .shifted(b, &placement.translation)
    } else {
        let pose = b.compose(placement, &joint.transform);
        let rotated_position = b.mul_vec(&pose.rotation, &particle.position);
        let position = b.add3(&rotated_position, &pose.translation);
        let parent_particle = particle.in_frame(b, position, &time_derivatives(symbolic));
        parent_particle.relative_moments(b)
    };
    let vectors = [moments.momentum, moments.force, moments.moment];
    [vectors, moments.mixed].concat().concat()
}

/// The columns of a hinge that carries a particle, twice: by moments relative to the hinge's carrier, and by those
/// relative to the hinge's own frame.
pub fn columns(
    (b, locals): Symbols<'_>,
    symbolic: &SymbolicJoint<'_>,
    side: Side<'_>,
) -> Vec<Value> {
    let joint = &symbolic.joint;
    if symbolic.qd.len() != 1 || !joint.turns_about_z(b) {
        return Vec::new();
    }
    let (particle, carrier) = (Particle::new(b, locals), motion(b, locals));
    let rotation = &joint.transform.rotation;
    let [position, qd, qdd] = [joint.positions[0], symbolic.qd[0], symbolic.qdd[0]];
    if let Some(hand_written) = side.hand_written {
        let (inertia, relative_moments) = (particle.moments(b), particle.relative_moments(b));
        let (inertia, relative_moments) = (
            rotate_inertia(b, &inertia, rotation),
            relative_moments.turned(b, rotation),
        );
        let moments = hand_written.moments_across_hinge(b, &inertia, &relative_moments, [qd, qdd]);
        let carrier_motion = as_hand_written(b, &carrier);
        let carrier = CarrierMotion::of(b, &carrier_motion);
        let columns_by_carrier = hand_written.hinge_columns(b, &inertia, &moments, &carrier);
        let body_motion = carrier.turning_about_z(b, [qd, qdd]);
        let columns_by_body =
            hand_written.hinge_columns(b, &inertia, &relative_moments, &body_motion);
        return [columns_by_carrier, columns_by_body]
            .iter()
            .flat_map(flat_columns)
            .collect();
    }
    let turned_position = b.mul_vec(rotation, &particle.position);
    let turned_particle = particle.in_frame(b, turned_position, &time_derivatives(symbolic));
    let wrench = turned_particle.wrench(b, side, &carrier);
    let derivative = |b: &mut Builder, x: Value| wrench_derivative(b, &wrench, &[(x, Value::ONE)]);
    let displacement = differentiate(b, &turned_particle.position, &[(position, Value::ONE)]);
    let velocity = turned_particle.relative_velocity(b, &carrier.velocity.angular);
    let columns = HingeColumns {
        by_acceleration: derivative(b, qdd),
        by_rate: derivative(b, qd),
        by_position: derivative(b, position),
        gyration: turned_particle.gyration(b, &velocity, &displacement),
    };
    [columns; 2].iter().flat_map(flat_columns).collect()
}

/// The columns of an arbitrary displacement of a particle, transformed to the frame that carries the joint.
pub fn columns_inwards(
    (b, locals): Symbols<'_>,
    symbolic: &SymbolicJoint<'_>,
    side: Side<'_>,
) -> Vec<Value> {
    let joint = &symbolic.joint;
    if !is_hinge_or_fixed(b, symbolic) {
        return Vec::new();
    }
    let particle = Particle::new(b, locals);
    let [velocity, displacement, w]: [Vector3; 3] =
        [locals.take(b), locals.take(b), locals.take(b)];
    let mut wrench = || Wrench {
        force: locals.take(b),
        moment: locals.take(b),
    };
    let (by_rate, by_position) = (wrench(), wrench());
    let columns = HingeColumns {
        by_acceleration: particle.acceleration_wrench(b, &displacement),
        by_rate,
        by_position,
        gyration: particle.gyration(b, &velocity, &displacement),
    };
    if side.hand_written.is_some() {
        let two = b.integer(2);
        let double_angular = b.scale3(two, &w);
        let shift = ColumnShift::of(b, &joint.placement.translation, &double_angular);
        let turned_columns = columns
            .turned(b, &joint.transform.rotation)
            .turned(b, &joint.placement.rotation);
        return flat_columns(&turned_columns.shifted(b, &shift));
    }
    let pose = b.compose(&joint.placement, &joint.transform);
    let [velocity, displacement] = [velocity, displacement].map(|x| b.mul_vec(&pose.rotation, &x));
    let tangential_velocity = b.cross(&w, &pose.translation);
    let velocity = b.add3(&velocity, &tangential_velocity);
    let mut transform = |wrench: &Wrench| side.derived.to_parent(b, joint, wrench);
    let columns = HingeColumns {
        by_acceleration: transform(&columns.by_acceleration),
        by_rate: transform(&by_rate),
        by_position: transform(&by_position),
        gyration: particle.gyration(b, &velocity, &displacement),
    };
    flat_columns(&columns)
}

/// The force along a displacement of a particle, by acceleration, rate and position of a hinge further inwards.
pub fn entries(
    (b, locals): Symbols<'_>,
    symbolic: &SymbolicJoint<'_>,
    side: Side<'_>,
) -> Vec<Value> {
    let SymbolicJoint { joint, qd, qdd } = symbolic;
    if qd.len() != 1 || !joint.turns_about_z(b) {
        return Vec::new();
    }
    let (particle, parent) = (Particle::new(b, locals), motion(b, locals));
    let displacement = locals.take(b);
    let carrier = side.derived.advance(b, joint, &parent, qd, qdd);
    if side.hand_written.is_some() {
        let columns = particle.columns(b, &displacement, &carrier);
        let carrier_motion = as_hand_written(b, &carrier);
        let carrier = CarrierMotion::of(b, &carrier_motion);
        let entries = columns.entries(b, &carrier);
        let [by_rate, by_position] = entries.outer;
        return vec![entries.inner[0], by_rate, by_position];
    }
    let wrench = particle.wrench(b, side, &carrier);
    let force = b.dot(&displacement, &wrench.force);
    let inputs = [qdd[0], qd[0], joint.positions[0]];
    inputs
        .map(|x| differentiate(b, &[force], &[(x, Value::ONE)])[0])
        .to_vec()
}

/// The force along a displacement of a particle, as in [`entries`], from the entries at a second hinge, which the first one carries
/// and whose axis is parallel.
pub fn entries_by_parallel_hinge(
    (b, locals): Symbols<'_>,
    symbolic: &SymbolicJoint<'_>,
    side: Side<'_>,
) -> Vec<Value> {
    let SymbolicJoint { joint, qd, qdd } = symbolic;
    if qd.len() != 1 || !joint.turns_about_z(b) {
        return Vec::new();
    }
    let (particle, parent) = (Particle::new(b, locals), motion(b, locals));
    let (displacement, p, rates): (Vector3, _, [Value; 2]) =
        (locals.take(b), locals.take(b), locals.take(b));
    let carrier = side.derived.advance(b, joint, &parent, qd, qdd);
    let placement = Pose {
        rotation: b.identity(),
        translation: p,
    };
    let parallel_joint = JointFrame::new(b, placement, vec![b.zero()], &rates[..1], joint.terms);
    let outer = side
        .derived
        .advance(b, &parallel_joint, &carrier, &rates[..1], &rates[1..]);
    if side.hand_written.is_some() {
        let columns = particle.columns(b, &displacement, &outer);
        let [outer, carrier] = [outer, carrier].map(|motion| {
            let motion = as_hand_written(b, &motion);
            CarrierMotion::of(b, &motion)
        });
        let outer_entries = columns.entries(b, &outer);
        let entries = columns.entries_by_parallel_hinge(b, &outer_entries, &p, &carrier);
        let [by_rate, by_position] = entries.outer;
        return vec![entries.inner[0], by_rate, by_position];
    }
    let wrench = particle.wrench(b, side, &outer);
    let force = b.dot(&displacement, &wrench.force);
    let inputs = [qdd[0], qd[0], joint.positions[0]];
    inputs
        .map(|x| differentiate(b, &[force], &[(x, Value::ONE)])[0])
        .to_vec()
}

/// The wrench of a particle, and the force along a displacement, by acceleration, rate and position of a floating body.
/// Along a rotation e of the body, gravity changes by `g x e` in its axes.
pub fn floating((b, locals): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let (particle, motion) = (Particle::new(b, locals), motion(b, locals));
    let displacement = locals.take(b);
    let columns = particle.columns(b, &displacement, &motion);
    let wrench = particle.wrench(b, side, &motion);
    let mut outputs = Vec::new();
    for axis in unit_twists(b) {
        let (wrenches, forces) = if side.hand_written.is_some() {
            let (inertia, relative_moments) = (particle.moments(b), particle.relative_moments(b));
            let root = FloatingMotion {
                velocity: motion.velocity,
                minus_gravity: b.neg3(&motion.gravity),
            };
            let wrenches = root.wrench_derivatives(b, &inertia, &relative_moments, &axis);
            (wrenches, root.entries(b, &columns, &axis).outer)
        } else {
            let gravity_change = b.cross(&motion.gravity, &axis.angular);
            let changes = [
                component_changes(&motion.acceleration, &axis),
                component_changes(&motion.velocity, &axis),
                motion.gravity.into_iter().zip(gravity_change).collect(),
            ];
            let wrenches = changes.map(|changes| wrench_derivative(b, &wrench, &changes));
            let [_, by_rate, by_position] = wrenches.map(|x| b.dot(&displacement, &x.force));
            (wrenches, [by_rate, by_position])
        };
        outputs.extend(wrenches.iter().flat_map(flat_wrench));
        outputs.extend(forces);
    }
    outputs
}

/// Whether a joint is a hinge about z, or a constant placement. Hinge columns are not used with other joints.
fn is_hinge_or_fixed(b: &Builder, symbolic: &SymbolicJoint<'_>) -> bool {
    symbolic.qd.is_empty() || symbolic.qd.len() == 1 && symbolic.joint.turns_about_z(b)
}

/// The position and the rate of a hinge, each with its time derivative.
fn time_derivatives(symbolic: &SymbolicJoint<'_>) -> Vec<(Value, Value)> {
    let positions = symbolic.joint.positions.iter().zip(&symbolic.qd);
    let rates = symbolic.qd.iter().zip(&symbolic.qdd);
    positions.chain(rates).map(|(&x, &dx)| (x, dx)).collect()
}

/// The components of a twist, each with its derivative.
fn component_changes(twist: &Twist, rate: &Twist) -> Vec<(Value, Value)> {
    let parts = [(twist.linear, rate.linear), (twist.angular, rate.angular)];
    parts
        .into_iter()
        .flat_map(|(x, dx)| x.into_iter().zip(dx))
        .collect()
}

fn flat_columns(columns: &HingeColumns) -> Vec<Value> {
    let wrenches = [
        &columns.by_acceleration,
        &columns.by_rate,
        &columns.by_position,
    ];
    let entries = wrenches.into_iter().flat_map(flat_wrench);
    entries.chain(columns.gyration).collect()
}

#[cfg(test)]
mod tests {
    use super::super::symbols::joint;
    use super::super::{LemmaSet, Lemmas};
    use super::*;
    use crate::kernels::HandWritten;
    use crate::local_terms::{body_terms, local_terms};
    use multibody_algebra::enter;
    use multibody_description::joint::Revolute;

    type Step = fn(Symbols<'_>, &SymbolicJoint<'_>, Side<'_>) -> Vec<Value>;

    const HINGE_STEPS: [(Step, usize); 5] = [
        (relative_moments, 18),
        (columns, 42),
        (columns_inwards, 21),
        (entries, 3),
        (entries_by_parallel_hinge, 3),
    ];

    /// With the wrong sign of an output, or of the hinge's rate or acceleration, the lemmas do not hold.
    #[test]
    fn wrong_kernels_are_refuted() {
        enter(|| {
            let (body, terms) = (body_terms(), local_terms(&Revolute { is_endless: false }));
            let (lemmas, terms) = (
                Lemmas {
                    body: &body,
                    checked: LemmaSet::All,
                },
                terms.expect("polynomials"),
            );
            let differ = |step: &dyn Fn(Symbols<'_>, Side<'_>) -> Vec<Value>| {
                lemmas.sides_differ(step, HandWritten::ALL, &terms.relations)
            };
            for (step, count) in HINGE_STEPS {
                let changed = |change: &dyn Fn(&mut Builder, &mut SymbolicJoint<'_>)| {
                    differ(&|(b, locals), side| {
                        let mut symbolic = joint(b, locals, &terms, false);
                        if side.hand_written.is_some() {
                            change(b, &mut symbolic);
                        }
                        step((b, locals), &symbolic, side)
                    })
                };
                assert!(!changed(&|_, _| ()));
                // Columns transformed inwards, and entries at a given motion, do not depend on the rates of the hinge.
                if count != 21 && count != 3 {
                    assert!(changed(
                        &|b, symbolic| symbolic.qd[0] = b.neg(symbolic.qd[0])
                    ));
                    assert!(changed(
                        &|b, symbolic| symbolic.qdd[0] = b.neg(symbolic.qdd[0])
                    ));
                }
                for output in 0..count {
                    let is_refuted = differ(&|(b, locals), side| {
                        let symbolic = joint(b, locals, &terms, false);
                        let mut outputs = step((b, locals), &symbolic, side);
                        assert_eq!(outputs.len(), count);
                        if side.hand_written.is_some() {
                            outputs[output] = b.neg(outputs[output]);
                        }
                        outputs
                    });
                    // The hinge moves no point along its axis, so the force by its acceleration has no z component.
                    let is_zero = count == 42 && output % 21 == 2;
                    assert_eq!(is_refuted, !is_zero, "output {output} of {count}");
                }
            }
        })
        .expect("the gate opens");
    }

    /// The same for a floating body. Outputs that are 0 are not refuted: components along the axis of cross products with it,
    /// forces across an acceleration along the axis, and all derivatives by a translation of the position.
    #[test]
    fn wrong_entries_of_a_floating_body_are_refuted() {
        enter(|| {
            let body = body_terms();
            let lemmas = Lemmas {
                body: &body,
                checked: LemmaSet::All,
            };
            let is_refuted = |output: usize| {
                let step = |(b, locals): Symbols<'_>, side: Side<'_>| {
                    let mut outputs = floating((&mut *b, locals), side);
                    assert_eq!(outputs.len(), 6 * 20);
                    if side.hand_written.is_some() {
                        outputs[output] = b.neg(outputs[output]);
                    }
                    outputs
                };
                lemmas.sides_differ(step, HandWritten::ALL, &[])
            };
            let along_an_axis = |axis: usize| {
                let outputs = 20 * axis..20 * (axis + 1);
                outputs.filter(|&output| is_refuted(output)).count()
            };
            let refuted: Vec<usize> = (0..6).map(along_an_axis).collect();
            assert_eq!(refuted, [9, 9, 9, 18, 18, 18]);
        })
        .expect("the gate opens");
    }
}
