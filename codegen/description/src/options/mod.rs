//! The options of a robot, in one table. The attribute reads their values from tokens, the command line from text, and
//! `multibody_codegen::Config` from Rust values.

mod functions;
mod names;
mod recorded_command;
mod setting;
mod table;
mod text;
mod words;

pub use functions::split_outside_parentheses;
pub use recorded_command::RecordedCommand;
pub use setting::{Form, IntoSetting, Names, Setting};
pub use table::with_options;
pub use table::{CHOICES, Choice};
pub use words::from_words;

use crate::settings::Settings;

/// Options that have been renamed: the old name and the present one.
pub const RENAMED: &[(&str, &str)] = &[
    ("side_by_side", "pack_limbs"),
    ("detect", "dispatch"),
    ("written_forms", "hand_written_kernels"),
];

/// The present name of an option that has been renamed.
#[must_use]
pub fn new_name(old_name: &str) -> Option<&'static str> {
    let mut rows = RENAMED.iter();
    rows.find(|(name, _)| *name == old_name)
        .map(|(_, now)| *now)
}

/// The option with a given name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Choice> {
    CHOICES.iter().find(|choice| choice.name == name)
}

/// Texts that identify the items emitted with these settings: the name of the type, the name and the value of each
/// option as users write them, the ideas that are not used, and the layout unless it is the default one. They do not
/// change if a field of [`Settings`] is renamed.
#[must_use]
pub fn identifying_texts(settings: &Settings) -> Vec<String> {
    // The visibility is part of the struct, and `count_derived` is only for reports.
    let Settings {
        name,
        without,
        layout,
        ..
    } = settings;
    let options = CHOICES
        .iter()
        .flat_map(|choice| [choice.name.to_owned(), identifying_text(choice, settings)]);
    let ideas = without.iter().map(|idea| idea.name().to_owned());
    [name.clone()]
        .into_iter()
        .chain(options)
        .chain(ideas)
        .chain(layout.identifying_text())
        .collect()
}

/// The text of an option in fingerprints. Gravity once had a default value, and fingerprints of files from that time
/// stay valid: if gravity is not set, its text is that default. The same value as a choice of the user has another
/// text.
fn identifying_text(choice: &Choice, settings: &Settings) -> String {
    const FORMER_DEFAULT: &str = "0,0,-9.81";
    const FORMER_DEFAULT_AS_CHOICE: &str = "0, 0, -9.81";
    match (choice.text)(settings) {
        text if choice.name != "gravity" => text,
        text if text.is_empty() => FORMER_DEFAULT.to_owned(),
        text if text == FORMER_DEFAULT => FORMER_DEFAULT_AS_CHOICE.to_owned(),
        text => text,
    }
}

impl Choice {
    /// Its name on the command line, without the leading dashes: `hand-written-kernels`.
    #[must_use]
    pub fn flag(&self) -> String {
        self.name.replace('_', "-")
    }

    /// Its default value as text; empty if there is none.
    #[must_use]
    pub fn default(&self) -> String {
        (self.text)(&Settings::default())
    }

    /// Its value as text, if that is not the default.
    #[must_use]
    pub fn text_unless_default(&self, settings: &Settings) -> Option<String> {
        let text = (self.text)(settings);
        (text != self.default()).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::Function;
    use crate::settings::{
        Armature, Bundle, Closure, CratePath, Effort, Frame, Idea, LoopJoint, Mimic, Positive,
        Rename, Root, Spring, Triangle, Verify, Weld,
    };
    use multibody_program::exact::{decimal, integer};

    /// Settings that differ from the default in every option. All fields are listed, so that a new one must be given another
    /// value here, which only an option can restore; the last five have no option.
    fn changed_settings() -> Settings {
        let default = Settings::default();
        let weld = |joint: &str, position| Weld {
            joint: joint.into(),
            position,
        };
        let armature = |joint: &str, inertia| Armature {
            joint: joint.into(),
            inertia,
        };
        let spring = |joint: &str, stiffness: &str, rest: &str| Spring {
            joint: joint.into(),
            stiffness: decimal(stiffness).unwrap(),
            rest: decimal(rest).unwrap(),
        };
        let frame = |name: &str, link: &str, xyz: [&str; 3], rpy: [&str; 3]| Frame {
            name: name.into(),
            link: link.into(),
            xyz: Some(xyz.map(|text| decimal(text).unwrap())),
            rpy: rpy.map(|text| decimal(text).unwrap()),
        };
        Settings {
            root: Root::FLOATING,
            welds: vec![
                weld("elbow", decimal("-0.05").unwrap()),
                weld("a,b = c", integer(0)),
            ],
            mimic: Mimic::Independent,
            gravity: Some(["0", "1e3", "-9.81"].map(|text| decimal(text).unwrap())),
            armatures: vec![
                armature("knee", decimal("0.01").unwrap()),
                armature("a = b", integer(2)),
            ],
            springs: vec![spring("knee", "20", "0"), spring("a = b", "0.5", "-0.25")],
            passive: true,
            friction_rate: Positive(decimal("1e-3").unwrap()),
            snap: false,
            frames: vec![
                frame("tcp", "hand", ["0", "0", "0.1"], ["0", "0", "0"]),
                frame("a, b", "c = d \"e\"", ["0", "0", "0"], ["0", "-0.5", "0"]),
                frame("g", "h", ["0", "0", "0"], ["0", "0", "0"]),
                Frame {
                    xyz: None,
                    ..frame("at com", "i", ["0", "0", "0"], ["0", "0", "0.5"])
                },
                Frame {
                    xyz: None,
                    ..frame("still", "com", ["0", "0", "0"], ["0", "0", "0"])
                },
            ],
            contacts: vec!["foot".into(), "a : b".into()],
            loops: vec![Closure {
                from: "shank".into(),
                to: "a:b".into(),
                by: LoopJoint::Ball,
            }],
            regularization: Some(Positive(decimal("1e-6").unwrap())),
            actuated: Some(vec!["crank".into(), "hip, left".into()]),
            functions: [
                Function::ConstrainedForwardDynamicsWithSelectorsAndWrenches,
                Function::Gravity,
            ]
            .into(),
            bundles: vec![Bundle {
                name: "step".into(),
                functions: vec![
                    "constrained_forward_dynamics(selectors, wrenches)".into(),
                    "pose_of_hand".into(),
                ],
            }],
            at: vec!["forward_dynamics(wrenches)".into(), "coriolis".into()],
            triangle: Triangle::Lower,
            pack_limbs: true,
            dispatch: true,
            size: true,
            links: vec!["hand".into(), "finger 1".into()],
            wrenches: vec!["hand".into()],
            renames: vec![Rename {
                link: "link-1".into(),
                name_in_functions: "first".into(),
            }],
            nonzero: vec!["length".into()],
            krate: CratePath("::a::multibody".into()),
            proof: false,
            verify: Verify::True,
            hand_written_kernels: false,
            effort: Effort::High,
            accuracy: 4,
            pinocchio: true,
            equations: true,
            reference: false,
            name: default.name,
            visibility: default.visibility,
            count_derived: default.count_derived,
            without: default.without,
            layout: default.layout,
        }
    }

    #[test]
    fn renamed_options_exist_under_their_new_names() {
        for (old_name, now) in RENAMED {
            assert!(
                find(old_name).is_none() && find(now).is_some(),
                "{old_name}"
            );
        }
    }

    #[test]
    fn options_written_as_text_are_read_again() {
        let (expected, mut settings) = (changed_settings(), Settings::default());
        for choice in CHOICES {
            let text = choice
                .text_unless_default(&expected)
                .unwrap_or_else(|| panic!("`{}` is the default", choice.name));
            (choice.parse)(&mut settings, &text).unwrap();
        }
        assert_eq!(settings, expected);
    }

    /// So any two settings that differ in an option have different texts, and these name options only.
    #[test]
    fn identifying_texts_are_names_of_options_and_values_that_can_be_read_again() {
        let expected = Settings {
            name: "Arm".into(),
            without: vec![Idea::ALL[0]],
            ..changed_settings()
        };
        let texts = identifying_texts(&expected);
        let (name, tail) = texts.split_first().unwrap();
        let (options, ideas) = tail.split_at(2 * CHOICES.len());
        let mut settings = Settings {
            name: name.clone(),
            without: expected.without.clone(),
            ..Settings::default()
        };
        for pair in options.chunks_exact(2) {
            let option = find(&pair[0]).expect("a name of the table");
            (option.parse)(&mut settings, &pair[1]).unwrap();
        }
        assert_eq!(settings, expected);
        assert_eq!(ideas, [Idea::ALL[0].name()]);
        let default = identifying_texts(&Settings::default());
        for choice in CHOICES {
            let mut changed = Settings::default();
            (choice.parse)(&mut changed, &(choice.text)(&expected)).unwrap();
            assert_ne!(identifying_texts(&changed), default, "{}", choice.name);
        }
    }

    /// If a user chooses it, it replaces the gravity of a description, as the default does not.
    #[test]
    fn the_usual_gravity_is_not_the_default() {
        let mut settings = Settings::default();
        let default = identifying_texts(&settings);
        let gravity = find("gravity").expect("an option");
        let index = default
            .iter()
            .position(|text| text == "gravity")
            .expect("its name")
            + 1;
        assert_eq!(default[index], "0,0,-9.81");
        (gravity.parse)(&mut settings, &default[index]).expect("a vector");
        let texts = identifying_texts(&settings);
        assert_ne!(texts, default);
        let mut again = Settings::default();
        (gravity.parse)(&mut again, &texts[index]).expect("a vector");
        assert_eq!(again, settings);
    }

    /// A joint named `none` is not the default either.
    #[test]
    fn no_motors_are_not_the_default() {
        let actuated = find("actuated").unwrap();
        for (names, text) in [(vec![], "none"), (vec!["none".to_owned()], "\"none\"")] {
            let expected = Settings {
                actuated: Some(names),
                ..Settings::default()
            };
            assert_eq!(
                actuated.text_unless_default(&expected).as_deref(),
                Some(text)
            );
            let mut settings = Settings::default();
            (actuated.parse)(&mut settings, text).unwrap();
            assert_eq!(settings, expected);
        }
    }

    #[test]
    fn functions_add_to_the_default() {
        let functions = find("functions").unwrap();
        let parse = |text: &str| {
            let mut settings = Settings::default();
            (functions.parse)(&mut settings, text).unwrap();
            (functions.text_unless_default(&settings), settings)
        };
        assert_eq!(parse("default"), (None, Settings::default()));
        let (text, settings) = parse("momentum, default,bias");
        assert_eq!(text.as_deref(), Some("default,momentum,bias"));
        assert!(settings.functions.default);
        assert_eq!(
            settings.functions.named,
            [Function::Momentum, Function::Bias]
        );
        assert_eq!(parse("default,momentum,bias").1, settings);
    }

    #[test]
    fn default_values_have_no_text() {
        for choice in CHOICES {
            assert_eq!(
                choice.text_unless_default(&Settings::default()),
                None,
                "{}",
                choice.name
            );
        }
    }

    #[test]
    fn paths_of_crates_may_be_relative() {
        for path in [
            "crate::a",
            "self::a",
            "super::super::a",
            "self::super::a",
            "::a",
            "r#fn::a",
            "union",
        ] {
            let mut settings = Settings::default();
            (find("crate").unwrap().parse)(&mut settings, path).unwrap();
            assert_eq!(settings.krate.0, path);
        }
    }

    #[test]
    fn faulty_texts_get_a_remedy() {
        let complaint = |name: &str, text: &str| {
            let choice = find(name).unwrap();
            (choice.parse)(&mut Settings::default(), text).unwrap_err()
        };
        assert!(complaint("gravity", "0,0").contains("2 instead of 3 numbers"));
        assert!(complaint("gravity", "0,0,g").contains("`g` is not a number"));
        assert!(complaint("gravity", "0,0,inf").contains("not finite"));
        assert!(complaint("weld", "=1").contains("missing"));
        assert!(complaint("weld", "a=half").contains("`half` is not a number"));
        assert!(complaint("armature", "knee").contains("write e.g. knee=0.01"));
        assert!(complaint("armature", "knee=heavy").contains("`heavy` is not a number"));
        assert!(complaint("armature", "=1").contains("missing"));
        assert!(complaint("spring", "knee").contains("write e.g. knee=20 or knee=20 0.1"));
        assert!(complaint("spring", "knee=stiff").contains("`stiff` is not a number"));
        assert!(complaint("spring", "knee=1 2 3").contains("3 numbers instead of 1 or 2"));
        assert!(complaint("spring", "=1").contains("missing"));
        assert!(complaint("friction_rate", "0").contains("`0` is not above 0"));
        assert!(complaint("friction_rate", "-1").contains("`-1` is not above 0"));
        assert!(complaint("friction_rate", "1e-200").contains("from 1e-150 to 1e150"));
        assert!(complaint("regularization", "-1").contains("`-1` is not 0, and not from"));
        assert!(complaint("friction_rate", "slow").contains("is not a number"));
        assert!(complaint("frame", "tcp").contains("names no link"));
        assert!(complaint("frame", "tcp=hand 0 0").contains("2 numbers instead of 0, 3 or 6"));
        assert!(
            complaint("frame", "tcp=hand com 0 0 0 1 1 1").contains("6 numbers instead of 0 or 3")
        );
        assert!(complaint("frame", "tcp=hand 0 0 up").contains("`up` is not a number"));
        assert!(complaint("frame", "tcp=").contains("missing"));
        assert!(complaint("loop", "a:b").contains("write e.g. shank:tendon:hinge"));
        assert!(complaint("loop", "a:b:door").contains("`door` is not one of hinge"));
        assert!(complaint("links", "a,,b").contains("missing"));
        assert!(
            complaint("functions", "default,bias,default").contains("`default` is named twice")
        );
        assert!(complaint("functions", "bais").contains("`bais` is not one of default, "));
        assert!(complaint("functions", "none,bias").contains("`none` is not one of"));
        let absent = complaint("functions", "inverse_dynamics_regressor");
        assert!(absent.contains("dual numbers"), "{absent}");
        let renamed = complaint("functions", "constrained_forward_dynamics_with_feedback");
        assert!(renamed.ends_with("is now called `constrained_forward_dynamics(feedback)`"));
        assert!(complaint("root", "floting").contains("fixed, floating"));
        assert!(complaint("rename", "a=B").contains("snake_case"));
        assert!(complaint("rename", "a").contains("snake_case"));
        for path in [
            "a::2b",
            "",
            "a::",
            "_",
            "a::_",
            "r#self",
            "a::r#crate",
            "r#",
        ] {
            let message = complaint("crate", path);
            assert!(
                message.contains("is not a path; write e.g. my_robots::multibody"),
                "{message}"
            );
        }
        for path in ["fn", "a::type", "::dyn::a"] {
            let message = complaint("crate", path);
            assert!(message.contains("is a keyword; write r#"), "{message}");
        }
        for path in [
            "Self",
            "Self::a",
            "a::crate",
            "::self",
            "super::self",
            "crate::super",
        ] {
            let message = complaint("crate", path);
            assert!(
                message.contains("is not allowed there; write e.g. my_robots::multibody"),
                "{message}"
            );
        }
        assert!(complaint("bundle", "bias").contains("write e.g. \"step=mass_matrix bias\""));
        assert!(complaint("bundle", "Step=bias").contains("no name in snake_case"));
        assert!(complaint("bundle", "fn=bias").contains("no name in snake_case"));
        assert!(complaint("bundle", "step= ").contains("names no function"));
        assert!(complaint("triangle", "upper").contains("both, lower"));
        assert!(complaint("accuracy", "0").contains("whole number from 1"));
        assert!(complaint("accuracy", "1.5").contains("whole number from 1"));
        assert!(complaint("proof", "maybe").contains("true, false"));
    }
}
