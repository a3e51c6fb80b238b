//! The page that moves, in a browser: its numbers are those of the programs and of `simulate`, and it has no script but ours.
//! Without Chromium the numbers are not compared.

mod browser;
#[path = "../shared/robots.rs"]
mod robots;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use browser::Medium;
use multibody_codegen::internal::generate::generate_cached;
use multibody_codegen::internal::generated::Programs;
use multibody_codegen::internal::ir::{Input, InputKind, Machine};
use multibody_codegen::internal::moving;
use multibody_codegen::internal::robot_file;
use multibody_codegen::settings::Root;
use multibody_codegen::{Cache, Function, Settings, Source};
use robots::{FREE, PENDULUM};
use serde_json::Value;

/// A top on a ball joint.
const TOP: &str = "
#[multibody(
    gravity = [0, 0, -9.81],
    joint tip { ball, parent: world, child: top },
    body top { mass: 2, com: [0.01, 0, 0.2], inertia: [0.02, 0.03, 0.01, 0, 0, 0] },
)]
pub struct Top;
";

/// A pendulum whose hinge is damped.
const DAMPED: &str = "
#[multibody(
    gravity = [0, 0, -9.81],
    joint hinge { revolute, parent: world, child: rod, axis: y, damping: 0.5 },
    joint arm { revolute, parent: rod, child: bob, axis: y, origin: [0, 0, -1] },
    body rod { mass: 1, com: [0, 0, -0.5] },
    body bob { mass: 2, com: [0, 0, -0.7] },
)]
pub struct Damped;
";

/// A folder for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str, file: &str, text: &str) -> Self {
        let name = format!("multibody-page-{}-{test}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join(file), text).unwrap();
        Self(path)
    }

    /// What a command says that fails.
    fn fault(&self, line: &str) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-multibody"));
        let output = command
            .args(line.split_whitespace())
            .current_dir(&self.0)
            .output()
            .unwrap();
        assert!(!output.status.success(), "{line}");
        String::from_utf8(output.stderr).unwrap()
    }

    fn run(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-multibody"));
        let output = command
            .args(line.split_whitespace())
            .current_dir(&self.0)
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {stderr}");
        output
    }

    /// The page of the robot of a file, by a report with these options.
    fn page(&self, file: &str, options: &str) -> String {
        self.run(&format!("report {file} --html page.html {options}"));
        fs::read_to_string(self.0.join("page.html")).unwrap()
    }

    /// The address of the page for a state.
    fn address(&self, state: &Value) -> String {
        let path = self.0.join("page.html");
        format!("file://{}#state={}", path.display(), percent_encoded(state))
    }

    /// The page for a state, once an element matches the selector; `None` without Chromium.
    fn dom(&self, state: &Value, selector: &str) -> Option<String> {
        browser::document(&self.address(state), selector)
    }

    /// The numbers that the page writes for a state; `None` without Chromium.
    fn numbers(&self, state: &Value) -> Option<Value> {
        let dom = self.dom(state, "#numbers:not(:empty)")?;
        let (_, rest) = dom.split_once("id=\"numbers\"").unwrap();
        let (_, rest) = rest.split_once('>').unwrap();
        let (numbers, _) = rest.split_once('<').unwrap();
        Some(serde_json::from_str(numbers).unwrap_or_else(|error| panic!("{error}: {numbers}")))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a page writes each time that it draws the robot.
const DRAWN: &str = "#energies > span";

/// A text stands for itself.
fn percent_encoded(value: &Value) -> String {
    let text = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn floats(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(items) => items.iter().flat_map(floats).collect(),
        number => vec![number.as_f64().expect("a number")],
    }
}

/// What a function gives by the interpreter.
fn interpreted(programs: &Programs, function: Function, state: [&[f64]; 3]) -> Vec<f64> {
    let [fields, q, qd] = state;
    let prepared =
        Machine::of(&programs.prepared.prepare).run(|input| fields[input.index as usize]);
    let index = programs
        .targets
        .iter()
        .position(|target| target.function == function);
    let program = &programs.prepared.functions[index.expect("it is derived")];
    let value = |input: Input| match input.kind {
        InputKind::Parameter => prepared[input.index as usize],
        InputKind::Q => q[input.index as usize],
        InputKind::Qd => qd[input.index as usize],
        other => panic!("{other:?}"),
    };
    Machine::of(program).run(value)
}

/// Where the page draws the robot, by the interpreter.
fn drawn(programs: &Programs, state: [&[f64]; 3]) -> Vec<f64> {
    let [fields, q, qd] = state;
    let motion = moving::motion(programs, None).expect("it moves");
    let mut functions = motion.functions.iter();
    let figure = functions.find(|function| function.name == "figure");
    let value = |input: Input| match input.kind {
        InputKind::Parameter => fields[input.index as usize],
        InputKind::Q => q[input.index as usize],
        InputKind::Qd => qd[input.index as usize],
        other => panic!("{other:?}"),
    };
    Machine::of(&figure.expect("it is drawn").program).run(value)
}

#[track_caller]
fn assert_close(actual: &[f64], expected: &[f64], tolerance: f64, subject: &str) {
    assert_eq!(actual.len(), expected.len(), "{subject}");
    let size = expected.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
    for (a, b) in actual.iter().zip(expected) {
        assert!(
            (a - b).abs() <= tolerance * size,
            "{subject}: {a:e} instead of {b:e}"
        );
    }
}

/// A robot, with a state at which it starts.
struct Start<'a> {
    options: &'a str,
    file: &'a str,
    programs: Programs,
    q: &'a [f64],
    qd: &'a [f64],
    fields: &'a [(&'a str, f64)],
}

fn check(folder: &Folder, start: &Start<'_>) {
    let Start {
        options,
        file,
        programs,
        q,
        qd,
        fields,
    } = start;
    folder.run(&format!("report {options} {file} --html page.html"));
    let page = fs::read_to_string(folder.0.join("page.html")).unwrap();
    assert_eq!(page.matches("</script>").count(), 1);
    for absent in ["eval(", "innerHTML", "src=", "Function("] {
        assert!(!page.contains(absent), "{absent}");
    }
    let addresses = page.match_indices("://").count();
    let namespaces = page.matches("http://www.w3.org/").count();
    assert_eq!(addresses, namespaces);

    let values: Vec<f64> = fields.iter().map(|(_, value)| *value).collect();
    let mut state = serde_json::json!({ "q": q, "qd": qd });
    if !values.is_empty() {
        state["fields"] = serde_json::json!(values);
    }
    let Some(numbers) = folder.numbers(&state) else {
        return;
    };
    let functions = [
        (Function::MassMatrix, "mass_matrix"),
        (Function::Gravity, "gravity"),
        (Function::KineticEnergy, "kinetic"),
        (Function::PotentialEnergy, "potential"),
    ];
    for (function, name) in functions {
        let expected = interpreted(programs, function, [&values, q, qd]);
        assert_close(&floats(&numbers[name]), &expected, 1e-12, name);
    }
    let drawn = drawn(programs, [&values, q, qd]);
    assert_close(&floats(&numbers["figure"]), &drawn, 1e-12, "figure");
    // A tenth of a second.
    state["run"] = 100.into();
    let moved = folder.numbers(&state).expect("it is installed");
    let list = |values: &[f64]| {
        let texts: Vec<String> = values.iter().map(f64::to_string).collect();
        texts.join(",")
    };
    let given_fields = fields
        .iter()
        .map(|(name, value)| format!(" --field {name}={value}"));
    folder.run(&format!(
        "simulate {options} {file} --q {} --qd {}{} --t 0.1 --fps 10 --step 0.001 --csv motion.csv",
        list(q),
        list(qd),
        given_fields.collect::<String>()
    ));
    let table = fs::read_to_string(folder.0.join("motion.csv")).unwrap();
    let last = table.lines().last().unwrap().split(',');
    let row: Vec<f64> = last.map(|cell| cell.parse().unwrap()).collect();
    assert_close(&floats(&moved["q"]), &row[1..=q.len()], 1e-9, "positions");
    let energy = |name: &str| moved[name].as_f64().unwrap();
    let drift = energy("kinetic") + energy("potential") - energy("start");
    assert!(drift.abs() < 1e-6 * energy("start").abs(), "{drift:e}");
}

fn of_rust(folder: &Folder, text: &str) -> Programs {
    let source = Source::new("robot.rs", text);
    let cache = Cache::of_programs();
    let robot = robot_file::from_rust(&source, &folder.0, &cache, moving::adjust, &mut |_| ());
    let robot = robot.unwrap_or_else(|failure| panic!("{failure:?}"));
    *robot.generated.programs.expect("the cache keeps them")
}

fn of_urdf(text: &str, root: Root) -> Programs {
    let mut settings = Settings {
        root,
        ..Settings::default()
    };
    moving::adjust(&mut settings);
    let source = Source::new("robot.urdf", text);
    let generated = generate_cached(&source, &settings, &Cache::of_programs(), &mut |_| ());
    let generated = generated.unwrap_or_else(|faults| panic!("{}", faults.render(&source)));
    *generated.programs.expect("the cache keeps them")
}

#[test]
fn a_pendulum_with_fields_moves_as_simulated() {
    let folder = Folder::new("pendulum", "robot.rs", PENDULUM);
    check(
        &folder,
        &Start {
            options: "",
            file: "robot.rs",
            programs: of_rust(&folder, PENDULUM),
            q: &[0.7],
            qd: &[-0.4],
            fields: &[("g", 9.81), ("m", 1.5), ("l", 0.8)],
        },
    );
}

#[test]
fn a_top_keeps_its_quaternion() {
    let folder = Folder::new("top", "robot.rs", TOP);
    check(
        &folder,
        &Start {
            options: "",
            file: "robot.rs",
            programs: of_rust(&folder, TOP),
            q: &[0.1, -0.2, 0.4, 0.888_819_441_731_558_8],
            qd: &[0.3, 0.2, 5.0],
            fields: &[],
        },
    );
}

#[test]
fn a_floating_robot_with_hostile_names_moves_as_simulated() {
    // Names that would end a script, a comment or a line.
    let names = [
        ("trunk", "&lt;/script&gt;&lt;!--"),
        ("hip", "]]&gt;$x&#x2028;"),
    ];
    let text = names
        .iter()
        .fold(FREE.to_owned(), |text, (plain, hostile)| {
            text.replace(&format!("\"{plain}\""), &format!("\"{hostile}\""))
        });
    let folder = Folder::new("free", "robot.urdf", &text);
    check(
        &folder,
        &Start {
            options: "--root floating",
            file: "robot.urdf",
            programs: of_urdf(&text, Root::FLOATING),
            q: &[
                0.5,
                -0.2,
                0.3,
                0.1,
                -0.2,
                0.4,
                0.888_819_441_731_558_8,
                0.6,
                -0.3,
            ],
            qd: &[0.4, 0.1, -0.3, 0.2, 0.5, -0.6, 0.7, 1.5],
            fields: &[],
        },
    );
}

/// The Panda, let go for a second, and at limits: all numbers exist, the energy drifts little, and the page is short.
#[test]
fn a_panda_keeps_its_energy() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/panda/panda.urdf"
    );
    let text = fs::read_to_string(file).unwrap();
    let folder = Folder::new("panda", "panda.urdf", &text);
    let start = Start {
        options: "",
        file: "panda.urdf",
        programs: of_urdf(&text, Root::Fixed),
        q: &[0.5, 0.2, 0.3, -1.5, 0.5, 2.0, 0.7],
        qd: &[0.1, -0.2, 0.3, 0.4, -0.5, 0.6, 0.7],
        fields: &[],
    };
    check(&folder, &start);
    let page = folder.page("panda.urdf", "");
    assert!(page.len() < 180_000, "{} bytes", page.len());
    let limits = [
        -2.8973, -1.7628, -2.8973, -3.0718, -2.8973, -0.0175, -2.8973,
    ];
    let sliders = page.matches("<input type=\"range\"").count();
    assert_eq!(sliders, limits.len());
    let Some(numbers) = folder.numbers(&serde_json::json!({ "q": limits })) else {
        return;
    };
    assert_eq!(floats(&numbers["mass_matrix"]).len(), 7 * 7);
    let start = serde_json::json!({ "q": [0.5, 0.2, 0.3, -1.5, 0.5, 2.0, 0.7], "run": 1000 });
    let moved = folder.numbers(&start).expect("it is installed");
    let energy = |name: &str| moved[name].as_f64().unwrap();
    let drift = energy("kinetic") + energy("potential") - energy("start");
    assert!(drift.abs() < 1e-6 * energy("start").abs(), "{drift:e}");
}

/// Where there is no acceleration, the robot stays, and no number is shown.
#[test]
fn what_does_not_exist_is_not_drawn() {
    let folder = Folder::new("nothing", "robot.rs", PENDULUM);
    folder.run("report robot.rs --html page.html");
    let state = serde_json::json!({ "q": [0.3], "fields": [9.81, 1.5, 0.0], "run": 10 });
    let Some(dom) = folder.dom(&state, DRAWN) else {
        return;
    };
    let (_, section) = dom.split_once("id=\"motion\"").unwrap();
    let (section, _) = section.split_once("</section>").unwrap();
    assert!(
        !section.contains("NaN") && section.contains("0.300 rad"),
        "{section}"
    );
    // What an address cannot mean changes nothing.
    for state in [
        "{",
        "7",
        "{\"q\":[1,2]}",
        "{\"q\":[null]}",
        "{\"__proto__\":{\"q\":[1]}}",
    ] {
        let value = Value::String(state.into());
        let dom = folder.dom(&value, DRAWN).expect("it is installed");
        let (_, section) = dom.split_once("id=\"motion\"").unwrap();
        assert!(
            !section.starts_with(" hidden") && section.contains("0.000 rad"),
            "{state}"
        );
    }
}

/// A robot that is too large for forward dynamics in a browser is moved, not let go.
#[test]
fn a_large_robot_is_moved_but_not_let_go() {
    let joint = |k: usize| {
        let (axis, parent) = (["x", "y", "z"][k % 3], ["world".into(), format!("b{k}")]);
        let parent = &parent[usize::from(k > 0)];
        let child = k + 1;
        format!(
            "joint j{k} {{ revolute, parent: {parent}, child: b{child}, axis: {axis}, origin: [0.3, 0.1, 0.2], rotation: rpy(0.3, 0.{child}, 0.1) }},
             body b{child} {{ mass: 1.{child}, com: [0.1, 0.02, 0.3], inertia: [0.2, 0.3, 0.25, 0.01, 0.02, 0.03] }},\n"
        )
    };
    let joints: String = (0..16).map(joint).collect();
    let chain = format!(
        "#[multibody(gravity = [0, 0, -9.81], functions(gravity), verify = false, {joints})]\npub struct Chain;\n"
    );
    let folder = Folder::new("large", "robot.rs", &chain);
    let page = folder.page("robot.rs", "");
    assert!(page.contains("id=\"motion\"") && !page.contains("id=\"go\""));
    assert!(page.contains("more than 3000") && !page.contains("function forward_dynamics"));
}

/// A robot whose forces do not determine its accelerations shows what it has.
#[test]
fn a_singular_robot_is_not_let_go() {
    let rod = "
#[multibody(
    gravity = [0, 0, -9.81],
    joint lift { prismatic, parent: world, child: mast, axis: z },
    joint spin { revolute, parent: mast, child: needle, axis: z },
    body mast { mass: 1 },
    body needle { mass: 0.5 },
)]
pub struct Needle;
";
    let folder = Folder::new("singular", "robot.rs", rod);
    let page = folder.page("robot.rs", "");
    assert!(page.contains("id=\"motion\"") && !page.contains("id=\"go\""));
    assert!(page.contains("forces do not determine its accelerations"));
    let Some(numbers) = folder.numbers(&serde_json::json!({ "q": [0.4, 0.3] })) else {
        return;
    };
    assert_close(
        &floats(&numbers["gravity"]),
        &[1.5 * 9.81, 0.0],
        1e-12,
        "gravity",
    );
    assert_close(
        &floats(&numbers["mass_matrix"]),
        &[1.5, 0.0, 0.0, 0.0],
        1e-12,
        "M",
    );
}

/// The browser runs a script only if it is the one of the page's policy.
#[test]
fn a_changed_script_is_not_run() {
    let folder = Folder::new("changed", "robot.rs", PENDULUM);
    folder.run("report robot.rs --html page.html");
    let path = folder.0.join("page.html");
    let page = fs::read_to_string(&path).unwrap();
    let state = serde_json::json!({ "q": [0.1] });
    let Some(_) = folder.numbers(&state) else {
        return;
    };
    fs::write(&path, page.replacen("'use strict';", "'use strict'; ", 1)).unwrap();
    let dom = folder.dom(&state, "#numbers").expect("it is installed");
    assert!(
        dom.contains("<pre id=\"numbers\" hidden=\"\"></pre>"),
        "it ran"
    );
}

/// What cannot move stands still, and says why.
#[test]
fn a_static_page_has_no_script() {
    let folder = Folder::new("static", "robot.rs", PENDULUM);
    let page = folder.page("robot.rs", "--static");
    assert!(!page.contains("<script") && !page.contains("id=\"motion\""));
    let closed = "
#[multibody(
    gravity = [0, 0, -9.81],
    joint hinge { revolute, parent: world, child: rod, axis: y },
    body rod { mass: 1, com: [0, 0, -0.5] },
    contact held { at: [rod, [0, 0, -1]] },
)]
pub struct Closed;
";
    fs::write(folder.0.join("closed.rs"), closed).unwrap();
    let page = folder.page("closed.rs", "");
    assert!(!page.contains("<script"));
    assert!(
        page.contains("does not move: constraints act on its positions."),
        "{page}"
    );
}

/// A wheel that rolls can be moved to every position, but not let go.
#[test]
fn constraints_on_rates_leave_positions_free() {
    let wheel = "
#[multibody(
    gravity = [0, 0, -9.81],
    joint x { prismatic, parent: world, child: hub, axis: x },
    joint turn { revolute, parent: hub, child: wheel, axis: y },
    body hub { mass: 1 },
    body wheel { mass: 2, inertia: [0.02, 0, 0, 0.03, 0, 0.02] },
    constraint rolling: x_dot - 0.3 * turn_dot,
)]
pub struct Wheel;
";
    let folder = Folder::new("wheel", "robot.rs", wheel);
    let page = folder.page("robot.rs", "");
    assert!(page.contains("id=\"motion\"") && !page.contains("id=\"go\""));
    assert!(page.contains("constraints act on its rates"));
}

/// Pages of large robots stay small.
#[test]
fn pages_of_the_corpus_are_small() {
    let Ok(corpus) = std::env::var("MULTIBODY_CORPUS") else {
        println!("MULTIBODY_CORPUS is not set: no page of its robots is written");
        return;
    };
    for (file, options, most) in [
        ("ur5", "", 120_000),
        ("anymal_b", "--root floating", 400_000),
    ] {
        let path = PathBuf::from(&corpus).join(format!("robots/urdf/{file}.urdf"));
        let text = fs::read_to_string(&path).unwrap();
        let folder = Folder::new(file, "robot.urdf", &text);
        let page = folder.page("robot.urdf", options);
        assert!(
            page.contains("id=\"go\"") && page.len() <= most,
            "{file}: {}",
            page.len()
        );
    }
}

/// `--q` chooses the position of the drawing, and of the start of the motion; its faults are those of `simulate`.
#[test]
fn a_page_starts_at_the_chosen_positions() {
    let folder = Folder::new("pose", "robot.rs", TOP);
    let page = folder.page("robot.rs", "--static --q 0,0,0,2");
    assert!(page.contains("<h2>Position</h2>") && page.contains("Drawn at q = (0, 0, 0, 1)."));
    // Half a turn about x: the top hangs, 0.2 m below its tip.
    let page = folder.page("robot.rs", "--q 1,0,0,0");
    assert!(page.contains("Drawn at q = (1, 0, 0, 0)."));
    if let Some(numbers) = folder.numbers(&serde_json::json!({})) {
        assert_close(
            &floats(&numbers["q"]),
            &[1.0, 0.0, 0.0, 0.0],
            1e-15,
            "start",
        );
        let potential = numbers["potential"].as_f64().unwrap();
        assert_close(&[potential], &[-2.0 * 9.81 * 0.2], 1e-12, "potential");
    }
    for q in ["1,2", "0,0,0,0"] {
        let [page, motion] = [
            "report robot.rs --html page.html",
            "simulate robot.rs --csv a.csv",
        ]
        .map(|command| folder.fault(&format!("{command} --q {q}")));
        let message = |text: &str| {
            let start = text.find("error: ").expect("an error");
            text[start..].to_owned()
        };
        assert_eq!(message(&page), message(&motion));
    }
    let fault = folder.fault("report robot.rs --q 0,0,0,1");
    assert!(fault.contains("--html"), "{fault}");
}

/// Charts that only `simulate` normalizes are moved by sliders alone.
#[test]
fn other_charts_are_not_let_go() {
    let top = TOP.replace("ball,", "ball, chart: exponential,");
    let folder = Folder::new("chart", "robot.rs", &top);
    let page = folder.page("robot.rs", "");
    assert!(page.contains("id=\"motion\"") && !page.contains("id=\"go\""));
    assert!(page.contains("normalizes quaternions, but no other chart"));
}

/// The pointer on an entry of M(q) shows its value; "let go" moves the robot, with damping or without; "back" ends that.
#[test]
fn a_reader_points_and_presses() {
    let folder = Folder::new("reader", "robot.rs", DAMPED);
    folder.run("report robot.rs --html page.html");
    let q = [0.9, 0.4];
    let acts = "
        const text = id => document.getElementById(id).textContent;
        const press = id => document.getElementById(id).click();
        const rests = {entry: (document.querySelectorAll('#mass-matrix rect')[1].dispatchEvent(new Event('pointerenter')), text('entry'))};
        press('go');
        // The energy changes by damping, and drifts by rounding.
        await until(() => text('energies').includes('change -'));
        const label = text('go');
        press('damping');
        await until(() => text('energies').includes('drift'));
        press('back');
        return {...rests, label, labelAfter: text('go'), energies: text('energies')};";
    let Some(seen) = browser::evaluate(
        &folder.address(&serde_json::json!({ "q": q })),
        Medium::Screen,
        acts,
    ) else {
        return;
    };
    let programs = of_rust(&folder, DAMPED);
    let matrix = interpreted(&programs, Function::MassMatrix, [&[], &q, &[0.0; 2]]);
    let entry = seen["entry"].as_str().unwrap();
    let (names, value) = entry.split_once(": ").unwrap();
    assert_eq!(names, "hinge, arm");
    // Six digits are shown.
    assert_close(&[value.parse().unwrap()], &matrix[1..2], 5e-6, "the entry");
    assert_eq!([&seen["label"], &seen["labelAfter"]], ["hold", "let go"]);
    // At rest at the start, hanging: V = -g (m1 l1 / 2 + m2 (l1 + l2)).
    let potential = -9.81 * (0.5 + 2.0 * 1.7);
    let energies = format!("T = 0.0000 J V = {potential:.4} J T + V = {potential:.4} J ");
    assert_eq!(seen["energies"], energies);
}

/// On paper a page is the static one, and its footer says what ran.
#[test]
fn paper_has_the_neutral_position() {
    let folder = Folder::new("paper", "robot.rs", DAMPED);
    let page = folder.page("robot.rs", "");
    let ran = "This page runs <code>mass_matrix</code>, <code>gravity</code>, <code>forward_dynamics</code>, \
               <code>kinetic_energy</code>, <code>potential_energy</code>, <code>spring_energy</code> in JavaScript. That text was \
               not verified; tests compare such text with verified Rust, bit by bit.";
    assert!(page.contains(ran), "{page}");
    let acts = "
        const isShown = selector => getComputedStyle(document.querySelector(selector)).display !== 'none';
        return ['.motion', '.neutral'].map(isShown);";
    let address = folder.address(&serde_json::json!({}));
    for (medium, expected) in [
        (Medium::Screen, [true, false]),
        (Medium::Paper, [false, true]),
    ] {
        let Some(shown) = browser::evaluate(&address, medium, acts) else {
            return;
        };
        assert_eq!(shown, serde_json::json!(expected));
    }
}
