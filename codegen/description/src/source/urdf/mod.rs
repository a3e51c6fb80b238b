//! URDF: the description format of ROS.
//!
//! Values that are left out have their defaults: axis 1 0 0, origin 0, mimic multiplier 1 and offset 0.

mod joint;
mod link;
// Names that mean something in other programs, and nothing in URDF.
mod other_meanings;
mod place;
mod reader;
mod survey;
mod values;
mod vocabulary;
mod xacro;

use super::format::Format;
use super::mjcf::is_mjcf;
use super::xml::{self, Element};
use crate::fault::{Fault, Faults, Hint, Shown};
use crate::model::{Conventions, Model, Source};
use reader::UrdfReader;
use survey::Survey;

/// URDF, as a row of [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "urdf",
    extension: "urdf",
    begins: "<robot name=\"...\">",
    recognises,
    includes: |_| Vec::new(),
    reader: urdf,
};

/// Recognises everything that looks like XML except MJCF, so that a file with a wrong first element gets a better
/// message than a file in an unknown format.
fn recognises(text: &str) -> bool {
    let looks_like_xml = text.trim_start().starts_with('<') || text.contains("<robot");
    looks_like_xml && !is_mjcf(text)
}

/// Reads a URDF.
#[must_use]
pub fn urdf(source: &Source, faults: &mut Faults) -> Option<Model> {
    let strict = xml::strict_xml(source, faults)?;
    let document = xml::parse(&strict, source, faults)?;
    let root = Element::new(document.root_element(), &source.text);
    if xacro::report_macros(root, faults) {
        return None;
    }
    if root.tag() != "robot" {
        let fault = wrong_root_fault(root.tag(), faults);
        faults.push(root.tag_span(), fault);
        return None;
    }
    let mut reader = UrdfReader {
        text: &source.text,
        faults,
        survey: Survey::default(),
    };
    let mut model = reader.read_robot(root);
    // Names that were not read are reported, or listed in the model as ignored.
    let UrdfReader { survey, .. } = reader;
    xml::report_undeclared_prefixes(root, &survey.reported, faults);
    model.ignored = survey.report(faults);
    Some(model)
}

impl UrdfReader<'_> {
    fn read_robot(&mut self, robot: Element) -> Model {
        self.survey_unread_names(robot);
        let name = self.name(robot, "name", "name=\"arm\"");
        let mut model = Model::new(name, Conventions::URDF);
        for element in robot.children() {
            match self.survey.tag(element) {
                "link" => model.links.push(self.read_link(element)),
                "joint" => model.joints.push(self.read_joint(element)),
                _ => {}
            }
        }
        model
    }
}

fn wrong_root_fault(tag: &str, faults: &mut Faults) -> Fault {
    let hint = match tag {
        "sdf" => Hint::Write("this looks like SDFormat; convert it to URDF first"),
        // The root of a format, if the tag is a misspelling of it.
        _ => match faults.nearest(tag, ["robot", "mujoco"]) {
            Hint::None => Hint::Write("a URDF begins with <robot name=\"...\">"),
            nearest => nearest,
        },
    };
    Fault::NotARobot {
        tag: Shown::from(tag),
        hint,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{IgnoredElement, Number, Quantity};
    use multibody_program::exact::{decimal, integer};

    const ROBOT: &str = r#"<robot name="r">
  <link name="base">
    <inertial><origin xyz=" 0.1  -2e-1
    3"/><mass value=" 1.5 "/>
    <inertia ixx="1" ixy="2" ixz="3" iyy="4" iyz="5" izz="6"/></inertial>
  </link>
  <joint name="elbow" type="revolute">
    <parent link="base"/><child link="arm"/>
    <mimic joint="other"/>
    <limit upper="&#49;"/><dynamics damping="0.5"/>
  </joint>
  <joint name="wrist" type="prismatic">
    <origin rpy="0 0 3.14"/><parent link="arm"/><child link="hand"/><axis xyz="0 0 2"/>
  </joint>
  <gazebo/><gazebo/>
</robot>"#;

    fn read(text: &str) -> Model {
        let source = Source::new("test", text);
        let mut faults = Faults::new();
        let model = urdf(&source, &mut faults);
        assert_eq!(faults.finish().render(&source), "");
        model.unwrap()
    }

    fn values<const N: usize>(numbers: &[Number; N]) -> [multibody_program::exact::Rational; N] {
        numbers.each_ref().map(|number| number.value.clone())
    }

    fn texts<const N: usize>(numbers: &[Number; N]) -> [&str; N] {
        numbers.each_ref().map(|number| number.text.as_str())
    }

    fn exact<const N: usize>(quantities: &[Quantity; N]) -> [Number; N] {
        Quantity::all_exact(quantities).unwrap().map(Clone::clone)
    }

    fn text_at(span: crate::model::Span) -> &'static str {
        &ROBOT[span.start..span.end]
    }

    #[test]
    fn values_are_exact_and_have_their_places() {
        let model = read(ROBOT);
        let inertial = model.links[0].inertial.as_ref().unwrap();
        let expected = ["0.1", "-0.2", "3"].map(|text| decimal(text).unwrap());
        let xyz = exact(&inertial.origin.xyz);
        assert_eq!(values(&xyz), expected);
        for number in &xyz {
            assert_eq!(text_at(number.span), number.text);
        }
        assert_eq!(inertial.mass.exact().unwrap().text, "1.5");
        let inertia = exact(&inertial.inertia);
        assert_eq!(values(&inertia), [1, 2, 3, 4, 5, 6].map(integer));
        assert_eq!(text_at(model.joints[0].parent.span), "base");
        assert_eq!(text_at(model.joints[1].axis_span), "xyz=\"0 0 2\"");
        let rpy = model.joints[1].origin.rotation.angles();
        let rpy: &[Quantity; 3] = rpy.try_into().unwrap();
        assert_eq!(texts(&exact(rpy)), ["0", "0", "3.14"]);
        let gazebo = IgnoredElement {
            tag: "gazebo".into(),
            count: 2,
        };
        assert_eq!(model.ignored, [gazebo]);
    }

    #[test]
    fn values_left_out_have_defaults() {
        let model = read(ROBOT);
        let elbow = &model.joints[0];
        assert_eq!(elbow.kind.value.name(), "revolute");
        assert_eq!(
            (values(&elbow.axis), texts(&elbow.axis)),
            ([1, 0, 0].map(integer), [""; 3])
        );
        assert_eq!(text_at(elbow.axis_span), "<joint");
        assert_eq!(texts(&exact(&elbow.origin.xyz)), [""; 3]);
        let mimic = elbow.mimic.as_ref().unwrap();
        assert_eq!(
            values(&[mimic.multiplier.clone(), mimic.offset.clone()]),
            [1, 0].map(integer)
        );
        assert!(mimic.multiplier.text.is_empty());
        let limits = elbow.limits.as_ref().unwrap();
        assert!(
            limits.lower.is_none() && limits.effort.is_none() && elbow.forces.friction.is_none()
        );
        // The reference is resolved, and its place is the whole value.
        let upper = limits.upper.as_ref().unwrap();
        assert_eq!((upper.text.as_str(), text_at(upper.span)), ("1", "&#49;"));
    }

    #[test]
    fn a_byte_order_mark_and_a_default_namespace_do_no_harm() {
        let model = read("\u{feff}<robot name=\"r\" xmlns=\"urn:a\"><link name=\"b\"/></robot>");
        assert_eq!(model.links[0].name.value, "b");
    }
}
