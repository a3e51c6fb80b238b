//! What entitles the written forms to stand in for the derived ones.
//!
//! Each step of the recursions is run both ways on symbols, and the results are compared as
//! polynomials, modulo what ties the symbols together. A constant placement is a joint without
//! rates whose rotation is that of any unit quaternion.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use super::identity::are_equal;
use crate::derive::forms::{
    Derived, Forms, JointFrame, Mass, Rotation, Twist, Wrench, Written, derived, written,
};
use crate::derive::local::{BodyTerms, LocalTerms, Locals, Relation};
use crate::ir::{Builder, Input, InputKind, Matrix3, Pose, Program, Value, Vector3};
use crate::joint::{Ball, JointType};
use crate::tree::Inertia;

/// The first lemma that does not hold for a joint type; none: all hold. Only what its joints are
/// used for is asked: nothing is composed beyond those that the world carries.
pub fn refuted_for_joint(
    terms: &LocalTerms,
    body: &BodyTerms,
    carried: bool,
) -> Option<&'static str> {
    let plain: MakeJoint<'_, '_> = &|b, locals| joint(b, locals, terms, false);
    let slanted: MakeJoint<'_, '_> = &|b, locals| joint(b, locals, terms, true);
    let forms = &Derived {
        body,
        special: &BTreeMap::new(),
    };
    // Behind a quarter turn a joint's motion may be written in another way than behind others, and
    // before children with parallel axes too.
    let straight: MakeJoint<'_, '_> = &|b, locals| {
        let (mut frame, qd, qdd) = joint(b, locals, terms, false);
        frame.bends = false;
        (frame, qd, qdd)
    };
    let all = |written: bool| written.then_some(Written::ALL);
    let by_turning = Written {
        third_column: false,
    };
    let special: [Lemma<'_>; 3] = [
        (
            "acceleration behind a slanted placement",
            &|b, l, written| acceleration(b, l, slanted, forms, all(written)),
        ),
        ("acceleration before parallel axes", &|b, l, written| {
            acceleration(b, l, straight, forms, all(written))
        }),
        ("acceleration that turns", &|b, l, written| {
            acceleration(b, l, plain, forms, written.then_some(by_turning))
        }),
    ];
    let asked = match carried {
        true => Asked::All,
        false => Asked::OfRoot,
    };
    refuted(body, plain, &terms.relations, asked)
        .or_else(|| first_refuted(&special, &terms.relations).filter(|_| carried))
}

/// The same for constant placements with these rotations.
pub fn refuted_for_rotations(
    body: &BodyTerms,
    rotations: &BTreeSet<Rotation>,
) -> Option<&'static str> {
    let any = rotations.contains(&Rotation::Any);
    rotations.iter().find_map(|rotation| {
        // Only the motion knows quarter turns; of all else, what holds for any rotation holds for them.
        let asked = match (any, rotation) {
            (true, Rotation::Quarter(_)) => Asked::Motion,
            _ => Asked::All,
        };
        refuted_for_rotation(body, rotation, asked)
    })
}

fn refuted_for_rotation(
    body: &BodyTerms,
    rotation: &Rotation,
    asked: Asked,
) -> Option<&'static str> {
    let still = still_terms();
    let make: MakeJoint<'_, '_> = &|b, locals| {
        let translation = locals.take(b);
        let rotation = match rotation {
            Rotation::Quarter(turn) => turn.map(|row| row.map(|entry| b.integer(entry))),
            Rotation::About(axis) => {
                let [angle] = locals.take(b);
                about(b, *axis, angle)
            }
            Rotation::Any => {
                let quaternion: [Value; 4] = locals.take(b);
                Ball.transform(b, &quaternion).rotation
            }
        };
        let pose = Pose {
            rotation,
            translation,
        };
        placement(b, pose, &still)
    };
    // Behind a quarter turn alone U is turned, and joints use it as it is.
    let forms = &Derived {
        body,
        special: &BTreeMap::new(),
    };
    let turned: [Lemma<'_>; 1] = [("turned motion", &|b, l, written| {
        turned_motion(b, l, make, forms, written)
    })];
    let is_quarter = matches!(rotation, Rotation::Quarter(_));
    let quaternion = || (3..7).map(|k| Input::new(InputKind::Local, k)).collect();
    let relations = match rotation {
        Rotation::Any => vec![Relation::UnitNorm(quaternion())],
        Rotation::Quarter(_) | Rotation::About(_) => Vec::new(),
    };
    refuted(body, make, &relations, asked).or_else(|| {
        is_quarter
            .then(|| first_refuted(&turned, &relations))
            .flatten()
    })
}

/// The rotation about a coordinate axis.
fn about(b: &mut Builder, axis: usize, angle: Value) -> Matrix3 {
    let (sin, cos) = b.sin_cos(angle);
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut rotation = b.identity();
    (rotation[i][i], rotation[j][j]) = (cos, cos);
    (rotation[j][i], rotation[i][j]) = (sin, b.neg(sin));
    rotation
}

/// The first lemma that does not hold inside a body; none: all hold.
pub fn refuted_for_body(body: &BodyTerms) -> Option<&'static str> {
    let none = BTreeMap::new();
    let forms = Derived {
        body,
        special: &none,
    };
    let lemmas: [Lemma<'_>; 6] = [
        ("wrench of a body", &|b, l, written| {
            body_wrench(b, l, &forms, written)
        }),
        ("kinetic energy of a body", &|b, l, written| {
            body_energy(b, l, &forms, written)
        }),
        ("inertia of a body", &|b, l, written| {
            body_inertia(b, l, &forms, written)
        }),
        ("Coriolis matrix of a body", &|b, l, written| {
            body_coriolis(b, l, &forms, written)
        }),
        ("articulated inertia of a body", &|b, l, written| {
            body_articulated(b, l, &forms, written)
        }),
        ("articulated inertia that gives way", &|b, l, written| {
            released(b, l, &forms, written)
        }),
    ];
    first_refuted(&lemmas, &[])
}

/// Builds the same quantities by the written (true) or the derived form.
type Lemma<'a> = (
    &'static str,
    &'a dyn Fn(&mut Builder, &mut Locals, bool) -> Vec<Value>,
);
/// A joint with symbols for all that it depends on, and its rates and their derivatives.
type MakeJoint<'a, 'b> =
    &'b dyn Fn(&mut Builder, &mut Locals) -> (JointFrame<'a>, Vec<Value>, Vec<Value>);

/// Which steps are asked for.
#[derive(Clone, Copy)]
enum Asked {
    All,
    /// Those of joints that the world carries: nothing is composed beyond them.
    OfRoot,
    /// The motion alone.
    Motion,
}

fn first_refuted(lemmas: &[Lemma<'_>], relations: &[Relation]) -> Option<&'static str> {
    lemmas.iter().find_map(|(name, build)| {
        let [written, derived] = [true, false].map(|written| {
            let mut b = Builder::new();
            let outputs = build(&mut b, &mut Locals::default(), written);
            b.finish(&outputs)
        });
        let relations = relations.to_vec();
        (!Identity {
            written,
            derived,
            relations,
        }
        .holds())
        .then_some(*name)
    })
}

/// That two programs are equal, modulo relations between their inputs.
#[derive(PartialEq, Eq)]
struct Identity {
    written: Program,
    derived: Program,
    relations: Vec<Relation>,
}

/// What was proved in this process: the lemmas of all robots with the same types of joints are the same.
static PROVED: Mutex<Vec<Identity>> = Mutex::new(Vec::new());

impl Identity {
    fn holds(self) -> bool {
        let proved = || PROVED.lock().unwrap_or_else(PoisonError::into_inner);
        if proved().contains(&self) {
            return true;
        }
        let holds = are_equal(&self.written, &self.derived, &self.relations);
        if holds {
            proved().push(self);
        }
        holds
    }
}

fn refuted(
    body: &BodyTerms,
    make: MakeJoint<'_, '_>,
    relations: &[Relation],
    asked: Asked,
) -> Option<&'static str> {
    let none = BTreeMap::new();
    let forms = Derived {
        body,
        special: &none,
    };
    let lemmas: [Lemma<'_>; 7] = [
        ("velocity", &|b, l, written| {
            velocity(b, l, make, &forms, written)
        }),
        ("acceleration", &|b, l, written| {
            acceleration(b, l, make, &forms, written.then_some(Written::ALL))
        }),
        ("force", &|b, l, written| force(b, l, make, &forms, written)),
        ("articulated inertia", &|b, l, written| {
            articulated(b, l, make, &forms, written)
        }),
        ("composite", &|b, l, written| {
            composite(b, l, make, &forms, written)
        }),
        ("composite rate", &|b, l, written| {
            composite_rate(b, l, make, &forms, written)
        }),
        ("Coriolis column", &|b, l, written| {
            column(b, l, make, &forms, written)
        }),
    ];
    let asked = match asked {
        Asked::All => &lemmas[..],
        Asked::OfRoot => &lemmas[..3],
        Asked::Motion => &lemmas[1..2],
    };
    first_refuted(asked, relations)
}

/// Symbols for a joint of a type; its placement is a turn about x, or none.
fn joint<'a>(
    b: &mut Builder,
    locals: &mut Locals,
    terms: &'a LocalTerms,
    slanted: bool,
) -> (JointFrame<'a>, Vec<Value>, Vec<Value>) {
    let nv = terms.subspace.outputs().len() / 6;
    let positions = locals.take_vec(b, terms.positions);
    let (qd, qdd) = (locals.take_vec(b, nv), locals.take_vec(b, nv));
    let mut placement = b.identity_pose();
    if slanted {
        let [slope] = locals.take(b);
        let (s, c) = b.sin_cos(slope);
        let (o, l, minus) = (b.zero(), b.one(), b.neg(s));
        placement.rotation = [[l, o, o], [o, c, minus], [o, s, c]];
    }
    (
        JointFrame::new(b, placement, positions, &qd, terms),
        qd,
        qdd,
    )
}

/// A constant placement without a joint.
fn placement<'a>(
    b: &mut Builder,
    pose: Pose,
    still: &'a LocalTerms,
) -> (JointFrame<'a>, Vec<Value>, Vec<Value>) {
    (
        JointFrame::new(b, pose, Vec::new(), &[], still),
        Vec::new(),
        Vec::new(),
    )
}

/// The terms of a joint that does not move.
fn still_terms() -> LocalTerms {
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
    let unit: Vec<Value> = (0..36)
        .map(|at| if at / 6 == at % 6 { b.one() } else { b.zero() })
        .collect();
    LocalTerms {
        positions: 0,
        transform: b.finish(&transform),
        relations: Vec::new(),
        subspace: b.finish(&[]),
        subspace_rate: b.finish(&[]),
        velocity: b.finish(&twist),
        acceleration: b.finish(&change),
        adjoint: b.finish(&unit),
    }
}

fn symmetric(b: &mut Builder, locals: &mut Locals) -> Matrix3 {
    let [xx, xy, xz, yy, yz, zz] = locals.take(b);
    [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
}

fn moments(b: &mut Builder, locals: &mut Locals) -> Inertia {
    let [mass] = locals.take(b);
    let first = locals.take(b);
    Inertia {
        mass,
        first,
        second: symmetric(b, locals),
    }
}

fn twist(b: &mut Builder, locals: &mut Locals) -> Twist {
    Twist {
        linear: locals.take(b),
        angular: locals.take(b),
    }
}

fn flat(twist: &Twist) -> Vec<Value> {
    twist.linear.into_iter().chain(twist.angular).collect()
}

fn flat_wrench(wrench: &Wrench) -> Vec<Value> {
    wrench.force.into_iter().chain(wrench.moment).collect()
}

/// The moments of the only body there is.
fn only(moments: &Inertia) -> Mass<'_> {
    Mass { moments, body: 0 }
}

/// The written motion of a derived one: a = v' + w x v - g.
fn as_written(b: &mut Builder, motion: &derived::Motion) -> written::Motion {
    let swept = b.cross(&motion.velocity.angular, &motion.velocity.linear);
    let inertial = b.add3(&motion.acceleration.linear, &swept);
    let acceleration = b.sub3(&inertial, &motion.gravity);
    let (w, e) = (motion.velocity.angular, motion.acceleration.angular);
    written::Motion::new(b, w, e, acceleration)
}

fn motion(b: &mut Builder, locals: &mut Locals) -> derived::Motion {
    let (velocity, acceleration) = (twist(b, locals), twist(b, locals));
    derived::Motion {
        velocity,
        acceleration,
        gravity: locals.take(b),
    }
}

fn flat_motion(motion: &written::Motion) -> Vec<Value> {
    let [x, y, z] = motion.spread;
    [
        motion.angular,
        motion.angular_acceleration,
        motion.acceleration,
        x,
        y,
        z,
    ]
    .concat()
}

fn velocity(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    forms: &Derived,
    written: bool,
) -> Vec<Value> {
    let ((joint, qd, _), parent) = (make(b, l), twist(b, l));
    flat(&if written {
        Written::ALL.velocity(b, &joint, &parent, &qd)
    } else {
        forms.velocity(b, &joint, &parent, &qd)
    })
}

fn acceleration(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    forms: &Derived,
    written: Option<Written>,
) -> Vec<Value> {
    let ((joint, qd, qdd), parent) = (make(b, l), motion(b, l));
    let child = if let Some(written) = written {
        let parent = as_written(b, &parent);
        written.advance(b, &joint, &parent, &qd, &qdd)
    } else {
        let child = forms.advance(b, &joint, &parent, &qd, &qdd);
        as_written(b, &child)
    };
    flat_motion(&child)
}

fn turned_motion(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    forms: &Derived,
    written: bool,
) -> Vec<Value> {
    let ((joint, ..), parent) = (make(b, l), motion(b, l));
    let seen = if written {
        as_written(b, &parent).seen_from(b, &joint.placement)
    } else {
        let child = forms.advance(b, &joint, &parent, &[], &[]);
        as_written(b, &child)
    };
    flat_motion(&seen)
}

fn force(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    forms: &Derived,
    written: bool,
) -> Vec<Value> {
    let (joint, ..) = make(b, l);
    let wrench = Wrench {
        force: l.take(b),
        moment: l.take(b),
    };
    let (mut own, seen) = if written {
        (
            Written::ALL.project(b, &joint, &wrench),
            Written::ALL.retreat(b, &joint, &wrench),
        )
    } else {
        (
            forms.project(b, &joint, &wrench),
            forms.retreat(b, &joint, &wrench),
        )
    };
    own.extend(flat_wrench(&seen));
    own
}

/// The six-by-six inertia of moments, column by column.
fn inertia_matrix(b: &mut Builder, moments: &Inertia) -> Vec<Value> {
    let composite = written::Composite { total: *moments };
    unit_twists(b)
        .iter()
        .flat_map(|axis| flat_wrench(&Written::ALL.column(b, &composite, axis)))
        .collect()
}

fn unit_twists(b: &Builder) -> [Twist; 6] {
    let (o, l) = (b.zero(), b.one());
    std::array::from_fn(|k| {
        let at =
            |from: usize| -> Vector3 { std::array::from_fn(|i| if from + i == k { l } else { o }) };
        Twist {
            linear: at(0),
            angular: at(3),
        }
    })
}

fn matrix(columns: &[Value]) -> derived::Matrix6 {
    std::array::from_fn(|i| std::array::from_fn(|j| columns[6 * j + i]))
}

fn columns(matrix: &derived::Matrix6) -> Vec<Value> {
    (0..36).map(|at| matrix[at % 6][at / 6]).collect()
}

fn composite(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    forms: &Derived,
    written: bool,
) -> Vec<Value> {
    let ((joint, ..), child, own) = (make(b, l), moments(b, l), moments(b, l));
    if written {
        let below = written::Composite { total: child };
        let composite = Written::ALL.composite(b, only(&own), &[(&joint, &below)]);
        inertia_matrix(b, &composite.total)
    } else {
        let below = matrix(&inertia_matrix(b, &child));
        columns(&forms.composite(b, only(&own), &[(&joint, &below)]))
    }
}

/// An articulated inertia of any blocks, seen from the parent.
fn articulated(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    forms: &Derived,
    written: bool,
) -> Vec<Value> {
    let ((joint, ..), child) = (make(b, l), blocks(b, l));
    let own = moments(b, l);
    if written {
        let body = Written::ALL.articulated(b, only(&own));
        let seen = Written::ALL.join_articulated(b, &body, &joint, &child);
        articulated_matrix(b, &seen)
    } else {
        let body = forms.articulated(b, only(&own));
        let child = matrix(&articulated_matrix(b, &child));
        columns(&forms.join_articulated(b, &body, &joint, &child))
    }
}

/// Symbols for an articulated inertia.
fn blocks(b: &mut Builder, l: &mut Locals) -> written::Articulated {
    written::Articulated {
        angular: symmetric(b, l),
        coupling: [l.take(b), l.take(b), l.take(b)],
        linear: symmetric(b, l),
    }
}

fn articulated_matrix(b: &mut Builder, inertia: &written::Articulated) -> Vec<Value> {
    let axes = unit_twists(b);
    axes.iter()
        .flat_map(|axis| flat_wrench(&Written::ALL.response(b, inertia, axis)))
        .collect()
}

/// Symbols for moments and their rates: any, not only those of one body.
fn moment_rates(b: &mut Builder, l: &mut Locals) -> written::CompositeRate {
    let (total, momentum) = (moments(b, l), l.take(b));
    let mixed = [l.take(b), l.take(b), l.take(b)];
    written::CompositeRate {
        total,
        momentum,
        mixed,
    }
}

/// The derived composite of a written one at a velocity: B is what is left of the written column
/// of every axis when `I ad_V S` is taken away.
fn as_derived(
    b: &mut Builder,
    rates: &written::CompositeRate,
    velocity: &Twist,
) -> derived::CompositeRate {
    let inertia = matrix(&inertia_matrix(b, &rates.total));
    let still = Twist::zero(b);
    let moments = written::Composite { total: rates.total };
    let coriolis: Vec<Value> = unit_twists(b)
        .iter()
        .flat_map(|axis| {
            let column = Written::ALL
                .column_rate(b, rates, velocity, axis, &still)
                .rate;
            let change = derived::axis_change(b, velocity, axis, &still);
            let bent = Written::ALL.column(b, &moments, &change);
            flat_wrench(&column.minus(b, &bent))
        })
        .collect();
    derived::CompositeRate {
        inertia,
        coriolis: matrix(&coriolis),
    }
}

fn composite_rate(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    forms: &Derived,
    written: bool,
) -> Vec<Value> {
    let ((joint, qd, _), rates, parent) = (make(b, l), moment_rates(b, l), twist(b, l));
    let own = moments(b, l);
    let composite = if written {
        let below: [(&JointFrame<'_>, _, &[Value]); 1] = [(&joint, &rates, &qd)];
        let seen = Written::ALL.composite_rate(b, only(&own), &parent, &below);
        as_derived(b, &seen, &parent)
    } else {
        let child = Written::ALL.velocity(b, &joint, &parent, &qd);
        let below = as_derived(b, &rates, &child);
        forms.composite_rate(b, only(&own), &parent, &[(&joint, &below, &qd)])
    };
    let mut outputs = columns(&composite.inertia);
    outputs.extend(columns(&composite.coriolis));
    outputs
}

/// Columns of all axes and that of any rate of an axis, of which every column is a sum: pushed to the
/// parent, against any axis of the parent; and before that against any axis of the same frame.
fn column(
    b: &mut Builder,
    l: &mut Locals,
    make: MakeJoint<'_, '_>,
    forms: &Derived,
    written: bool,
) -> Vec<Value> {
    let ((joint, qd, _), rates, parent) = (make(b, l), moment_rates(b, l), twist(b, l));
    let (axis, axis_rate, any_rate) = (twist(b, l), twist(b, l), twist(b, l));
    let child = Written::ALL.velocity(b, &joint, &parent, &qd);
    let derived = as_derived(b, &rates, &child);
    let still = Twist::zero(b);
    let units = unit_twists(b).map(|unit| (unit, still));
    let mut outputs = Vec::new();
    for (unit, unit_rate) in units.into_iter().chain([(still, any_rate)]) {
        let (own, above) = if written {
            let column = Written::ALL.column_rate(b, &rates, &child, &unit, &unit_rate);
            let own = Written::ALL.entries(b, &column, &child, &axis, &axis_rate);
            let seen = Written::ALL.retreat_column(b, &joint, &parent, &qd, &column);
            (
                own,
                Written::ALL.entries(b, &seen, &parent, &axis, &axis_rate),
            )
        } else {
            let column = forms.column_rate(b, &derived, &child, &unit, &unit_rate);
            let own = forms.entries(b, &column, &child, &axis, &axis_rate);
            let seen = forms.retreat_column(b, &joint, &parent, &qd, &column);
            (own, forms.entries(b, &seen, &parent, &axis, &axis_rate))
        };
        outputs.extend([own.0, own.1, above.0, above.1]);
    }
    outputs
}

fn body_wrench(b: &mut Builder, l: &mut Locals, forms: &Derived, written: bool) -> Vec<Value> {
    let (inertia, motion) = (moments(b, l), motion(b, l));
    flat_wrench(&if written {
        let motion = as_written(b, &motion);
        Written::ALL.wrench(b, only(&inertia), &motion)
    } else {
        forms.wrench(b, only(&inertia), &motion)
    })
}

fn body_energy(b: &mut Builder, l: &mut Locals, forms: &Derived, written: bool) -> Vec<Value> {
    let (inertia, velocity) = (moments(b, l), twist(b, l));
    vec![if written {
        Written::ALL.kinetic_energy(b, only(&inertia), &velocity)
    } else {
        forms.kinetic_energy(b, only(&inertia), &velocity)
    }]
}

fn body_inertia(b: &mut Builder, l: &mut Locals, forms: &Derived, written: bool) -> Vec<Value> {
    let inertia = moments(b, l);
    if written {
        let composite = Written::ALL.composite(b, only(&inertia), &[]);
        inertia_matrix(b, &composite.total)
    } else {
        columns(&forms.composite(b, only(&inertia), &[]))
    }
}

fn body_coriolis(b: &mut Builder, l: &mut Locals, forms: &Derived, written: bool) -> Vec<Value> {
    let (inertia, velocity) = (moments(b, l), twist(b, l));
    let composite = if written {
        let own = Written::ALL.composite_rate(b, only(&inertia), &velocity, &[]);
        as_derived(b, &own, &velocity)
    } else {
        forms.composite_rate(b, only(&inertia), &velocity, &[])
    };
    columns(&composite.coriolis)
}

fn body_articulated(b: &mut Builder, l: &mut Locals, forms: &Derived, written: bool) -> Vec<Value> {
    let inertia = moments(b, l);
    if written {
        let own = Written::ALL.articulated(b, only(&inertia));
        articulated_matrix(b, &own)
    } else {
        columns(&forms.articulated(b, only(&inertia)))
    }
}

/// Any inertia, a response U = D g to the gain g: any gain, and such in which each component in turn is
/// 1, as it is along the axis of a joint.
fn released(b: &mut Builder, l: &mut Locals, forms: &Derived, written: bool) -> Vec<Value> {
    let (inertia, [stiffness]) = (blocks(b, l), l.take(b));
    let any: [Value; 6] = l.take(b);
    let mut outputs = Vec::new();
    for along in std::iter::once(None).chain((0..6).map(Some)) {
        let mut gain = any;
        if let Some(axis) = along {
            gain[axis] = b.one();
        }
        let gain = Wrench {
            force: [gain[0], gain[1], gain[2]],
            moment: [gain[3], gain[4], gain[5]],
        };
        let response = gain.scaled(b, stiffness);
        outputs.extend(if written {
            let left = Written::ALL.released(b, &inertia, &response, &gain);
            articulated_matrix(b, &left)
        } else {
            let inertia = matrix(&articulated_matrix(b, &inertia));
            columns(&forms.released(b, &inertia, &response, &gain))
        });
    }
    outputs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::derive::algebra::{body_terms, enter, local_terms};
    use crate::exact::integer;
    use crate::joint::{Floating, Planar, Prismatic, Revolute, Screw};

    #[test]
    fn written_forms_equal_derived_ones() {
        enter(|| {
            let body = body_terms(None).expect("polynomials");
            assert_eq!(refuted_for_body(&body), None);
            let quarter = Rotation::Quarter([[0, -1, 0], [0, 0, -1], [1, 0, 0]]);
            for rotations in [
                vec![quarter],
                (0..3).map(Rotation::About).collect(),
                vec![quarter, Rotation::Any],
            ] {
                let refuted = refuted_for_rotations(&body, &rotations.into_iter().collect());
                assert_eq!(refuted, None);
            }
            // A reflection is no rotation.
            let reflection = Rotation::Quarter([[-1, 0, 0], [0, 1, 0], [0, 0, 1]]);
            for with in [None, Some(Rotation::Any)] {
                let rotations = with.into_iter().chain([reflection]).collect();
                assert!(refuted_for_rotations(&body, &rotations).is_some());
            }
            let pitch = integer(1) / integer(7);
            for kind in [
                &Revolute { endless: false } as &dyn JointType,
                &Prismatic,
                &Screw { pitch },
                &Ball,
                &Planar,
                &Floating,
            ] {
                let begin = std::time::Instant::now();
                assert_eq!(
                    refuted_for_joint(&local_terms(kind).expect("polynomials"), &body, true),
                    None,
                    "{}",
                    kind.name()
                );
                println!("{} {:?}", kind.name(), begin.elapsed());
            }
        })
        .expect("the gate opens");
    }

    #[test]
    fn a_body_with_another_energy_has_no_written_form() {
        // T + w_z^2 / 2
        let mut b = Builder::new();
        let w = b.input(InputKind::Local, 5);
        let square = b.mul(w, w);
        let extra = b.finish(&[square]);
        enter(|| {
            let body = body_terms(Some(&extra)).expect("polynomials");
            assert_eq!(refuted_for_body(&body), Some("wrench of a body"));
        })
        .expect("the gate opens");
    }
}
