//! Lemmas: the hand-written kernels equal the derived ones.
//!
//! Each step of the recursions is run on symbols with both kinds of kernels, and the results are compared as
//! polynomials, modulo the relations between the symbols. A constant placement is a joint without rates; a general
//! rotation is that of an arbitrary unit quaternion. There is a file for each trait of `kernels/`, and one for
//! the columns of hinges.

mod articulated_bodies;
mod composite_bodies;
mod coriolis;
mod hinge_columns;
mod newton_euler;
mod particles;
mod symbols;
mod velocities;
mod wrenches;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::kernels::{Derived, HandWritten, RotationKind};
use articulated_bodies::{body_articulated, follow, inertia_in_parent, release};
use composite_bodies::{body_inertia, composite};
use coriolis::{body_coriolis, column, composite_rate};
use hinge_columns::{
    columns, columns_inwards, entries, entries_by_parallel_hinge, floating, relative_moments,
};
use multibody_algebra::identity::are_equal;
use multibody_description::joint::{Ball, JointType};
use multibody_outputs::local::{BodyTerms, JointTerms, Locals};
use multibody_program::ir::Relation;
use multibody_program::ir::{Builder, Input, InputKind, Pose, Program, Value};
use newton_euler::{acceleration, body_acceleration, body_wrench, turned_motion};
use symbols::{MakeJoint, Side, SymbolicJoint, Symbols, joint, placement, terms_of_fixed_joint};
use velocities::{body_energy, velocity};
use wrenches::wrench;

/// A step of a recursion across a joint, or across a constant placement.
type JointStep = fn(Symbols<'_>, &SymbolicJoint<'_>, Side<'_>) -> Vec<Value>;

/// A step inside a body.
type BodyStep = fn(Symbols<'_>, Side<'_>) -> Vec<Value>;

/// The steps across joints. The first is that of the motion; the first five occur even at joints that the world
/// carries.
const JOINT_STEPS: [(&str, JointStep); 12] = [
    ("acceleration", acceleration),
    ("velocity", velocity),
    ("force", wrench),
    ("hinge columns", columns),
    ("entries of hinge columns", entries),
    ("articulated inertia", inertia_in_parent),
    ("composite", composite),
    ("composite rate", composite_rate),
    ("Coriolis column", column),
    ("relative moments", relative_moments),
    ("hinge columns inwards", columns_inwards),
    ("entries beside a parallel hinge", entries_by_parallel_hinge),
];

/// The steps inside a body.
const BODY_STEPS: [(&str, BodyStep); 9] = [
    ("wrench of a body", body_wrench),
    ("kinetic energy of a body", body_energy),
    ("inertia of a body", body_inertia),
    ("Coriolis matrix of a body", body_coriolis),
    ("articulated inertia of a body", body_articulated),
    ("articulated inertia that gives way", release),
    ("articulated inertia that follows", follow),
    ("acceleration of a point", body_acceleration),
    ("columns of a floating body", floating),
];

/// The steps that only derivatives of inverse and forward dynamics use.
const DERIVATIVE_STEPS: [&str; 6] = [
    "hinge columns",
    "entries of hinge columns",
    "relative moments",
    "hinge columns inwards",
    "entries beside a parallel hinge",
    "columns of a floating body",
];

/// Which lemmas are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LemmaSet {
    /// All.
    All,
    /// All but those of [`DERIVATIVE_STEPS`].
    WithoutDerivatives,
}

impl LemmaSet {
    fn has(self, name: &str) -> bool {
        self == Self::All || !DERIVATIVE_STEPS.contains(&name)
    }
}

/// The first lemma that does not hold for a joint type; none if all hold. Only steps that occur are checked: if
/// the world carries all joints of the type (`has_parent` is false), nothing is transformed across them to a parent.
pub fn refute_joint(
    terms: &JointTerms,
    body: &BodyTerms,
    has_parent: bool,
    checked: LemmaSet,
) -> Option<&'static str> {
    // A joint's motion may be computed in one way after a quarter turn (`plain`), in another way after other rotations
    // (`slanted`), and in a third way if the axes of the joint's children are parallel to its own (`parallel`).
    let plain: MakeJoint<'_, '_> = &|b, locals| joint(b, locals, terms, false);
    let slanted: MakeJoint<'_, '_> = &|b, locals| joint(b, locals, terms, true);
    let parallel: MakeJoint<'_, '_> = &|b, locals| {
        let mut symbolic = joint(b, locals, terms, false);
        symbolic.joint.has_nonparallel_child = false;
        symbolic
    };
    let without_third_column = HandWritten {
        rotates_column_of_u: false,
    };
    let special_cases = [
        (
            "acceleration behind a slanted placement",
            slanted,
            HandWritten::ALL,
        ),
        (
            "acceleration before parallel axes",
            parallel,
            HandWritten::ALL,
        ),
        ("acceleration that turns", plain, without_third_column),
    ];
    let (lemmas, relations) = (Lemmas { body, checked }, &terms.relations[..]);
    let steps = if has_parent { &JOINT_STEPS[..] } else { &JOINT_STEPS[..5] };
    let refuted = lemmas.first_refuted(steps, plain, relations);
    refuted.or_else(|| {
        let mut cases = special_cases.into_iter().filter(|_| has_parent);
        let refuted = cases.find(|&(_, make, hand_written)| {
            lemmas.is_refuted(acceleration, make, hand_written, relations)
        });
        refuted.map(|(name, ..)| name)
    })
}

/// The first lemma that does not hold for constant placements with these rotations; none if all hold.
pub fn refute_rotations(
    body: &BodyTerms,
    rotations: &BTreeSet<RotationKind>,
    checked: LemmaSet,
) -> Option<&'static str> {
    let has_any = rotations.contains(&RotationKind::Any);
    rotations.iter().find_map(|rotation| {
        // Only the motion, whose lemma is the first, is computed differently after quarter turns. All other lemmas hold
        // for quarter turns if they hold for any rotation.
        let steps = match (has_any, rotation) {
            (true, RotationKind::Quarter(_)) => &JOINT_STEPS[..1],
            _ => &JOINT_STEPS[..],
        };
        refute_rotation(Lemmas { body, checked }, rotation, steps)
    })
}

/// The first of these steps whose lemma does not hold for constant placements with a rotation of this kind.
fn refute_rotation(
    lemmas: Lemmas<'_>,
    rotation: &RotationKind,
    steps: &[(&'static str, JointStep)],
) -> Option<&'static str> {
    let fixed_terms = terms_of_fixed_joint();
    let make: MakeJoint<'_, '_> = &|b, locals| {
        let translation = locals.take(b);
        let rotation = match rotation {
            RotationKind::Quarter(turn) => turn.map(|row| row.map(|entry| b.integer(entry))),
            RotationKind::About(axis) => {
                let [angle] = locals.take(b);
                b.turn(*axis, angle)
            }
            RotationKind::Any => {
                let quaternion: [Value; 4] = locals.take(b);
                Ball.transform(b, &quaternion).rotation
            }
        };
        let pose = Pose {
            rotation,
            translation,
        };
        placement(b, pose, &fixed_terms)
    };
    let quaternion = || (3..7).map(|k| Input::new(InputKind::Local, k)).collect();
    let relations = match rotation {
        RotationKind::Any => vec![Relation::UnitNorm(quaternion())],
        RotationKind::Quarter(_) | RotationKind::About(_) => Vec::new(),
    };
    // Only after a quarter turn is U (`HandWrittenMotion::gradient`) rotated instead of computed anew, so this step has a lemma
    // of its own.
    let special_steps: &[(&str, JointStep)] = match rotation {
        RotationKind::Quarter(_) => &[("turned motion", turned_motion)],
        RotationKind::About(_) | RotationKind::Any => &[],
    };
    lemmas.first_refuted(&[steps, special_steps].concat(), make, &relations)
}

/// The first lemma that does not hold inside a body; none if all hold.
pub fn refute_body(body: &BodyTerms, checked: LemmaSet) -> Option<&'static str> {
    let lemmas = Lemmas { body, checked };
    let is_refuted = |step: BodyStep| lemmas.sides_differ(step, HandWritten::ALL, &[]);
    let mut steps = BODY_STEPS.into_iter().filter(|(name, _)| checked.has(name));
    steps.find_map(|(name, step)| is_refuted(step).then_some(name))
}

/// The lemmas to check, for a body with these terms.
struct Lemmas<'a> {
    body: &'a BodyTerms,
    checked: LemmaSet,
}

impl Lemmas<'_> {
    /// The first of these steps whose lemma does not hold.
    fn first_refuted(
        &self,
        steps: &[(&'static str, JointStep)],
        make: MakeJoint<'_, '_>,
        relations: &[Relation],
    ) -> Option<&'static str> {
        let is_refuted = |step| self.is_refuted(step, make, HandWritten::ALL, relations);
        let mut candidates = steps.iter().filter(|(name, _)| self.checked.has(name));
        candidates.find_map(|&(name, step)| is_refuted(step).then_some(name))
    }

    /// Whether the lemma of a step across a joint does not hold.
    fn is_refuted(
        &self,
        step: JointStep,
        make: MakeJoint<'_, '_>,
        hand_written: HandWritten,
        relations: &[Relation],
    ) -> bool {
        let build = |(b, locals): Symbols<'_>, side: Side<'_>| {
            let symbolic = make(b, locals);
            step((b, locals), &symbolic, side)
        };
        self.sides_differ(build, hand_written, relations)
    }

    /// Whether the two sides of a lemma differ, modulo relations between their inputs.
    fn sides_differ(
        &self,
        build: impl Fn(Symbols<'_>, Side<'_>) -> Vec<Value>,
        hand_written: HandWritten,
        relations: &[Relation],
    ) -> bool {
        let derived_kernels = &Derived {
            body_terms: self.body,
        };
        let [hand_written_program, derived_program] =
            [Some(hand_written), None].map(|hand_written| {
                let mut b = Builder::new();
                let side = Side {
                    hand_written,
                    derived: derived_kernels,
                };
                let outputs = build((&mut b, &mut Locals::default()), side);
                b.finish(&outputs)
            });
        let identity = Identity {
            hand_written: hand_written_program,
            derived: derived_program,
            relations: relations.to_vec(),
        };
        !identity.can_be_proved()
    }
}

/// The statement that two programs are equal, modulo relations between their inputs.
#[derive(PartialEq, Eq)]
struct Identity {
    hand_written: Program,
    derived: Program,
    relations: Vec<Relation>,
}

/// The identities proved in this process. Robots with the same joint types have the same lemmas.
static PROVED: Mutex<Vec<Identity>> = Mutex::new(Vec::new());

impl Identity {
    /// Proves the identity, unless that was done before in this process.
    fn can_be_proved(self) -> bool {
        let identities = || PROVED.lock().unwrap_or_else(PoisonError::into_inner);
        if identities().contains(&self) {
            return true;
        }
        let can_be_proved = are_equal(&self.hand_written, &self.derived, &self.relations);
        if can_be_proved {
            identities().push(self);
        }
        can_be_proved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local_terms::{body_terms, local_terms};
    use multibody_algebra::enter;
    use multibody_description::joint::choices::Rates;
    use multibody_description::joint::orientation::CHARTS;
    use multibody_description::joint::{Floating, Planar, Prismatic, Revolute, Screw, ball_in};
    use multibody_program::exact::integer;

    #[test]
    fn hand_written_kernels_equal_derived_ones() {
        enter(|| {
            let body = body_terms();
            assert_eq!(refute_body(&body, LemmaSet::All), None);
            let quarter = RotationKind::Quarter([[0, -1, 0], [0, 0, -1], [1, 0, 0]]);
            for rotations in [
                vec![quarter],
                (0..3).map(RotationKind::About).collect(),
                vec![quarter, RotationKind::Any],
            ] {
                let rotation_set = rotations.into_iter().collect();
                let refuted = refute_rotations(&body, &rotation_set, LemmaSet::All);
                assert_eq!(refuted, None);
            }
            // A reflection is not a rotation.
            let reflection = RotationKind::Quarter([[-1, 0, 0], [0, 1, 0], [0, 0, 1]]);
            for rotation in [None, Some(RotationKind::Any)] {
                let rotations = rotation.into_iter().chain([reflection]).collect();
                assert!(refute_rotations(&body, &rotations, LemmaSet::All).is_some());
            }
            let pitch = integer(1) / integer(7);
            let lifted = |kind: &dyn JointType| {
                let mut b = Builder::new();
                let count = kind.positions().len();
                let q: Vec<Value> = (0..count).map(|k| b.input(InputKind::Q, k)).collect();
                kind.lift(&mut b, &q)
                    .expect("its terms are derived in other coordinates")
                    .kind
            };
            let by_derivatives = CHARTS.map(|chart| lifted(&*ball_in(chart, Rates::Derivative)));
            let others = by_derivatives.iter().map(|kind| &**kind as &dyn JointType);
            for kind in [
                &Revolute { is_endless: false } as &dyn JointType,
                &Prismatic,
                &Screw { pitch },
                &Ball,
                &Planar,
                &Floating,
            ]
            .into_iter()
            .chain(others)
            {
                let begin = std::time::Instant::now();
                assert_eq!(
                    refute_joint(
                        &local_terms(kind).expect("polynomials"),
                        &body,
                        true,
                        LemmaSet::All
                    ),
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
    fn hand_written_kernels_are_refuted_for_another_energy() {
        enter(|| {
            // The wrench of T + w_z^2 / 2: its moment about z is larger by the angular acceleration.
            let mut body = body_terms();
            let mut b = Builder::new();
            let mut wrench = b.inline(&body.wrench, |b, input| {
                b.input(input.kind, input.index as usize)
            });
            let acceleration = b.input(InputKind::Local, 21);
            wrench[5] = b.add(wrench[5], acceleration);
            body.wrench = b.finish(&wrench);
            assert_eq!(refute_body(&body, LemmaSet::All), Some("wrench of a body"));
        })
        .expect("the gate opens");
    }
}
