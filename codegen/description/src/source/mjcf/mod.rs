//! MJCF: the description format of MuJoCo, as its version 4.0 reads it.
//!
//! Sections may be repeated and add up; a `compiler` applies to the whole description, wherever it is. Angles are in
//! degrees unless its attribute `angle` is `radian`.

mod actuator;
mod assemble;
mod body;
mod classes;
mod document;
mod equality;
mod inertia;
mod joint;
mod keyframe;
mod law;
mod pose;
mod reader;
mod robot;
mod sections;
mod settings;
mod shapes;
mod shortcut;
mod survey;
mod tendon;
mod vocabulary;

use std::collections::BTreeMap;

use super::format::Format;
use super::xml::{self, Element};
use crate::fault::Faults;
use crate::model::{Model, Source};
use document::Node;
use reader::Reader;

/// MJCF, as a row of [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "mjcf",
    extension: "xml",
    begins: "<mujoco model=\"...\">",
    recognises: is_mjcf,
    includes: |text| xml::includes(text, "include", "file"),
    reader: mjcf,
};

/// Whether the root element is that of MJCF.
pub fn is_mjcf(text: &str) -> bool {
    xml::root_tag(text) == Some("mujoco")
}

/// Reads an MJCF.
#[must_use]
pub fn mjcf(source: &Source, faults: &mut Faults) -> Option<Model> {
    let files: Vec<_> = source.file_spans().collect();
    let read_text = |file: &_| xml::strict_file(source, *file, &xml::MJCF, faults);
    let texts: Vec<_> = files.iter().map(read_text).collect();
    let documents = texts.iter().zip(&files).map(|(text, file)| {
        let document = xml::parse_file(text.as_ref()?, source, *file, faults)?;
        Some((file.start, document))
    });
    // All files are read before an error is returned, so that all faults are found.
    let documents: Vec<_> = documents.collect();
    let documents: BTreeMap<_, _> = documents.into_iter().collect::<Option<_>>()?;
    let root_of_file = |start: usize| {
        let node = documents.get(&start)?.root_element();
        Some(Element::in_file(node, &source.text, start))
    };
    let included_start = |include: Element| {
        let file = include.attribute("file")?;
        Some(source.included_file(file.value_span)?.span.start)
    };
    let root = Node::of(
        root_of_file(0)?,
        &|include| root_of_file(included_start(include)?),
        faults,
    );
    Some(Reader::new(&source.text, &root, faults).read_robot(&root))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Report;
    use crate::model::Spanned;

    /// A robot, and what was reported about it.
    pub(super) struct ReadRobot {
        pub(super) model: Model,
        report: Report,
    }

    impl ReadRobot {
        /// How often a fault of this kind was reported.
        pub(super) fn fault_count(&self, kind: &str) -> usize {
            let diagnostics = self.report.diagnostics.iter();
            diagnostics.filter(|it| it.fault.kind() == kind).count()
        }
    }

    /// The forces that are not read of a robot with these options, joints and further sections, and its model.
    fn unread_forces(option: &str, body: &str, sections: &str) -> (Vec<String>, Model) {
        let model = read(&format!(
            "<mujoco><option>{option}</option><worldbody><body name=\"b\" gravcomp=\"1\">{body}<geom size=\".1\"/>\
             </body></worldbody>{sections}</mujoco>"
        ))
        .model;
        let forces = model.unread_forces.iter();
        (forces.map(|force| force.value.clone()).collect(), model)
    }

    /// The friction of a free joint acts along the axes of the world, which are not those of its rates.
    #[test]
    fn friction_along_axes_of_the_world_is_not_read() {
        let joint = "<joint type=\"free\" frictionloss=\"1\"/>";
        let (forces, model) = unread_forces("", joint, "");
        assert_eq!(forces, ["the friction of a free joint"]);
        assert!(model.joints[0].forces.friction.is_none());
        let (forces, _) = unread_forces("<flag constraint=\"disable\"/>", joint, "");
        assert!(forces.is_empty());
    }

    #[test]
    fn flags_switch_off_the_same_forces_as_in_mujoco() {
        let acting_forces = |option: &str| {
            let (_, model) = unread_forces(option, "<joint frictionloss=\"1\"/>", "");
            let hinge = &model.joints[0];
            (
                model.links[1].gravity_compensation.is_some(),
                hinge.forces.friction.is_some(),
            )
        };
        assert_eq!(acting_forces(""), (true, true));
        assert_eq!(
            acting_forces("<flag constraint=\"disable\"/>"),
            (true, false)
        );
        assert_eq!(acting_forces("<flag spring=\"disable\"/>"), (true, true));
        assert_eq!(acting_forces("<flag gravity=\"disable\"/>"), (false, true));
        let dampers_too = "<flag spring=\"disable\" damper=\"disable\"/>";
        assert_eq!(acting_forces(dampers_too), (false, true));
    }

    #[test]
    fn the_first_number_of_a_gear_scales_armature() {
        let armature = |gear: &str| {
            let actuator = format!(
                "<actuator><motor joint=\"j\" gear=\"{gear}\" armature=\".4\"/></actuator>"
            );
            let (_, model) = unread_forces("", "<joint name=\"j\" type=\"ball\"/>", &actuator);
            let armature = model.joints[0].armature.as_ref().and_then(|it| it.exact());
            armature.map_or(0.0, |it| multibody_program::exact::nearest_f64(&it.value))
        };
        assert_eq!(["2 0 0", "2 3 4", "0 0 3"].map(armature), [1.6, 1.6, 0.0]);
    }

    /// The child of a mocap body moves with it.
    #[test]
    fn equalities_with_children_of_mocap_bodies_are_left_out() {
        let robot = read(
            "<mujoco><worldbody><body name=\"m\" mocap=\"true\"><body name=\"c\"/></body><body name=\"b\"><joint/>\
             <geom size=\".1\"/></body></worldbody><equality><connect body1=\"c\" body2=\"b\" anchor=\"0 0 0\"/>\
             </equality></mujoco>",
        );
        assert!(robot.model.constraints.is_empty());
        assert_eq!(robot.fault_count("MocapEquality"), 1);
    }

    /// A default name has an underscore more if the file uses it, even further down.
    #[test]
    fn default_names_avoid_names_of_the_file() {
        let model = read(
            "<mujoco><worldbody><body><joint/><geom size=\".1\"/><body name=\"body1\"><joint name=\"joint0\"/>\
             <geom size=\".1\"/><site name=\"equality0_frame\"/></body></body></worldbody><tendon>\
             <fixed><joint joint=\"joint0\" coef=\"1\"/></fixed>\
             <fixed name=\"tendon0\"><joint joint=\"joint0\" coef=\"2\"/></fixed></tendon><equality>\
             <weld body1=\"body1\" relpose=\"0 0 0 1 1 0 0\"/><joint name=\"equality0\" joint1=\"joint0\"/></equality>\
             <actuator><motor joint=\"joint0\"/><motor name=\"actuator0\" joint=\"joint0\"/></actuator>\
             <keyframe><key/><key name=\"key0\"/><key name=\"qpos0\"/></keyframe></mujoco>",
        )
        .model;
        let value = |name: &Spanned<String>| name.value.clone();
        let names = [
            model.links.iter().map(|it| value(&it.name)).collect(),
            model.joints.iter().map(|it| value(&it.name)).collect(),
            model.tendons.iter().map(|it| value(&it.name)).collect(),
            model.constraints.iter().map(|it| value(&it.name)).collect(),
            model
                .offered_frames
                .iter()
                .map(|it| value(&it.name))
                .collect(),
            model.actuators.iter().map(|it| value(&it.name)).collect(),
            model
                .keyframes
                .iter()
                .map(|it| value(&it.name))
                .collect::<Vec<_>>(),
        ];
        let expected = [
            "world body1_ body1",
            "joint0_ joint0",
            "tendon0_ tendon0",
            "equality0_ equality0",
            "equality0_frame equality0__frame",
            "actuator0_ actuator0",
            "qpos0_ key0_ key0 qpos0",
        ];
        assert_eq!(names.map(|names| names.join(" ")), expected);
    }

    #[test]
    fn ignored_names_are_listed_in_one_note() {
        let robot = read(
            "<mujoco><asset/><worldbody><body><joint/><geom size=\".1\" rgba=\"1 1 1 1\"/>\
             <geom size=\".1\" rgba=\"1 1 1 1\"/></body></worldbody></mujoco>",
        );
        let diagnostics = robot.report.diagnostics.iter();
        let notes = diagnostics.filter(|it| it.fault.kind() == "IgnoredNames");
        let messages: Vec<String> = notes.map(|it| it.fault.texts().message).collect();
        let expected = "without influence on the dynamics, and ignored: <asset>, `rgba` (2 times)";
        assert_eq!(messages, [expected]);
    }

    /// Reads a text without errors.
    pub(super) fn read(text: &str) -> ReadRobot {
        let source = Source::new("test.xml", text);
        let mut faults = Faults::new();
        let model = mjcf(&source, &mut faults).expect("a robot");
        let report = faults.finish();
        assert_eq!(report.errors, 0, "{}", report.render(&source));
        ReadRobot { model, report }
    }

    /// What is reported about a text.
    pub(super) fn report_of(text: &str) -> Report {
        let mut faults = Faults::new();
        drop(mjcf(&Source::new("test.xml", text), &mut faults));
        faults.finish()
    }
}
