//! Drawings in text: the tree of bodies and the pattern of a matrix.

use std::fmt::Write;

use multibody_description::findings::ExaminedSystem;
use multibody_description::joint::Statement;
use multibody_description::model::Number;
use multibody_description::source::tokens::WORLD;
use multibody_description::system::{Coordinate, End, Joint, Motion, System};
use multibody_outputs::report::{
    ConstraintReport, Freedom, JointCoordinates, JointLimit, JointReport, LinkReport,
    ParameterReport, SpringEnd, SpringReport,
};
use multibody_program::exact::{Rational, nearest_f64};
use multibody_program::ir::{Program, Value};
use multibody_support::foreign::Shown;

/// The tree of links and joints.
#[must_use]
pub fn tree(system: &System) -> String {
    let mut text = String::from("world\n");
    branches(system, &children(system, None), "", &mut text);
    text
}

/// The link that represents the world, if the description has one and it is fixed to the world.
fn world(system: &System) -> Option<usize> {
    let mut of_world = system.tree.joints.iter().filter(|j| j.parent.is_none());
    let rests = of_world.find(|joint| joint.motions.is_empty())?.child;
    (system.tree.links[rests].name == WORLD).then_some(rests)
}

/// The joints, except the one of the link that represents the world.
pub fn shown(system: &System) -> impl Iterator<Item = &Joint> {
    let world = world(system);
    let joints = system.tree.joints.iter();
    joints.filter(move |joint| Some(joint.child) != world)
}

/// The link that carries a joint; `None` for the world.
pub fn carrier(system: &System, joint: &Joint) -> Option<usize> {
    joint.parent.filter(|&link| Some(link) != world(system))
}

fn children(system: &System, link: Option<usize>) -> Vec<&Joint> {
    shown(system)
        .filter(|joint| carrier(system, joint) == link)
        .collect()
}

fn branches(system: &System, joints: &[&Joint], indent: &str, text: &mut String) {
    for (at, joint) in joints.iter().enumerate() {
        let last = at + 1 == joints.len();
        let moves = moves(system, joint);
        let fork = if last { "└─" } else { "├─" };
        let [child, name] = [&system.tree.links[joint.child].name, &joint.name].map(Shown::from);
        let _ = writeln!(text, "{indent}{fork} {child}  ({name}: {moves})");
        let deeper = format!("{indent}{}", if last { "   " } else { "│  " });
        branches(system, &children(system, Some(joint.child)), &deeper, text);
    }
}

/// How a joint moves.
fn moves(system: &System, joint: &Joint) -> String {
    let moves = |motion: &Motion| {
        let coordinate = &system.coordinates[motion.coordinate];
        let follows = match coordinate.joint == joint.name {
            true => "",
            false => ", follows",
        };
        let (first, (end, _)) = (coordinate.q, coordinate.end());
        let positions = match end - first {
            1 => first.to_string(),
            _ => format!("{first}..{end}"),
        };
        format!("{}{follows} q[{positions}]", motion.kind.name())
    };
    let motions: Vec<String> = joint.motions.iter().map(moves).collect();
    match motions.is_empty() {
        true => joint.kind().to_owned(),
        false => motions.join(", "),
    }
}

/// The links, each with its joint, in the order of the joints.
#[must_use]
pub fn links(system: &System) -> Vec<LinkReport> {
    let position = |link| shown(system).position(|joint| joint.child == link);
    let report = |joint: &Joint| LinkReport {
        name: system.tree.links[joint.child].name.clone(),
        parent: carrier(system, joint).and_then(position),
        joint: joint.name.clone(),
        moves: moves(system, joint),
        freedom: freedom(joint),
    };
    shown(system).map(report).collect()
}

/// Which kinds of motion a joint allows.
pub fn freedom(joint: &Joint) -> Freedom {
    let motions = joint.motions.iter();
    let each = motions.map(|motion| Statement::of(&*motion.kind).turns_and_slides());
    match each.fold([false; 2], |all, own| [all[0] | own[0], all[1] | own[1]]) {
        [false, false] => Freedom::Fixed,
        [true, false] => Freedom::Turns,
        [false, true] => Freedom::Slides,
        [true, true] => Freedom::TurnsAndSlides,
    }
}

/// The joints, each after the one that carries it.
#[must_use]
pub fn joints(system: &System) -> Vec<JointReport> {
    let name = |link: usize| system.tree.links[link].name.clone();
    let report = |joint: &Joint| {
        let of = |motion: &Motion| &system.coordinates[motion.coordinate];
        let (found, last) = (joint.motions.first().map(of), joint.motions.last().map(of));
        let own = found.filter(|coordinate| coordinate.joint == joint.name);
        JointReport {
            name: joint.name.clone(),
            kind: joint.kind(),
            parent: carrier(system, joint).map(name),
            child: name(joint.child),
            coordinates: found.zip(last).map(|(coordinate, last)| {
                let (q, v) = last.end();
                JointCoordinates {
                    follows: own.is_none().then(|| coordinate.joint.clone()),
                    q: coordinate.q..q,
                    v: coordinate.v..v,
                    limits: own.map(limits).unwrap_or_default(),
                }
            }),
            armature: armature(system, joint),
        }
    };
    shown(system).map(report).collect()
}

/// The armature of a joint; `None` if it is 0.
fn armature(system: &System, joint: &Joint) -> Option<String> {
    let is_there = !system.builder.is_zero(joint.armature);
    is_there.then(|| number(system, joint.armature))
}

fn number(system: &System, value: Value) -> String {
    let number = system.builder.as_constant(value);
    number.map_or("a parameter".into(), |a| nearest_f64(a).to_string())
}

/// The constraint rows, then the rows that were left out, each with the level at which it acts.
#[must_use]
pub fn constraints(system: &ExaminedSystem) -> Vec<ConstraintReport> {
    let kept = system.constraints.iter().map(|constraint| {
        let level = match constraint.row.is_holonomic() {
            true => "positions",
            false => "rates",
        };
        (&constraint.name, level)
    });
    let left_out = system.findings.left_out.iter();
    let left_out = left_out.map(|row| (&row.name, "nothing that others do not"));
    let rows = kept.chain(left_out).map(|(name, level)| ConstraintReport {
        name: name.clone(),
        level: level.to_owned(),
    });
    rows.collect()
}

/// The springs between points of links.
#[must_use]
pub fn springs(system: &System) -> Vec<SpringReport> {
    let end = |end: &End| SpringEnd {
        link: end.link.map(|link| system.tree.links[link].name.clone()),
        point: end.point.map(|x| number(system, x)),
    };
    let springs = system.point_springs.iter();
    springs
        .map(|spring| SpringReport {
            name: spring.name.clone(),
            ends: spring.ends.each_ref().map(end),
            stiffness: number(system, spring.stiffness),
            length: number(system, spring.length),
            damping: number(system, spring.damping),
        })
        .collect()
}

/// The limits of a coordinate that the description gives. A continuous joint has no lower or upper limit, even
/// if the description writes one.
fn limits(coordinate: &Coordinate) -> Vec<JointLimit> {
    let Some(limits) = &coordinate.limits else {
        return Vec::new();
    };
    let ranged = |number| Some(number).filter(|_| !coordinate.kind.is_endless());
    let all = [
        ("lower", ranged(&limits.lower)),
        ("upper", ranged(&limits.upper)),
        ("velocity", Some(&limits.velocity)),
        ("effort", Some(&limits.effort)),
    ];
    let given = |(name, number): (_, Option<&Option<Number>>)| {
        let value = nearest_f64(&number?.as_ref()?.value);
        Some(JointLimit { name, value })
    };
    all.into_iter().filter_map(given).collect()
}

/// The fields, each with the values that the description gives it.
#[must_use]
pub fn parameters(system: &System) -> Vec<ParameterReport> {
    let value = |values: &Vec<Rational>| {
        let values: Vec<String> = values.iter().map(|v| nearest_f64(v).to_string()).collect();
        values.join(", ")
    };
    let parameters = system.parameters.iter();
    parameters
        .map(|parameter| ParameterReport {
            field: parameter.field.value.clone(),
            value: parameter.default.as_ref().map_or(String::new(), value),
        })
        .collect()
}

/// The sparsity pattern of a square matrix: `·` for 0, `c` for a constant, `x` for any other entry.
#[must_use]
pub fn sparsity(program: &Program, size: usize) -> String {
    let rows = program.outputs().chunks(size.max(1));
    rows.map(|row| {
        let marks: Vec<&str> = row
            .iter()
            .map(|&entry| match program.as_constant(entry) {
                Some(constant) if *constant == multibody_program::exact::Rational::ZERO => "·",
                Some(_) => "c",
                None => "x",
            })
            .collect();
        marks.join(" ") + "\n"
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::check::check;
    use multibody_description::fault::Faults;
    use multibody_description::lower::lower;
    use multibody_description::model::Source;
    use multibody_description::settings::Settings;
    use multibody_description::source::tokens::{Places, structure, tokens};
    use multibody_description::source::urdf;
    use multibody_program::ir::parse;

    #[test]
    fn a_tree_shows_its_branches_and_what_follows() {
        let joint = |name: &str, kind: &str, parent: &str, child: &str, rest: &str| {
            format!(
                "<joint name=\"{name}\" type=\"{kind}\"><parent link=\"{parent}\"/>\
                 <child link=\"{child}\"/>{rest}</joint><link name=\"{child}\"/>"
            )
        };
        let text = format!(
            "<robot name=\"hand\"><link name=\"palm\"/>{}{}{}</robot>",
            joint(
                "knuckle",
                "continuous",
                "palm",
                "finger",
                "<limit lower=\"-1\" upper=\"1\" velocity=\"2\" effort=\"3\"/>"
            ),
            joint("nail", "fixed", "finger", "tip", ""),
            joint(
                "other",
                "continuous",
                "palm",
                "thumb",
                "<mimic joint=\"knuckle\"/>"
            ),
        );
        let source = Source {
            name: "hand.urdf".into(),
            text: text.into(),
        };
        let mut faults = Faults::new();
        let model = urdf(&source, &mut faults).unwrap();
        let structure = check(&model, &mut faults).unwrap();
        let settings = Settings::default();
        let hand = lower(&model, &structure, &settings, &mut faults).unwrap();
        assert!(!faults.finish().has_errors());
        assert_eq!(
            tree(&hand),
            "world
└─ palm  (root_joint: fixed)
   ├─ finger  (knuckle: continuous q[0])
   │  └─ tip  (nail: fixed)
   └─ thumb  (other: continuous, follows q[0])
"
        );
        let found = joints(&hand);
        let kinds: Vec<&str> = found.iter().map(|joint| joint.kind).collect();
        assert_eq!(kinds, ["fixed", "continuous", "fixed", "continuous"]);
        let knuckle = found[1].coordinates.as_ref().expect("a coordinate");
        assert_eq!(
            (found[1].parent.as_deref(), &*found[1].child),
            (Some("palm"), "finger")
        );
        assert_eq!((&knuckle.q, &knuckle.v), (&(0..1), &(0..1)));
        // The joint is continuous, so its written position limits do not count.
        let limit = |name, value| JointLimit { name, value };
        assert_eq!(
            knuckle.limits,
            [limit("velocity", 2.0), limit("effort", 3.0)]
        );
        let other = found[3].coordinates.as_ref().expect("that of the knuckle");
        assert_eq!(
            (other.follows.as_deref(), &other.q),
            (Some("knuckle"), &(0..1))
        );
        assert_eq!((&found[0].parent, &found[2].coordinates), (&None, &None));
    }

    #[test]
    fn a_tree_shows_joints_of_several_coordinates_and_what_they_let_move() {
        let items = "joint floor { planar, parent: world, child: a, axis: z },
            joint jack { screw, parent: a, child: b, axis: z, pitch: 0.01 },
            joint hip { ball, parent: b, child: c }, joint rail { prismatic, parent: c, child: d, axis: x },
            joint wrist { cylindrical(z), parent: d, child: e }, joint flight { floating, parent: world, child: f },
            joint glue { fixed, parent: f, child: g }";
        let bodies: String = ('a'..='g')
            .map(|name| format!(", body {name} {{ mass: 1 }}"))
            .collect();
        let (mut places, mut faults) = (Places::default(), Faults::new());
        let named = structure("struct Zoo;".parse().unwrap(), &mut places, &mut faults);
        let items = format!("{items}{bodies}").parse().unwrap();
        let model = tokens(items, named.unwrap(), &mut places, &mut faults);
        let structure = check(&model, &mut faults).unwrap();
        let zoo = lower(&model, &structure, &Settings::default(), &mut faults).unwrap();
        assert!(!faults.finish().has_errors());
        let drawing = tree(&zoo);
        for line in [
            "world\n├─ a  (floor: planar q[0..3])",
            "b  (jack: screw q[3])",
            "c  (hip: ball q[4..8])",
            "d  (rail: prismatic q[8])",
            "e  (wrist: continuous q[9], prismatic q[10])",
            "f  (flight: floating q[11..18])",
            "g  (glue: fixed)",
        ] {
            assert!(drawing.contains(line), "{line} in\n{drawing}");
        }
        assert!(!drawing.contains("root_joint"), "{drawing}");
        let found = joints(&zoo);
        let floor = (found[0].name.as_str(), found[0].parent.as_deref());
        assert_eq!((floor, found.len()), (("floor", None), 7));
        let carriers: Vec<Option<usize>> = links(&zoo).iter().map(|link| link.parent).collect();
        let row = [None, Some(0), Some(1), Some(2), Some(3), None, Some(5)];
        assert_eq!(carriers, row);
        use Freedom::{Fixed, Slides, Turns, TurnsAndSlides};
        let freedoms: Vec<Freedom> = links(&zoo).iter().map(|link| link.freedom).collect();
        let both = TurnsAndSlides;
        assert_eq!(freedoms, [both, both, Turns, Slides, both, both, Fixed]);
    }

    #[test]
    fn a_pattern_shows_zeros_constants_and_the_rest() {
        let program = parse("v0 = const 0\nv1 = const 2\nv2 = q0\nout v1 v0 v0 v2").unwrap();
        assert_eq!(sparsity(&program, 2), "c ·\n· x\n");
    }
}
