//! `multibody::check` against single changes of the code that it judges: each has to be found.
//!
//! ```sh
//! cargo run --locked --package multibody-tests --example changes -- 200
//! ```
//!
//! Three robots are generated: a fixed arm, a floating robot with bundles and `at`, a mechanism with constraints. A seed draws
//! changes among all places that `check` says it compares:
//!
//! | change | of |
//! |---|---|
//! | `decimal`, `sign`, `negation` | numbers in functions and tables, signs between and before terms |
//! | `index`, `place`, `operand` | where inputs are read, where results are written, which value is used |
//! | `call` | functions that others call: of traits, of all links, of results in place |
//! | `table` | numbers, names and kinds in `JOINTS`, `LINKS`, `CONSTRAINTS`, `NQ`, `NV` |
//! | `zero` | entries of a result in place that are always zero: their lines are removed |
//! | `report` | lines that report a result to `check`: they are removed |
//!
//! Changed files are modules of one package, which cargo compiles and runs. What the compiler refuses is drawn again, and so
//! is a change without effect on any result at 20 other states; such changes are listed, at most one in twenty.
//! `tests/emission/changes.rs` runs some of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};

use multibody_codegen::Config;

const ROBOTS: [(&str, &str); 3] = [
    (
        "Arm",
        "#[multibody(urdf = \"robots/planar_arm.urdf\", links(all))]\npub struct Arm;",
    ),
    (
        "Limbs",
        "#[multibody(
            urdf = \"robots/two_limbs.urdf\", root = floating, links(trunk, left_shank),
            bundle(step = [mass_matrix, bias, jacobian], poses = [pose]), at(mass_matrix, bias, pose),
        )]\npub struct Limbs;",
    ),
    (
        "FourBar",
        "#[multibody(
            gravity = [0, 0, -9.81],
            joint crank { revolute, parent: world, child: short, axis: y },
            joint coupler { revolute, parent: short, child: middle, origin: [0.3, 0, 0], axis: y },
            joint rocker { revolute, parent: world, child: long, origin: [0.9, 0, 0], axis: y },
            body short { mass: 0.4, com: [0.15, 0, 0.01], inertia: diag(0.001, 0.003, 0.003) },
            body middle { mass: 0.9, com: [0.4, 0, -0.02], inertia: diag(0.002, 0.05, 0.05) },
            body long { mass: 0.7, com: [0.3, 0, 0], inertia: diag(0.001, 0.02, 0.02) },
            constraint along: 0.3 * crank.cos() + 0.8 * (crank + coupler).cos() - 0.9 - 0.6 * rocker.cos(),
            constraint across: 0.3 * crank.sin() + 0.8 * (crank + coupler).sin() - 0.6 * rocker.sin(),
        )]\npub struct FourBar;",
    ),
];

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// So many changed files are compiled together.
const BATCH: usize = 70;

/// What became of a change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Found,
    Missed,
    /// The text is another, the functions are the same: such as the sign of an entry that is 0 at all states.
    WithoutEffect,
}

/// What the package of changed files calls: all results at some states, and how a change is judged.
const JUDGE: &str = r#"
use multibody::reference::Described;

fn results<R: Described>(robot: &R) -> Vec<Vec<f64>> {
    let model = robot.model();
    let mut all = Vec::new();
    for seed in 100..120 {
        let state = model.random_state(seed, robot.wrench_links().len());
        robot.evaluate(&state, &mut |_, found| all.push(found.to_vec()));
        robot.evaluate_parts(&state, &mut |_, _, found| all.push(found.to_vec()));
    }
    all
}

fn are_equal(a: &[f64], b: &[f64]) -> bool {
    let scale = b.iter().fold(1.0, |scale: f64, b| scale.max(b.abs()));
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-13 * scale)
}

fn outcome<C: Described, R: Described>(changed: &C, right: &R) -> &'static str {
    if multibody::check(changed).is_err() {
        return "found";
    }
    let (a, b) = (results(changed), results(right));
    if a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| are_equal(a, b)) {
        "without effect"
    } else {
        "missed"
    }
}
"#;

/// One change of a text.
struct Change {
    robot: usize,
    kind: &'static str,
    place: Range<usize>,
    new: String,
}

fn main() {
    let requested = std::env::args().nth(1).map_or(200, |text| {
        text.parse().expect("how many changes are drawn")
    });
    assert_eq!(not_found(requested), [""; 0], "not all changes were found");
}

/// Draws changes, prints what became of them, and returns those that `check` does not find.
pub fn not_found(requested: usize) -> Vec<String> {
    let folder = std::env::temp_dir().join(format!("multibody-changes-{}", std::process::id()));
    fs::create_dir_all(folder.join("src")).expect("a folder");
    let texts = ROBOTS.map(|(name, source)| generate_text(&folder, name, source));
    let mut random = Random(1);
    let mut table: BTreeMap<(&str, &str), [usize; 2]> = BTreeMap::new();
    let (mut total, mut refusals, mut missed) = (0, 0, Vec::new());
    let mut without_effect = Vec::new();
    while total < requested {
        let batch_size = (requested - total).min(BATCH);
        let batch: Vec<Change> = (0..batch_size).map(|_| draw(&texts, &mut random)).collect();
        let compiled = compile(&folder, &texts, batch);
        refusals += batch_size - compiled.len();
        total += compiled.len();
        let outcomes = run(&folder, compiled.len());
        total -= outcomes
            .iter()
            .filter(|of| **of == Outcome::WithoutEffect)
            .count();
        for (change, outcome) in compiled.iter().zip(outcomes) {
            match outcome {
                Outcome::Found => {}
                Outcome::Missed => missed.push(description(&texts, change)),
                Outcome::WithoutEffect => {
                    without_effect.push(description(&texts, change));
                    continue;
                }
            }
            let key = (ROBOTS[change.robot].0, change.kind);
            table.entry(key).or_default()[usize::from(outcome == Outcome::Found)] += 1;
        }
    }
    for ((robot, kind), [missed, hits]) in &table {
        println!("{robot:8} {kind:12} {hits:3} found, {missed} not");
    }
    println!("{refusals} more were refused by the compiler");
    println!("without effect on any result: {without_effect:#?}");
    assert!(
        20 * without_effect.len() <= requested,
        "more than a twentieth"
    );
    fs::remove_dir_all(&folder).expect("the folder is ours");
    missed
}

/// The text of a robot.
fn generate_text(folder: &Path, name: &str, source: &str) -> String {
    let (description, out) = (folder.join("robot.rs"), folder.join(format!("{name}.rs")));
    fs::write(&description, source).expect("a description");
    (Config::new().rust_file(&description).out_file(&out))
        .generate()
        .unwrap_or_else(|failure| panic!("{name}: {failure}"));
    fs::read_to_string(&out).expect("what is generated")
}

/// Kinds of changes.
const KINDS: [&str; 10] = [
    "decimal", "sign", "negation", "index", "place", "operand", "call", "table", "report", "zero",
];

/// Where a text may be changed.
fn places(text: &str) -> Vec<(&'static str, Range<usize>)> {
    // Behind this is the description itself, with which all is compared, and behind that what is reported.
    let end = (text.find("multibody::reference_items!")).expect("what is checked");
    let reported = (text.find("::reference::Described for")).expect("what is reported");
    let mut places = Vec::new();
    let (mut offset, mut is_compared) = (0, true);
    for line in text.split_inclusive('\n') {
        let code = line.trim_start();
        if code.starts_with("pub const COSTS") || code.starts_with("pub const EQUATIONS") {
            is_compared = false;
        }
        let is_code = offset < end && !code.starts_with("//") && !code.starts_with('#');
        if is_code && is_compared {
            let places_here = places_of_line(line).into_iter();
            places.extend(
                places_here.map(|(kind, place)| (kind, offset + place.start..offset + place.end)),
            );
        }
        if is_code && code.starts_with("out") && code.ends_with("= T::ZERO;\n") {
            places.push(("zero", offset..offset + line.len()));
        }
        if offset > reported && code.starts_with("report(") {
            places.push(("report", offset..offset + line.len()));
        }
        if code.starts_with("];") || code.ends_with("\";\n") {
            is_compared = true;
        }
        offset += line.len();
    }
    places
}

/// All that may be changed in a line.
fn places_of_line(line: &str) -> Vec<(&'static str, Range<usize>)> {
    let code = line.trim_start();
    let starts = |begins: &[&str]| begins.iter().any(|begin| code.starts_with(begin));
    let is_statement = starts(&["let ", "out", "rotation[", "translation["])
        || code.contains("T::") && !code.contains("fn ");
    let separator = (is_statement && !code.starts_with("let ")).then(|| line.find(" = "));
    let result = separator.flatten().unwrap_or(0);
    let bytes = line.as_bytes();
    let mut places = Vec::new();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_.".contains(&byte);
    let mut offset = 0;
    while offset < bytes.len() {
        let begins = offset == 0 || !is_word(bytes[offset - 1]);
        let rest = &line[offset..];
        let head = &line[..offset];
        if bytes[offset].is_ascii_digit() && begins {
            let length = rest
                .bytes()
                .take_while(|b| b.is_ascii_digit() || *b == b'.');
            let place = offset..offset + length.count();
            let is_input = |name: &&str| {
                head.strip_suffix(*name)
                    .is_some_and(|head| !head.ends_with(|c: char| c.is_alphanumeric()))
            };
            let inputs = ["q[", "qd[", "qdd[", "tau[", "p["];
            let rows = [" q: ", " nq: ", " v: ", " nv: "];
            if line[place.clone()].contains('.') {
                places.push(("decimal", place.clone()));
            } else if rows.iter().any(|name| head.ends_with(name))
                || (line.contains("pub const N") && head.trim_end().ends_with('='))
            {
                places.push(("table", place.clone()));
            } else if is_statement && offset < result {
                places.push(("place", place.clone()));
            } else if is_statement && inputs.iter().any(is_input) {
                places.push(("index", place.clone()));
            }
            offset = place.end;
            continue;
        }
        if is_statement && (rest.starts_with(" + ") || rest.starts_with(" - ")) {
            places.push(("sign", offset + 1..offset + 2));
        }
        let is_behind =
            code.len() == rest.len() || head.ends_with(['(', '[']) || head.ends_with("= ");
        if is_statement && is_behind && name(rest.strip_prefix('-').unwrap_or_default()).is_some() {
            places.push(("negation", offset..offset + 1));
        }
        if is_statement
            && begins
            && head.contains(" = ")
            && let Some(name) = name(rest)
        {
            places.push(("operand", offset..offset + name.len()));
            offset += name.len();
            continue;
        }
        offset += 1;
    }
    let paths = ["self.", "manifold::", "Links::", "LinkMotions::"];
    let call = paths.iter().find_map(|path| code.split_once(path));
    if let Some((_, tail)) = call
        && !code.starts_with("fn ")
        && let Some(length) = tail.find('(')
    {
        let start = line.len() - tail.len();
        places.push(("call", start..start + length));
    }
    for entry in ["name: \"", "kind: multibody::JointKind::", "link: "] {
        if let Some((_, value)) = code.split_once(entry) {
            let start = line.len() - value.len();
            let length = value.find(['"', ',']).unwrap_or(0);
            places.push(("table", start..start + length));
        }
    }
    places
}

/// The name of a value at the beginning of a text: a quantity with an index, or a sine or cosine.
fn name(text: &str) -> Option<&str> {
    let length = text
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let (name, rest) = text.split_at(length.count());
    let is_circle = name.starts_with("s_") || name.starts_with("c_");
    let is_quantity = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.contains(|c: char| c.is_ascii_digit());
    let is_value = (is_circle || is_quantity) && !rest.starts_with(['(', ':', '[']);
    is_value.then_some(name)
}

/// The value that the statement before a place computes.
fn value_before(text: &str, place: usize) -> Option<&str> {
    let line = text[..place].rfind('\n')?;
    let statement = text[..line]
        .rsplit('\n')
        .find_map(|line| line.trim().strip_prefix("let "))?;
    name(statement)
}

fn draw(texts: &[String; 3], random: &mut Random) -> Change {
    loop {
        let robot = random.below(3);
        let text = &texts[robot];
        let candidates = places(text);
        let kind = KINDS[random.below(KINDS.len())];
        let of_kind: Vec<&Range<usize>> = (candidates.iter())
            .filter(|(other, _)| *other == kind)
            .map(|(_, place)| place)
            .collect();
        if of_kind.is_empty() {
            continue;
        }
        let place = of_kind[random.below(of_kind.len())].clone();
        let original = &text[place.clone()];
        // Another name at such a place.
        let other = of_kind[random.below(of_kind.len())].clone();
        let other = &text[other];
        let is_name = |text: &str| text.starts_with(|c: char| !c.is_ascii_digit());
        let replacement = match kind {
            "decimal" => match original.parse::<f64>().expect("a decimal") {
                0.0 => "0.001".to_owned(),
                value => format!("{:?}", value * 1.001),
            },
            "sign" => if original == "+" { "-" } else { "+" }.to_owned(),
            "negation" | "report" | "zero" => String::new(),
            "operand" => match value_before(text, place.start) {
                Some(other) if other != original => other.to_owned(),
                _ => continue,
            },
            "call" | "table" if is_name(original) => {
                if is_name(other) && other != original {
                    other.to_owned()
                } else {
                    continue;
                }
            }
            _ => match original.parse::<usize>().expect("a number") {
                0 => "1".to_owned(),
                value => (value - 1).to_string(),
            },
        };
        return Change {
            robot,
            kind,
            place,
            new: replacement,
        };
    }
}

fn apply_change(texts: &[String; 3], change: &Change) -> String {
    let mut text = texts[change.robot].clone();
    text.replace_range(change.place.clone(), &change.new);
    text
}

fn description(texts: &[String; 3], change: &Change) -> String {
    let text = &texts[change.robot];
    let line = text[..change.place.start].matches('\n').count();
    let line_text = text.lines().nth(line).unwrap_or_default().trim();
    format!(
        "{} line {}, {} {:?} -> {:?}: {line_text}",
        ROBOTS[change.robot].0,
        line + 1,
        change.kind,
        &text[change.place.clone()],
        change.new
    )
}

/// Writes the package, without what the compiler refuses.
fn compile(folder: &Path, texts: &[String; 3], mut changes: Vec<Change>) -> Vec<Change> {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
    let manifest = format!(
        "[package]\nname = \"changed\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
         multibody = {{ path = {runtime:?}, default-features = false, features = [\"reference\"] }}\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("a file");
    fs::copy(runtime.join("../Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file");
    loop {
        let mut main =
            String::from("#![allow(warnings, reason = \"the texts are changed at random\")]\n");
        for (robot, text) in texts.iter().enumerate() {
            writeln!(main, "mod right_{robot};").expect("a string");
            fs::write(folder.join(format!("src/right_{robot}.rs")), text).expect("a file");
        }
        for (index, change) in changes.iter().enumerate() {
            writeln!(main, "mod m{index};").expect("a string");
            fs::write(
                folder.join(format!("src/m{index}.rs")),
                apply_change(texts, change),
            )
            .expect("a file");
        }
        main += JUDGE;
        main += "fn main() {\n";
        for (robot, (name, _)) in ROBOTS.iter().enumerate() {
            writeln!(
                main,
                "match multibody::check(&right_{robot}::{name}) {{ Ok(report) => eprintln!(\"{{}}\", report.not_compared().join(\"; \")), Err(e) => panic!(\"{{e}}\") }}"
            )
            .expect("a string");
        }
        for (index, change) in changes.iter().enumerate() {
            let name = ROBOTS[change.robot].0;
            // What panics is found too: an index beyond the end.
            writeln!(
                main,
                "println!(\"{{}}\", std::panic::catch_unwind(|| outcome(&m{index}::{name}, &right_{}::{name})).unwrap_or(\"found\"));",
                change.robot
            )
            .expect("a string");
        }
        main += "}\n";
        fs::write(folder.join("src/main.rs"), main).expect("a file");
        let output = cargo(folder, "build").output().expect("cargo");
        if output.status.success() {
            return changes;
        }
        let stderr = String::from_utf8_lossy(&output.stderr);
        let refusals: Vec<usize> = (0..changes.len())
            .filter(|index| stderr.contains(&format!("src/m{index}.rs")))
            .collect();
        assert!(!refusals.is_empty(), "{stderr}");
        for index in refusals.into_iter().rev() {
            changes.remove(index);
        }
    }
}

fn cargo(folder: &Path, command: &str) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/changes");
    cargo
        .args([command, "--quiet", "--offline"])
        .env("CARGO_TARGET_DIR", target)
        .current_dir(folder);
    cargo
}

/// What became of each change.
fn run(folder: &Path, count: usize) -> Vec<Outcome> {
    let output = (cargo(folder, "run").stderr(Stdio::inherit()))
        .output()
        .expect("the package");
    assert!(output.status.success(), "the package ends in failure");
    let text = String::from_utf8(output.stdout).expect("text");
    let outcome = |line| match line {
        "found" => Outcome::Found,
        "missed" => Outcome::Missed,
        "without effect" => Outcome::WithoutEffect,
        _ => panic!("{line}"),
    };
    let outcomes: Vec<Outcome> = text.lines().map(outcome).collect();
    assert_eq!(outcomes.len(), count);
    outcomes
}
