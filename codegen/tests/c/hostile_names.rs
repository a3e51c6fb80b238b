//! Names that would be code, keywords or macros: texts with them are valid in both languages.

use multibody_codegen::Function;
use multibody_codegen::settings::Root;

use crate::compiler::{Folder, WARNINGS, installed};
use crate::hostile::{NAMES, Named, is_hidden};
use crate::robots::{CRobot, settings};
use crate::support::Robot;
use crate::support::robot::source;

/// Keywords of C and C++, macros of common headers and of systems, and what compilers read in comments.
const OF_C: [&str; 32] = [
    "auto",
    "class",
    "template",
    "and",
    "xor_eq",
    "int",
    "restrict",
    "typename",
    "this",
    "new",
    "near",
    "far",
    "min",
    "max",
    "linux",
    "unix",
    "interface",
    "small",
    "huge",
    "I",
    "complex",
    "real",
    "errno",
    "NULL",
    "y0",
    "gamma",
    "??/",
    "a*/b",
    "/*x",
    "??)",
    "\\",
    "a\\\nb",
];

/// Checks the syntax of a robot in both languages, and that nothing in it is hidden.
fn check(robot: &CRobot, subject: &str) {
    let folder = Folder::new("hostile");
    for text in [&robot.header, &robot.source, &robot.binding] {
        assert!(!text.chars().any(is_hidden), "{subject}");
    }
    folder.write("robot.h", &robot.header);
    folder.write("robot.c", &robot.source);
    folder.write(&format!("{}.h", robot.package), &robot.header);
    folder.write("user.cpp", &robot.binding);
    for compiler in installed() {
        for language in [
            &["-std=c99"][..],
            &["-std=gnu99"],
            &["-x", "c++", "-std=c++17"],
        ] {
            let flags = [&WARNINGS[..], language, &["-fsyntax-only", "robot.c"]];
            folder.compile(compiler, &flags.concat());
        }
        let language = &["-x", "c++", "-std=c++17", "-fsyntax-only", "user.cpp"];
        folder.compile(compiler, &[&WARNINGS[..], language].concat());
    }
}

fn named(robot: &Named) -> CRobot {
    let mut settings = settings("Arm", Root::Fixed);
    settings.links = vec![robot.tool().to_owned()];
    settings.wrenches = vec![robot.links[1].clone(), robot.tool().to_owned()];
    settings.functions = [
        Function::MassMatrix,
        Function::InverseDynamicsWithWrenches,
        Function::Pose,
    ]
    .into();
    let system = Robot::of(&source(&robot.urdf()), settings);
    CRobot::of("hostile", system)
}

#[test]
fn links_and_joints_may_have_any_names() {
    let step = if cfg!(all_tests) { 1 } else { 9 };
    for robot in Named::hostile().iter().step_by(step) {
        check(&named(robot), &format!("{robot:?}"));
    }
    for names in OF_C.as_chunks::<8>().0 {
        let robot = Named {
            robot: "arm".into(),
            links: std::array::from_fn(|k| names[k].to_owned()),
            joints: std::array::from_fn(|k| names[k + 4].to_owned()),
        };
        check(&named(&robot), &format!("{robot:?}"));
    }
    assert!(NAMES.contains(&"*/"));
}

/// All of these are names of fields in Rust.
#[test]
fn fields_may_have_any_names() {
    let names = [
        "class",
        "near",
        "far",
        "min",
        "linux",
        "template",
        "int",
        "and",
        "xor",
        "register",
        "I",
        "real",
        "small",
        "this",
        "new",
        "r#type",
        "r#struct",
        "caf\u{e9}",
        "cafue9",
        "_x",
        "x",
    ];
    let fields: Vec<String> = names.iter().map(|name| format!("{name}: f64")).collect();
    let bodies = names.iter().enumerate().map(|(k, name)| {
        format!("joint j{k} {{ revolute, parent: b{k}, child: b{}, axis: y, damping: {name} }}, body b{} {{ mass: {name} }}", k + 1, k + 1)
    });
    let items = bodies
        .collect::<Vec<_>>()
        .join(",\n")
        .replace("parent: b0", "parent: world");
    let mut settings = settings("Arm", Root::Fixed);
    settings.functions = [Function::TotalMass, Function::GeneralizedForce].into();
    let robot = Robot::of_struct(
        &format!("struct Arm {{ {} }}", fields.join(", ")),
        &items,
        settings,
    );
    check(&CRobot::of("fields", robot), "fields");
}
