//! The robot that a Rust file describes, for callers that only read it.

use std::path::Path;

use proc_macro2::TokenStream;

use super::annotated::Annotated;
use super::attribute_faults::{move_faults_to_names, take_attribute_faults};
use super::base::{Base, DescribedFile};
use super::reports::{Description, ReadFile, Reports};
use super::rust_file::find;
use crate::fault::{Faults, Report};
use crate::model::{Model, Source};
use crate::options::Names;
use crate::settings::Settings;
use crate::source::tokens::{Context, Places, StructItem, joined_text, read_tokens};

/// The robot of a Rust file, as read: nothing is checked yet.
#[derive(Debug)]
pub struct FromRust {
    /// The settings; name and visibility are those of the struct.
    pub settings: Settings,
    /// The text that the robot is made from, which is in the fingerprints of generated files.
    pub source_text: String,
    /// The robot, with the attribute's additions to a file and the fields of the struct.
    pub model: Model,
    /// The Rust file.
    source: Source,
    names: Names,
    places: Places,
    /// The file that describes the robot, if one does.
    description: Option<(DescribedFile, Source)>,
}

/// Reads the robot of a Rust file with one annotated struct; paths in its attribute start from `folder`, see
/// [`package_folder`](crate::source::package_folder).
///
/// # Errors
/// All faults of the Rust file, and those that the reader finds in the file that it names, as text with their places.
pub fn read_rust(source: &Source, folder: &Path) -> Result<FromRust, String> {
    let annotation = find(source).map_err(|report| report.render(source))?;
    let mut annotated = Annotated::read(annotation.attribute, annotation.item, folder);
    match (annotated.base.take(), annotated.structure.take()) {
        (Some(Base::Tokens(items)), Some(structure)) => {
            read_base_tokens(annotated, items, structure, source)
        }
        (Some(Base::File(file)), structure) => read_base_file(annotated, file, structure, source),
        (base, _) => Err(Annotated { base, ..annotated }.finish().render(source)),
    }
}

fn read_base_tokens(
    mut annotated: Annotated,
    items: TokenStream,
    structure: StructItem,
    source: &Source,
) -> Result<FromRust, String> {
    let origin = joined_text(&annotated.item, &items);
    let (places, faults) = (&mut annotated.places, &mut annotated.faults);
    let model = read_tokens(items, structure, places, faults);
    if annotated.faults.has_errors() {
        Err(annotated.reports(None).render(source))
    } else {
        Ok(FromRust::of(annotated, origin, model, source, None))
    }
}

fn read_base_file(
    mut annotated: Annotated,
    file: DescribedFile,
    structure: Option<StructItem>,
    source: &Source,
) -> Result<FromRust, String> {
    let (mut description, file_source) = Description::read(&file);
    let Some(file_source) = file_source else {
        return Err(annotated.reports(Some(description)).render(source));
    };
    let mut faults = Faults::new();
    let mut model = file.format.read(&file_source, &mut faults);
    // With faults of the attribute, those of the file are still found.
    let sound_structure = structure.filter(|_| !annotated.faults.has_errors());
    if let (Some(model), Some(structure)) = (&mut model, &sound_structure) {
        let mut context = Context {
            places: &mut annotated.places,
            faults: &mut annotated.faults,
        };
        let (is_file_sound, names) = (!faults.has_errors(), &mut annotated.names);
        let _is_complete = file.supplement(model, structure, is_file_sound, names, &mut context);
    }
    let is_sound = !annotated.faults.has_errors() && !faults.has_errors();
    let report = faults.finish();
    match (model, sound_structure) {
        (Some(model), Some(structure)) if is_sound => {
            let origin = annotated.origin_of_file(&file, &file_source, &structure);
            let description = Some((file, file_source));
            Ok(FromRust::of(annotated, origin, model, source, description))
        }
        _ => {
            description.content = Some(ReadFile {
                source: file_source,
                report,
            });
            Err(annotated.reports(Some(description)).render(source))
        }
    }
}

impl FromRust {
    fn of(
        annotated: Annotated,
        source_text: String,
        model: Model,
        source: &Source,
        description: Option<(DescribedFile, Source)>,
    ) -> Self {
        // There are no errors, but a collector has to be finished.
        let _remarks = annotated.faults.finish();
        Self {
            settings: annotated.settings,
            source_text,
            model,
            source: source.clone(),
            names: annotated.names,
            places: annotated.places,
            description,
        }
    }

    /// The faults that later stages have found in this robot, as text with their places.
    #[must_use]
    pub fn render(&self, mut report: Report) -> String {
        let (tokens, description) = match self.description.clone() {
            None => {
                move_faults_to_names(&mut report, &self.names);
                (report, None)
            }
            Some((file, source)) => {
                let mut attribute_faults = Faults::new();
                take_attribute_faults(&mut report, &self.names, &mut attribute_faults);
                let mut description = Description::unread(&file);
                description.content = Some(ReadFile { source, report });
                (attribute_faults.finish(), Some(description))
            }
        };
        let reports = Reports {
            places: self.places.clone(),
            tokens,
            description,
        };
        reports.render(&self.source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::lower::lower;
    use crate::settings::Root;
    use multibody_program::exact::decimal;

    /// The folder of `planar_arm.urdf`, and its text.
    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/robots");
    const ARM: &str = include_str!("../../../../tests/robots/planar_arm.urdf");

    fn read(text: &str) -> Result<FromRust, String> {
        let source = Source::new("robot.rs", text);
        read_rust(&source, Path::new(FOLDER))
    }

    /// The faults that check and lowering find, as text.
    fn render_later_faults(robot: &FromRust) -> String {
        let mut faults = Faults::new();
        if let Some(structure) = check(&robot.model, &mut faults) {
            let _system = lower(&robot.model, &structure, &robot.settings, &mut faults);
        }
        robot.render(faults.finish())
    }

    #[test]
    fn tokens_are_read_with_the_fields_of_their_struct() {
        let result = read(
            "/// A pendulum.
#[multibody(
    joint hinge { revolute, parent: world, child: bob, axis: y },
    body bob { mass: m, com: [0, 0, -1] },
    snap = false,
)]
pub struct Pendulum { pub m: f64 }
",
        );
        let robot = result.expect("a pendulum");
        let settings = Settings {
            name: "Pendulum".into(),
            snap: false,
            ..Settings::default()
        };
        assert_eq!(robot.settings, settings);
        let links = robot
            .model
            .links
            .iter()
            .map(|link| link.name.value.as_str());
        assert_eq!(links.collect::<Vec<_>>(), ["world", "bob"]);
        assert_eq!(robot.model.parameters.len(), 1);
        let (structure, items) = robot.source_text.split_once('\n').expect("two texts");
        assert_eq!(structure, "pub struct Pendulum { pub m : f64 } ");
        assert!(items.starts_with("joint hinge { revolute , "), "{items}");
        assert!(!items.contains("snap"), "{items}");
        assert_eq!(render_later_faults(&robot), "");
    }

    #[test]
    fn a_file_is_read_with_fields_and_additions() {
        let plain = read("#[multibody(urdf = \"planar_arm.urdf\")] struct Arm;").expect("an arm");
        assert_eq!(plain.source_text, ARM);
        let result = read(
            "#[multibody(urdf = \"planar_arm.urdf\", root = floating, frame tip { link: tool, origin: [0, 0, 0.1] })]
struct Arm { #[parameter(body = \"tool\", mass)] payload: f64 }",
        );
        let robot = result.expect("an arm");
        assert_eq!(robot.settings.root, Root::FLOATING);
        assert_eq!(robot.model.frames.len(), 1);
        let [payload] = &robot.model.parameters[..] else {
            panic!("{:?}", robot.model.parameters);
        };
        assert_eq!(payload.default, Some(vec![decimal("0.3").expect("0.3")]));
        let tool = robot
            .model
            .links
            .iter()
            .find(|link| link.name.value == "tool");
        let mass = &tool
            .and_then(|tool| tool.inertial.as_ref())
            .expect("a mass")
            .mass;
        assert!(mass.exact().is_none(), "{mass:?}");
        let additions = robot.source_text.strip_prefix(ARM).expect("the file first");
        assert!(
            additions.contains("parameter") && additions.contains("frame tip"),
            "{additions}"
        );
        assert_eq!(render_later_faults(&robot), "");
    }

    #[test]
    fn faults_have_their_places_in_both_texts() {
        let faults = |text: &str| read(text).expect_err("faulty");
        let text = faults(
            "#[multibody(urdf = \"planar_arm.urdf\")]\nstruct Arm { #[parameter(body = \"tol\", mass)] m: f64 }",
        );
        assert!(
            text.contains("robot.rs:2:") && text.contains("`tool`?"),
            "{text}"
        );
        let text = faults("#[multibody(urdf = \"no.urdf\", rot = floating)] struct Arm;");
        for part in ["robot.rs:1:", "`root`", "no.urdf", "folder of Cargo.toml"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let text = faults("#[multibody(body a { mass: m })] struct Arm;");
        assert!(text.contains("robot.rs:1:28"), "{text}");
        assert!(faults("struct Arm;").contains("#[multibody"));
    }

    #[test]
    fn later_faults_have_their_places_in_both_texts() {
        let robot =
            read("#[multibody(urdf = \"geared.urdf\",\n    weld(shuolder = 0))] struct Arm;");
        let text = render_later_faults(&robot.expect("an arm"));
        assert!(text.contains("robot.rs:2:10"), "{text}");
        let robot = read(
            "#[multibody(joint a { revolute, parent: world, child: b, axis: x },\n    body b { mass: -1 })] struct Arm;",
        );
        let text = render_later_faults(&robot.expect("an arm"));
        assert!(text.contains("robot.rs:2:20"), "{text}");
    }
}
