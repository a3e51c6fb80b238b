//! `multibody::check` against single changes of the code that it judges: each has to be found.
//!
//! ```sh
//! cargo run --locked --package multibody-tests --example changes -- 200
//! ```
//!
//! Three robots are generated: a fixed arm, a floating robot with bundles and `at`, a mechanism with constraints. A seed draws
//! changes among all places that `check` says it compares: decimals in functions, signs between terms, indices of inputs,
//! entries of `JOINTS`, `NQ`, `NV`, `CONSTRAINTS`. Changed files are modules of one package, which cargo compiles and runs.
//! What the compiler refuses is drawn again.

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
    let folder = std::env::temp_dir().join(format!("multibody-changes-{}", std::process::id()));
    fs::create_dir_all(folder.join("src")).expect("a folder");
    let texts = ROBOTS.map(|(name, source)| generated(&folder, name, source));
    let mut random = Random(1);
    let mut table: BTreeMap<(&str, &str), [usize; 2]> = BTreeMap::new();
    let (mut drawn, mut refused) = (0, 0);
    while drawn < requested {
        let missing = (requested - drawn).min(BATCH);
        let batch: Vec<Change> = (0..missing).map(|_| draw(&texts, &mut random)).collect();
        let compiled = compile(&folder, &texts, batch);
        refused += missing - compiled.len();
        drawn += compiled.len();
        let found = run(&folder, compiled.len());
        for (change, is_found) in compiled.iter().zip(found) {
            if !is_found {
                println!("not found: {}", shown(&texts, change));
            }
            let of = (ROBOTS[change.robot].0, change.kind);
            table.entry(of).or_default()[usize::from(is_found)] += 1;
        }
    }
    for ((robot, kind), [missed, found]) in &table {
        println!("{robot:8} {kind:12} {found:3} found, {missed} not");
    }
    println!("{refused} more were refused by the compiler");
    fs::remove_dir_all(&folder).expect("the folder is ours");
    assert!(
        table.values().all(|[missed, _]| *missed == 0),
        "not all changes were found"
    );
}

/// The text of a robot.
fn generated(folder: &Path, name: &str, source: &str) -> String {
    let (description, out) = (folder.join("robot.rs"), folder.join(format!("{name}.rs")));
    fs::write(&description, source).expect("a description");
    (Config::new().rust_file(&description).out_file(&out))
        .generate()
        .unwrap_or_else(|failure| panic!("{name}: {failure}"));
    fs::read_to_string(&out).expect("what is generated")
}

/// Where a text may be changed.
fn places(text: &str) -> Vec<(&'static str, Range<usize>)> {
    // What is behind this is the description itself, with which all is compared.
    let end = text
        .find("::reference::Described for")
        .expect("what is checked");
    let mut places = Vec::new();
    let (mut at, mut is_compared) = (0, true);
    for line in text[..end].split_inclusive('\n') {
        let code = line.trim_start();
        if code.starts_with("pub const COSTS") || code.starts_with("pub const EQUATIONS") {
            is_compared = false;
        }
        if is_compared && !code.starts_with("//") && !code.starts_with('#') {
            places.extend(
                places_of_line(line).map(|(kind, place)| (kind, at + place.start..at + place.end)),
            );
        }
        if code.starts_with("];") || code.ends_with("\";\n") {
            is_compared = true;
        }
        at += line.len();
    }
    places
}

/// Decimals, signs between terms, indices of inputs, integers of tables.
fn places_of_line(line: &str) -> impl Iterator<Item = (&'static str, Range<usize>)> {
    let code = line.trim_start();
    let is_statement = code.starts_with("let ") || code.starts_with("out") || code.contains("T::");
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let is_start = bytes[at].is_ascii_digit()
            && (at == 0
                || !(bytes[at - 1].is_ascii_alphanumeric() || b"_.".contains(&bytes[at - 1])));
        if is_start {
            let length = bytes[at..]
                .iter()
                .take_while(|b| b.is_ascii_digit() || **b == b'.')
                .count();
            let place = at..at + length;
            let before = line[..at].trim_end();
            if line[place.clone()].contains('.') {
                found.push(("decimal", place));
            } else if [" q: ", " nq: ", " v: ", " nv: "]
                .iter()
                .any(|name| line[..at].ends_with(name))
                || (line.contains("pub const N") && before.ends_with('='))
            {
                found.push(("table", place));
            } else if is_statement && (line[..at].ends_with("q[") || line[..at].ends_with("qd[")) {
                found.push(("index", place));
            }
            at += length;
            continue;
        }
        if is_statement && (line[at..].starts_with(" + ") || line[at..].starts_with(" - ")) {
            found.push(("sign", at + 1..at + 2));
        }
        at += 1;
    }
    found.into_iter()
}

fn draw(texts: &[String; 3], random: &mut Random) -> Change {
    loop {
        let robot = random.below(3);
        let all = places(&texts[robot]);
        let kinds = ["decimal", "sign", "index", "table"];
        let kind = kinds[random.below(4)];
        let of_kind: Vec<&Range<usize>> = (all.iter())
            .filter(|(other, _)| *other == kind)
            .map(|(_, place)| place)
            .collect();
        if of_kind.is_empty() {
            continue;
        }
        let place = of_kind[random.below(of_kind.len())].clone();
        let old = &texts[robot][place.clone()];
        let new = match kind {
            "decimal" => match old.parse::<f64>().expect("a decimal") {
                0.0 => "0.001".to_owned(),
                value => format!("{:?}", value * 1.001),
            },
            "sign" => if old == "+" { "-" } else { "+" }.to_owned(),
            _ => match old.parse::<usize>().expect("a number") {
                0 => "1".to_owned(),
                value => (value - 1).to_string(),
            },
        };
        return Change {
            robot,
            kind,
            place,
            new,
        };
    }
}

fn changed(texts: &[String; 3], change: &Change) -> String {
    let mut text = texts[change.robot].clone();
    text.replace_range(change.place.clone(), &change.new);
    text
}

fn shown(texts: &[String; 3], change: &Change) -> String {
    let text = &texts[change.robot];
    let line = text[..change.place.start].matches('\n').count();
    let whole = text.lines().nth(line).unwrap_or_default().trim();
    format!(
        "{} line {}, {} {:?} -> {:?}: {whole}",
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
        let mut main = String::from("#![allow(warnings)]\n");
        for (robot, text) in texts.iter().enumerate() {
            writeln!(main, "mod right_{robot};").expect("a string");
            fs::write(folder.join(format!("src/right_{robot}.rs")), text).expect("a file");
        }
        for (at, change) in changes.iter().enumerate() {
            writeln!(main, "mod m{at};").expect("a string");
            fs::write(folder.join(format!("src/m{at}.rs")), changed(texts, change))
                .expect("a file");
        }
        main += "fn main() {\n";
        for (robot, (name, _)) in ROBOTS.iter().enumerate() {
            writeln!(
                main,
                "match multibody::check(&right_{robot}::{name}) {{ Ok(report) => eprintln!(\"{{}}\", report.not_compared().join(\"; \")), Err(e) => panic!(\"{{e}}\") }}"
            )
            .expect("a string");
        }
        for (at, change) in changes.iter().enumerate() {
            let name = ROBOTS[change.robot].0;
            // What panics is found too: an index beyond the end.
            writeln!(
                main,
                "println!(\"{{}}\", std::panic::catch_unwind(|| multibody::check(&m{at}::{name}).is_err()).unwrap_or(true));"
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
        let refused: Vec<usize> = (0..changes.len())
            .filter(|at| stderr.contains(&format!("src/m{at}.rs")))
            .collect();
        assert!(!refused.is_empty(), "{stderr}");
        for at in refused.into_iter().rev() {
            changes.remove(at);
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

/// Whether each change is found.
fn run(folder: &Path, count: usize) -> Vec<bool> {
    let output = (cargo(folder, "run").stderr(Stdio::inherit()))
        .output()
        .expect("the package");
    assert!(output.status.success(), "the package ends in failure");
    let text = String::from_utf8(output.stdout).expect("text");
    let found: Vec<bool> = text.lines().map(|line| line == "true").collect();
    assert_eq!(found.len(), count);
    found
}
