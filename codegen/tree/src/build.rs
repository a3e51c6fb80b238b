//! Lumping: links as read are combined to one body for each elementary motion of the joints.

use std::sync::Arc;

use super::frames::{FrameChoice, choose_frames};
use super::joints_of_expressions::convert_to_joints;
use super::regroup::{Gauge, RestingPoint, regroup, resting_points};
use super::{Body, Force, Inertia, LinkFrame, LinkMass, ParameterField, Symmetry, Tree};
use multibody_description::findings::ExaminedSystem;
use multibody_description::force::Element;
use multibody_description::joint::{JointPrograms, Kind, Lift};
use multibody_description::system::{Joint, Motion, System};
use multibody_program::exact::total;
use multibody_program::ir::{Builder, Pose, Value};

/// The tree with these choices of frames, and with its inertial parameters regrouped.
#[must_use]
pub fn arrange(tree: &Tree, frames: &[FrameChoice]) -> Tree {
    let mut result = choose_frames(tree, frames);
    let gauges: Vec<Option<Gauge>> = frames.iter().map(|frame| frame.gauge).collect();
    regroup(&mut result, &gauges);
    result.compact();
    result
}

/// The tree in the frames that it has, with its inertial parameters regrouped.
#[must_use]
pub fn regroup_parameters(tree: &Tree) -> Tree {
    let mut result = tree.clone();
    regroup(&mut result, &vec![None; tree.bodies.len()]);
    result.compact();
    result
}

/// The tree without the points that joints leave at rest, such as those on the axis of a hinge. Regrouping then moves no mass to
/// parents.
#[must_use]
pub fn without_resting_points(tree: &Tree) -> Tree {
    let mut tree = tree.clone();
    for body in &mut tree.bodies {
        body.resting_points = Arc::from([]);
    }
    tree
}

/// The tree of a system: one body for each elementary motion of the joints, with the moments of all links welded to it.
#[must_use]
pub fn place_bodies(system: &ExaminedSystem) -> Tree {
    let mut tree = place_links(system);
    tree.converted_tree = convert_to_joints(system).map(|system| {
        Arc::new(Tree {
            // Only limbs of the tree as read are packed, so the converted tree has the same ones.
            limbs: tree.limbs.clone(),
            ..place_links(&system)
        })
    });
    tree
}

/// One body for each motion of the mobile joints.
fn place_links(system: &ExaminedSystem) -> Tree {
    let mut lumping = Lumping {
        system,
        tree: empty_tree(system),
        link_moments: Vec::new(),
        types: Vec::new(),
    };
    for joint in &system.tree.joints {
        let frame = lumping.place_joint(joint);
        lumping.place_link(joint, frame);
    }
    let mut tree = lumping.sum_moments();
    for element in &system.forces {
        place_force(&mut tree, system, element);
    }
    tree
}

/// The frame of the world in itself.
fn world_frame(builder: &Builder) -> LinkFrame {
    LinkFrame {
        body: None,
        pose: builder.identity_pose(),
    }
}

/// The tree before any joint is placed: all links are in the frame of the world.
fn empty_tree(system: &ExaminedSystem) -> Tree {
    let builder = system.builder.clone();
    Tree {
        gravity: system.gravity,
        bodies: Vec::new(),
        links: vec![world_frame(&builder); system.tree.links.len()],
        masses: (system.tree.links.iter())
            .map(|link| LinkMass {
                mass: link.mass,
                com: link.com,
                inertia: link.inertia,
            })
            .collect(),
        parents: vec![None; system.tree.links.len()],
        world_inertia: Inertia::zero(&builder),
        unit: Value::ONE, // of length: 1 m
        nonzero_parameters: system.nonzero.clone(),
        fields: ParameterField::all(system).into(),
        armature: vec![builder.zero(); system.nv()],
        forces: Vec::new(),
        point_springs: system.point_springs.clone(),
        constant_forces: system.constant_forces.clone(),
        actuators: system.actuators.as_slice().into(),
        regularization: system.regularization.clone(),
        constraints: system.constraints.clone(),
        findings: system.findings.clone(),
        limbs: system.limbs(),
        coordinates: (system.coordinates.iter())
            .flat_map(|coordinate| coordinate.kind.positions())
            .copied()
            .collect(),
        symbolic: system.symbolic.clone(),
        symbolic_gravity: system.gravity, // equal to `gravity` until its unit is changed
        positions_of_rates: system.positions_of_rates(),
        nv: system.nv(),
        system_coordinates: system.coordinates.clone(),
        converted_tree: None,
        builder,
    }
}

/// A tree to which joints and their links are added one after another.
struct Lumping<'a> {
    system: &'a ExaminedSystem,
    tree: Tree,
    /// For each body, the moments of each of its links.
    link_moments: Vec<Vec<Inertia>>,
    /// The joint types so far.
    types: Vec<TypeEntry>,
}

impl Lumping<'_> {
    /// Adds a body for each motion of a joint. Returns the frame of the joint's child.
    fn place_joint(&mut self, joint: &Joint) -> LinkFrame {
        let b = &mut self.tree.builder;
        let parent_frame = joint
            .parent
            .map_or_else(|| world_frame(b), |parent| self.tree.links[parent]);
        let origin = b.compose(&parent_frame.pose, &joint.origin);
        let frame = LinkFrame {
            body: parent_frame.body,
            pose: origin,
        };
        (joint.motions.iter()).fold(frame, |frame, motion| {
            self.place_motion(joint, motion, &frame)
        })
    }

    /// Adds the body of a motion that starts from a frame. Returns the frame outboard of the motion.
    fn place_motion(&mut self, joint: &Joint, motion: &Motion, frame: &LinkFrame) -> LinkFrame {
        let (tree, coordinates) = (&mut self.tree, &self.system.coordinates);
        let b = &mut tree.builder;
        let axes = Pose {
            rotation: motion.axes,
            translation: b.zeros(),
        };
        let v = coordinates[motion.coordinate].v;
        // For a joint with the multiplier m and the armature a, the armature's energy is a (m qd)^2 / 2.
        let square = &motion.multiplier * &motion.multiplier;
        let armature = b.scale(&square, joint.armature);
        for sum in &mut tree.armature[v..v + motion.kind.nv()] {
            *sum = b.add(*sum, armature);
        }
        let positions = motion.positions(b, coordinates);
        let Lift { kind, positions } = motion.kind.lift(b, &positions).unwrap_or(Lift {
            kind: Arc::clone(&motion.kind),
            positions,
        });
        let type_index = index_of_type(&mut self.types, &kind);
        tree.bodies.push(Body {
            joint: joint.name.clone(),
            kind,
            type_index,
            symmetry: self.types[type_index].symmetry,
            resting_points: Arc::clone(&self.types[type_index].resting_points),
            parent: frame.body,
            placement: b.compose(&frame.pose, &axes),
            positions,
            v,
            multiplier: motion.multiplier.clone(),
            links: Vec::new(),
            inertia: Inertia::zero(b),
        });
        LinkFrame {
            body: Some(tree.bodies.len() - 1),
            pose: Pose {
                rotation: Builder::transpose(&motion.axes),
                ..axes
            },
        }
    }

    /// Adds the child of a joint, in this frame, to the links of its body.
    fn place_link(&mut self, joint: &Joint, frame: LinkFrame) {
        let tree = &mut self.tree;
        tree.links[joint.child] = frame;
        tree.parents[joint.child] = joint.parent;
        if let Some(body) = frame.body {
            let moments = tree.masses[joint.child].moments(&mut tree.builder, &frame.pose);
            self.link_moments.resize_with(tree.bodies.len(), Vec::new);
            self.link_moments[body].push(moments);
            tree.bodies[body].links.push(joint.child);
        }
    }

    /// The tree, each body with the sum of the moments of its links.
    fn sum_moments(mut self) -> Tree {
        for (body, moments) in self.tree.bodies.iter_mut().zip(self.link_moments) {
            body.inertia = sum_inertias(&mut self.tree.builder, &moments);
        }
        self.tree
    }
}

/// Adds a force element to the tree, with the position along which it acts.
fn place_force(tree: &mut Tree, system: &System, element: &Element) {
    let line = system.line_of_action(&mut tree.builder, &element.along);
    tree.forces.push(Force {
        kind: element.kind,
        position: line.position,
        rates: line.rates,
        coefficients: element.coefficients.clone(),
    });
}

/// A joint type, and the properties that follow from its transform.
struct TypeEntry {
    programs: JointPrograms,
    symmetry: Symmetry,
    resting_points: Arc<[RestingPoint]>,
}

/// The index of a joint type in the list, to which it is added if it is new.
fn index_of_type(types: &mut Vec<TypeEntry>, kind: &Kind) -> usize {
    let programs = JointPrograms::of(&**kind);
    let index = types.iter().position(|entry| entry.programs == programs);
    index.unwrap_or_else(|| {
        types.push(TypeEntry {
            programs,
            symmetry: Symmetry::of(&**kind),
            resting_points: resting_points(&**kind).into(),
        });
        types.len() - 1
    })
}

/// The sum of many inertias. In each entry the constants are added first, and their sum is reduced to lowest terms only once, since
/// reducing fractions with ever longer denominators is slow.
fn sum_inertias(b: &mut Builder, inertias: &[Inertia]) -> Inertia {
    let mut sum = |entry: &dyn Fn(&Inertia) -> Value| -> Value {
        let (mut constants, mut others) = (Vec::new(), Vec::new());
        for value in inertias.iter().map(entry) {
            match b.as_constant(value) {
                Some(constant) => constants.push(constant.clone()),
                None => others.push(value),
            }
        }
        let constant = b.constant(&total(constants));
        b.sum(others.into_iter().chain([constant]))
    };
    let mass = sum(&|inertia| inertia.mass);
    let first_moment = std::array::from_fn(|k| sum(&|inertia| inertia.first_moment[k]));
    let upper: [Value; 6] = std::array::from_fn(|k| {
        let (i, j) = UPPER_TRIANGLE[k];
        sum(&|inertia| inertia.second_moment[i][j])
    });
    let upper_entry = |i: usize, j: usize| {
        upper
            .iter()
            .zip(UPPER_TRIANGLE)
            .find(|(_, pair)| *pair == (i.min(j), i.max(j)))
    };
    Inertia {
        mass,
        first_moment,
        second_moment: std::array::from_fn(|i| {
            std::array::from_fn(|j| *upper_entry(i, j).expect("an entry of the upper triangle").0)
        }),
    }
}

/// The upper triangle of a symmetric matrix.
const UPPER_TRIANGLE: [(usize, usize); 6] = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)];

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::check::check;
    use multibody_description::fault::Faults;
    use multibody_description::findings::Findings;
    use multibody_description::lower::lower;
    use multibody_description::model::Source;
    use multibody_description::settings::{Root, Settings};
    use multibody_description::source::urdf;
    use multibody_program::exact::integer;
    use multibody_program::ir::InputKind;

    /// Two links welded together behind a joint, and one welded to the base.
    const ARM: &str = r#"<robot name="arm">
        <link name="base"><inertial><mass value="100"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
        <joint name="bolt" type="fixed"><parent link="base"/><child link="plate"/><origin xyz="0 0 2"/></joint>
        <link name="plate"/>
        <joint name="hinge" type="continuous"><parent link="plate"/><child link="rod"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint>
        <link name="rod"><inertial><origin xyz="1 0 0"/><mass value="2"/><inertia ixx="0" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
        <joint name="glue" type="fixed"><parent link="rod"/><child link="tool"/><origin xyz="3 0 0"/></joint>
        <link name="tool"><inertial><mass value="4"/><inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial></link>
        </robot>"#;

    fn tree(root: Root) -> Tree {
        place_bodies(&system(ARM, root))
    }

    /// The system as read, without findings of the prover.
    fn system(text: &str, root: Root) -> ExaminedSystem {
        let source = Source::new("arm.urdf", text);
        let mut faults = Faults::new();
        let model = urdf(&source, &mut faults).unwrap();
        let structure = check(&model, &mut faults).unwrap();
        let settings = Settings {
            root,
            ..Settings::default()
        };
        let system = lower(&model, &structure, &settings, &mut faults).unwrap();
        assert!(!faults.finish().has_errors());
        ExaminedSystem {
            system,
            findings: Findings::default(),
        }
    }

    #[test]
    fn welded_links_are_one_body() {
        let tree = tree(Root::Fixed);
        assert_eq!(tree.bodies.len(), 1);
        let (b, body) = (&tree.builder, &tree.bodies[0]);
        assert_eq!((body.joint.as_str(), body.parent), ("hinge", None));
        let exact = |value| b.as_constant(value).unwrap().clone();
        assert_eq!(exact(body.inertia.mass), integer(6));
        // 2 * 1 + 4 * 3, and (0 + 1 + 1) / 2 - 0 + 2 * 1^2 + 4 * 3^2
        assert_eq!(exact(body.inertia.first_moment[0]), integer(14));
        assert_eq!(exact(body.inertia.second_moment[0][0]), integer(39));
        // The hinge is where plate and origin place it.
        assert_eq!(
            body.placement.translation.map(exact),
            [1, 0, 2].map(integer)
        );
        assert_eq!(tree.links[3].body, Some(0));
        assert_eq!(exact(tree.links[3].pose.translation[0]), integer(3));
    }

    #[test]
    fn moments_of_a_body_are_those_of_its_links_in_any_frames() {
        let (straight, oblique) = (
            r#"<origin xyz="1 0 0"/><axis xyz="0 0 1"/>"#,
            r#"<origin xyz="1 2 0" rpy="0.3 0 0.2"/><axis xyz="0 1 1"/>"#,
        );
        assert!(ARM.contains(straight));
        let oblique = ARM.replace(straight, oblique);
        let system = system(&oblique, Root::FLOATING);
        let first = place_bodies(&system);
        let frames = vec![FrameChoice::default(); first.bodies.len()];
        let second = choose_frames(&first, &frames);
        assert_ne!(second.links[3].pose, first.links[3].pose);
        for mut tree in [first, second] {
            let counts = tree.bodies.iter().map(|body| body.links.len());
            let welds = tree.links.iter().filter(|frame| frame.body.is_none());
            assert_eq!(
                counts.sum::<usize>() + welds.count(),
                system.tree.links.len()
            );
            // The tree's builder has all values of the system's builder.
            let b = &mut tree.builder;
            for body in &tree.bodies {
                let start = Inertia::zero(b);
                let sum = body.links.iter().fold(start, |sum, &index| {
                    let link = &system.tree.links[index];
                    let moments = Inertia::of_link(b, link.mass, &link.com, &link.inertia);
                    let part = moments.expressed_in_parent(b, &tree.links[index].pose);
                    sum.plus(b, &part)
                });
                assert_eq!(sum, body.inertia, "{}", body.joint);
            }
        }
    }

    #[test]
    fn a_sum_of_inertias_is_that_of_successive_additions() {
        let mut b = Builder::new();
        let parts: Vec<Inertia> = (1..8)
            .map(|n| {
                let share = b.constant(&(integer(1) / integer(n)));
                let field = b.input(InputKind::Parameter, n as usize % 2);
                let mut second = [[share; 3]; 3];
                second[1][2] = field;
                second[2][1] = field;
                Inertia {
                    mass: share,
                    first_moment: [field, share, b.zero()],
                    second_moment: second,
                }
            })
            .collect();
        let sum = sum_inertias(&mut b, &parts);
        let start = Inertia::zero(&b);
        let expected = parts.iter().fold(start, |sum, part| sum.plus(&mut b, part));
        assert_eq!(
            (sum.mass, sum.first_moment),
            (expected.mass, expected.first_moment)
        );
        assert_eq!(sum.second_moment, expected.second_moment);
        let empty_sum = sum_inertias(&mut b, &[]);
        assert!(b.is_zero(empty_sum.mass));
    }

    #[test]
    fn links_welded_to_the_world_belong_to_no_body() {
        let fixed_tree = tree(Root::Fixed);
        assert_eq!(fixed_tree.links[1].body, None);
        assert!(fixed_tree.builder.is_zero(fixed_tree.world_inertia.mass));
        let afloat = tree(Root::FLOATING);
        assert_eq!(afloat.bodies.len(), 2);
        assert_eq!((afloat.coordinates.len(), afloat.nv), (8, 7));
        let mass = afloat.builder.as_constant(afloat.bodies[0].inertia.mass);
        assert_eq!(mass, Some(&integer(100)));
    }
}
