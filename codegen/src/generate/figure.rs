//! The plain data of a drawing that shows the robot: at its neutral position, at another, or in motion.

use std::collections::BTreeSet;

use multibody_description::findings::ExaminedSystem;
use multibody_description::system::{End, Joint, System};
use multibody_emit::report::{freedom, parent_link, shown_joints};
use multibody_kinematics::{State, input_value, link_poses_and_axes, neutral};
use multibody_outputs::report::{
    Figure, FigureJoint, FigureMass, FigureTie, MovingFigure, TieKind,
};
use multibody_program::exact::nearest_f64;
use multibody_program::ir::{Builder, InputKind, Machine, Node, Pose, Program, Value, Vector3};

/// The value that a field without a default is assumed to have.
const ASSUMED_VALUE: f64 = 1.0;

/// The robot at its neutral position, at t = 0. Left out are masses that are not positive or not finite, and masses and ties at
/// points that are not finite. The figure is empty if the place or an axis of a joint is not finite, or if all points are at the
/// world's origin.
#[must_use]
pub fn figure(system: &ExaminedSystem) -> Figure {
    figure_at(system, neutral(&system.coordinates))
}

/// The robot at positions `q`, otherwise as [`figure`].
#[must_use]
pub fn figure_at(system: &ExaminedSystem, q: Vec<f64>) -> Figure {
    let (indices, program) = moving_figure(system);
    let values = evaluate(system, &program, q);
    let vector = |first: usize| -> [f64; 3] { std::array::from_fn(|k| values[first + k]) };
    let joints = indices.joints.into_iter().map(|joint| FigureJoint {
        name: joint.name,
        link: joint.link,
        parent: joint.parent,
        place: vector(joint.place),
        axes: joint.axes.into_iter().map(vector).collect(),
        freedom: joint.freedom,
        q: joint.q,
    });
    let masses = indices.masses.into_iter().map(|mass| FigureMass {
        name: mass.name,
        mass: values[mass.mass],
        place: vector(mass.place),
        joint: mass.joint,
    });
    let ties = indices.ties.into_iter().map(|tie| FigureTie {
        name: tie.name,
        kind: tie.kind,
        ends: tie.ends.map(vector),
    });
    let is_valid = |place: &[f64; 3]| place.iter().all(|x| x.is_finite());
    let figure = Figure {
        joints: joints.collect(),
        masses: masses
            .filter(|body| body.mass > 0.0 && body.mass.is_finite() && is_valid(&body.place))
            .collect(),
        ties: ties.filter(|tie| tie.ends.iter().all(is_valid)).collect(),
        parameters_set_to_one: indices.parameters_set_to_one,
    };
    let has_place = |joint: &FigureJoint| is_valid(&joint.place) && joint.axes.iter().all(is_valid);
    if figure.joints.iter().all(has_place) && figure.points().any(|p| p != [0.0; 3]) {
        figure
    } else {
        Figure::default()
    }
}

/// The parts of the drawing of a robot, and the program that places them from positions, time and fields.
#[must_use]
pub fn moving_figure(system: &ExaminedSystem) -> (MovingFigure, Program) {
    let mut b = system.builder.clone();
    let (poses, axes) = link_poses_and_axes(&mut b, system);
    let mut outputs = Outputs::default();
    let tree = &system.tree;
    let joints = (tree.joints.iter().zip(&axes))
        .filter(|(joint, _)| shown_joints(system).any(|other| other.child == joint.child))
        .map(|(joint, axes)| {
            let pose = &poses[joint.child];
            let place = outputs.vector(pose.translation);
            // The page finds the rotation behind the place.
            for row in pose.rotation {
                outputs.vector(row);
            }
            let motions = joint.motions.iter().zip(axes);
            let with_axis = motions.filter(|(motion, _)| motion.kind.nv() == 1);
            FigureJoint {
                name: joint.name.clone(),
                link: tree.links[tree.body(joint.child)].name.clone(),
                parent: parent_link(system, joint).and_then(|link| moving_joint(system, link)),
                place,
                axes: with_axis.map(|(_, axis)| outputs.vector(*axis)).collect(),
                freedom: freedom(joint.motions.iter()),
                q: positions(system, joint),
            }
        })
        .collect();
    let masses = masses(&mut b, system, &poses, &mut outputs);
    let ties = ties(&mut b, system, &poses, &mut outputs);
    let program = b.finish(&outputs.0);
    let figure = MovingFigure {
        joints,
        masses,
        ties,
        parameters_set_to_one: assumed_fields(system, &program),
    };
    (figure, program)
}

/// The outputs of a program. Adding an output returns its index; adding several returns that of the first.
#[derive(Default)]
struct Outputs(Vec<Value>);

impl Outputs {
    fn value(&mut self, value: Value) -> usize {
        self.0.push(value);
        self.0.len() - 1
    }

    fn vector(&mut self, [x, y, z]: Vector3) -> usize {
        let index = self.value(x);
        self.value(y);
        self.value(z);
        index
    }
}

/// The index of the joint that moves a link, among the joints that are shown.
fn moving_joint(system: &System, link: usize) -> Option<usize> {
    shown_joints(system).position(|joint| joint.child == link)
}

/// The range of a joint's positions in q. `None`: the joint is fixed.
fn positions(system: &System, joint: &Joint) -> Option<std::ops::Range<usize>> {
    let coordinate = |motion: usize| &system.coordinates[joint.motions[motion].coordinate];
    let last = joint.motions.len().checked_sub(1)?;
    Some(coordinate(0).q..coordinate(last).q_range().end)
}

/// The masses of all links, then of the bodies that are placed by expressions.
fn masses(
    b: &mut Builder,
    system: &System,
    poses: &[Pose],
    outputs: &mut Outputs,
) -> Vec<FigureMass<usize, usize>> {
    let mut masses = Vec::new();
    for (index, link) in system.tree.links.iter().enumerate() {
        let place = point(
            b,
            poses,
            &End {
                link: Some(index),
                point: link.com,
            },
        );
        masses.push(FigureMass {
            name: link.name.clone(),
            joint: moving_joint(system, index),
            mass: outputs.value(link.mass),
            place: outputs.vector(place),
        });
    }
    for body in system.symbolic.inlined(b).bodies {
        masses.push(FigureMass {
            name: body.name,
            joint: None,
            mass: outputs.value(body.mass),
            place: outputs.vector(body.position),
        });
    }
    masses
}

/// The ties: first the constraints between two frames, one tie for all rows of each, then the springs.
fn ties(
    b: &mut Builder,
    system: &ExaminedSystem,
    poses: &[Pose],
    outputs: &mut Outputs,
) -> Vec<FigureTie<usize>> {
    let rows = system
        .constraints
        .iter()
        .map(|c| (c.owner, &c.name, &c.row));
    let left_out = system
        .findings
        .left_out
        .iter()
        .map(|c| (c.owner, &c.name, &c.row));
    let mut known_owners = BTreeSet::new();
    let loops = rows.chain(left_out).filter_map(|(owner, name, row)| {
        let ends = row.pair().filter(|_| known_owners.insert(owner))?;
        // The part after the dot distinguishes the rows of one constraint.
        let tie_name = name
            .rsplit_once('.')
            .map_or(name.as_str(), |(name, _)| name);
        Some((tie_name.to_owned(), TieKind::Loop, ends))
    });
    let loops: Vec<_> = loops.collect();
    let springs = system
        .point_springs
        .iter()
        .map(|spring| (spring.name.clone(), TieKind::Spring, spring.ends));
    let ties = loops.into_iter().chain(springs);
    ties.map(|(name, kind, ends)| FigureTie {
        name,
        kind,
        ends: ends.map(|end| {
            let place = point(b, poses, &end);
            outputs.vector(place)
        }),
    })
    .collect()
}

/// A point of a link in the world, `p + R r`: `p` and `R` are the link's translation and rotation in the world, `r` is the point
/// in the frame of the link.
fn point(b: &mut Builder, poses: &[Pose], end: &End) -> Vector3 {
    let pose = end.link.map_or(b.identity_pose(), |link| poses[link]);
    let offset = b.mul_vec(&pose.rotation, &end.point);
    b.add3(&pose.translation, &offset)
}

/// The results of a program at positions `q`, at rest and at t = 0. Parameters have their defaults, or else [`ASSUMED_VALUE`].
fn evaluate(system: &System, program: &Program, q: Vec<f64>) -> Vec<f64> {
    let state = State {
        t: 0.0,
        q,
        qd: vec![0.0; system.nv()],
    };
    let parameters = default_parameters(system);
    let inputs = state.inputs(&parameters, &[]);
    Machine::of(program).run(|input| input_value(input, inputs))
}

/// The defaults of all parameters, or what they are assumed to be.
#[must_use]
pub fn default_parameters(system: &System) -> Vec<f64> {
    let defaults = system.parameters.iter().flat_map(|parameter| {
        let values = parameter.default.as_deref().unwrap_or_default();
        (0..parameter.shape.count())
            .map(|index| values.get(index).map_or(ASSUMED_VALUE, nearest_f64))
    });
    defaults.collect()
}

/// The fields without a default that the program uses.
fn assumed_fields(system: &System, program: &Program) -> Vec<String> {
    let parameters: BTreeSet<usize> = (program.nodes().iter())
        .filter_map(|node| match node {
            Node::Input(input) if input.kind == InputKind::Parameter => Some(input.index as usize),
            _ => None,
        })
        .collect();
    let assumed_parameters = system.parameters.iter().filter(|parameter| {
        let range = parameter.first..parameter.first + parameter.shape.count();
        parameter.default.is_none() && parameters.range(range).next().is_some()
    });
    assumed_parameters
        .map(|parameter| parameter.field.value.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::check::check;
    use multibody_description::fault::Faults;
    use multibody_description::lower::lower;
    use multibody_description::settings::Settings;
    use multibody_description::source::tokens::{Places, read_struct, read_tokens};
    use multibody_outputs::report::Freedom;

    fn figure_of(fields: &str, items: &str) -> Figure {
        let (mut places, mut faults) = (Places::default(), Faults::new());
        let robot = read_struct(fields.parse().unwrap(), &mut places, &mut faults);
        let model = read_tokens(
            items.parse().unwrap(),
            robot.unwrap(),
            &mut places,
            &mut faults,
        );
        let structure = check(&model, &mut faults).unwrap();
        let system = lower(&model, &structure, &Settings::default(), &mut faults).unwrap();
        let system = multibody_examine::examine(system);
        assert!(!faults.finish().has_errors());
        figure(&system)
    }

    #[track_caller]
    fn assert_close(place: [f64; 3], expected: [f64; 3]) {
        let errors = place.iter().zip(expected).map(|(a, b)| (a - b).abs());
        assert!(errors.fold(0.0, f64::max) < 1e-15, "{place:?} {expected:?}");
    }

    /// The shoulder is 0.5 m high and turned by 30 degrees about y, so that its x axis is (cos 30, 0, -sin 30)
    /// in the world. The elbow is 1 m along this axis, and turns about the z axis of the shoulder.
    #[test]
    fn a_two_link_arm_is_placed_as_by_trigonometry() {
        let arm = figure_of(
            "struct Arm;",
            "joint shoulder { revolute, parent: world, child: upper, axis: y, origin: [0, 0, 0.5], rotation: rpy(0, PI / 6, 0) },
             joint elbow { revolute, parent: upper, child: fore, axis: z, origin: [1, 0, 0] },
             joint palm { fixed, parent: fore, child: hand, origin: [0.4, 0, 0] },
             body upper { mass: 2, com: [0.5, 0.1, 0] }, body fore { mass: 1, com: [0.2, 0, 0] }, body hand {},
             loop closure { from: [world, [2, 0, 0]], to: hand, leaves: revolute(y) },",
        );
        let (cos, sin) = (3f64.sqrt() / 2.0, 0.5);
        let joints: Vec<_> = arm
            .joints
            .iter()
            .map(|joint| (&*joint.name, joint.parent))
            .collect();
        assert_eq!(
            joints,
            [("shoulder", None), ("elbow", Some(0)), ("palm", Some(1))]
        );
        assert_close(arm.joints[0].place, [0.0, 0.0, 0.5]);
        assert_close(arm.joints[1].place, [cos, 0.0, 0.5 - sin]);
        assert_close(arm.joints[2].place, [1.4 * cos, 0.0, 0.5 - 1.4 * sin]);
        let axes: Vec<usize> = arm.joints.iter().map(|joint| joint.axes.len()).collect();
        assert_eq!(axes, [1, 1, 0]);
        assert_close(arm.joints[0].axes[0], [0.0, 1.0, 0.0]);
        assert_close(arm.joints[1].axes[0], [sin, 0.0, cos]);
        let q: Vec<_> = arm.joints.iter().map(|joint| joint.q.clone()).collect();
        assert_eq!(q, [Some(0..1), Some(1..2), None]);
        let freedoms = [Freedom::Turns, Freedom::Turns, Freedom::Fixed];
        assert!(arm.joints.iter().map(|joint| joint.freedom).eq(freedoms));
        // A link without mass has no mark.
        let masses: Vec<_> = arm
            .masses
            .iter()
            .map(|body| (&*body.name, body.mass, body.joint))
            .collect();
        assert_eq!(masses, [("upper", 2.0, Some(0)), ("fore", 1.0, Some(1))]);
        assert_close(arm.masses[0].place, [0.5 * cos, 0.1, 0.5 - 0.5 * sin]);
        assert_close(arm.masses[1].place, [1.2 * cos, 0.0, 0.5 - 1.2 * sin]);
        // Five rows belong to one loop, which is open here.
        assert_eq!(arm.ties.len(), 1);
        assert_eq!(
            (&*arm.ties[0].name, arm.ties[0].kind),
            ("closure", TieKind::Loop)
        );
        assert_close(arm.ties[0].ends[0], [2.0, 0.0, 0.0]);
        assert_close(arm.ties[0].ends[1], arm.joints[2].place);
        assert!(arm.parameters_set_to_one.is_empty());
    }

    #[test]
    fn fields_without_a_default_are_set_to_one_and_named() {
        let arm = figure_of(
            "struct Arm { g: f64, l: f64, m: f64 }",
            "gravity = [0, 0, -g],
             joint lift { cylindrical(z), parent: world, child: arm, origin: [l, 0, 0] },
             body arm { mass: 3 * m, com: [0, 0, l / 2] },
             spring rope { from: [arm, [0, 0, l]], to: [world, [0, 0, 2]], stiffness: 1, length: 0 },",
        );
        assert_eq!(arm.parameters_set_to_one, ["l", "m"]);
        assert_eq!(arm.joints[0].place, [1.0, 0.0, 0.0]);
        assert_eq!(arm.joints[0].axes, [[0.0, 0.0, 1.0]; 2]);
        assert_eq!(
            (arm.masses[0].mass, arm.masses[0].place),
            (3.0, [1.0, 0.0, 0.5])
        );
        assert_eq!(arm.ties[0].kind, TieKind::Spring);
        assert_eq!(arm.ties[0].ends, [[1.0, 0.0, 1.0], [0.0, 0.0, 2.0]]);
    }

    #[test]
    fn particles_are_drawn_as_masses_unless_their_place_is_not_finite() {
        let particle = "gravity = [0, 0, -9.81], coordinates = [s],
            particle bead { mass: 2, position: [s, 1, 2 * s + 3] }";
        let bead = figure_of("struct Bead;", particle);
        assert!(bead.joints.is_empty());
        assert_eq!(
            (bead.masses[0].place, bead.masses[0].joint),
            ([0.0, 1.0, 3.0], None)
        );
        let energies = "gravity = [0, 0, 0], coordinates = [s], kinetic = s_dot.powi(2)";
        assert_eq!(figure_of("struct Bead;", energies), Figure::default());
        // At s = 0 this position is not finite.
        let nowhere = "gravity = [0, 0, 0], coordinates = [s], kinetic = s_dot.powi(2),
            particle bead { mass: 2, position: [ln(s), 1, 0] }";
        assert_eq!(figure_of("struct Bead;", nowhere), Figure::default());
    }
}
