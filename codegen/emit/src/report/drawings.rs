//! Drawings as text: the tree, and the patterns of matrices.

use std::fmt::Write;

use super::lists::{joints_of_body, motion_text, parent_link, shown_joints};
use crate::interface::{Returned, Robot};
use multibody_description::function::Target;
use multibody_description::system::{Joint, System};
use multibody_outputs::Derivation;
use multibody_outputs::report::{MatrixPattern, PatternReport};
use multibody_program::exact::Rational;
use multibody_program::ir::{Program, Value};
use multibody_support::foreign::Shown;

/// The tree of links and joints.
#[must_use]
pub fn tree(system: &System) -> String {
    let mut text = String::from("world\n");
    draw_branches(system, &children(system, None), "", &mut text);
    text
}

/// The joints that a link carries. `None`: the world carries them.
fn children(system: &System, link: Option<usize>) -> Vec<&Joint> {
    shown_joints(system)
        .filter(|joint| parent_link(system, joint) == link)
        .collect()
}

/// Draws joints that one link carries, with everything that they move.
fn draw_branches(system: &System, joints: &[&Joint], indent: &str, text: &mut String) {
    for (index, joint) in joints.iter().enumerate() {
        let is_last = index + 1 == joints.len();
        let joint_texts = joints_of_body(system, joint).into_iter().map(|joint| {
            let (name, moves) = (Shown::from(&joint.name), motion_text(system, joint));
            format!("{name}: {moves}")
        });
        let joint_texts: Vec<String> = joint_texts.collect();
        let fork = if is_last { "└─" } else { "├─" };
        let body = system.tree.body(joint.child);
        let child = Shown::from(&system.tree.links[body].name);
        let _ = writeln!(text, "{indent}{fork} {child}  ({})", joint_texts.join("; "));
        let child_indent = format!("{indent}{}", if is_last { "   " } else { "│  " });
        draw_branches(system, &children(system, Some(body)), &child_indent, text);
    }
}

/// The sparsity pattern of a square matrix: `·` for 0, `c` for a constant, `x` for any other entry.
#[must_use]
pub fn sparsity(program: &Program, size: usize) -> String {
    let mark = |&entry: &Value| match program.as_constant(entry) {
        Some(constant) if *constant == Rational::ZERO => MatrixPattern::ZERO,
        Some(_) => "c",
        None => "x",
    };
    grid(program.outputs().iter().map(mark), size)
}

/// The marks in rows with this number of columns.
fn grid<'a>(marks: impl Iterator<Item = &'a str>, columns: usize) -> String {
    let marks: Vec<&str> = marks.collect();
    let rows = marks.chunks(columns.max(1));
    rows.map(|row| row.join(" ") + "\n").collect()
}

/// The sparsity patterns of the functions that have them.
#[must_use]
pub fn patterns(robot: &Robot<'_>, functions: &[Derivation]) -> Vec<PatternReport> {
    let report = |target: Target, program: &Program| PatternReport {
        function: robot.shown_name(target),
        matrices: matrices(&robot.signature(target.function).result, program),
    };
    (functions.iter())
        .filter(|derivation| derivation.target.function.pattern().is_some())
        .map(|derivation| report(derivation.target, &derivation.program))
        .collect()
}

/// The patterns of the matrices of a record: `·` for what is always 0, `x` for what may be nonzero.
fn matrices(result: &Returned, program: &Program) -> Vec<MatrixPattern> {
    let Returned::Record(record) = result else {
        return Vec::new();
    };
    let nonzeros = program.nonzeros();
    let mark = |may_be_nonzero: &bool| if *may_be_nonzero { "x" } else { MatrixPattern::ZERO };
    let mut marks = nonzeros.iter().map(mark);
    let matrices = record.fields.iter().filter_map(|field| {
        let entries: Vec<&str> = marks.by_ref().take(field.result.count()).collect();
        let Returned::Array(sizes) = &field.result else {
            return None;
        };
        let [_, columns] = sizes[..] else {
            return None;
        };
        Some(MatrixPattern {
            name: field.name.clone(),
            drawing: grid(entries.into_iter(), columns),
        })
    });
    matrices.collect()
}

#[cfg(test)]
mod tests {
    use super::super::lists::{joints, links};
    use super::*;
    use multibody_description::check::check;
    use multibody_description::fault::Faults;
    use multibody_description::function::Function;
    use multibody_description::lower::lower;
    use multibody_description::model::Source;
    use multibody_description::settings::Settings;
    use multibody_description::source::tokens::{Places, read_struct, read_tokens};
    use multibody_description::source::urdf;
    use multibody_outputs::report::{Freedom, JointLimit};
    use multibody_program::ir::{Builder, parse};

    #[test]
    fn a_tree_shows_branches_and_joints_that_follow_others() {
        let joint = |name: &str, kind: &str, parent: &str, child: &str, content: &str| {
            format!(
                "<joint name=\"{name}\" type=\"{kind}\"><parent link=\"{parent}\"/>\
                 <child link=\"{child}\"/>{content}</joint><link name=\"{child}\"/>"
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
        let source = Source::new("hand.urdf", text);
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
        let reports = joints(&hand);
        let kinds: Vec<&str> = reports.iter().map(|joint| joint.kind).collect();
        assert_eq!(kinds, ["fixed", "continuous", "fixed", "continuous"]);
        let knuckle = reports[1].coordinates.as_ref().expect("a coordinate");
        assert_eq!(
            (reports[1].parent.as_deref(), &*reports[1].child),
            (Some("palm"), "finger")
        );
        assert_eq!((&knuckle.q, &knuckle.v), (&(0..1), &(0..1)));
        // The joint is continuous, so its written position limits do not count.
        let limit = |name, value| JointLimit { name, value };
        assert_eq!(
            knuckle.limits,
            [limit("velocity", 2.0), limit("effort", 3.0)]
        );
        let thumb = reports[3]
            .coordinates
            .as_ref()
            .expect("that of the knuckle");
        assert_eq!(
            (thumb.follows.as_deref(), &thumb.q),
            (Some("knuckle"), &(0..1))
        );
        assert_eq!(
            (&reports[0].parent, &reports[2].coordinates),
            (&None, &None)
        );
    }

    #[test]
    fn a_tree_shows_joints_of_several_coordinates() {
        let items = "joint floor { planar, parent: world, child: a, axis: z },
            joint jack { screw, parent: a, child: b, axis: z, pitch: 0.01 },
            joint hip { ball, parent: b, child: c }, joint rail { prismatic, parent: c, child: d, axis: x },
            joint wrist { cylindrical(z), parent: d, child: e }, joint flight { floating, parent: world, child: f },
            joint glue { fixed, parent: f, child: g }";
        let bodies: String = ('a'..='g')
            .map(|name| format!(", body {name} {{ mass: 1 }}"))
            .collect();
        let (mut places, mut faults) = (Places::default(), Faults::new());
        let robot = read_struct("struct Zoo;".parse().unwrap(), &mut places, &mut faults);
        let items = format!("{items}{bodies}").parse().unwrap();
        let model = read_tokens(items, robot.unwrap(), &mut places, &mut faults);
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
        let reports = joints(&zoo);
        let floor = (reports[0].name.as_str(), reports[0].parent.as_deref());
        assert_eq!((floor, reports.len()), (("floor", None), 7));
        let carriers: Vec<Option<usize>> = links(&zoo).iter().map(|link| link.parent).collect();
        let row = [None, Some(0), Some(1), Some(2), Some(3), None, Some(5)];
        assert_eq!(carriers, row);
        use Freedom::{Fixed, Slides, Turns, TurnsAndSlides};
        let freedoms: Vec<Freedom> = links(&zoo).iter().map(|link| link.freedom).collect();
        assert_eq!(
            freedoms,
            [
                TurnsAndSlides,
                TurnsAndSlides,
                Turns,
                Slides,
                TurnsAndSlides,
                TurnsAndSlides,
                Fixed
            ]
        );
    }

    #[test]
    fn a_pattern_distinguishes_zeros_constants_and_other_entries() {
        let program = parse("v0 = const 0\nv1 = const 2\nv2 = q0\nout v1 v0 v0 v2").unwrap();
        assert_eq!(sparsity(&program, 2), "c ·\n· x\n");
    }

    /// The vector before the matrices is no matrix.
    #[test]
    fn each_matrix_of_a_record_has_its_pattern() {
        let system = System::empty(Builder::new());
        let result = Returned::of(&system, 0, Function::ForwardDynamicsDerivatives);
        let Returned::Record(mut record) = result else {
            panic!("no record");
        };
        for (field, sizes) in record
            .fields
            .iter_mut()
            .zip([&[2][..], &[2, 1], &[1, 2], &[1, 1]])
        {
            field.result = Returned::Array(sizes.to_vec());
        }
        let program =
            parse("v0 = const 0\nv1 = const 2\nv2 = q0\nout v1 v2 v0 v2 v1 v0 v0").unwrap();
        let patterns = matrices(&Returned::Record(record), &program);
        let drawings: Vec<(&str, &str)> = (patterns.iter())
            .map(|pattern| (pattern.name.as_str(), pattern.drawing.as_str()))
            .collect();
        assert_eq!(
            drawings,
            [("dq", "·\nx\n"), ("dqd", "x ·\n"), ("dtau", "·\n")]
        );
    }
}
