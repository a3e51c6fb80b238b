//! Hostile names in every role of a report: the text has the same lines, the JSON the same keys and the page the same tags as
//! with plain names.

use multibody_codegen::settings::{Effort, Root, Verify};
use multibody_codegen::{Function, Settings, Source, generate};

use super::hostile::{Named, is_hidden, long};
use super::{html, json, text};

/// Maximum length of a line in a text for people.
const LINE: usize = 1200;

struct Reports {
    text: String,
    json: String,
    page: String,
}

fn reports(of: &Named) -> Reports {
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
        links: vec![of.tool().to_owned()],
        wrenches: vec![of.links[1].clone(), of.tool().to_owned()],
        ..Settings::default()
    };
    reports_with(of, &settings)
}

/// The same robot with a floating root and its tool in contact, so that constraint rows are named after links.
fn reports_in_contact(of: &Named) -> Reports {
    let settings = Settings {
        effort: Effort::None,
        proof: false,
        verify: Verify::False,
        root: Root::FLOATING,
        contacts: vec![of.tool().to_owned()],
        functions: [Function::Constraint].into(),
        ..Settings::default()
    };
    reports_with(of, &settings)
}

fn reports_with(of: &Named, settings: &Settings) -> Reports {
    // Robot names may be longer than file names can be.
    let name: String = of.robot.chars().take(80).collect();
    let source = Source {
        name: format!("{name}.urdf").into(),
        text: of.urdf().into(),
    };
    let made = generate(&source, settings, &mut |_| ());
    let made = made.unwrap_or_else(|report| panic!("{of:?}: {}", report.render(&source)));
    let remarks = made.diagnostics.remarks(&source);
    Reports {
        text: text(&made.report, &[], &source.name),
        json: json(&made.report, &[], &remarks),
        page: html(&made.report, &source.name, &remarks),
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
fn assert_visible(text: &str, what: &str, of: &Named) {
    let hidden = text.chars().find(|&c| is_hidden(c));
    assert_eq!(hidden, None, "{what} of {of:?}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn hostile_names_do_not_change_the_structure_of_a_report() {
    let plain = reports(&Named::plain());
    let parsed = |json: &str| -> serde_json::Value { serde_json::from_str(json).expect("JSON") };
    let fields = |json: &str| {
        let value = parsed(json);
        let keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
        format!("{keys:?}")
    };
    for of in Named::hostile() {
        let found = reports(&of);
        assert_visible(&found.text, "text", &of);
        assert_eq!(
            found.text.lines().count(),
            plain.text.lines().count(),
            "{of:?}:\n{}",
            found.text
        );
        let longest = found.text.lines().map(|line| line.chars().count()).max();
        assert!(longest < Some(LINE), "{longest:?} of {of:?}");
        assert_visible(&found.json, "JSON", &of);
        assert_eq!(fields(&found.json), fields(&plain.json), "{of:?}");
        let json = parsed(&found.json);
        let joints = json["joints"].as_array().expect("a list");
        let names = joints.iter().map(|joint| joint["name"].as_str());
        for name in &of.joints {
            assert!(names.clone().any(|found| found == Some(name)), "{of:?}");
        }
        let [children, parents] = ["child", "parent"].map(|end| {
            let names = joints.iter().map(move |joint| joint[end].as_str());
            names.collect::<Vec<_>>()
        });
        for name in &of.links[1..] {
            let name = Some(name.as_str());
            assert!(
                children.contains(&name) && parents.contains(&name),
                "{of:?}"
            );
        }
        assert_visible(&found.page, "page", &of);
        assert!(!found.page.contains(&long()[..100]), "{of:?}");
        assert_eq!(tags(&found.page), tags(&plain.page), "{of:?}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn names_of_constraint_rows_are_quoted_in_a_report() {
    let plain = reports_in_contact(&Named::plain());
    for of in Named::hostile() {
        let found = reports_in_contact(&of);
        assert_visible(&found.text, "text", &of);
        assert_visible(&found.json, "JSON", &of);
        assert_visible(&found.page, "page", &of);
        let lines = [&found, &plain].map(|reports| reports.text.lines().count());
        assert_eq!(lines[0], lines[1], "{of:?}:\n{}", found.text);
        assert_eq!(tags(&found.page), tags(&plain.page), "{of:?}");
        assert!(!found.page.contains(&long()[..100]), "{of:?}");
        let json: serde_json::Value = serde_json::from_str(&found.json).expect("JSON");
        let row = format!("{}.x", of.tool());
        assert_eq!(json["constraints"][0]["name"], row);
    }
}
