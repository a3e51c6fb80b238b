//! Every fault of settings has a text test: a robot and settings in, the report out, as in
//! `tests/faults/settings/NAME.expected`. `MULTIBODY_BLESS=1` rewrites them; read the difference.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use multibody_codegen::fault::{Diagnostic, Fault, Shown};
use multibody_codegen::internal::language::{Language, Layout};
use multibody_codegen::settings::{
    Armature, Bundle, Closure, CratePath, Frame, FunctionName, LoopJoint, Positive, Rename, Root,
    Spring, Verify, Weld,
};
use multibody_codegen::{Function, Settings, Source, Span, decimal, examine, integer};

const ROBOT: &str = r#"<robot name="arm"><link name="base"/>
<joint name="elbow" type="continuous"><parent link="base"/><child link="lower_arm"/><origin rpy="1.5708 0 0"/></joint>
<link name="lower_arm"><inertial><origin xyz="0 0.1 0"/><mass value="1"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
<joint name="drift" type="floating"><parent link="lower_arm"/><child link="Lower-Arm"/></joint>
<link name="Lower-Arm"/></robot>"#;

/// An arm of MuJoCo's with a passive force that is not read.
const IN_AIR: &str = r#"<mujoco><option density="1.2"/><worldbody><body name="arm"><joint name="hinge"/>
<inertial pos="0.1 0 0" mass="1" diaginertia="0.1 0.1 0.1"/></body></worldbody></mujoco>"#;

/// An MJCF in which nothing moves.
const STILL: &str = r#"<mujoco><worldbody><body name="a"><geom size="0.1"/></body></worldbody>
<equality><connect body1="a" anchor="0 0 0"/></equality></mujoco>"#;

/// An MJCF whose equality holds its joint.
const WELDED: &str = r#"<mujoco><worldbody><body name="a"><joint/><geom size="0.1"/></body></worldbody>
<equality><weld body1="a"/></equality></mujoco>"#;

/// An MJCF whose weld needs a turn about y, while its body turns about z and x only.
const TWISTED: &str = r#"<mujoco><worldbody><body name="a"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
<joint type="slide"/><joint/><geom size="0.1"/><body name="b"><joint axis="1 0 0"/><geom size="0.1"/>
<body name="c"><joint axis="0 1 0"/><geom size="0.1" pos="0.1 0 0"/>
<body name="d"><joint axis="1 0 0"/><geom size="0.1" pos="0 0.1 0"/></body></body></body></body></worldbody>
<equality><weld body1="b" relpose="0 0 0 1 0 1 0"/></equality></mujoco>"#;

/// An MJCF with a planar loop, and an equality that nothing moves.
const FOUR_BAR: &str = r#"<mujoco model="four bar">
  <compiler angle="radian"/>
  <worldbody>
    <body name="crank">
      <joint name="crank" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 0.2" size="0.01"/>
      <body name="coupler" pos="0 0 0.2">
        <joint name="coupler" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0.4 0 0.1" size="0.01"/>
      </body>
    </body>
    <body name="rocker" pos="0.4 0 0">
      <joint name="rocker" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 0.3" size="0.01"/>
    </body>
    <body name="post" pos="1 0 0">
      <geom type="sphere" size="0.1"/>
    </body>
  </worldbody>
  <equality>
    <connect name="pin" body1="coupler" body2="rocker" anchor="0.4 0 0.1"/>
    <connect name="idle" body1="post" anchor="0 0 0"/>
  </equality>
</mujoco>"#;

/// What makes a committed file.
const COMMAND: &str = "cargo multibody generate arm.urdf --name Arm --out src/arm.rs";

fn source(text: &str) -> Source {
    Source::new("robot.urdf", text)
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
    let links = (1..=count).map(|joint| {
        format!(
            "\n<joint name=\"j{joint}\" type=\"continuous\"><parent link=\"l{}\"/><child link=\"l{joint}\"/></joint>\
             <link name=\"l{joint}\"><inertial><mass value=\"1\"/>\
             <inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/></inertial></link>",
            joint - 1
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
    fingers(130, |finger| match finger {
        0 | 1 => String::new(),
        _ => "<mimic joint=\"j1\"/>".into(),
    })
}

/// Fingers that follow each the one before, with ever more digits.
fn geared_hand() -> Source {
    fingers(16, |finger| match finger {
        0 | 1 => String::new(),
        _ => format!(
            "<mimic joint=\"j{}\" multiplier=\"0.3333333333333333\"/>",
            finger - 1
        ),
    })
}

fn fingers(count: usize, mimic: impl Fn(usize) -> String) -> Source {
    let finger = |index: usize| {
        format!(
            "\n<link name=\"f{index}\"/><joint name=\"j{index}\" type=\"{}\"><parent link=\"palm\"/><child link=\"f{index}\"/>{}</joint>",
            if index == 0 { "fixed" } else { "continuous" },
            mimic(index),
        )
    };
    let fingers: String = (0..count).map(finger).collect();
    source(&format!(
        "<robot name=\"hand\"><link name=\"palm\"/>{fingers}</robot>"
    ))
}

/// A chain of joints, one line each.
fn long(joints: usize) -> Source {
    let link = |joint: usize| {
        format!(
            "\n<joint name=\"j{joint}\" type=\"continuous\"><parent link=\"l{}\"/><child link=\"l{joint}\"/></joint>\
             <link name=\"l{joint}\"><inertial><mass value=\"1\"/><origin xyz=\"0.1 0 0\"/>\
             <inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>",
            joint - 1
        )
    };
    let links: String = (1..=joints).map(link).collect();
    source(&format!(
        "<robot name=\"chain\"><link name=\"l0\"/>{links}</robot>"
    ))
}

/// A chain whose last joint follows the first, so that M is factored.
fn follower(count: usize) -> Source {
    let last = format!("<joint name=\"j{count}\" type=\"continuous\">");
    let follows = format!("{last}<mimic joint=\"j1\"/>");
    source(&chain(count).text.replace(&last, &follows))
}

/// Kinds of faults, and the report.
type Rendering = (Vec<&'static str>, String);

/// The name of the file that holds the expected text, and what is shown.
type Case = (&'static str, Rendering);

/// What is shown of a robot with other settings.
fn with(source: &Source, change: impl FnOnce(&mut Settings)) -> Rendering {
    let mut settings = Settings::default();
    change(&mut settings);
    let report = examine(source, &settings);
    let kinds = report.diagnostics.iter().map(|d| d.fault.kind()).collect();
    (kinds, report.render(source))
}

fn plain(source: &Source) -> Rendering {
    with(source, |_| ())
}

/// What a fault looks like that no input makes.
fn alone(fault: Fault) -> Rendering {
    let kind = fault.kind();
    let diagnostic = Diagnostic {
        fault,
        span: Span { start: 0, end: 1 },
        others: Vec::new(),
    };
    (vec![kind], diagnostic.render(&arm()))
}

fn names<const COUNT: usize>(names: [&str; COUNT]) -> Vec<String> {
    names.map(str::to_owned).into()
}

fn bundle(text: &str) -> Bundle {
    let (name, functions) = text.split_once('=').expect("a name and functions");
    Bundle {
        name: name.into(),
        functions: functions.split(' ').map(FunctionName::from).collect(),
    }
}

fn frame(name: &str, link: &str, xyz: Option<[i64; 3]>) -> Frame {
    Frame {
        name: name.to_owned(),
        link: link.to_owned(),
        xyz: xyz.map(|numbers| numbers.map(integer)),
        rpy: [0, 0, 0].map(integer),
    }
}

fn rename(link: &str, name: &str) -> Rename {
    Rename {
        link: link.into(),
        name_in_functions: name.into(),
    }
}

fn regularization() -> Option<Positive> {
    Some(Positive(decimal("1e-6").expect("a decimal")))
}

fn cases_of_functions() -> Vec<Case> {
    // A body without a mass, of which three ways to turn are open.
    let absent = with(&robot(), |settings| {
        settings.contacts = names(["Lower-Arm"]);
        settings.functions = [
            Function::ForwardDynamics,
            Function::ConstrainedForwardDynamics,
            Function::ConstraintImpulseWithSelectors,
        ]
        .into();
    });
    let needs_links = with(&arm(), |settings| {
        settings.functions = [
            Function::Pose,
            Function::JointWrenchWithWrenches,
            Function::InverseDynamicsWithWrenches,
        ]
        .into();
    });
    let needs_constraints = with(&arm(), |settings| {
        settings.regularization = regularization();
        settings.actuated = Some(names(["elbow"]));
        settings.functions = [Function::ConstraintJacobian].into();
    });
    let needs_actuators = with(&arm(), |settings| {
        settings.functions = [Function::Actuate].into();
    });
    let pivots = with(&arm(), |settings| {
        settings.frames = vec![frame("hand", "lower_arm", Some([0, 1, 0]))];
        settings.contacts = names(["hand"]);
        settings.regularization = regularization();
        settings.functions = [Function::ConstrainedForwardDynamicsWithPivots].into();
    });
    let massless = source(&arm().text.replace("\"0.1\"", "\"0\""));
    let never_free = with(&massless, |settings| {
        settings.functions = [Function::ForwardDynamicsInMaximalCoordinates].into();
    });
    let twice = with(&arm(), |settings| {
        settings.functions = [Function::Gravity, Function::Bias, Function::Gravity].into();
    });
    let function = "joint_wrench";
    vec![
        ("requested_and_absent", absent),
        ("needs_links", needs_links),
        ("needs_constraints", needs_constraints),
        ("needs_actuators", needs_actuators),
        ("pivots_and_regularization", pivots),
        ("bodies_that_cannot_be_free", never_free),
        ("functions_twice", twice),
        ("no_links", alone(Fault::SettingNoLinks { function })),
    ]
}

fn cases_of_derivatives() -> Vec<Case> {
    let derivation = |source: &Source, functions: &[Function]| {
        with(source, |settings| {
            settings.functions = functions.to_vec().into();
        })
    };
    let off_the_sphere = with(&arm(), |settings| {
        settings.root = "ball(rates = derivative)".parse().expect("a root");
        settings.functions = [
            Function::InverseDynamicsDerivatives,
            Function::InverseDynamicsJvp,
            Function::ForwardDynamicsVjp,
        ]
        .into();
    });
    let of_links = with(&chain(64), |settings| {
        settings.links = names(["l1", "l63", "l64"]);
        settings.functions = [
            Function::VelocityDerivatives,
            Function::VelocityDerivativesBody,
            Function::AccelerationDerivativesBody,
        ]
        .into();
    });
    let of_bodies = [
        Function::GravityStiffness,
        Function::CenterOfMassVelocityDerivatives,
    ];
    let products = [
        Function::InverseDynamicsVjp,
        Function::ForwardDynamicsJvp,
        Function::ForwardDynamicsVjp,
    ];
    let matrices = [Function::InverseDynamicsDerivatives];
    let with_callees = [Function::ForwardDynamicsDerivatives];
    let in_bundles = with(&chain(40), |settings| {
        settings.functions = with_callees.into();
        settings.bundles = vec![bundle("step=forward_dynamics_derivatives bias")];
        settings.at = vec![FunctionName::from("forward_dynamics_derivatives")];
    });
    let singular = with(&robot(), |settings| {
        settings.functions = [
            Function::ForwardDynamicsDerivatives,
            Function::ForwardDynamicsJvp,
        ]
        .into();
    });
    vec![
        ("derivatives_off_the_sphere", off_the_sphere),
        ("derivatives_too_long", derivation(&chain(60), &matrices)),
        (
            "derivatives_with_callees_too_long",
            derivation(&chain(60), &with_callees),
        ),
        ("derivatives_too_long_in_bundles", in_bundles),
        ("derivatives_of_a_singular_robot", singular),
        ("derivatives_of_links_too_long", of_links),
        (
            "derivatives_of_all_bodies_too_long",
            derivation(&chain(100), &of_bodies),
        ),
        (
            "derivative_products_too_long",
            derivation(&follower(100), &products),
        ),
    ]
}

fn cases_of_links() -> Vec<Case> {
    let linked = |links: &[&str], wrenches: &[&str]| {
        with(&robot(), |settings| {
            settings.links = links.iter().map(|&name| name.into()).collect();
            settings.wrenches = wrenches.iter().map(|&name| name.into()).collect();
        })
    };
    let renamed_robot = |name: &str| source(&ROBOT.replace("Lower-Arm", name));
    let in_one_function = with(&renamed_robot("lower_arm_body"), |settings| {
        settings.links = names(["lower_arm", "lower_arm_body"]);
    });
    let in_a_body = with(&renamed_robot("lower_arm_with"), |settings| {
        settings.dispatch = true;
        settings.links = names(["lower_arm", "lower_arm_with"]);
    });
    let functions = with(&renamed_robot("base_body"), |settings| {
        settings.links = names(["base", "base_body"]);
    });
    let frames = with(&arm(), |settings| {
        let frame = |name, link| frame(name, link, Some([0, 0, 1]));
        settings.frames = vec![frame("base", "lower_arm"), frame("tip", "lower_am")];
    });
    let unknown = with(&arm(), |settings| {
        settings.links = names(["hnd", "hnd"]);
        settings.wrenches = names(["hnd"]);
    });
    let twice = with(&arm(), |settings| {
        settings.links = names(["lower_arm", "lower_arm", "lower_arm"]);
        settings.wrenches = names(["lower_arm", "lower_arm"]);
    });
    let renamed = |link, name| {
        with(&arm(), |settings| {
            settings.renames = vec![rename(link, name)]
        })
    };
    let no_com = with(&arm(), |settings| {
        settings.frames = vec![frame("tip", "base", None)];
    });
    vec![
        ("links_collide_in_one_function", in_one_function),
        ("links_collide_in_a_body", in_a_body),
        ("functions_collide", functions),
        ("unknown_links", linked(&["lower_amr", "base"], &["q"])),
        ("links_collide", linked(&["lower_arm", "Lower-Arm"], &[])),
        ("links_unknown_twice", unknown),
        ("links_twice", twice),
        ("frame_name_used", frames),
        ("frame_no_com", no_com),
        ("rename_unknown", renamed("lower-arm", "arm")),
        ("rename_idle", renamed("lower_arm", "forearm")),
    ]
}

fn cases_of_joints() -> Vec<Case> {
    let welded = |source: &Source, welds: &[(&str, i64)]| {
        let weld = |&(joint, position): &(&str, i64)| Weld {
            joint: joint.into(),
            position: integer(position),
        };
        let welds = welds.iter().map(weld).collect();
        with(source, |settings| settings.welds = welds)
    };
    let actuated_unknown = with(&robot(), |settings| {
        settings.actuated = Some(names(["elbw", "drift"]));
        settings.contacts = names(["Lower-Arm", "Lower-Arm"]);
    });
    let geared = fingers(4, |finger| match finger {
        0 | 1 => String::new(),
        _ => format!("<mimic joint=\"j{}\" multiplier=\"2\"/>", finger - 1),
    });
    let actuated_idle = with(&geared, |settings| {
        settings.actuated = Some(names(["j3", "j1", "j0", "j0"]));
        settings.contacts = names(["palm"]);
        settings.root = Root::FLOATING;
    });
    let no_pinocchio = with(&robot(), |settings| {
        settings.root = "ball(chart = zyx)".parse().expect("a root");
        settings.pinocchio = true;
    });
    let rooted = source(&ROBOT.replace("\"elbow\"", "\"root_joint\""));
    let root_joint = with(&rooted, |settings| {
        settings.root = Root::FLOATING;
        settings.functions = [Function::TotalMass].into();
    });
    vec![
        ("unknown_joint", welded(&arm(), &[("elbw", 0)])),
        ("no_mobile_joint", welded(&arm(), &[("elbow", 0)])),
        ("no_mobile_joint_but_equalities", plain(&source(STILL))),
        ("equalities_weld_all", plain(&source(WELDED))),
        ("equalities_too_far", plain(&source(TWISTED))),
        ("weld_floating", welded(&robot(), &[("drift", 0)])),
        ("weld_twice", welded(&arm(), &[("elbow", 1), ("elbow", 2)])),
        (
            "weld_fixed",
            welded(&hand(), &[("j0", 1), ("j1", 1), ("j2", 0)]),
        ),
        ("actuated_unknown", actuated_unknown),
        ("actuated_idle", actuated_idle),
        ("no_pinocchio", no_pinocchio),
        ("root_joint_name_used", root_joint),
        ("too_many_rates", plain(&hand())),
        ("too_many_mobile_joints", plain(&glove())),
        ("multipliers_too_fine", plain(&geared_hand())),
        ("singular", plain(&robot())),
        ("oversize", plain(&long(100))),
        ("snapped", plain(&arm())),
    ]
}

fn cases_of_forces() -> Vec<Case> {
    let sprung = |source: &Source, springs: &[(&str, i64)]| {
        let spring = |&(joint, stiffness): &(&str, i64)| Spring {
            joint: joint.to_owned(),
            stiffness: integer(stiffness),
            rest: integer(0),
        };
        let springs = springs.iter().map(spring).collect();
        with(source, |settings| settings.springs = springs)
    };
    let driven = |source: &Source, armatures: &[(&str, i64)]| {
        let armature = |&(joint, inertia): &(&str, i64)| Armature {
            joint: joint.to_owned(),
            inertia: integer(inertia),
        };
        let armatures = armatures.iter().map(armature).collect();
        with(source, |settings| settings.armatures = armatures)
    };
    let damped = |passage: &str, replacement: &str, passive| {
        with(&source(&ROBOT.replace(passage, replacement)), |settings| {
            settings.passive = passive;
            settings.functions = [Function::TotalMass].into();
        })
    };
    let in_air = |passive| {
        with(&source(IN_AIR), |settings| {
            settings.passive = passive;
            settings.functions = [Function::TotalMass].into();
        })
    };
    let child = "<child link=\"Lower-Arm\"/>";
    let rubbed = format!("{child}<dynamics damping=\"1\" friction=\"2\"/>");
    let origin = "<dynamics damping=\"0.5\"/><origin rpy";
    let twice = [("elbow", 1), ("elbow", 2)];
    vec![
        ("armature_twice", driven(&arm(), &twice)),
        ("armature_negative", driven(&arm(), &[("elbow", -1)])),
        ("armature_floating", driven(&robot(), &[("drift", 1)])),
        ("armature_idle", driven(&hand(), &[("j0", 1)])),
        ("armature_unknown", driven(&arm(), &[("elbw", 1)])),
        ("spring_twice", sprung(&arm(), &twice)),
        ("spring_negative", sprung(&arm(), &[("elbow", -1)])),
        ("spring_floating", sprung(&robot(), &[("drift", 1)])),
        ("spring_idle", sprung(&hand(), &[("j0", 1)])),
        ("spring_unknown", sprung(&arm(), &[("elbw", 1)])),
        ("damping_floating", damped(child, &rubbed, true)),
        ("damping_idle", damped("<origin rpy", origin, false)),
        ("passive_unread", in_air(true)),
        ("passive_waits", in_air(false)),
    ]
}

fn cases_of_bundles() -> Vec<Case> {
    let bundled = |source: &Source, bundles: &[&str]| {
        with(source, |settings| {
            settings.bundles = bundles.iter().map(|text| bundle(text)).collect();
        })
    };
    let acting = |functions: &[Function], text| {
        with(&arm(), |settings| {
            settings.links = names(["lower_arm"]);
            settings.wrenches = names(["lower_arm"]);
            settings.bundles = vec![bundle(text)];
            if !functions.is_empty() {
                settings.functions = functions.to_vec().into();
            }
        })
    };
    let used_names = [
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
    ];
    let used_by_a_body = with(&arm(), |settings| {
        settings.dispatch = true;
        settings.bundles = vec![bundle("bias_with=bias")];
    });
    let old_names = "step=inverse_dynamics_with_wrenches joint_wrench_of_lower_arm_with_wrenches";
    vec![
        ("bundle_name_used", bundled(&arm(), &used_names)),
        ("bundle_name_used_by_a_body", used_by_a_body),
        (
            "bundle_same_result",
            acting(&[], "step=inverse_dynamics(wrenches) inverse_dynamics"),
        ),
        (
            "renamed_function",
            acting(&[Function::JointWrenchWithWrenches], old_names),
        ),
        (
            "bundle_lacks",
            bundled(&robot(), &["step=bias forward_dynamics biass bias"]),
        ),
    ]
}

fn cases_of_numbers() -> Vec<Case> {
    let constant = Fault::SettingConstantOutOfRange {
        user: Shown::from("forward_dynamics"),
        value: "1e310".into(),
        label: "`1e-310` of link `hand` is the most extreme number".into(),
    };
    let digits = Fault::SettingNoDigits {
        functions: "`forward_dynamics`, `mass_matrix_inverse`".into(),
    };
    let overflow = Fault::SettingOverflow {
        functions: "`mass_matrix_inverse`".into(),
        cause: "; `kinetic` divides by 0 where all positions are 0".into(),
    };
    let unmeasured = Fault::SettingUnmeasured {
        functions: "`constrained_forward_dynamics`".into(),
        cause: String::new(),
    };
    let no_jacobian = Fault::SettingNoJacobian {
        functions: "`bias`, `pose_of_hand`".into(),
    };
    vec![
        ("constant_out_of_range", alone(constant)),
        ("no_digits", alone(digits)),
        ("overflow", alone(overflow)),
        ("unmeasured", alone(unmeasured)),
        ("no_jacobian", alone(no_jacobian)),
    ]
}

fn cases_of_proofs_and_files() -> Vec<Case> {
    let elsewhere = |verify| {
        with(&arm(), |settings| {
            settings.verify = verify;
            settings.krate = CratePath("my::multibody".into());
            settings.functions = [Function::TotalMass].into();
        })
    };
    let not_proved = Fault::SettingNotProved {
        function: "gravity".into(),
        reason: "it divides by 0".into(),
    };
    let difference = Fault::SettingTextWrong {
        what: "the text of `gravity` is not what was proved".into(),
        reason: "u . g = dV/dq u does not hold".into(),
    };
    let slack = Fault::SettingTendonNegative {
        what: "stiffness",
        tendon: Shown::from("cable"),
        number: Shown::from("-3"),
    };
    let shut = Fault::SettingAlgebraShut {
        reason: "`/tmp/multibody-1` is a symbolic link".into(),
        help: "remove it".into(),
    };
    let absence = Fault::SettingCommittedMissing {
        reason: Shown::from("there is no such file"),
        command: COMMAND.into(),
    };
    let stale = Fault::SettingCommittedStale {
        reason: "it has been edited since",
        command: COMMAND.into(),
    };
    let unknown_to_c = Fault::SettingNotInLanguage {
        option: "dispatch".into(),
        language: "C",
    };
    let in_c = |casadi, root: &str| {
        with(&arm(), |settings| {
            settings.layout = Layout {
                language: Language::C,
                casadi,
                ..Layout::default()
            };
            settings.root = root.parse().expect("a root");
            settings.functions = [Function::InverseDynamics, Function::Gravity].into();
        })
    };
    vec![
        (
            "chart_not_in_language",
            in_c(false, "floating(chart = exponential)"),
        ),
        ("solver_cannot", in_c(true, "floating")),
        ("not_in_language", alone(unknown_to_c)),
        ("not_proved", alone(not_proved)),
        ("text_wrong", alone(difference)),
        ("verify_impossible", elsewhere(Verify::True)),
        ("not_verified", elsewhere(Settings::default().verify)),
        ("rows_idle", plain(&source(FOUR_BAR))),
        ("gravity_replaced", alone(Fault::SettingGravityReplaced)),
        ("tendon_negative", alone(slack)),
        ("no_algebra", alone(Fault::SettingNoAlgebra)),
        ("algebra_shut", alone(shut)),
        ("committed_missing", alone(absence)),
        ("committed_stale", alone(stale)),
    ]
}

/// The text in a file; `MULTIBODY_BLESS=1` writes the file anew.
fn load(name: &str, report: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/settings");
    let path = folder.join(name).with_extension("expected");
    if std::env::var_os("MULTIBODY_BLESS").is_some() {
        fs::write(&path, report).expect("a file that can be written");
    }
    fs::read_to_string(&path).unwrap_or_default()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn every_fault_of_settings_has_its_text() {
    let mut known_kinds = BTreeSet::new();
    let cases = [
        cases_of_functions(),
        cases_of_derivatives(),
        cases_of_links(),
        cases_of_joints(),
        cases_of_forces(),
        cases_of_bundles(),
        cases_of_numbers(),
        cases_of_proofs_and_files(),
    ];
    for (name, (kinds, text)) in cases.into_iter().flatten() {
        assert_eq!(
            text,
            load(name, &text),
            "{name}: set MULTIBODY_BLESS=1 to rewrite"
        );
        known_kinds.extend(kinds);
    }
    let absentees: Vec<_> = Fault::KINDS
        .iter()
        .filter(|kind| kind.starts_with("Setting") && !known_kinds.contains(*kind))
        .collect();
    assert!(absentees.is_empty(), "without a case: {absentees:?}");
}

/// What the remedies of an MJCF say is done to the text that has the fault.
#[test]
fn remedies_of_an_mjcf_work() {
    let weld = "weld body1=\"b\" relpose=\"0 0 0 1 0 1 0\"";
    for (text, passive, fault, present, instead) in [
        (
            TWISTED,
            false,
            "TokenConstraintUnsatisfied",
            "<weld",
            "<weld torquescale=\"0\"",
        ),
        (
            TWISTED,
            false,
            "TokenConstraintUnsatisfied",
            " relpose=\"0 0 0 1 0 1 0\"",
            "",
        ),
        (
            TWISTED,
            false,
            "TokenConstraintUnsatisfied",
            weld,
            "connect body1=\"b\" anchor=\"0 0 0\"",
        ),
        (
            WELDED,
            false,
            "TokenConstraintsLock",
            "<weld body1=\"a\"/>",
            "",
        ),
        (IN_AIR, true, "SettingPassiveUnread", " density=\"1.2\"", ""),
    ] {
        let report = |text: &str| {
            with(&source(text), |settings| {
                settings.passive = passive;
                settings.functions = [Function::TotalMass].into();
            })
        };
        let (kinds, shown) = report(text);
        assert!(kinds.contains(&fault), "{shown}");
        assert!(text.contains(present), "{present}");
        let (kinds, shown) = report(&text.replace(present, instead));
        assert!(
            !kinds.contains(&fault) && !shown.contains("error"),
            "{instead}: {shown}"
        );
    }
}

/// MuJoCo computes the force of a fluid with the passive forces, unless both of their flags are disabled.
#[test]
fn a_fluid_acts_unless_both_flags_are_disabled() {
    for (flags, acts) in [
        ("", true),
        ("<flag spring=\"disable\"/>", true),
        ("<flag damper=\"disable\"/>", true),
        ("<flag spring=\"disable\" damper=\"disable\"/>", false),
    ] {
        let option = format!("<option density=\"1.2\">{flags}</option>");
        let text = IN_AIR.replace("<option density=\"1.2\"/>", &option);
        let (kinds, report) = with(&source(&text), |settings| {
            settings.passive = true;
            settings.functions = [Function::TotalMass].into();
        });
        assert_eq!(
            kinds.contains(&"SettingPassiveUnread"),
            acts,
            "{flags}: {report}"
        );
    }
}

/// There are no rates then, of which constraint rows could be combinations.
#[test]
fn a_loop_where_no_joint_moves_is_a_fault() {
    let (kinds, text) = with(&arm(), |settings| {
        settings.welds = vec![Weld {
            joint: "elbow".into(),
            position: integer(0),
        }];
        let [from, to] = ["base", "lower_arm"].map(String::from);
        let by = LoopJoint::Fixed;
        settings.loops = vec![Closure { from, to, by }];
    });
    assert!(kinds.contains(&"SettingNoMobileJoint"), "{text}");
}

/// The derivative of the state would be that of the tree.
#[test]
fn a_model_for_acados_has_no_constraints() {
    let (_, text) = with(&source(FOUR_BAR), |settings| {
        settings.layout = Layout {
            language: Language::C,
            acados: true,
            ..Layout::default()
        };
    });
    let message = "`--acados` cannot be written: constraints act on the robot";
    assert!(text.contains(message), "{text}");
}
