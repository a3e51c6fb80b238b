//! Names that would be code, tags, commands or lines of their own: wherever they appear, they are names.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use multibody_codegen::internal::committed::{self, FileOrigin, FilePaths};
use multibody_codegen::internal::foreign::literal;
use multibody_codegen::report::Equations;
use multibody_codegen::settings::{Effort, Root, Verify};
use multibody_codegen::{
    Config, Function, Generated, Settings, Source, generate, generate_attribute,
};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::folder::{Folder, command};
use crate::hostile::{NAMES, Named, is_hidden, long_name};

/// Longest line that a person is to read.
const LINE: usize = 1200;

fn settings(robot: &Named) -> Settings {
    Settings {
        name: "Arm".into(),
        effort: Effort::None,
        proof: false,
        verify: Verify::False,
        equations: true,
        links: vec![robot.tool().to_owned()],
        wrenches: vec![robot.links[1].clone(), robot.tool().to_owned()],
        ..Settings::default()
    }
}

fn generate_named(robot: &Named) -> Generated {
    let source = Source::new("arm.urdf", robot.urdf());
    let output = generate(&source, &settings(robot), &mut |_| ());
    output.unwrap_or_else(|report| panic!("{robot:?}: {}", report.render(&source)))
}

/// Tokens outside strings and comments; names of functions without the link they are of, and none of what
/// stands for a link.
fn tokens(text: &str) -> Vec<String> {
    let stream: TokenStream = text.parse().unwrap_or_else(|e| panic!("{e}: {text}"));
    let mut results = Vec::new();
    collect(stream, &mut results);
    let links: BTreeSet<String> = (results.windows(4))
        .filter(|tokens| tokens[..3] == ["ArmLink", ":", ":"])
        .map(|tokens| tokens[3].clone())
        // A parameter of the types of views has the name of a link here.
        .chain(["R".to_owned()])
        .collect();
    for token in results.iter_mut().filter(|token| links.contains(*token)) {
        "a link".clone_into(token);
    }
    number_angles(&mut results);
    results
}

/// Replaces the variables that have the names of joints, those of angles, sines and cosines, by numbers in the order in which
/// they first stand.
fn number_angles(tokens: &mut [String]) {
    let mut known: Vec<String> = Vec::new();
    for token in tokens {
        let of_angle = ["angle_", "s_", "c_"]
            .into_iter()
            .find(|start| token.starts_with(start));
        let Some(start) = of_angle else {
            continue;
        };
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        assert!(token.chars().all(is_plain) && token.len() < 80, "{token:?}");
        let index = known.iter().position(|name| name == token);
        let index = index.unwrap_or_else(|| {
            known.push(token.clone());
            known.len() - 1
        });
        *token = format!("{start}{index}");
    }
}

fn collect(stream: TokenStream, results: &mut Vec<String>) {
    let mut tokens = stream.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            // An arm that is long has braces around it.
            TokenTree::Group(group)
                if group.delimiter() == Delimiter::Brace
                    && results.len() > 1
                    && results[results.len() - 2..] == ["=", ">"] =>
            {
                collect(group.stream(), results);
            }
            TokenTree::Group(group) => {
                results.push(format!("{:?}", group.delimiter()));
                collect(group.stream(), results);
                results.push("end".into());
            }
            TokenTree::Literal(literal) => results.push(match literal.to_string() {
                text if text.starts_with(['"', 'r']) => "a string".into(),
                number => number,
            }),
            TokenTree::Ident(ident) => results.push(function(&ident.to_string())),
            // A list is broken into lines, with a comma at the end, where a name is long.
            TokenTree::Punct(sign) if sign.as_char() == ',' && ends(tokens.peek()) => {}
            TokenTree::Punct(sign) => results.push(sign.to_string()),
        }
    }
}

/// Whether a list ends before a token.
fn ends(next: Option<&TokenTree>) -> bool {
    next.is_none_or(|next| matches!(next, TokenTree::Punct(sign) if sign.as_char() == '>'))
}

fn function(name: &str) -> String {
    let of_links = [
        "pose_of_",
        "jacobian_of_",
        "jacobian_rate_of_",
        "velocity_of_",
        "acceleration_of_",
        "momentum_of_",
        "momentum_rate_of_",
        "joint_wrench_of_",
    ];
    // Sines and cosines are named by joints.
    let of_joints = ["s_", "c_"];
    let mut starts = of_links.iter().chain(&of_joints);
    let start = starts.find(|start| name.starts_with(**start));
    start.map_or(name, |start| start).to_owned()
}

/// A text whose lines all show what they have.
#[track_caller]
fn assert_visible(text: &str, subject: &str) {
    if let Some(c) = text.chars().find(|&c| is_hidden(c)) {
        let line = text.lines().find(|line| line.contains(c)).unwrap_or(text);
        panic!("{subject}: {c:?} in {line:?}");
    }
}

/// A text for people: visible, and no line runs away with a name.
#[track_caller]
fn assert_readable(text: &str, subject: &str) {
    assert_visible(text, subject);
    for line in text.lines() {
        let length = line.chars().count();
        assert!(length < LINE, "{subject}: a line of {length} characters");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn rust_and_equations_are_those_of_plain_names() {
    let committed = |named_robot: &Named, output: &Generated| {
        let (description, settings) = (named_robot.urdf(), settings(named_robot));
        let origin = FileOrigin {
            description: &description,
            settings: &settings,
        };
        let names = [
            format!("{}.urdf", named_robot.robot),
            format!("{}.rs", named_robot.joints[0]),
        ];
        let [from, to] = names.each_ref().map(|name| Some(Path::new(name)));
        let from_to = FilePaths {
            description: from,
            out: to,
            package: None,
        };
        committed::texts(&origin, from_to, output).concat()
    };
    let output = generate_named(&Named::plain());
    let (plain, equations) = (
        committed(&Named::plain(), &output),
        &output.report.equations,
    );
    let expected = tokens(&plain);
    assert!(expected.len() > 1000 && expected.iter().any(|token| token == "a string"));
    for named_robot in Named::hostile() {
        let output = generate_named(&named_robot);
        assert_same_equations(&output.report.equations, equations, &named_robot);
        let text = committed(&named_robot, &output);
        assert_visible(&text, &format!("{named_robot:?}"));
        assert_eq!(tokens(&text), expected, "{named_robot:?}");
        assert_eq!(docs(&text), docs(&plain), "{named_robot:?}");
        for name in [
            &named_robot.joints[0],
            &named_robot.joints[1],
            &named_robot.links[3],
        ] {
            assert!(
                strings(&text).contains(name),
                "{name:?} is not in {named_robot:?}"
            );
        }
        for line in text
            .lines()
            .filter(|line| line.trim_start().starts_with("///"))
        {
            assert_readable(line, "documentation");
        }
    }
}

/// Rows of a contact have the name of its link.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn rows_of_constraints_have_the_tokens_of_plain_names() {
    let output = |robot: &Named| {
        let source = Source::new("arm.urdf", robot.urdf());
        let settings = Settings {
            name: "Arm".into(),
            root: Root::FLOATING,
            contacts: vec![robot.tool().to_owned()],
            functions: [Function::Constraint].into(),
            effort: Effort::None,
            proof: false,
            verify: Verify::False,
            ..Settings::default()
        };
        let output = generate(&source, &settings, &mut |_| ());
        let output =
            output.unwrap_or_else(|report| panic!("{robot:?}: {}", report.render(&source)));
        output.definitions.to_string()
    };
    let plain = output(&Named::plain());
    for robot in Named::hostile() {
        let text = output(&robot);
        assert_visible(&text, &format!("{robot:?}"));
        assert_eq!(tokens(&text), tokens(&plain), "{robot:?}");
        assert_eq!(docs(&text), docs(&plain), "{robot:?}");
        assert!(
            strings(&text).contains(&format!("{}.x", robot.tool())),
            "{robot:?}"
        );
    }
}

/// How many lines of documentation a text has, and how many bars between the cells of its tables.
fn docs(text: &str) -> (usize, usize) {
    let lines = text.lines().map(str::trim_start);
    let docs = lines.filter(|line| line.starts_with("///"));
    let bars = |line: &str| {
        if line.starts_with("/// |") { line.matches('|').count() } else { 0 }
    };
    docs.fold((0, 0), |(lines, all), line| (lines + 1, all + bars(line)))
}

/// The values of all plain strings of a Rust text, as JSON reads them: but for the escapes that only
/// Rust has, which are made those of JSON.
fn strings(text: &str) -> Vec<String> {
    fn walk(stream: TokenStream, results: &mut Vec<String>) {
        for token in stream {
            match token {
                TokenTree::Group(group) => walk(group.stream(), results),
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    results.extend(text.starts_with('"').then(|| unescape(&text)));
                }
                _ => {}
            }
        }
    }
    let mut list = Vec::new();
    walk(text.parse().expect("tokens"), &mut list);
    list
}

/// The value of a string literal of Rust.
fn unescape(literal: &str) -> String {
    let mut chars = literal[1..literal.len() - 1].chars();
    let mut value = String::new();
    while let Some(c) = chars.next() {
        value.push(match (c, if c == '\\' { chars.next() } else { None }) {
            (_, Some('n')) => '\n',
            (_, Some('r')) => '\r',
            (_, Some('t')) => '\t',
            (_, Some('0')) => '\0',
            (_, Some('u')) => {
                let digits: String = chars.by_ref().skip(1).take_while(|c| *c != '}').collect();
                let code = u32::from_str_radix(&digits, 16).expect("digits");
                char::from_u32(code).expect("a character")
            }
            (_, Some(escaped)) => escaped,
            (c, None) => c,
        });
    }
    value
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn tokens_with_hostile_names_have_the_tokens_of_plain_ones() {
    let items = |names: [&str; 4]| {
        let [first, second, upper, lower] = names.map(literal);
        let attribute = format!(
            "gravity = [0, 0, -g], joint {first} {{ revolute, parent: world, child: {upper}, axis: y, friction: 1 }},\n\
             joint {second} {{ revolute, parent: {upper}, child: {lower}, axis: y, origin: [0, 0, l] }},\n\
             body {upper} {{ mass: m, com: [0, 0, -l] }}, body {lower} {{ mass: m, com: [0, 0, l / 2] }},\n\
             links({lower}), wrenches({lower}), effort = none, proof = false, equations = true"
        );
        let attribute = attribute
            .parse()
            .unwrap_or_else(|e| panic!("{e}: {attribute}"));
        let item = "pub struct Arm { g: f64, m: f64, r#type: f64, l: f64 }";
        let item = item.parse().expect("a struct");
        let robot = generate_attribute(attribute, item, Path::new("."), &mut |_| ());
        assert_readable(&robot.remarks(), "remarks");
        let robot = robot
            .generated
            .unwrap_or_else(|| panic!("{names:?}: {:?}", robot.reports.tokens));
        robot.declarations + robot.definitions.as_str()
    };
    let expected = tokens(&items(["a", "b", "c", "d"]));
    for first in 0..NAMES.len() {
        let four: [&str; 4] = std::array::from_fn(|k| NAMES[(first + k) % NAMES.len()]);
        let text = items(four);
        assert_visible(&text, &format!("{four:?}"));
        assert_eq!(tokens(&text), expected, "{four:?}");
    }
}

/// The same in every notation but for names.
fn assert_same_equations(result: &Option<Equations>, plain: &Option<Equations>, robot: &Named) {
    let [result, plain] = [result, plain].map(|equations| equations.as_ref().expect("equations"));
    for text in [&result.plain, &result.latex, &result.mathml] {
        assert_visible(text, &format!("{robot:?}"));
    }
    assert!(
        !result.latex.contains("--") && !result.latex.contains("''"),
        "{robot:?}"
    );
    assert_readable(&result.plain, "plain");
    assert_eq!(result.plain.lines().count(), plain.plain.lines().count());
    assert_eq!(
        meaningful(&result.latex),
        meaningful(&plain.latex),
        "{robot:?}"
    );
    assert_eq!(tags(&result.mathml), tags(&plain.mathml), "{robot:?}");
}

/// The characters that mean something to LaTeX, without the ways to write them as letters.
fn meaningful(latex: &str) -> String {
    let mut text = latex.to_owned();
    let words = [
        "textbackslash",
        "textasciitilde",
        "textasciicircum",
        "textless",
        "textgreater",
        "textasciigrave",
        "textbar",
    ];
    for word in words {
        text = text.replace(&format!("\\{word}{{}}"), "");
    }
    for letter in ["{[}", "{]}", "{*}", "{-}", "{'}", "{\\char34}"] {
        text = text.replace(letter, "");
    }
    for sign in "&%$#_{}".chars() {
        text = text.replace(&format!("\\{sign}"), "");
    }
    let means = |c: &char| "\\{}$&#^_~%`\"[]*".contains(*c);
    text.chars().filter(means).collect()
}

/// The names of all tags.
fn tags(html: &str) -> Vec<&str> {
    let parts = html.split('<').skip(1);
    parts
        .map(|part| part.split(['>', ' ']).next().unwrap_or(part))
        .collect()
}

/// Runs the command on the robot in a folder with a cache of its own.
fn run(folder: &Folder, robot: &Named, words: &[&str]) -> Output {
    let list = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
    let output = command()
        .args(words)
        .args([
            "--name",
            "Arm",
            "--effort",
            "none",
            "--proof",
            "false",
            "--equations",
            "true",
        ])
        .arg(format!("--links={}", list(robot.tool())))
        .arg(format!(
            "--wrenches={},{}",
            list(&robot.links[1]),
            list(robot.tool())
        ))
        .env("MULTIBODY_CACHE_DIR", folder.0.join("cache"))
        .current_dir(&folder.0)
        .output()
        .expect("a process");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{robot:?}: {complaint}");
    assert_readable(&complaint, "stderr");
    output
}

/// What follows the banner on stdout.
fn after_banner(output: &Output) -> &str {
    let text = str::from_utf8(&output.stdout).expect("UTF-8");
    text.rsplit_once('\u{2518}')
        .map_or(text, |(_, rest)| rest)
        .trim_start()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn reports_are_readable_and_parse() {
    let folder = Folder::new("hostile-reports");
    let report = |named_robot: &Named, rest: &[&str]| {
        folder.write("arm.urdf", &named_robot.urdf());
        // With long names the text is longer than `auto` verifies.
        let words = ["report", "arm.urdf", "--verify", "true"];
        run(&folder, named_robot, &[&words, rest].concat())
    };
    let page = |named_robot: &Named| {
        report(named_robot, &["--html", "arm.html"]);
        folder.read("arm.html")
    };
    let plain = page(&Named::plain());
    let lines = |output: &Output| after_banner(output).lines().count();
    let plain_text = lines(&report(&Named::plain(), &[]));
    // An argument of a command has room for one of them.
    let mut all_long = Named {
        robot: long_name(),
        links: ["1", "2", "3", "4"].map(|end| long_name() + end),
        joints: ["1", "2", "3", "4"].map(|end| long_name() + end),
    };
    all_long.links[1] = "short".into();
    // Three processes each, so every name once; in each role the command's own tests have them.
    for named_robot in Named::hostile().into_iter().step_by(9).chain([all_long]) {
        let text = report(&named_robot, &[]);
        assert_readable(after_banner(&text), "text");
        assert_eq!(lines(&text), plain_text, "{named_robot:?}");
        let json = report(&named_robot, &["--format", "json"]);
        let json = after_banner(&json);
        assert_visible(json, "json");
        let json: serde_json::Value = serde_json::from_str(json).expect("JSON");
        assert_eq!(json["passive"][0]["owner"], named_robot.joints[0].as_str());
        let page = page(&named_robot);
        assert_visible(&page, "page");
        assert!(!page.contains(&"long_".repeat(20)), "{named_robot:?}");
        assert_eq!(tags(&page), tags(&plain), "{named_robot:?}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_committed_file_is_made_again_by_the_line_in_its_head() {
    let folder = Folder::new("hostile-files");
    // Of a file system's names, all but those with a slash.
    let names: Vec<&str> = NAMES
        .into_iter()
        .filter(|name| !name.contains('/'))
        .collect();
    for six in names.windows(6).step_by(6) {
        let mut robot = Named::plain();
        robot.links = [six[2], six[3], six[4], six[5]].map(String::from);
        let (urdf, rust) = (format!("{}.urdf", six[0]), format!("{}.rs", six[1]));
        folder.write(&urdf, &robot.urdf());
        let (from, to) = (format!("./{urdf}"), format!("--out=./{rust}"));
        run(&folder, &robot, &["generate", &from, &to]);
        let text = folder.read(&rust);
        assert_visible(&text, &format!("{six:?}"));
        let line = text.lines().nth(1).expect("a command");
        let line =
            line.strip_prefix("// To make it again, in this file's folder: cargo multibody ");
        let line = format!("\"$0\" {} --check", line.expect("a command"));
        let again = Command::new("bash")
            .args(["-c", &line, env!("CARGO_BIN_EXE_cargo-multibody")])
            .env("MULTIBODY_CACHE_DIR", folder.0.join("cache"))
            .current_dir(&folder.0)
            .output()
            .expect("a shell");
        let complaint = String::from_utf8_lossy(&again.stderr);
        assert!(again.status.success(), "{line}\n{complaint}");
        assert_readable(&complaint, "stderr");
        assert!(!folder.0.join("evil").exists(), "{line}");
    }
}

#[test]
fn faults_are_readable() {
    let faulty = |named_robot: &Named| {
        let urdf = named_robot.urdf();
        let faulty = urdf
            .replace(
                "<axis xyz=\"0 1 0\"/><dynamics",
                "<axis xyz=\"0 0 0\"/><dynamics",
            )
            .replace("value=\"1.5\"", "value=\"-1.5\"")
            .replace("type=\"prismatic\"", "type=\"&#x202e;&#10;prism\"");
        assert!(faulty.matches("-1.5").count() > 3 && faulty.contains("0 0 0\"/><dy"));
        faulty
    };
    let folder = Folder::new("hostile-faults");
    for named_robot in Named::hostile() {
        let name = format!(
            "{}.urdf",
            named_robot
                .robot
                .replace('/', "")
                .chars()
                .take(60)
                .collect::<String>()
        );
        folder.write(&name, &faulty(&named_robot));
        let output = command()
            .args(["generate", &format!("./{name}"), "--out", "arm.rs"])
            .current_dir(&folder.0)
            .output()
            .expect("a process");
        assert_eq!(output.status.code(), Some(1), "{named_robot:?}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_readable(&text, &format!("{named_robot:?}"));
        let errors = text.lines().filter(|line| line.starts_with("error: "));
        assert_eq!(errors.count(), 8, "{text}");
        assert!(
            text.contains("has a zero axis") && text.contains("unknown type"),
            "{text}"
        );
    }
}

/// A build script in a process of its own, whose stdout is what cargo reads.
#[test]
fn a_build_script_prints_one_thing_a_line_to_cargo() {
    const FILE: &str = "MULTIBODY_TEST_FILE";
    if let Some(file) = std::env::var_os(FILE) {
        let result = Config::new()
            .urdf(&file)
            .out_file(Path::new(&file).with_extension("rs"))
            .name("Arm")
            .effort(Effort::None)
            .proof(false)
            .verify(false)
            .generate();
        result.expect("a robot");
        return;
    }
    let folder = Folder::new("hostile-build");
    let inner = folder.0.join("x\ncargo:rustc-cfg=evil");
    fs::create_dir_all(&inner).expect("a folder");
    let file = inner.join("arm.urdf");
    let mut robot = Named::plain();
    // What is warned about is a name, too.
    robot.joints[2] = "x\ncargo:rustc-cfg=evil".into();
    let urdf = robot
        .urdf()
        .replace("<limit effort=\"1\" velocity=\"1\"/>", "");
    fs::write(&file, urdf).expect("a file");
    let output = Command::new(std::env::current_exe().expect("this program"))
        .args([
            "--exact",
            "--nocapture",
            "hostile_names::a_build_script_prints_one_thing_a_line_to_cargo",
        ])
        .env(FILE, &file)
        .env("MULTIBODY_CACHE_DIR", "")
        .output()
        .expect("a process");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("cargo:"))
        .collect();
    let is_directive = |line: &&&str| {
        let file = line.strip_prefix("cargo:rerun-if-changed=");
        file.is_some_and(|file| Path::new(file).exists()) || line.starts_with("cargo:warning=")
    };
    assert!(
        lines.len() >= 2 && lines.iter().all(|line| is_directive(&line)),
        "{lines:?}"
    );
}

#[test]
fn a_long_name_is_whole_where_it_is_data() {
    let mut robot = Named::plain();
    robot.joints[0] = long_name();
    let output = generate_named(&robot);
    assert!(
        output
            .definitions
            .contains(&format!("name: \"{}\"", long_name()))
    );
    assert!(
        !output.declarations.contains(&long_name()) && !output.report.tree.contains(&long_name())
    );
}
