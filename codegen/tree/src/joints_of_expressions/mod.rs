//! Coordinates of expressions that move bodies as joints do.
//!
//! A position of nested rotations, such as `R(a) (u + R(b) v)`, is that of a point on a chain of joints. Recursions over
//! joints work in the axes of links, which the expression does not show. So the bodies of such expressions become links, and
//! their coordinates become joints. The result is only a second source of programs: these are compared with those of the
//! system as read, and proved against it.

mod body_placement;
mod branches;
mod linear_parameters;
mod link_poses;
mod links;
mod motion_samples;
mod random_states;
mod recognised_motion;
mod single_axis_motion;

use body_placement::BodyPlacement;
use branches::{BodyOnJoint, Branches, Carrier};
use link_poses::LinkPoses;
use links::Links;
use multibody_description::findings::ExaminedSystem;
use multibody_description::system::{PlacedBody, SymbolicTerms, System};
use multibody_program::ir::{Builder, Value};

/// Largest number of nodes in the programs of all bodies, since exact arithmetic with many digits is slow.
const MAX_NODES: usize = 4000;

/// The same system with the bodies of its expressions as links of joints, which have the same coordinates. None if there are no
/// such bodies, or if some coordinate does not move them as a joint does.
#[must_use]
pub fn convert_to_joints(system: &ExaminedSystem) -> Option<ExaminedSystem> {
    if system.symbolic.bodies.is_empty() {
        return None;
    }
    let mut system = system.clone();
    let bodies = inline_bodies(&mut system.system)?;
    let link_poses = LinkPoses::of(&mut system.system);
    let b = &mut system.system.builder;
    let bases = bodies
        .iter()
        .map(|body| link_poses.find_base(b, &position_and_axes(b, body)));
    let base_bodies: Option<Vec<_>> = bases.collect();
    let mut branches = Branches::of(b.clone(), base_bodies?)?;
    let placements = branches.bodies_on_joints()?;
    system.system.builder = branches.builder;
    let mut links = Links::new(&mut system.system);
    for joint in &branches.joints {
        links.add_joint(joint);
    }
    for BodyOnJoint {
        body,
        carrier,
        neutral_pose,
    } in &placements
    {
        links.add_body(&bodies[*body], *carrier, neutral_pose);
    }
    let symbolic = &mut system.system.symbolic;
    symbolic.bodies = (bodies.into_iter().zip(&branches.carriers))
        .filter_map(|(body, carrier)| remaining_expression(body, *carrier != Carrier::Base(None)))
        .collect();
    if symbolic.is_empty() && symbolic.constraints.is_empty() {
        *symbolic = SymbolicTerms::default();
    }
    Some(system)
}

/// The bodies with all definitions inlined. None if they are too long, or have no rational values at random states.
fn inline_bodies(system: &mut System) -> Option<Vec<PlacedBody>> {
    let bodies = system.symbolic.inlined(&mut system.builder).bodies;
    let b = &system.builder;
    let body_placements: Vec<BodyPlacement> = bodies
        .iter()
        .map(|body| position_and_axes(b, body))
        .collect();
    let node_count: usize = body_placements.iter().map(|body| body.size(b)).sum();
    let is_usable = node_count <= MAX_NODES
        && body_placements
            .iter()
            .all(|body| body.has_rational_values(b));
    is_usable.then_some(bodies)
}

fn position_and_axes(b: &Builder, body: &PlacedBody) -> BodyPlacement {
    let is_particle = body.inertia.iter().flatten().all(|&entry| b.is_zero(entry));
    BodyPlacement {
        position: body.position,
        rotation: (!is_particle).then_some(body.rotation),
    }
}

/// The part of a body that remains an expression: all of it if no joint carries it, otherwise only the force that acts on it.
fn remaining_expression(body: PlacedBody, is_carried: bool) -> Option<PlacedBody> {
    if is_carried {
        body.has_force().then_some(PlacedBody {
            mass: Value::ZERO,
            inertia: [[Value::ZERO; 3]; 3],
            ..body
        })
    } else {
        Some(body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::check::check;
    use multibody_description::fault::Faults;
    use multibody_description::findings::Findings;
    use multibody_description::lower::lower;
    use multibody_description::settings::Settings;
    use multibody_description::source::tokens::{Places, read_struct, read_tokens};
    use multibody_program::exact::{integer, nearest_f64};
    use multibody_program::ir::InputKind;

    /// The system of the items of an attribute, without findings of the prover.
    fn system(items: &str) -> ExaminedSystem {
        let (mut places, mut faults) = (Places::default(), Faults::new());
        let item = "struct Robot { l: f64 }".parse().unwrap();
        let structure = read_struct(item, &mut places, &mut faults).unwrap();
        let model = read_tokens(items.parse().unwrap(), structure, &mut places, &mut faults);
        let system = check(&model, &mut faults)
            .and_then(|structure| lower(&model, &structure, &Settings::default(), &mut faults));
        let report = faults.finish();
        assert!(!report.has_errors(), "{:?}", report.diagnostics);
        ExaminedSystem {
            system: system.expect("a system"),
            findings: Findings::default(),
        }
    }

    /// Each mobile joint, in order: its name, its kind, the link that carries it, and its origin.
    fn joints(system: &ExaminedSystem) -> Vec<(&str, &str, Option<&str>, [f64; 3])> {
        let tree = &system.tree;
        let mobile = tree.joints.iter().filter(|joint| !joint.motions.is_empty());
        let number = |value| nearest_f64(system.builder.as_constant(value).unwrap());
        mobile
            .map(|joint| {
                let parent = joint.parent.map(|at| tree.links[at].name.as_str());
                let origin = joint.origin.translation.map(number);
                (joint.name.as_str(), joint.kind(), parent, origin)
            })
            .collect()
    }

    /// The name of each body that is a link, and of the link that carries it.
    fn names_and_carriers(system: &ExaminedSystem) -> Vec<(&str, &str)> {
        let tree = &system.tree;
        let welds = tree.joints.iter().filter(|joint| joint.motions.is_empty());
        welds
            .filter_map(|joint| {
                let parent = joint.parent?;
                Some((joint.name.as_str(), tree.links[parent].name.as_str()))
            })
            .collect()
    }

    const WORLD: [f64; 3] = [0.0; 3];

    #[test]
    fn nested_rotations_are_a_chain_of_joints() {
        let system = system(
            "coordinates = [b, a, c],
            let z = -1 - 0.8 * cos(c);
            let r = cos(a) * 0.8 * sin(c) - sin(a) * z;
            particle one { mass: 1.3, position: [sin(a) * cos(b), sin(a) * sin(b), -cos(a)] },
            particle two { mass: 0.7, position: [cos(b) * r, sin(b) * r, sin(a) * 0.8 * sin(c) + cos(a) * z] }",
        );
        let result = convert_to_joints(&system).expect("joints");
        let chain = [
            ("b", "continuous", None, WORLD),
            ("a", "continuous", Some("b"), WORLD),
            ("c", "continuous", Some("a"), [0.0, 0.0, -1.0]),
        ];
        assert_eq!(joints(&result), chain);
        assert_eq!(names_and_carriers(&result), [("one", "a"), ("two", "c")]);
        assert!(result.symbolic.is_empty() && result.symbolic.definitions.is_empty());
        // The positions are those of the system as read.
        let order = |system: &ExaminedSystem| -> Vec<(String, usize, usize)> {
            let coordinates = system.coordinates.iter();
            coordinates
                .map(|coordinate| (coordinate.name.clone(), coordinate.q, coordinate.v))
                .collect()
        };
        assert_eq!(order(&result), order(&system));
    }

    #[test]
    fn arms_on_one_hub_are_branches() {
        let system = system(
            "coordinates = [left, hub, right, height],
            particle bob { mass: 1, position: [cos(hub) * (2 + cos(left)), sin(hub) * (2 + cos(left)), height + sin(left)] },
            particle ball { mass: 2, position: [-sin(hub) * (3 + cos(right)), cos(hub) * (3 + cos(right)), height - sin(right)] },
            rigid plate { mass: 3, inertia: diag(1, 2, 2), position: [0, 0, height], orientation: zyx(hub, 0, 0) }",
        );
        let result = convert_to_joints(&system).expect("joints");
        let branches = [
            ("hub", "continuous", None, WORLD),
            ("height", "prismatic", Some("hub"), WORLD),
            ("left", "continuous", Some("height"), [2.0, 0.0, 0.0]),
            ("right", "continuous", Some("height"), [0.0, 3.0, 0.0]),
        ];
        assert_eq!(joints(&result), branches);
        let carriers = [("bob", "left"), ("ball", "right"), ("plate", "height")];
        assert_eq!(names_and_carriers(&result), carriers);
    }

    /// A turn about z and a slide along z may follow in either order, but the slide of both bodies is one joint.
    #[test]
    fn a_joint_that_moves_two_bodies_is_inboard() {
        let system = system(
            "coordinates = [left, right, height],
            particle bob { mass: 1, position: [cos(left), sin(left), height] },
            particle ball { mass: 2, position: [3 + cos(right), sin(right), height] }",
        );
        let result = convert_to_joints(&system).expect("joints");
        let branches = [
            ("height", "prismatic", None, WORLD),
            ("left", "continuous", Some("height"), WORLD),
            ("right", "continuous", Some("height"), [3.0, 0.0, 0.0]),
        ];
        assert_eq!(joints(&result), branches);
    }

    #[test]
    fn axes_of_joints_are_exact() {
        let system = system(
            "coordinates = [s, a],
            let x = 0.6 * s + 0.8 * cos(a);
            particle bob { mass: 1, position: [x, sin(a), 0.8 * s - 0.6 * cos(a)] }",
        );
        let result = convert_to_joints(&system).expect("joints");
        let axis = |joint: usize| {
            let axes = result.tree.joints[joint].motions[0].axes;
            axes.map(|row| result.builder.as_constant(row[2]).unwrap().clone())
        };
        let fifths = |numbers: [i64; 3]| numbers.map(|n| integer(n) / integer(5));
        assert_eq!(result.tree.joints[1].kind(), "prismatic");
        assert_eq!(axis(1), fifths([3, 0, 4]));
        assert_eq!(axis(2), fifths([3, 0, 4]));
    }

    #[test]
    fn half_angles_of_quaternions_are_turns() {
        let system = system(
            "coordinates = [a],
            rigid one {
                mass: 1, inertia: diag(1, 2, 3), position: [0, -sin(a), cos(a)],
                orientation: quat_xyzw([sin(a / 2), 0, 0, cos(a / 2)]),
            }",
        );
        let result = convert_to_joints(&system).expect("a joint");
        assert_eq!(joints(&result), [("a", "continuous", None, WORLD)]);
    }

    #[test]
    fn lengths_may_be_parameters() {
        let system = system(
            "coordinates = [a, b],
            particle one { mass: l, position: [l * cos(a), l * sin(a), 0] },
            particle two { mass: 1, position: [(l + cos(b)) * cos(a), (l + cos(b)) * sin(a), sin(b)] }",
        );
        let mut result = convert_to_joints(&system).expect("joints");
        let links: Vec<(&str, Option<usize>)> = (result.tree.joints.iter())
            .map(|joint| (joint.name.as_str(), joint.parent))
            .collect();
        let chain = [
            ("a", None),
            ("b", Some(1)),
            ("one", Some(1)),
            ("two", Some(2)),
        ];
        assert_eq!(links[1..], chain);
        let [b, two] = [2, 4].map(|at| result.tree.joints[at].origin.translation);
        let builder = &mut result.system.builder;
        let (length, zero) = (builder.input(InputKind::Parameter, 0), builder.zero());
        assert_eq!(
            (b, two),
            ([length, zero, zero], [builder.one(), zero, zero])
        );
    }

    #[test]
    fn links_of_the_description_carry_joints_and_bodies() {
        let system = system(
            "joint pan { continuous, parent: world, child: mast, axis: z },
            joint lift { prismatic, parent: mast, child: boom, axis: z, origin: [0, 0, 1] },
            body mast { mass: 1 }, body boom { mass: 1 },
            coordinates = [swing, hoist],
            let r = 2 + 0.5 * sin(swing);
            particle hook { mass: 1, position: [r * cos(pan), r * sin(pan), 1 + lift - 0.5 * cos(swing)] },
            particle lamp { mass: 1, position: [2 * cos(pan), 2 * sin(pan), 1 + lift] },
            particle weight { mass: 1, position: [0, 0, -hoist] }",
        );
        let result = convert_to_joints(&system).expect("joints");
        let expected = [
            ("swing", "continuous", Some("boom"), [2.0, 0.0, 0.0]),
            ("hoist", "prismatic", None, WORLD),
        ];
        let mut joints = joints(&result);
        joints.retain(|joint| !["pan", "lift"].contains(&joint.0));
        joints.sort_by_key(|joint| joint.0 == "hoist");
        assert_eq!(joints, expected);
        let mut pairs = names_and_carriers(&result);
        pairs.sort_unstable();
        let carriers = [("hook", "swing"), ("lamp", "boom"), ("weight", "hoist")];
        assert_eq!(pairs, carriers);
        // A particle that moves in another way with the joints is not recognised.
        let ellipse = "joint pan { continuous, parent: world, child: mast, axis: z },
            body mast { mass: 1 }, coordinates = [s],
            particle one { mass: 1, position: [2 * cos(pan), sin(pan), s] }";
        assert!(convert_to_joints(&self::system(ellipse)).is_none());
        // A coordinate is one joint, not one on the world and another one on a link.
        let twice = "joint pan { continuous, parent: world, child: mast, axis: z },
            body mast { mass: 1 }, coordinates = [s],
            particle one { mass: 1, position: [2 * cos(pan), 2 * sin(pan), s] },
            particle two { mass: 1, position: [0, 0, s] }";
        assert!(convert_to_joints(&self::system(twice)).is_none());
    }

    /// Energies, forces and bodies at rest remain as they are.
    #[test]
    fn other_terms_remain_expressions() {
        let system = system(
            "coordinates = [a, oil],
            let s = sin(a);
            particle still { mass: 1, position: [1, 2, 3] },
            particle bob { mass: 1, position: [s, 0, -cos(a)], force: [0, oil, 0] },
            kinetic = oil_dot.powi(2) / 2, potential = s * oil, force(oil) = -oil_dot, force(a) = s",
        );
        let result = convert_to_joints(&system).expect("a joint");
        assert_eq!(joints(&result), [("a", "continuous", None, WORLD)]);
        assert_eq!(result.coordinates[1].kind.name(), "coordinate");
        let (source, target) = (&system.symbolic, &result.symbolic);
        assert_eq!(target.kinetic, source.kinetic);
        assert_eq!(target.potential, source.potential);
        assert_eq!(target.forces, source.forces);
        // A body at rest stays where it is, and the force on a body acts at the same place.
        let [still, bob] = &target.bodies[..] else {
            panic!("{:?}", target.bodies)
        };
        assert_eq!((still.name.as_str(), bob.name.as_str()), ("still", "bob"));
        assert_eq!(still.mass, source.bodies[0].mass);
        assert!(result.builder.is_zero(bob.mass) && bob.has_force());
    }

    #[test]
    fn other_motions_are_no_joints() {
        let positions = [
            "[1.1 * cos(a), sin(a), 0]",
            "[cos(a) + 0.5 * sin(a), sin(a), 0]",
            "[cos(2 * a), sin(2 * a), 0]",
            "[cos(a), sin(a), a]",
            "[2 * a, 0, 0]",
            "[a, a, 0]",
            "[a * a, 0, 0]",
            "[l * cos(a), sin(a), 0]",
            "[cos(a), sin(a) * cos(l), sin(a) * sin(l)]",
            "[l * l + cos(a), sin(a), 0]",
            "[l * l * cos(a), l * l * sin(a), 0]",
            "[cos(a + t), sin(a + t), 0]",
            "[cos(a) + cos(b), sin(a) + sin(b), 0]",
            "[exp(a), 0, 0]",
            "[1, 2, 3]",
        ];
        for position in positions {
            let items =
                format!("coordinates = [a, b], particle bob {{ mass: 1, position: {position} }}");
            assert!(convert_to_joints(&system(&items)).is_none(), "{position}");
        }
        // A coordinate that turns two bodies about different axes is no joint.
        let twice = "coordinates = [a, b],
            particle bob { mass: 1, position: [cos(a), sin(a), 0] },
            particle ball { mass: 1, position: [cos(a), 0, sin(a)] }";
        assert!(convert_to_joints(&system(twice)).is_none());
        // The position turns, but the orientation does not.
        let text = "coordinates = [a, b],
            rigid one { mass: 1, inertia: diag(1, 1, 1), position: [cos(a), sin(a), 0], orientation: zyx(0, 0, 0) }";
        assert!(convert_to_joints(&system(text)).is_none());
    }
}
