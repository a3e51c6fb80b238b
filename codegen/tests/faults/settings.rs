//! Every fault of settings has a text test: a robot and settings in, the report out, as in
//! `tests/faults/settings/NAME.expected`. `MULTIBODY_BLESS=1` rewrites them; read the difference.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use multibody_codegen::fault::{Diagnostic, Fault, Shown};
use multibody_codegen::settings::{
    Armature, Bundle, CratePath, Frame, FunctionName, Positive, Rename, Root, Spring, Verify, Weld,
};
use multibody_codegen::{Function, Settings, Source, Span, decimal, examine, integer};

const ROBOT: &str = r#"<robot name="arm"><link name="base"/>
<joint name="elbow" type="continuous"><parent link="base"/><child link="lower_arm"/><origin rpy="1.5708 0 0"/></joint>
<link name="lower_arm"><inertial><origin xyz="0 0.1 0"/><mass value="1"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
<joint name="drift" type="floating"><parent link="lower_arm"/><child link="Lower-Arm"/></joint>
<link name="Lower-Arm"/></robot>"#;

/// What makes a committed file.
const COMMAND: &str = "cargo multibody generate arm.urdf --name Arm --out src/arm.rs";

fn source(text: &str) -> Source {
    Source {
        name: "robot.urdf".into(),
        text: text.into(),
    }
}

fn robot() -> Source {
    source(ROBOT)
}

/// The robot without its floating joint.
fn arm() -> Source {
    let lines = ROBOT
        .lines()
        .filter(|line| !line.contains("floating") && !line.contains("Lower-Arm"));
    source(&(lines.collect::<Vec<_>>().join("\n") + "</robot>"))
}

/// Hinges one after the other.
fn chain(count: usize) -> Source {
    let links = (1..=count).map(|at| {
        format!(
            "\n<joint name=\"j{at}\" type=\"continuous\"><parent link=\"l{}\"/><child link=\"l{at}\"/></joint>\
             <link name=\"l{at}\"><inertial><mass value=\"1\"/>\
             <inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/></inertial></link>",
            at - 1
        )
    });
    let links: String = links.collect();
    source(&format!(
        "<robot name=\"chain\"><link name=\"l0\"/>{links}</robot>"
    ))
}

/// A palm with more fingers than can be derived, and one that is fixed.
fn hand() -> Source {
    fingers(130, |_| String::new())
}

/// The same, all fingers following the first: one rate.
fn glove() -> Source {
    fingers(130, |at| match at {
        0 | 1 => String::new(),
        _ => "<mimic joint=\"j1\"/>".into(),
    })
}

/// Fingers that follow each the one before, with ever more digits.
fn geared_hand() -> Source {
    fingers(16, |at| match at {
        0 | 1 => String::new(),
        _ => format!(
            "<mimic joint=\"j{}\" multiplier=\"0.3333333333333333\"/>",
            at - 1
        ),
    })
}

fn fingers(count: usize, mimic: impl Fn(usize) -> String) -> Source {
    let finger = |at: usize| {
        format!(
            "\n<link name=\"f{at}\"/><joint name=\"j{at}\" type=\"{}\"><parent link=\"palm\"/><child link=\"f{at}\"/>{}</joint>",
            if at == 0 { "fixed" } else { "continuous" },
            mimic(at),
        )
    };
    let fingers: String = (0..count).map(finger).collect();
    source(&format!(
        "<robot name=\"hand\"><link name=\"palm\"/>{fingers}</robot>"
    ))
}

/// A chain of joints, one line each.
fn long(joints: usize) -> Source {
    let link = |at: usize| {
        format!(
            "\n<joint name=\"j{at}\" type=\"continuous\"><parent link=\"l{}\"/><child link=\"l{at}\"/></joint>\
             <link name=\"l{at}\"><inertial><mass value=\"1\"/><origin xyz=\"0.1 0 0\"/>\
             <inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>",
            at - 1
        )
    };
    let links: String = (1..=joints).map(link).collect();
    source(&format!(
        "<robot name=\"chain\"><link name=\"l0\"/>{links}</robot>"
    ))
}

fn weld(joint: &str, position: i64) -> Weld {
    Weld {
        joint: joint.into(),
        position: integer(position),
    }
}

/// The report on a robot, kinds of faults and text.
fn bundled(source: &Source, bundles: &[&str]) -> (Vec<&'static str>, String) {
    let bundles = bundles.iter().map(|text| {
        let (name, functions) = text.split_once('=').expect("a name and functions");
        Bundle {
            name: name.into(),
            functions: functions.split(' ').map(FunctionName::from).collect(),
        }
    });
    let settings = Settings {
        bundles: bundles.collect(),
        ..Settings::default()
    };
    report(source, &settings)
}

/// A chain whose last joint follows the first, so that M is factored.
fn follower(count: usize) -> Source {
    let last = format!("<joint name=\"j{count}\" type=\"continuous\">");
    let follows = format!("{last}<mimic joint=\"j1\"/>");
    source(&chain(count).text.replace(&last, &follows))
}

fn report(source: &Source, settings: &Settings) -> (Vec<&'static str>, String) {
    let report = examine(source, settings);
    let kinds = report.diagnostics.iter().map(|d| d.fault.kind()).collect();
    (kinds, report.render(source))
}

/// What a fault looks like that no input makes.
fn alone(fault: Fault) -> (Vec<&'static str>, String) {
    let kind = fault.kind();
    let diagnostic = Diagnostic {
        fault,
        span: Span { start: 0, end: 1 },
        others: Vec::new(),
    };
    (vec![kind], diagnostic.render(&arm()))
}

/// All cases, by the name of the file that holds the expected text.
fn cases() -> Vec<(&'static str, (Vec<&'static str>, String))> {
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|&name| name.to_owned())
            .collect::<Vec<_>>()
    };
    let welded = |source: &Source, welds: Vec<Weld>| {
        report(
            source,
            &Settings {
                welds,
                ..Settings::default()
            },
        )
    };
    let sprung = |source: &Source, springs: &[(&str, i64)]| {
        let spring = |&(joint, stiffness): &(&str, i64)| Spring {
            joint: joint.to_owned(),
            stiffness: integer(stiffness),
            rest: integer(0),
        };
        let springs = springs.iter().map(spring).collect();
        report(
            source,
            &Settings {
                springs,
                ..Settings::default()
            },
        )
    };
    let driven = |source: &Source, armatures: &[(&str, i64)]| {
        let armature = |&(joint, inertia): &(&str, i64)| Armature {
            joint: joint.to_owned(),
            inertia: integer(inertia),
        };
        let armatures = armatures.iter().map(armature).collect();
        report(
            source,
            &Settings {
                armatures,
                ..Settings::default()
            },
        )
    };
    let linked = |links: &[&str], wrenches: &[&str]| {
        let (links, wrenches) = (names(links), names(wrenches));
        report(
            &robot(),
            &Settings {
                links,
                wrenches,
                ..Settings::default()
            },
        )
    };
    let functions = |functions: &[Function]| Settings {
        functions: functions.to_vec().into(),
        ..Settings::default()
    };
    let lower = |links: &[&str]| Settings {
        links: names(links),
        ..Settings::default()
    };
    let frame = |name: &str, link: &str| Frame {
        name: name.to_owned(),
        link: link.to_owned(),
        xyz: Some([0, 0, 1].map(integer)),
        rpy: [0, 0, 0].map(integer),
    };
    vec![
        (
            "needs_links",
            report(
                &arm(),
                &functions(&[
                    Function::Pose,
                    Function::JointWrenchWithWrenches,
                    Function::InverseDynamicsWithWrenches,
                ]),
            ),
        ),
        (
            "needs_constraints",
            report(
                &arm(),
                &Settings {
                    regularization: Some(Positive(decimal("1e-6").expect("a decimal"))),
                    actuated: Some(names(&["elbow"])),
                    ..functions(&[Function::ConstraintJacobian])
                },
            ),
        ),
        (
            "no_pinocchio",
            report(
                &robot(),
                &Settings {
                    root: "ball(chart = zyx)".parse().expect("a root"),
                    pinocchio: true,
                    ..Settings::default()
                },
            ),
        ),
        (
            // A body without a mass, of which three ways to turn are open.
            "requested_and_absent",
            report(
                &robot(),
                &Settings {
                    contacts: names(&["Lower-Arm"]),
                    ..functions(&[
                        Function::ForwardDynamics,
                        Function::ConstrainedForwardDynamics,
                        Function::ConstraintImpulseWithSelectors,
                    ])
                },
            ),
        ),
        (
            "pivots_and_regularization",
            report(
                &arm(),
                &Settings {
                    frames: vec![Frame {
                        xyz: Some([0, 1, 0].map(integer)),
                        ..frame("hand", "lower_arm")
                    }],
                    contacts: names(&["hand"]),
                    regularization: Some(Positive(decimal("1e-6").expect("a decimal"))),
                    ..functions(&[Function::ConstrainedForwardDynamicsWithPivots])
                },
            ),
        ),
        (
            "bodies_that_cannot_be_free",
            report(
                &source(&arm().text.replace("\"0.1\"", "\"0\"")),
                &functions(&[Function::ForwardDynamicsInMaximalCoordinates]),
            ),
        ),
        (
            "derivatives_off_the_sphere",
            report(
                &arm(),
                &Settings {
                    root: "ball(rates = derivative)".parse().expect("a root"),
                    ..functions(&[
                        Function::InverseDynamicsDerivatives,
                        Function::InverseDynamicsJvp,
                        Function::ForwardDynamicsVjp,
                    ])
                },
            ),
        ),
        (
            "derivatives_too_long",
            report(
                &chain(60),
                &functions(&[Function::InverseDynamicsDerivatives]),
            ),
        ),
        (
            "derivatives_of_links_too_long",
            report(
                &chain(64),
                &Settings {
                    links: ["l1", "l63", "l64"].map(Into::into).into(),
                    ..functions(&[
                        Function::VelocityDerivatives,
                        Function::VelocityDerivativesBody,
                        Function::AccelerationDerivativesBody,
                    ])
                },
            ),
        ),
        (
            "derivatives_of_all_bodies_too_long",
            report(
                &chain(100),
                &functions(&[
                    Function::GravityStiffness,
                    Function::CenterOfMassVelocityDerivatives,
                ]),
            ),
        ),
        (
            "derivative_products_too_long",
            report(
                &follower(100),
                &functions(&[
                    Function::InverseDynamicsVjp,
                    Function::ForwardDynamicsJvp,
                    Function::ForwardDynamicsVjp,
                ]),
            ),
        ),
        (
            "links_collide_in_one_function",
            report(
                &source(&ROBOT.replace("Lower-Arm", "lower_arm_body")),
                &lower(&["lower_arm", "lower_arm_body"]),
            ),
        ),
        (
            "links_collide_in_a_body",
            report(
                &source(&ROBOT.replace("Lower-Arm", "lower_arm_with")),
                &Settings {
                    dispatch: true,
                    ..lower(&["lower_arm", "lower_arm_with"])
                },
            ),
        ),
        (
            "frame_name_used",
            report(
                &arm(),
                &Settings {
                    frames: vec![frame("base", "lower_arm"), frame("tip", "lower_am")],
                    ..Settings::default()
                },
            ),
        ),
        (
            "no_links",
            alone(Fault::SettingNoLinks {
                function: "joint_wrench",
            }),
        ),
        (
            "frame_no_com",
            report(
                &arm(),
                &Settings {
                    frames: vec![Frame {
                        xyz: None,
                        ..frame("tip", "base")
                    }],
                    ..Settings::default()
                },
            ),
        ),
        ("too_many_rates", report(&hand(), &Settings::default())),
        (
            "constant_out_of_range",
            alone(Fault::SettingConstantOutOfRange {
                user: Shown::from("forward_dynamics"),
                value: "1e310".into(),
                label: "`1e-310` of link `hand` is the most extreme number".into(),
            }),
        ),
        (
            "no_digits",
            alone(Fault::SettingNoDigits {
                functions: "`forward_dynamics`, `mass_matrix_inverse`".into(),
            }),
        ),
        (
            "overflow",
            alone(Fault::SettingOverflow {
                functions: "`mass_matrix_inverse`".into(),
                cause: "; `kinetic` divides by 0 where all positions are 0".into(),
            }),
        ),
        (
            "unmeasured",
            alone(Fault::SettingUnmeasured {
                functions: "`constrained_forward_dynamics`".into(),
                cause: String::new(),
            }),
        ),
        (
            "too_many_mobile_joints",
            report(&glove(), &Settings::default()),
        ),
        (
            "multipliers_too_fine",
            report(&geared_hand(), &Settings::default()),
        ),
        (
            "weld_fixed",
            welded(&hand(), vec![weld("j0", 1), weld("j1", 1), weld("j2", 0)]),
        ),
        (
            "armature_twice",
            driven(&arm(), &[("elbow", 1), ("elbow", 2)]),
        ),
        ("armature_negative", driven(&arm(), &[("elbow", -1)])),
        ("armature_floating", driven(&robot(), &[("drift", 1)])),
        ("armature_idle", driven(&hand(), &[("j0", 1)])),
        ("armature_unknown", driven(&arm(), &[("elbw", 1)])),
        (
            "spring_twice",
            sprung(&arm(), &[("elbow", 1), ("elbow", 2)]),
        ),
        ("spring_negative", sprung(&arm(), &[("elbow", -1)])),
        ("spring_floating", sprung(&robot(), &[("drift", 1)])),
        ("spring_idle", sprung(&hand(), &[("j0", 1)])),
        (
            "bundle_name_used",
            bundled(
                &arm(),
                &[
                    "bias=gravity",
                    "a=bias",
                    "mass=bias",
                    "a1=bias",
                    "a_1=gravity",
                    "a_into=bias",
                    "link=bias",
                    "at_time=bias",
                    "parameters=bias",
                    "without_constraints=bias",
                    "under=bias",
                    "selecting=bias",
                ],
            ),
        ),
        (
            "bundle_same_result",
            report(
                &arm(),
                &Settings {
                    links: names(&["lower_arm"]),
                    wrenches: names(&["lower_arm"]),
                    bundles: vec![Bundle {
                        name: "step".into(),
                        functions: vec![
                            "inverse_dynamics(wrenches)".into(),
                            "inverse_dynamics".into(),
                        ],
                    }],
                    ..Settings::default()
                },
            ),
        ),
        (
            "renamed_function",
            report(
                &arm(),
                &Settings {
                    links: names(&["lower_arm"]),
                    wrenches: names(&["lower_arm"]),
                    functions: vec![Function::JointWrenchWithWrenches].into(),
                    bundles: vec![Bundle {
                        name: "step".into(),
                        functions: vec![
                            "inverse_dynamics_with_wrenches".into(),
                            "joint_wrench_of_lower_arm_with_wrenches".into(),
                        ],
                    }],
                    ..Settings::default()
                },
            ),
        ),
        (
            "bundle_name_used_by_a_body",
            report(
                &arm(),
                &Settings {
                    dispatch: true,
                    bundles: vec![Bundle {
                        name: "bias_with".into(),
                        functions: vec!["bias".into()],
                    }],
                    ..Settings::default()
                },
            ),
        ),
        (
            "bundle_lacks",
            bundled(&robot(), &["step=bias forward_dynamics biass bias"]),
        ),
        (
            "actuated_unknown",
            report(
                &robot(),
                &Settings {
                    actuated: Some(names(&["elbw", "drift"])),
                    contacts: names(&["Lower-Arm", "Lower-Arm"]),
                    ..Settings::default()
                },
            ),
        ),
        (
            "actuated_idle",
            report(
                &fingers(4, |at| match at {
                    0 | 1 => String::new(),
                    _ => format!("<mimic joint=\"j{}\" multiplier=\"2\"/>", at - 1),
                }),
                &Settings {
                    actuated: Some(names(&["j3", "j1", "j0", "j0"])),
                    contacts: names(&["palm"]),
                    root: Root::FLOATING,
                    ..Settings::default()
                },
            ),
        ),
        ("spring_unknown", sprung(&arm(), &[("elbw", 1)])),
        ("unknown_joint", welded(&arm(), vec![weld("elbw", 0)])),
        ("unknown_links", linked(&["lower_amr", "base"], &["q"])),
        ("links_collide", linked(&["lower_arm", "Lower-Arm"], &[])),
        (
            "functions_collide",
            report(
                &source(&ROBOT.replace("Lower-Arm", "base_body")),
                &Settings {
                    links: names(&["base", "base_body"]),
                    ..Settings::default()
                },
            ),
        ),
        (
            "rename_unknown",
            report(
                &arm(),
                &Settings {
                    renames: vec![Rename {
                        link: "lower-arm".into(),
                        rust: "arm".into(),
                    }],
                    ..Settings::default()
                },
            ),
        ),
        (
            "damping_floating",
            report(
                &source(&ROBOT.replace(
                    "<child link=\"Lower-Arm\"/>",
                    "<child link=\"Lower-Arm\"/><dynamics damping=\"1\" friction=\"2\"/>",
                )),
                &Settings {
                    passive: true,
                    functions: [Function::TotalMass].into(),
                    ..Settings::default()
                },
            ),
        ),
        (
            "functions_twice",
            report(
                &arm(),
                &Settings {
                    functions: [Function::Gravity, Function::Bias, Function::Gravity].into(),
                    ..Settings::default()
                },
            ),
        ),
        (
            "rename_idle",
            report(
                &arm(),
                &Settings {
                    renames: vec![Rename {
                        link: "lower_arm".into(),
                        rust: "forearm".into(),
                    }],
                    ..Settings::default()
                },
            ),
        ),
        (
            "links_unknown_twice",
            report(
                &arm(),
                &Settings {
                    links: vec!["hnd".into(), "hnd".into()],
                    wrenches: vec!["hnd".into()],
                    ..Settings::default()
                },
            ),
        ),
        (
            "links_twice",
            report(
                &arm(),
                &Settings {
                    links: ["lower_arm", "lower_arm", "lower_arm"]
                        .map(Into::into)
                        .to_vec(),
                    wrenches: ["lower_arm", "lower_arm"].map(Into::into).to_vec(),
                    ..Settings::default()
                },
            ),
        ),
        (
            "root_joint_name_used",
            report(
                &source(&ROBOT.replace("\"elbow\"", "\"root_joint\"")),
                &Settings {
                    root: Root::FLOATING,
                    functions: [Function::TotalMass].into(),
                    ..Settings::default()
                },
            ),
        ),
        (
            "damping_idle",
            report(
                &source(&ROBOT.replace("<origin rpy", "<dynamics damping=\"0.5\"/><origin rpy")),
                &Settings {
                    functions: [Function::TotalMass].into(),
                    ..Settings::default()
                },
            ),
        ),
        ("no_mobile_joint", welded(&arm(), vec![weld("elbow", 0)])),
        ("weld_floating", welded(&robot(), vec![weld("drift", 0)])),
        (
            "weld_twice",
            welded(&arm(), vec![weld("elbow", 1), weld("elbow", 2)]),
        ),
        ("singular", report(&robot(), &Settings::default())),
        ("oversize", report(&long(100), &Settings::default())),
        ("snapped", report(&arm(), &Settings::default())),
        (
            "not_proved",
            alone(Fault::SettingNotProved {
                function: "gravity".into(),
                reason: "it divides by 0".into(),
            }),
        ),
        (
            "text_wrong",
            alone(Fault::SettingTextWrong {
                what: "the text of `gravity` is not what was proved".into(),
                reason: "u . g = dV/dq u does not hold".into(),
            }),
        ),
        (
            "verify_impossible",
            report(
                &arm(),
                &Settings {
                    verify: Verify::True,
                    krate: CratePath("my::multibody".into()),
                    functions: [Function::TotalMass].into(),
                    ..Settings::default()
                },
            ),
        ),
        (
            "not_verified",
            report(
                &arm(),
                &Settings {
                    krate: CratePath("my::multibody".into()),
                    functions: [Function::TotalMass].into(),
                    ..Settings::default()
                },
            ),
        ),
        ("no_algebra", alone(Fault::SettingNoAlgebra)),
        (
            "algebra_shut",
            alone(Fault::SettingAlgebraShut {
                reason: "`/tmp/multibody-1` is a symbolic link".into(),
                help: "remove it".into(),
            }),
        ),
        (
            "committed_missing",
            alone(Fault::SettingCommittedMissing {
                reason: Shown::from("there is no such file"),
                command: COMMAND.into(),
            }),
        ),
        (
            "committed_stale",
            alone(Fault::SettingCommittedStale {
                reason: "it has been edited since",
                command: COMMAND.into(),
            }),
        ),
    ]
}

/// The text in a file; `MULTIBODY_BLESS=1` writes the file anew.
fn expected(name: &str, found: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/settings");
    let path = folder.join(name).with_extension("expected");
    if std::env::var_os("MULTIBODY_BLESS").is_some() {
        fs::write(&path, found).expect("a file that can be written");
    }
    fs::read_to_string(&path).unwrap_or_default()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn every_fault_of_settings_has_its_text() {
    let mut shown = BTreeSet::new();
    for (name, (kinds, text)) in cases() {
        assert_eq!(
            text,
            expected(name, &text),
            "{name}: set MULTIBODY_BLESS=1 to rewrite"
        );
        shown.extend(kinds);
    }
    let missing: Vec<_> = Fault::KINDS
        .iter()
        .filter(|kind| kind.starts_with("Setting") && !shown.contains(*kind))
        .collect();
    assert!(missing.is_empty(), "without a case: {missing:?}");
}
