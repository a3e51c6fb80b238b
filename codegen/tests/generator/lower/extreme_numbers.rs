//! Numbers at the limits of floats: accepted, or refused at their place.

use std::path::Path;

use multibody_codegen::internal::robot_file::{RustFault, generate_rust};
use multibody_codegen::settings::Effort;
use multibody_codegen::{Cache, Function, Settings, Source, examine, generate};

use crate::support::robot::source;

/// Two links, one behind the other, each of this mass and this length.
fn arm(mass: &str, length: &str) -> Source {
    arm_of([mass, mass], length)
}

/// The same with a mass of each link.
fn arm_of([upper, lower]: [&str; 2], length: &str) -> Source {
    let link = |name: &str, mass: &str| {
        format!(
            "<link name=\"{name}\"><inertial><origin xyz=\"0 {length} 0.1\"/><mass value=\"{mass}\"/>\
             <inertia ixx=\"{mass}\" ixy=\"0\" ixz=\"0\" iyy=\"{mass}\" iyz=\"0\" izz=\"{mass}\"/></inertial></link>"
        )
    };
    source(&format!(
        "<robot name=\"arm\"><link name=\"base\"/>{}{}\
         <joint name=\"a\" type=\"continuous\"><parent link=\"base\"/><child link=\"upper\"/><axis xyz=\"0 0 1\"/></joint>\
         <joint name=\"b\" type=\"revolute\"><parent link=\"upper\"/><child link=\"lower\"/>\
         <origin xyz=\"{length} 0 0\"/><axis xyz=\"0 1 0\"/>\
         <limit lower=\"-1e308\" upper=\"1e308\" effort=\"1e308\" velocity=\"1e308\"/></joint></robot>",
        link("upper", upper),
        link("lower", lower),
    ))
}

fn settings() -> Settings {
    Settings {
        effort: Effort::None,
        functions: [Function::MassMatrix, Function::ForwardDynamics].into(),
        ..Settings::default()
    }
}

#[test]
fn constants_out_of_the_range_of_floats_are_faults_with_their_place() {
    for (robot, number) in [(arm("1", "1e200"), "1e200"), (arm("1e-310", "1"), "1e-310")] {
        let report = generate(&robot, &settings(), &mut |_| ()).expect_err("out of range");
        let text = report.render(&robot);
        let kinds: Vec<_> = report.diagnostics.iter().map(|d| d.fault.kind()).collect();
        assert_eq!(kinds, ["SettingConstantOutOfRange"], "{text}");
        let span = report.diagnostics[0].span;
        assert_eq!(&robot.text[span.start..span.end], number, "{text}");
    }
}

/// By products that no single number shows, in definitions too.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn constants_of_expressions_are_faults_with_their_place() {
    let cases = [
        ("constraint c: 1e-200 * (1e-200 * x) + z", "1e-400"),
        (
            "let far = 1e200 * x; constraint c: z - 1e200 * far",
            "1e200",
        ),
        ("potential = x * 1e250 * x * 1e250", "1e250"),
        (
            "surface s { at: bob, equation: x * 1e250 * z * 1e250 - 1 }",
            "1e250",
        ),
        (
            "distance d { from: world, to: bob, length: 1e-200 }",
            "1e-200",
        ),
        (
            "spring s { from: world, to: bob, stiffness: 1e-310, length: 1 }",
            "1e-310",
        ),
    ];
    for (items, number) in cases {
        let text = format!(
            "#[multibody(effort = none, coordinates = [x, z], particle p {{ mass: 1, position: [x, 0, z] }},\n\
             joint free {{ translation, parent: world, child: bob }}, body bob {{ mass: 1 }},\n{items},\n)] struct R;"
        );
        let robot = Source::new("robot.rs", text);
        let output = generate_rust(&robot, Path::new(""), &Cache::none(), |_| (), &mut |_| ());
        let Err(RustFault { text: fault, .. }) = output else {
            panic!("{items}");
        };
        let label = format!("`{number}` is the most extreme number");
        assert!(fault.contains(items) && fault.contains(&label), "{fault}");
    }
}

#[test]
fn numbers_beyond_floats_are_refused_at_their_place() {
    for (robot, number) in [(arm("1e-399", "1"), "1e-399"), (arm("1", "9e308"), "9e308")] {
        let report = generate(&robot, &settings(), &mut |_| ()).expect_err("out of range");
        let faults = report.diagnostics.iter();
        let ours: Vec<_> = faults
            .filter(|d| d.fault.kind() == "NumberOutOfRange")
            .collect();
        assert!(!ours.is_empty(), "{}", report.render(&robot));
        for fault in ours {
            assert_eq!(&robot.text[fault.span.start..fault.span.end], number);
        }
    }
}

#[test]
fn large_and_small_numbers_that_fit_are_computed_with() {
    let cases = [
        (["1e100"; 2], "1e90"),
        (["1e-100"; 2], "1e-50"),
        (["1e307"; 2], "1"),
        // The ratio of the two masses fits no float, and nothing needs it.
        (["1e200", "1e-200"], "1"),
        (["1e-200", "1e200"], "1"),
    ];
    for (masses, length) in cases {
        let robot = arm_of(masses, length);
        let generated = generate(&robot, &settings(), &mut |_| ());
        let generated = generated.unwrap_or_else(|report| panic!("{}", report.render(&robot)));
        assert!(
            generated
                .report
                .functions
                .iter()
                .all(|function| function.proved)
        );
        for mistake in ["lit(inf)", "lit(0.0)", "lit(NaN)"] {
            assert!(
                !generated.definitions.contains(mistake),
                "{masses:?} {length}: {mistake}"
            );
        }
    }
}

/// Not even where a function divides by the largest of them.
#[test]
fn the_largest_mass_has_all_functions() {
    let settings = Settings {
        effort: Effort::None,
        ..Settings::default()
    };
    let robot = arm_of(["6e307", "1"], "0.1");
    let generated = generate(&robot, &settings, &mut |_| ());
    let generated = generated.unwrap_or_else(|report| panic!("{}", report.render(&robot)));
    assert_eq!(generated.report.functions.len(), Function::always().count());
}

/// Fifty rates keep all functions, however many joints follow.
#[test]
fn joints_that_follow_cost_no_function() {
    let mut text = String::from("<robot name=\"fan\"><link name=\"l0\"/>");
    for index in 1..=81 {
        let parent = index - 1;
        let mimic = match index {
            1 => "",
            _ => "<mimic joint=\"j1\"/>",
        };
        text += &format!(
            "<joint name=\"j{index}\" type=\"continuous\"><parent link=\"l{parent}\"/><child link=\"l{index}\"/>\
             <axis xyz=\"0 0 1\"/>{mimic}</joint><link name=\"l{index}\"/>"
        );
    }
    let report = examine(&source(&(text + "</robot>")), &Settings::default());
    let kinds: Vec<_> = report.diagnostics.iter().map(|d| d.fault.kind()).collect();
    assert!(!kinds.contains(&"SettingOversize"), "{kinds:?}");
}
