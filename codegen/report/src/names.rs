//! Tests of hostile names in every role of a report: the text has the same lines, the JSON the same keys and the page the same
//! tags as with plain names.

use multibody_codegen::internal::generate::generate_cached;
use multibody_codegen::internal::moving;
use multibody_codegen::settings::{Effort, Root, Verify};
use multibody_codegen::{Cache, Function, Settings, Source, generate};

use super::hostile::{Named, is_hidden, long_name};
use super::{html, json, text};

/// Maximum length of a line in a text for people.
const MAX_LINE_LENGTH: usize = 1200;

struct Reports {
    text: String,
    json: String,
    page: String,
}

fn reports(naming: &Named) -> Reports {
    let settings = Settings {
        effort: Effort::None,
        proof: false,
        verify: Verify::False,
        equations: true,
        functions: [
            Function::Gravity,
            Function::Pose,
            Function::InverseDynamicsWithWrenches,
        ]
        .into(),
        links: vec![naming.tool().to_owned()],
        wrenches: vec![naming.links[1].clone(), naming.tool().to_owned()],
        ..Settings::default()
    };
    reports_with(naming, &settings)
}

/// The same robot with a floating root and its tool in contact, so that constraint rows are named after links.
fn reports_in_contact(naming: &Named) -> Reports {
    let settings = Settings {
        effort: Effort::None,
        proof: false,
        verify: Verify::False,
        root: Root::FLOATING,
        contacts: vec![naming.tool().to_owned()],
        functions: [Function::Constraint].into(),
        ..Settings::default()
    };
    reports_with(naming, &settings)
}

fn reports_with(naming: &Named, settings: &Settings) -> Reports {
    // Robot names may be longer than file names can be.
    let name: String = naming.robot.chars().take(80).collect();
    let source = Source::new(format!("{name}.urdf"), naming.urdf());
    let generated = generate(&source, settings, &mut |_| ())
        .unwrap_or_else(|report| panic!("{naming:?}: {}", report.render(&source)));
    let remarks = generated.diagnostics.remarks(&source);
    let mut page_settings = settings.clone();
    moving::adjust(&mut page_settings);
    page_settings.effort = Effort::None;
    let result = generate_cached(&source, &page_settings, &Cache::of_programs(), &mut |_| ());
    let movable_robot = result.unwrap_or_else(|report| panic!("{}", report.render(&source)));
    let motion = moving::motion(&movable_robot.programs.expect("the cache keeps them"), None);
    Reports {
        text: text(&generated.report, &[], &source.name),
        json: json(&generated.report, &[], &remarks),
        page: html(
            &generated.report,
            &source.name,
            &remarks,
            Some(&motion),
            None,
        ),
    }
}

/// The names of all tags.
fn tags(page: &str) -> Vec<&str> {
    let parts = page.split('<').skip(1);
    parts
        .map(|part| part.split(['>', ' ']).next().unwrap_or(part))
        .collect()
}

#[track_caller]
fn assert_visible(text: &str, format: &str, naming: &Named) {
    let hidden = text.chars().find(|&c| is_hidden(c));
    assert_eq!(hidden, None, "{format} of {naming:?}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn hostile_names_do_not_change_the_structure_of_a_report() {
    let plain = reports(&Named::plain());
    let json_of = |json: &str| -> serde_json::Value { serde_json::from_str(json).expect("JSON") };
    let fields = |json: &str| {
        let value = json_of(json);
        let keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
        format!("{keys:?}")
    };
    for naming in Named::hostile() {
        let hostile = reports(&naming);
        assert_visible(&hostile.text, "text", &naming);
        assert_eq!(
            hostile.text.lines().count(),
            plain.text.lines().count(),
            "{naming:?}:\n{}",
            hostile.text
        );
        let longest = hostile.text.lines().map(|line| line.chars().count()).max();
        assert!(longest < Some(MAX_LINE_LENGTH), "{longest:?} of {naming:?}");
        assert_visible(&hostile.json, "JSON", &naming);
        assert_eq!(fields(&hostile.json), fields(&plain.json), "{naming:?}");
        let json = json_of(&hostile.json);
        let joints = json["joints"].as_array().expect("a list");
        let names = joints.iter().map(|joint| joint["name"].as_str());
        for name in &naming.joints {
            assert!(names.clone().any(|text| text == Some(name)), "{naming:?}");
        }
        let [children, parents] = ["child", "parent"].map(|end| {
            let names = joints.iter().map(move |joint| joint[end].as_str());
            names.collect::<Vec<_>>()
        });
        for name in &naming.links[1..] {
            let name = Some(name.as_str());
            assert!(
                children.contains(&name) && parents.contains(&name),
                "{naming:?}"
            );
        }
        assert_visible(&hostile.page, "page", &naming);
        assert!(!hostile.page.contains(&long_name()[..100]), "{naming:?}");
        assert_eq!(tags(&hostile.page), tags(&plain.page), "{naming:?}");
        // The script of the robot in motion ends where the page ends.
        let script = hostile.page.matches("</script>").count();
        assert_eq!(script, 1, "{naming:?}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn names_of_constraint_rows_are_quoted_in_a_report() {
    let plain = reports_in_contact(&Named::plain());
    for naming in Named::hostile() {
        let hostile = reports_in_contact(&naming);
        assert_visible(&hostile.text, "text", &naming);
        assert_visible(&hostile.json, "JSON", &naming);
        assert_visible(&hostile.page, "page", &naming);
        let lines = [&hostile, &plain].map(|reports| reports.text.lines().count());
        assert_eq!(lines[0], lines[1], "{naming:?}:\n{}", hostile.text);
        assert_eq!(tags(&hostile.page), tags(&plain.page), "{naming:?}");
        assert!(!hostile.page.contains(&long_name()[..100]), "{naming:?}");
        let json: serde_json::Value = serde_json::from_str(&hostile.json).expect("JSON");
        let row = format!("{}.x", naming.tool());
        assert_eq!(json["constraints"][0]["name"], row);
    }
}
