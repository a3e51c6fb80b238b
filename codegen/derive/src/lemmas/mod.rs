//! Lemmas: the hand-written kernels equal the derived ones.
//!
//! Each step of the recursions is run on symbols with both kinds of kernels, and the results are compared as
//! polynomials, modulo the relations between the symbols. A constant placement is a joint without rates; a general
//! rotation is that of an arbitrary unit quaternion. There is a file for each algorithm, as in `kernels/`.

mod articulated_bodies;
mod composite_bodies;
mod coriolis;
mod newton_euler;
mod symbols;
mod velocities;
mod wrenches;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::kernels::{Derived, HandWritten, RotationKind};
use articulated_bodies::{articulated, body_articulated, followed, released};
use composite_bodies::{body_inertia, composite};
use coriolis::{body_coriolis, column, composite_rate};
use multibody_algebra::identity::are_equal;
use multibody_description::joint::{Ball, JointType};
use multibody_outputs::local::{BodyTerms, LocalTerms, Locals};
use multibody_program::ir::Relation;
use multibody_program::ir::{Builder, Input, InputKind, Pose, Program, Value};
use newton_euler::{acceleration, body_acceleration, body_wrench, turned_motion};
use symbols::{MakeJoint, joint, placement, still_terms};
use velocities::{body_energy, velocity};
use wrenches::force;

/// The first lemma that does not hold for a joint type; none if all hold. Only steps that occur are checked: if
/// the world carries all joints of the type (`carried` is false), no inertias are composed across them.
pub fn refuted_for_joint(
    terms: &LocalTerms,
    body: &BodyTerms,
    carried: bool,
) -> Option<&'static str> {
    let plain: MakeJoint<'_, '_> = &|b, locals| joint(b, locals, terms, false);
    let slanted: MakeJoint<'_, '_> = &|b, locals| joint(b, locals, terms, true);
    let kernels = &Derived { body };
    // A joint's motion may be computed in one way after a quarter turn, in another way after other rotations, and in
    // a third way if the axes of the joint's children are parallel to its own.
    let straight: MakeJoint<'_, '_> = &|b, locals| {
        let mut symbolic = joint(b, locals, terms, false);
        symbolic.joint.bends = false;
        symbolic
    };
    let all = |written: bool| written.then_some(HandWritten::ALL);
    let by_turning = HandWritten {
        third_column: false,
    };
    let special: [Lemma<'_>; 3] = [
        (
            "acceleration behind a slanted placement",
            &|b, l, written| acceleration(b, l, slanted, kernels, all(written)),
        ),
        ("acceleration before parallel axes", &|b, l, written| {
            acceleration(b, l, straight, kernels, all(written))
        }),
        ("acceleration that turns", &|b, l, written| {
            acceleration(b, l, plain, kernels, written.then_some(by_turning))
        }),
    ];
    let extent = match carried {
        true => Extent::All,
        false => Extent::OfRoot,
    };
    refuted(body, plain, &terms.relations, extent)
        .or_else(|| first_refuted(&special, &terms.relations).filter(|_| carried))
}

/// The first lemma that does not hold for constant placements with these rotations; none if all hold.
pub fn refuted_for_rotations(
    body: &BodyTerms,
    rotations: &BTreeSet<RotationKind>,
) -> Option<&'static str> {
    let any = rotations.contains(&RotationKind::Any);
    rotations.iter().find_map(|rotation| {
        // Only the motion is computed differently after quarter turns. All other lemmas hold for quarter turns if
        // they hold for any rotation.
        let extent = match (any, rotation) {
            (true, RotationKind::Quarter(_)) => Extent::Motion,
            _ => Extent::All,
        };
        refuted_for_rotation(body, rotation, extent)
    })
}

fn refuted_for_rotation(
    body: &BodyTerms,
    rotation: &RotationKind,
    extent: Extent,
) -> Option<&'static str> {
    let still = still_terms();
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
        placement(b, pose, &still)
    };
    // U is rotated only after a quarter turn, and joints use the result as it is.
    let kernels = &Derived { body };
    let turned: [Lemma<'_>; 1] = [("turned motion", &|b, l, written| {
        turned_motion(b, l, make, kernels, written)
    })];
    let is_quarter = matches!(rotation, RotationKind::Quarter(_));
    let quaternion = || (3..7).map(|k| Input::new(InputKind::Local, k)).collect();
    let relations = match rotation {
        RotationKind::Any => vec![Relation::UnitNorm(quaternion())],
        RotationKind::Quarter(_) | RotationKind::About(_) => Vec::new(),
    };
    refuted(body, make, &relations, extent).or_else(|| {
        is_quarter
            .then(|| first_refuted(&turned, &relations))
            .flatten()
    })
}

/// The first lemma that does not hold inside a body; none if all hold.
pub fn refuted_for_body(body: &BodyTerms) -> Option<&'static str> {
    let kernels = Derived { body };
    let lemmas: [Lemma<'_>; 8] = [
        ("wrench of a body", &|b, l, written| {
            body_wrench(b, l, &kernels, written)
        }),
        ("kinetic energy of a body", &|b, l, written| {
            body_energy(b, l, &kernels, written)
        }),
        ("inertia of a body", &|b, l, written| {
            body_inertia(b, l, &kernels, written)
        }),
        ("Coriolis matrix of a body", &|b, l, written| {
            body_coriolis(b, l, &kernels, written)
        }),
        ("articulated inertia of a body", &|b, l, written| {
            body_articulated(b, l, &kernels, written)
        }),
        ("articulated inertia that gives way", &|b, l, written| {
            released(b, l, &kernels, written)
        }),
        ("articulated inertia that follows", &|b, l, written| {
            followed(b, l, &kernels, written)
        }),
        ("acceleration of a point", &|b, l, written| {
            body_acceleration(b, l, &kernels, written)
        }),
    ];
    first_refuted(&lemmas, &[])
}

/// A name, and a function that builds the same quantities with the hand-written kernel (true) or the derived one
/// (false).
type Lemma<'a> = (
    &'static str,
    &'a dyn Fn(&mut Builder, &mut Locals, bool) -> Vec<Value>,
);

/// The steps whose lemmas are checked.
#[derive(Clone, Copy)]
enum Extent {
    All,
    /// The steps of joints that the world carries: no inertias are composed across them.
    OfRoot,
    /// The step of the motion alone.
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
        .can_be_proved())
        .then_some(*name)
    })
}

/// The statement that two programs are equal, modulo relations between their inputs.
#[derive(PartialEq, Eq)]
struct Identity {
    written: Program,
    derived: Program,
    relations: Vec<Relation>,
}

/// The identities proved in this process. Robots with the same joint types have the same lemmas.
static PROVED: Mutex<Vec<Identity>> = Mutex::new(Vec::new());

impl Identity {
    fn can_be_proved(self) -> bool {
        let proved = || PROVED.lock().unwrap_or_else(PoisonError::into_inner);
        if proved().contains(&self) {
            return true;
        }
        let can_be_proved = are_equal(&self.written, &self.derived, &self.relations);
        if can_be_proved {
            proved().push(self);
        }
        can_be_proved
    }
}

fn refuted(
    body: &BodyTerms,
    make: MakeJoint<'_, '_>,
    relations: &[Relation],
    extent: Extent,
) -> Option<&'static str> {
    let kernels = Derived { body };
    let lemmas: [Lemma<'_>; 7] = [
        ("velocity", &|b, l, written| {
            velocity(b, l, make, &kernels, written)
        }),
        ("acceleration", &|b, l, written| {
            acceleration(b, l, make, &kernels, written.then_some(HandWritten::ALL))
        }),
        ("force", &|b, l, written| {
            force(b, l, make, &kernels, written)
        }),
        ("articulated inertia", &|b, l, written| {
            articulated(b, l, make, &kernels, written)
        }),
        ("composite", &|b, l, written| {
            composite(b, l, make, &kernels, written)
        }),
        ("composite rate", &|b, l, written| {
            composite_rate(b, l, make, &kernels, written)
        }),
        ("Coriolis column", &|b, l, written| {
            column(b, l, make, &kernels, written)
        }),
    ];
    let extent = match extent {
        Extent::All => &lemmas[..],
        Extent::OfRoot => &lemmas[..3],
        Extent::Motion => &lemmas[1..2],
    };
    first_refuted(extent, relations)
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
            assert_eq!(refuted_for_body(&body), None);
            let quarter = RotationKind::Quarter([[0, -1, 0], [0, 0, -1], [1, 0, 0]]);
            for rotations in [
                vec![quarter],
                (0..3).map(RotationKind::About).collect(),
                vec![quarter, RotationKind::Any],
            ] {
                let refuted = refuted_for_rotations(&body, &rotations.into_iter().collect());
                assert_eq!(refuted, None);
            }
            // A reflection is not a rotation.
            let reflection = RotationKind::Quarter([[-1, 0, 0], [0, 1, 0], [0, 0, 1]]);
            for with in [None, Some(RotationKind::Any)] {
                let rotations = with.into_iter().chain([reflection]).collect();
                assert!(refuted_for_rotations(&body, &rotations).is_some());
            }
            let pitch = integer(1) / integer(7);
            let lifted = |kind: &dyn JointType| {
                let mut b = Builder::new();
                let count = kind.coordinates().len();
                let q: Vec<Value> = (0..count).map(|k| b.input(InputKind::Q, k)).collect();
                kind.lift(&mut b, &q).expect("it is derived in others").kind
            };
            let by_derivatives = CHARTS.map(|chart| lifted(&*ball_in(chart, Rates::Derivative)));
            let others = by_derivatives.iter().map(|kind| &**kind as &dyn JointType);
            for kind in [
                &Revolute { endless: false } as &dyn JointType,
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
            assert_eq!(refuted_for_body(&body), Some("wrench of a body"));
        })
        .expect("the gate opens");
    }
}
