//! Lowers a checked model to a [`System`]: decimals become exact numbers, names become indices, and the settings are
//! applied.

mod actuation;
mod actuators;
mod armature;
mod axis;
mod constraints;
pub mod coordinates;
mod forces;
mod joint_settings;
mod joints;
mod limits;
mod links;
mod locked_joint;
mod names;
mod numbers;
mod pinocchio;
mod point_springs;
mod rules;
mod snap;
mod states;
mod symbolic;
mod tendons;
mod welded_links;

pub use actuation::rates_with_motor;
pub use actuators::actuators;
pub use armature::{ArmatureReport, armature_reports};
pub use constraints::constraints;
pub use forces::{ForceLine, ForceReport, acting_elements, force_reports};
pub use joint_settings::joints_with_settings;
pub use point_springs::point_springs;
pub use states::states;

use std::collections::BTreeMap;

use crate::check::Structure;
use crate::fault::{Fault, Faults};
use crate::force::Element;
use crate::model::{JointKind, Model};
use crate::settings::{self, Settings};
use crate::system::{Coordinate, LinkTree, ROOT_JOINT, System};
use joints::JointBuilder;
use multibody_program::ir::{Builder, Vector3};
use numbers::Numbers;
use rules::Rule;
use snap::Snapper;

/// The system of a model that has passed the check. `None` if settings and model do not fit together; `faults` has the
/// reasons. A system may be returned although there are errors about motors or about Pinocchio's order of joints.
#[must_use]
pub fn lower(
    model: &Model,
    structure: &Structure,
    settings: &Settings,
    faults: &mut Faults,
) -> Option<System> {
    let rules = rules::rules(model, structure, settings, faults);
    names::check_link_names(model, settings, faults);
    names::check_root_joint(model, settings, faults);
    let nonzero_parameters = names::nonzero_parameters(model, settings, faults);
    limits::check_rates(model, &rules, faults);
    if !faults.has_errors() {
        limits::check_moving(model, &rules, faults);
    }
    limits::check_multipliers(model, structure, &rules, faults);
    axis::check_run_time_axes(model, &rules, faults);
    let model_joints = joints_with_settings(model, settings, faults);
    let armatures = armature::armatures(&model_joints, &rules, &model.conventions, faults);
    point_springs::check(model, faults);
    constraints::check(model, faults);
    let conventions = &model.conventions;
    forces::check(&model_joints, &rules, conventions, settings, faults);
    tendons::check(model, settings, faults);
    if faults.has_errors() {
        return None;
    }
    let mut numbers = Numbers {
        builder: model.builder.clone(),
        snapper: Snapper::new(settings.snap),
    };
    let links = model
        .links
        .iter()
        .map(|l| links::link(&mut numbers, l))
        .collect();
    let order = depth_first(structure);
    let (coordinates, first_coordinates) = coordinates_of(model, settings, &order, &rules);
    actuation::check(model, &rules, &coordinates, settings, faults);
    let has_motor = rates_with_motor(&coordinates, model, settings);
    let pinocchio = pinocchio::pinocchio_indices(model, structure, settings, &coordinates, faults);
    let mut joints = vec![joints::root_joint(
        &mut numbers,
        settings.root,
        structure.root,
    )];
    joints.extend(
        JointBuilder {
            model,
            structure,
            rules: &rules,
            armatures: &armatures,
            first_coordinates: &first_coordinates,
            numbers: &mut numbers,
        }
        .build(&order),
    );
    let b = &mut numbers.builder;
    // The root's joint comes first.
    let mut forces: Vec<Element> = order
        .iter()
        .zip(1..)
        .flat_map(|(&joint, k)| {
            let lines = forces::lines_of_joint(&joints[k], k, &coordinates);
            let coefficients = &model_joints[joint].forces;
            acting_elements(b, coefficients, &lines, conventions, settings)
        })
        .collect();
    let mut tree = LinkTree { links, joints };
    let coordinate_tables = (&coordinates[..], &first_coordinates);
    let tendon_terms =
        tendons::tendon_terms(b, model, settings, &rules, coordinate_tables, &mut tree);
    forces.extend(tendon_terms.forces);
    let mut symbolic = symbolic::symbolic_terms(b, model, &rules, &coordinates, &tree);
    symbolic.kinetic.extend(tendon_terms.kinetic);
    let line =
        |terms: &[_]| forces::line_of_sum(terms, model, &rules, &coordinates, &first_coordinates);
    let actuators = actuators(model, line);
    let point_springs = point_springs(b, model);
    let constraints = constraints(b, model);
    let gravity = gravity(b, model, settings, faults);
    // Rounds centres of mass and inertias where many rotated links are welded to one moving link.
    welded_links::shorten(b, &mut tree);
    let constant_forces = tendons::compensations(b, model, settings, &tree, &gravity);
    Some(System {
        tree,
        forces,
        point_springs,
        constant_forces,
        actuators,
        constraints,
        has_motor,
        regularization: settings.regularization.as_ref().map(|eps| eps.0.clone()),
        symbolic,
        gravity,
        parameters: model.parameters.clone(),
        nonzero: nonzero_parameters,
        states: states(model, &coordinates),
        coordinates,
        pinocchio,
        snaps: numbers.snapper.finish(),
        builder: numbers.builder,
    })
}

/// The acceleration of gravity: the option wins; if the description has one too, that is reported.
fn gravity(b: &mut Builder, model: &Model, settings: &Settings, faults: &mut Faults) -> Vector3 {
    match (&settings.gravity, &model.gravity) {
        (Some(gravity), described) => {
            if let Some([x, ..]) = described {
                faults.push(x.span(), Fault::SettingGravityReplaced);
            }
            gravity.each_ref().map(|g| b.constant(g))
        }
        (None, Some(gravity)) => gravity.each_ref().map(|g| g.value(b)),
        (None, None) => settings::gravity().map(|g| b.constant(&g)),
    }
}

/// The coordinates, and the index of the first coordinate of each joint of the model that has coordinates of its own.
fn coordinates_of(
    model: &Model,
    settings: &Settings,
    order: &[usize],
    rules: &[Rule],
) -> (Vec<Coordinate>, BTreeMap<usize, usize>) {
    let (mut coordinates, mut first_coordinates) = (Vec::new(), BTreeMap::new());
    let root = settings.root.motions().into_iter().map(|(kind, _)| kind);
    coordinates::add(&mut coordinates, ROOT_JOINT, &JointKind::of(root), None);
    for &index in order {
        if rules[index].is_independent(index) {
            let joint = &model.joints[index];
            let (name, kind) = (joint.name.value.as_str(), &joint.kind.value);
            let first = coordinates::add(&mut coordinates, name, kind, joint.limits.as_ref());
            first_coordinates.insert(index, first);
        }
    }
    let names = model.symbolic.coordinates.iter();
    names.for_each(|name| coordinates::add_generalized(&mut coordinates, &name.value));
    (coordinates, first_coordinates)
}

/// The indices of all joints, depth first, siblings in the order of the description.
fn depth_first(structure: &Structure) -> Vec<usize> {
    let mut order = Vec::with_capacity(structure.ends.len());
    // Reversed, since the stack returns the last one first.
    let children = |link: usize| structure.child_joints[link].iter().rev().copied();
    let mut stack: Vec<usize> = children(structure.root).collect();
    while let Some(joint) = stack.pop() {
        order.push(joint);
        stack.extend(children(structure.ends[joint].child));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::model::{
        NamedJointState, NamedState, Number, Origin, Rotation, Source, Span, Spanned,
    };
    use crate::settings::{Root, Weld};
    use crate::source::urdf;
    use crate::system::{joint_rows, link_rows};
    use multibody_program::exact::{Rational, decimal, integer, quarter_turn, radians};

    /// One branch has two joints, of which the outer one is listed first; the other branch has one joint.
    const TREE: &str = r#"<robot name="tree">
        <joint name="second" type="prismatic"><parent link="left"/><child link="tip"/><axis xyz="0 0 -2"/>
          <limit lower="0" upper="1" velocity="1" effort="1"/></joint>
        <joint name="first" type="continuous"><parent link="base"/><child link="left"/><origin xyz="1 2 3" rpy="0 0 1.5708"/><axis xyz="1 0 0"/></joint>
        <joint name="third" type="continuous"><parent link="base"/><child link="right"/><axis xyz="0 0 1"/></joint>
        <link name="base"/><link name="left"/><link name="right"/><link name="tip"/></robot>"#;

    fn lower_tree(settings: &Settings) -> System {
        lower_changed_tree(settings, |_| ())
    }

    fn lower_changed_tree(settings: &Settings, change: impl FnOnce(&mut Model)) -> System {
        let source = Source::new("tree.urdf", TREE);
        let mut faults = Faults::new();
        let mut model = urdf(&source, &mut faults).unwrap();
        change(&mut model);
        let structure = check(&model, &mut faults).unwrap();
        let system = lower(&model, &structure, settings, &mut faults);
        assert!(!faults.finish().has_errors());
        system.unwrap()
    }

    fn exact<const N: usize>(
        system: &System,
        values: [multibody_program::ir::Value; N],
    ) -> [Rational; N] {
        values.map(|value| system.builder.as_constant(value).unwrap().clone())
    }

    #[test]
    fn joints_are_in_depth_first_order_whatever_the_order_of_the_file() {
        let system = lower_tree(&Settings::default());
        let names: Vec<&str> = system
            .tree
            .joints
            .iter()
            .map(|joint| joint.name.as_str())
            .collect();
        assert_eq!(names, ["root_joint", "first", "second", "third"]);
        let coordinates: Vec<(&str, usize)> = system
            .coordinates
            .iter()
            .map(|c| (c.joint.as_str(), c.q))
            .collect();
        assert_eq!(coordinates, [("first", 0), ("second", 1), ("third", 2)]);
        assert!(
            system.coordinates[0].kind.is_endless() && !system.coordinates[1].kind.is_endless()
        );
        let floating_tree = lower_tree(&Settings {
            root: Root::FLOATING,
            ..Settings::default()
        });
        let coordinates: Vec<(&str, usize, usize)> = floating_tree
            .coordinates
            .iter()
            .map(|c| (c.joint.as_str(), c.q, c.v))
            .collect();
        let expected = [
            ("root_joint", 0, 0),
            ("first", 7, 6),
            ("second", 8, 7),
            ("third", 9, 8),
        ];
        assert_eq!(coordinates, expected);
    }

    #[test]
    fn origins_are_exact_and_z_is_the_axis_of_motion() {
        let system = lower_tree(&Settings::default());
        let first = &system.tree.joints[1];
        assert_eq!(
            exact(&system, first.origin.translation),
            [1, 2, 3].map(integer)
        );
        assert_eq!(
            exact(&system, first.origin.rotation[0]),
            [0, -1, 0].map(integer)
        );
        assert_eq!(system.snaps.len(), 1, "{:?}", system.snaps);
        let axis = |index: usize| {
            let axes = system.tree.joints[index].motions[0].axes;
            exact(&system, axes.map(|row| row[2]))
        };
        assert_eq!(axis(1), [1, 0, 0].map(integer));
        assert_eq!(axis(2), [0, 0, -1].map(integer));
    }

    #[test]
    fn a_welded_slide_is_shifted_along_its_axis() {
        let weld = Weld {
            joint: "second".into(),
            position: decimal("0.25").unwrap(),
        };
        let system = lower_tree(&Settings {
            welds: vec![weld],
            ..Settings::default()
        });
        let second = &system.tree.joints[2];
        assert!(second.motions.is_empty());
        let expected = [integer(0), integer(0), integer(-1) / integer(4)];
        assert_eq!(exact(&system, second.origin.translation), expected);
        assert_eq!(system.nv(), 2);
    }

    #[test]
    fn origins_compensate_the_positions_at_which_joints_are_drawn() {
        let number = |value: Rational| Some(Number::derived(value, Span::default()));
        let draw = |model: &mut Model| {
            model.joints[0].reference = number(decimal("0.25").unwrap());
            model.joints[1].reference = number(radians(&integer(90)));
            model.joints[2].reference = number(radians(&integer(-90)));
        };
        let weld = Weld {
            joint: "third".into(),
            position: quarter_turn().clone(),
        };
        let settings = Settings {
            welds: vec![weld],
            snap: false,
            ..Settings::default()
        };
        let system = lower_changed_tree(&settings, draw);
        let [first, second, third] = [1, 2, 3].map(|k| &system.tree.joints[k].origin);
        let up = [integer(0), integer(0), decimal("0.25").unwrap()];
        assert_eq!(exact(&system, second.translation), up);
        // A quarter turn about x, backwards. The turn about z, which is not snapped, does not change the third row.
        assert_eq!(exact(&system, first.rotation[2]), [0, -1, 0].map(integer));
        assert_eq!(exact(&system, first.translation), [1, 2, 3].map(integer));
        // From -90 to 90 degrees: half a turn about z.
        let half = [[-1, 0, 0], [0, -1, 0], [0, 0, 1]];
        for (row, expected) in third.rotation.into_iter().zip(half) {
            assert_eq!(exact(&system, row), expected.map(integer));
        }
    }

    #[test]
    fn intermediate_links_are_in_no_table() {
        let hide = |model: &mut Model| {
            let left = (model.links.iter_mut()).find(|link| link.name.value == "left");
            left.unwrap().is_intermediate = true;
        };
        let system = lower_changed_tree(&Settings::default(), hide);
        let links = link_rows(&system);
        let links: Vec<_> = (links.iter())
            .map(|row| (row.link.name.as_str(), row.index, row.parent, row.joint))
            .collect();
        let expected = [
            ("base", 0, None, "root_joint"),
            ("right", 2, Some(0), "third"),
            ("tip", 3, Some(0), "second"),
        ];
        assert_eq!(links, expected);
        let joints = joint_rows(&system);
        let joints: Vec<_> = joints.iter().map(|row| (row.parent, row.link)).collect();
        let expected = [(None, Some(2)), (Some(0), Some(2)), (None, Some(1))];
        assert_eq!(joints, expected);
    }

    #[test]
    fn named_states_have_the_order_of_coordinates() {
        let joint = |name: &str, text: &str| NamedJointState {
            joint: name.to_owned(),
            positions: vec![Number::derived(decimal(text).unwrap(), Span::default())],
            rates: Vec::new(),
        };
        let add_state = |model: &mut Model| {
            model.keyframes.push(NamedState {
                name: Spanned {
                    value: "home".to_owned(),
                    span: Span::default(),
                },
                joints: vec![joint("third", "0.3"), joint("second", "-0.2")],
            });
        };
        let settings = Settings {
            root: Root::FLOATING,
            ..Settings::default()
        };
        let system = lower_changed_tree(&settings, add_state);
        let [state] = &system.states[..] else {
            panic!("one state");
        };
        let q = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -0.2, 0.3];
        assert_eq!((&*state.name, &state.q[..]), ("home", &q[..]));
        assert_eq!(state.qd, [0.0; 9]);
    }

    #[test]
    fn exact_rotations_are_not_changed() {
        let third = |n: i64| integer(n) / integer(3);
        let matrix = [[2, -1, 2], [2, 2, -1], [-1, 2, 2]].map(|row| row.map(third));
        let turn = |model: &mut Model| {
            let origin = Origin {
                rotation: Rotation::Exact(matrix.clone()),
                ..Origin::identity(Span::default())
            };
            model.joints[1].origin = origin;
            model.joints[1].kind.value = JointKind::default();
        };
        let system = lower_changed_tree(&Settings::default(), turn);
        for (row, expected) in system.tree.joints[1]
            .origin
            .rotation
            .into_iter()
            .zip(&matrix)
        {
            assert_eq!(exact(&system, row), *expected);
        }
    }
}
