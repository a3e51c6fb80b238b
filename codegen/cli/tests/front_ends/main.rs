//! Attribute, build script and command give the same bytes of all items but the struct.

mod included_files;
mod package;
mod rebuilds;
mod results;

use std::fs;
use std::path::Path;
use std::process::Command;

use multibody_codegen::internal::committed::verification_line;
use multibody_codegen::settings::Effort;
use multibody_codegen::{Config, generate_attribute};

use package::{Package, TOKENS, URDF};

/// The items that the attribute is replaced by.
fn by_attribute(attribute: &str, item: &str, folder: &Path) -> String {
    let (attribute, item) = (attribute.parse().unwrap(), item.parse().unwrap());
    let result = generate_attribute(attribute, item, folder, &mut |_| ());
    let generated = result
        .generated
        .unwrap_or_else(|| panic!("{:?}", result.reports.tokens));
    generated.definitions
}

#[test]
fn a_frame_is_the_same_by_all_front_ends() {
    let package = Package::new("frame");
    let frame = "frame tcp { link: \"fore-arm\", origin: [0, 0, 0.1], rpy: [0, 0, 0.5] }";
    let attribute = format!("urdf = \"arm.urdf\", effort = none, {frame}");
    let items = by_attribute(&attribute, "pub struct Arm;", &package.0);
    assert!(items.contains("pub fn jacobian_of_tcp"));
    let option =
        "urdf = \"arm.urdf\", effort = none, frame(tcp = \"fore-arm\" [0, 0, 0.1] [0, 0, 0.5])";
    assert_eq!(by_attribute(option, "pub struct Arm;", &package.0), items);
    let generate = ["multibody", "generate", "arm.urdf", "--effort", "none"];
    let frame = ["--frame", "tcp=fore-arm 0 0 0.1 0 0 0.5"];
    package.run(&[&generate[..], &frame, &["--out", "said.rs"]].concat());
    assert!(package.text("said.rs").ends_with(&items));
    let built = Config::new()
        .urdf(package.0.join("arm.urdf"))
        .name("Arm")
        .effort(Effort::None)
        .frame([("tcp", "fore-arm", [0.0, 0.0, 0.1], [0.0, 0.0, 0.5])])
        .out_file(package.0.join("built.rs"))
        .generate()
        .unwrap();
    assert!(fs::read_to_string(built).unwrap().ends_with(&items));
    // At the centre of mass.
    let place = |place: &str| {
        let frame = format!("frame tcp {{ link: \"fore-arm\", origin: {place} }}");
        by_attribute(
            &format!("urdf = \"arm.urdf\", effort = none, {frame}"),
            "pub struct Arm;",
            &package.0,
        )
    };
    let items = place("com");
    assert_eq!(items, place("[0, 0.1, 0.3]"));
    let option = "urdf = \"arm.urdf\", effort = none, frame(tcp = \"fore-arm\" com)";
    assert_eq!(by_attribute(option, "pub struct Arm;", &package.0), items);
    package.run(
        &[
            &generate[..],
            &["--frame", "tcp=fore-arm com", "--out", "com.rs"],
        ]
        .concat(),
    );
    assert!(package.text("com.rs").ends_with(&items));
}

#[test]
fn what_is_verified_is_the_same_by_all_front_ends() {
    let package = Package::new("verify");
    for (verify, expected) in [
        ("auto", "// Verified: "),
        ("true", "// Verified: "),
        ("false", "// Not verified: verify = false."),
    ] {
        let attribute = format!("urdf = \"arm.urdf\", effort = none, verify = {verify}");
        let tokens = |text: &str| text.parse().unwrap();
        let item = tokens("/// An arm.\n#[derive(Clone)]\npub struct Arm;");
        let expansion = generate_attribute(tokens(&attribute), item, &package.0, &mut |_| ());
        let robot = expansion.generated.expect("an arm").report.verification;
        let line = verification_line(&robot);
        assert!(line.starts_with(expected), "{line}");
        let generate = ["multibody", "generate", "arm.urdf", "--effort", "none"];
        package.run(&[&generate[..], &["--verify", verify, "--out", "verified.rs"]].concat());
        let built = Config::new()
            .urdf(package.0.join("arm.urdf"))
            .name("Arm")
            .effort(Effort::None)
            .verify(verify)
            .out_file(package.0.join(format!("built-{verify}.rs")))
            .generate();
        let built = fs::read_to_string(built.unwrap()).unwrap();
        for (text, index) in [(package.text("verified.rs"), 3), (built, 1)] {
            assert_eq!(text.lines().nth(index), Some(line.trim_end()));
        }
    }
}

#[test]
fn frames_are_placed_on_frames_in_any_order_and_once() {
    let package = Package::new("frames");
    let generate = ["multibody", "generate", "arm.urdf", "--effort", "none"];
    let with = |frames: &'static str, rest: [&'static str; 2]| {
        [&generate[..], &["--frame", frames], &rest].concat()
    };
    package.run(
        &with("tip=all 0 0 1,all=fore-arm", ["--links", "all"])
            .as_slice()
            .iter()
            .chain(&["--out", "a.rs"])
            .copied()
            .collect::<Vec<_>>(),
    );
    let text = package.text("a.rs");
    for name in ["base", "fore_arm", "all", "tip"] {
        assert!(text.contains(&format!("pub fn pose_of_{name}<")), "{name}");
    }
    let stderr = package.complaint(&with("tip=base,tip=fore-arm", ["--out", "b.rs"]));
    assert!(
        stderr.contains("`frame` names the frame `tip` more than once"),
        "{stderr}"
    );
    assert!(stderr.contains("1 error"), "{stderr}");
    let text = "#[multibody(urdf = \"arm.urdf\", fram tcp { link: base })]\npub struct Arm;\n";
    package.file("src/arm.rs", text);
    let stderr = package.complaint(&["multibody", "generate", "src/arm.rs", "--out", "c.rs"]);
    assert!(
        stderr.contains("unknown `fram`") && stderr.contains("did you mean `frame`?"),
        "{stderr}"
    );
    assert!(stderr.contains("1 error"), "{stderr}");
}

#[test]
fn faults_of_frames_beside_a_file_point_into_the_attribute() {
    let package = Package::new("frame-faults");
    let text = "#[multibody(
    urdf = \"arm.urdf\",
    frame tcp { link: forearm },
    frame base { link: \"fore-arm\", orign: [0, 0, 1] },
)]
pub struct Arm;
";
    package.file("src/arm.rs", text);
    let stderr = package.complaint(&["multibody", "generate", "src/arm.rs", "--out", "arm.rs"]);
    for message in [
        "names the link `forearm`, which the description does not have\n --> src/arm.rs:3:23\n",
        "the frame `base` has the name of a link\n --> src/arm.rs:4:11\n",
        "unknown `orign` in frame `base`\n --> src/arm.rs:4:36\n",
    ] {
        assert!(stderr.contains(message), "{message}: {stderr}");
    }
    assert!(!stderr.contains("arm.urdf:"), "{stderr}");
}

/// Expressions and springs beside a file name its joints and links: the robot is that of the same tokens.
#[test]
fn expressions_and_springs_beside_a_file_are_those_of_tokens() {
    let package = Package::new("beside");
    let beside = "coordinates = [x], let s = x + 0.5 * sin(elbow);
        kinetic = x_dot.powi(2) / 2, potential = k * s.powi(2) + cos(2 * elbow) * x,
        force(elbow) = -0.3 * elbow_dot + sin(t),
        particle bob { mass: m, position: [s, 0, x] },
        spring rope { from: [\"fore-arm\", [0, 0, 0.4]], to: world, stiffness: k, length: 0.2 },
        frame tip { link: \"fore-arm\", origin: [0, 0, 0.4] }, effort = none, gravity = [0, 0, -3]";
    let of_file = by_attribute(
        &format!("urdf = \"arm.urdf\", {beside}"),
        "pub struct Arm { #[parameter] k: f64, #[parameter] m: f64 }",
        &package.0,
    );
    let of_tokens = by_attribute(
        &format!(
            "joint elbow {{ continuous, parent: base, child: \"fore-arm\", axis: y }}, body base {{}},
             body \"fore-arm\" {{ mass: 2, com: [0, 0.1, 0.3], inertia: diag(0.1, 0.1, 0.1) }}, {beside}"
        ),
        "pub struct Arm { k: f64, m: f64 }",
        &package.0,
    );
    for part in [
        " for ArmAtTime<'_, Arm, f64>",
        "fn spring_energy",
        "fn velocity_of_tip",
    ] {
        assert!(of_file.contains(part), "{part}");
    }
    assert_eq!(of_file, of_tokens);
}

#[test]
fn faults_of_expressions_and_springs_beside_a_file_point_into_the_attribute() {
    let package = Package::new("beside-faults");
    let stderr = |text: &str| {
        package.file("src/arm.rs", text);
        package.complaint(&["multibody", "generate", "src/arm.rs", "--out", "arm.rs"])
    };
    let unread = stderr(
        "#[multibody(
    urdf = \"arm.urdf\",
    potential = elbw,
    force(wrist) = 1,
    coordinates = [elbow],
    sprng rope { from: base, to: world },
    rigid plate { mass: -1, inertia: diag(1, 1, 1), position: [0, 0, elbow] },
)]
pub struct Arm;
",
    );
    for message in [
        "the struct has no field `elbw`\n --> src/arm.rs:3:17\n",
        "there is no coordinate `wrist`\n --> src/arm.rs:4:11\n",
        "two coordinates are named `elbow`\n --> src/arm.rs:5:20\n",
        "unknown `sprng` in an attribute beside `urdf`\n --> src/arm.rs:6:5\n",
        "body `plate` has the negative mass -1\n --> src/arm.rs:7:25\n",
    ] {
        assert!(unread.contains(message), "{message}: {unread}");
    }
    let lowered = stderr(
        "#[multibody(
    urdf = \"arm.urdf\",
    kinetic = elbow_dot.powi(3),
    potential = 1 / (sin(elbow).powi(2) + cos(elbow).powi(2) - 1),
    spring rope { from: forearm, to: world, stiffness: 1, length: 1 },
)]
pub struct Arm;
",
    );
    let hung = lowered
        .contains("is attached to `forearm`, but no link has that name\n --> src/arm.rs:5:25\n");
    assert!(
        hung && lowered.contains("did you mean `fore-arm`?"),
        "{lowered}"
    );
    let judged = stderr(
        "#[multibody(
    urdf = \"arm.urdf\",
    kinetic = elbow_dot.powi(3),
    potential = 1 / (sin(elbow).powi(2) + cos(elbow).powi(2) - 1),
    spring rope { from: base, to: world, stiffness: 1, length: 1 },
)]
pub struct Arm;
",
    );
    for message in [
        "not a polynomial of second degree in the rates\n --> src/arm.rs:3:15\n",
        "the potential energy divides by zero at every state\n --> src/arm.rs:4:17\n",
        "both ends of spring `rope` coincide",
    ] {
        assert!(judged.contains(message), "{message}: {judged}");
    }
    let field = stderr(
        "#[multibody(urdf = \"arm.urdf\", potential = elbow)]
pub struct Arm { #[parameter] name: String }
",
    );
    assert!(
        field.contains("the field `name` is not a parameter"),
        "{field}"
    );
    package.file("arm.urdf", &URDF.replace("elbow", "t"));
    let timed = stderr("#[multibody(urdf = \"arm.urdf\",\n potential = 1)]\npub struct Arm;\n");
    let message =
        "a joint is named `t`, which is time in expressions of coordinates\n --> src/arm.rs:2:2\n";
    assert!(timed.contains(message), "{timed}");
    for stderr in [unread, lowered, judged, field, timed] {
        assert!(!stderr.contains("arm.urdf:"), "{stderr}");
    }
}

#[test]
fn a_urdf_gives_the_same_items_by_all_front_ends() {
    let package = Package::new("urdf");
    let attribute = "urdf = \"arm.urdf\", effort = none, snap = false, links(\"fore-arm\"), gravity = [0, 0, -1.62], dispatch = true, size = true";
    let items = by_attribute(attribute, "pub struct Arm;", &package.0);
    assert!(items.contains("pub fn pose_of_fore_arm"));

    let built = Config::new()
        .urdf(package.0.join("arm.urdf"))
        .name("Arm")
        .effort(Effort::None)
        .snap(false)
        .links(["fore-arm"])
        .gravity([0.0, 0.0, -1.62])
        .dispatch(true)
        .size(true)
        .out_file(package.0.join("built.rs"))
        .generate()
        .unwrap();
    let built = fs::read_to_string(built).unwrap();
    let struct_end = built.find("pub struct Arm;\n\n").unwrap() + "pub struct Arm;\n\n".len();
    assert_eq!(built[struct_end..], items);

    let line = [
        "generate",
        "arm.urdf",
        "--effort",
        "none",
        "--snap",
        "0",
        "--links",
        "fore-arm",
        "--gravity",
        "0,0,-1.62",
        "--dispatch",
        "true",
        "--size",
        "true",
        "--out",
        "src/arm.rs",
    ];
    package.run(&line);
    let commanded = package.text("src/arm.rs");
    // What is behind the first line.
    let (_, built) = built.split_once('\n').unwrap();
    assert!(commanded.ends_with(built), "{commanded}");
    package.run(&[&line[..], &["--check"]].concat());

    // From a pipe it is the same, but for what it says of where it comes from.
    let mut piped = line;
    piped[1] = "-";
    let piped = [&piped[..], &["--name", "Arm"]].concat();
    let output = package.piped(&piped, URDF);
    assert!(output.status.success(), "{output:?}");
    let text = package.text("src/arm.rs");
    let head: Vec<&str> = text.lines().take(2).collect();
    assert!(
        head[0].ends_with(" from standard input; do not edit."),
        "{text}"
    );
    assert!(
        head[1].contains(", in this file's folder, with the description on standard input: cargo multibody generate - --name Arm "),
        "{text}"
    );
    assert!(text.ends_with(built), "{text}");
    let output = package.piped(&[&piped[..], &["--check"]].concat(), URDF);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn standard_input_is_read_by_all_commands_and_named_in_faults() {
    let package = Package::new("stdin");
    let report = package.piped(
        &["report", "-", "--functions", "gravity", "--ablation"],
        URDF,
    );
    assert!(report.status.success(), "{report:?}");
    let text = String::from_utf8_lossy(&report.stdout);
    assert!(text.contains("<stdin>"), "{text}");
    let faulty = URDF.replace("0 1 0", "0 0 0");
    let output = package.piped(&["generate", "-", "--out", "-"], &faulty);
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("--> <stdin>:2:"), "{complaint}");
    assert!(
        complaint.contains("no dynamics for `<stdin>`"),
        "{complaint}"
    );
    let output = package.piped(&["report", "-"], "\0");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        complaint.contains("not text") && complaint.contains("<stdin>"),
        "{complaint}"
    );
}

/// The compiler is asked in a package that depends on the runtime, as this one's workspace does; elsewhere that is an error. What users
/// have cargo do for their own programs is not in the way, nor is a comma, which ends a path among options of rustc.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn bytes_of_code_and_stack_are_those_of_the_compiler() {
    let package = Package::new("machine_code");
    let file = package.file("arm.urdf", URDF);
    let report = |folder: &Path, format: &str, is_fast: bool| {
        let (level, color) = if is_fast { ("3", "never") } else { ("0", "always") };
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-multibody"));
        command.args([
            "multibody",
            "report",
            "--no-cache",
            "--no-proof",
            "--machine-code",
            "--format",
            format,
        ]);
        command
            .args(["--functions", "gravity,forward_dynamics"])
            .arg(&file);
        command
            .env("CARGO_PROFILE_RELEASE_LTO", "true")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level)
            .env(
                "CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS",
                (!is_fast).to_string(),
            )
            .env("RUSTFLAGS", format!("-Copt-level={level}"))
            .env("CARGO_TERM_COLOR", color)
            .env("CARGO_TARGET_DIR", package.0.join("target, of a user"))
            .current_dir(folder)
            .output()
            .expect("the command runs")
    };
    let result = |is_fast| -> serde_json::Value {
        let output = report(Path::new(env!("CARGO_MANIFEST_DIR")), "json", is_fast);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{stderr}");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (fast, result) = (result(true), result(false));
    assert_eq!(fast["machine_code"], result["machine_code"]);
    let [of_f64, of_f32] = ["f64", "f32"].map(|number| {
        let sizes = &result["machine_code"][number]["functions"];
        let of = |function: &str, what: &str| sizes[function][what].as_u64();
        let bytes = ["gravity", "forward_dynamics"].map(|function| of(function, "bytes"));
        assert!(Some(10) < bytes[0] && bytes[0] < bytes[1], "{result}");
        assert!(of("forward_dynamics", "stack").is_some(), "{result}");
        bytes
    });
    assert_ne!(of_f64, of_f32, "each has the code of its own numbers");
    let output = report(&package.0, "text", true);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && output.stdout.is_empty());
    assert!(
        stderr.contains("`cargo metadata` has failed")
            && stderr.contains("in the folder of a package that depends on"),
        "{stderr}"
    );
    assert!(!stderr.contains("derive"), "it is known before: {stderr}");
}

#[test]
fn tokens_give_the_same_items_by_all_front_ends() {
    let package = Package::new("tokens");
    let file = package.file("src/pendulum.rs", TOKENS);
    let (attribute, item) = TOKENS
        .split_once("#[multibody(")
        .unwrap()
        .1
        .split_once(")]")
        .unwrap();
    let items = by_attribute(attribute, item, &package.0);
    assert!(items.contains("pub struct PendulumPrepared"));

    let of_file = Config::new()
        .rust_file(&file)
        .out_file(package.0.join("file.rs"));
    let built = fs::read_to_string(of_file.generate().unwrap()).unwrap();
    let (first, built) = built.split_once('\n').unwrap();
    assert!(first.ends_with(" at each build; do not edit."), "{first}");
    let (structure, rest) = built.split_once("\n}\n\n").unwrap();
    assert_eq!(rest, items);
    let (line, structure) = structure.split_once("\n\n").unwrap();
    assert!(line.starts_with("// Verified: "), "{line}");
    assert!(
        structure
            .starts_with("/// It swings.\n#[derive(Clone, Copy, Debug)]\npub struct Pendulum {\n")
    );
    let of_text = Config::new()
        .rust(TOKENS)
        .out_file(package.0.join("text.rs"));
    let text = fs::read_to_string(of_text.generate().unwrap()).unwrap();
    assert_eq!(text.split_once('\n').unwrap().1, built);

    let line = ["generate", "src/pendulum.rs", "--out", "generated.rs"];
    package.run(&line);
    let commanded = package.text("generated.rs");
    assert!(commanded.ends_with(built));
    assert!(commanded.contains(
        "// To make it again, in this file's folder: cargo multibody generate src/pendulum.rs --out generated.rs\n"
    ));
    package.run(&[&line[..], &["--check"]].concat());
    package.file(
        "generated.rs",
        &commanded.replace("pub g: f64", "pub g: f32"),
    );
    let complaint = package.complaint(&[&line[..], &["--check"]].concat());
    assert!(complaint.contains("generated.rs:10"), "{complaint}");
}

#[test]
fn a_rust_file_may_name_a_description_from_the_folder_of_its_package() {
    let package = Package::new("named");
    let text = "#[multibody(urdf = \"arm.urdf\", functions(mass_matrix))]\nstruct Arm;\n";
    package.file("src/arm.rs", text);
    package.run(&["generate", "src/arm.rs", "--out", "out.rs"]);
    let items = by_attribute(
        "urdf = \"arm.urdf\", functions(mass_matrix)",
        "struct Arm;",
        &package.0,
    );
    assert!(
        package
            .text("out.rs")
            .ends_with(&format!("\nstruct Arm;\n\n{items}"))
    );
}

#[test]
fn a_struct_with_parameters_is_complete() {
    let package = Package::new("parameters");
    let text = "#[multibody(urdf = \"arm.urdf\", effort = none)]
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    #[parameter(body = \"fore-arm\", mass)]
    pub load: f64,
    #[parameter(body = \"fore-arm\", inertia)]
    pub inertia: [f64; 6],
    #[parameter(joint = elbow, axis)]
    pub axis: [f32; 3],
}
";
    package.file("src/arm.rs", text);
    package.run(&["generate", "src/arm.rs", "--out", "out.rs"]);
    let generated = package.text("out.rs");
    let structure =
        "\n#[derive(Clone, Copy, Debug)]\npub struct Arm {\n    pub load: f64,\n    pub inertia";
    assert!(generated.contains(structure), "{generated}");
    assert!(generated.contains("            inertia: [0.1, 0.0, 0.0, 0.1, 0.0, 0.1],\n"));
}

/// As `cargo fmt --check` sees a crate with generated files: one as a module, one by `include!`.
#[test]
fn rustfmt_changes_no_generated_file_whatever_its_settings() {
    let package = Package::new("formatted");
    let lib = "mod arm;\n\nmod pendulum {\n    include!(\"pendulum.rs\");\n}\n";
    let lib = package.file("src/lib.rs", lib);
    package.file("src/tokens.rs", TOKENS);
    let options = ["--effort", "none", "--equations", "true", "--links", "all"];
    let arm = ["generate", "arm.urdf", "--out", "src/arm.rs"];
    package.run(&[&arm[..], &options].concat());
    package.run(&["generate", "src/tokens.rs", "--out", "src/pendulum.rs"]);
    let check = |settings: &str| {
        let mut rustfmt = Command::new("rustfmt");
        rustfmt.args(["--edition", "2024", "--check", "--config", settings]);
        let result = rustfmt
            .args([&lib, &package.0.join("src/pendulum.rs")])
            .output()
            .unwrap();
        let changed = String::from_utf8_lossy(&result.stdout).into_owned();
        (result.status.success() && changed.is_empty(), changed)
    };
    for settings in ["max_width=100", "max_width=60"] {
        let (is_unchanged, changed) = check(settings);
        assert!(is_unchanged, "{settings}: {changed}");
    }
    // It reads the module.
    let text = package.text("src/arm.rs");
    package.file("src/arm.rs", &text.replace("#[rustfmt::skip]\n", ""));
    assert!(!check("max_width=100").0);
    // A statement and a row have a line each.
    let rows = text
        .lines()
        .filter(|line| line.trim_start().starts_with("multibody::JointInfo {"));
    assert_eq!(rows.count(), 1);
    assert!(text.lines().all(|line| line.matches("let ").count() < 2));
}

#[test]
fn faults_of_a_rust_file_have_its_lines() {
    let package = Package::new("faults");
    package.file(
        "src/pendulum.rs",
        &TOKENS.replace("mass: m", "mass: mm ^ 2"),
    );
    let complaint = package.complaint(&["generate", "src/pendulum.rs", "--out", "out.rs"]);
    assert!(
        complaint.contains(" --> src/pendulum.rs:8:22\n"),
        "{complaint}"
    );
    assert!(complaint.contains("2 errors"), "{complaint}");
}

#[test]
fn a_build_script_shows_its_faults_as_they_are_read() {
    let package = Package::new("config");
    let out = package.0.join("out.rs");
    let failure = |config: Config| format!("{:?}", config.out_file(&out).generate().unwrap_err());
    assert!(failure(Config::new()).contains("no robot is described"));
    let urdf = || Config::new().urdf(package.0.join("arm.urdf"));
    let text = failure(
        urdf()
            .name("arm")
            .root("floting")
            .weld([("elbow", f64::NAN)]),
    );
    for part in [
        "name: it is not the name",
        "root: `floting` is not one of",
        "weld: `NaN` is not finite",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let text = failure(urdf().links(["fore_arm"]));
    assert!(
        text.contains("\nerror: a setting names the link `fore_arm`"),
        "{text}"
    );
    assert!(text.contains("did you mean `fore-arm`?"), "{text}");
    let text = failure(Config::new().urdf(package.0.join("amr.urdf")));
    assert!(text.contains("there is no such file"), "{text}");
    let text = failure(Config::new().rust(TOKENS).snap(false));
    assert!(text.contains("write them there"), "{text}");
    assert!(!out.exists());
}
