//! The generated text: a module per robot and variant, and the table of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use multibody_codegen::internal::fingerprint::Fingerprint;
use multibody_codegen::report::PatternReport;

use crate::job::Done;
use crate::{c, javascript};

/// Writes `NAME.rs` (the modules' list, the table `ROBOTS`, and `constants`) and a file per robot.
/// Variants with the same text share a module.
pub fn write(out: &Path, name: &str, robots: &[Done], constants: &str) -> Result<(), String> {
    let mut modules = String::new();
    let mut rows = String::new();
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for robot in robots {
        let generated = &robot.generated;
        let text = emitted_text(robot);
        let module = match names.get(&text) {
            Some(module) => module.clone(),
            None => {
                let module = robot.job.module();
                write_changed(&out.join(format!("{module}.rs")), &text)?;
                modules.push_str(&declaration(&robot.job.robot, &module));
                names.insert(text, module.clone());
                module
            }
        };
        let programs = generated.programs.as_ref().expect("they are kept");
        let scripted = match robot.job.variant {
            "Default" => javascript::write(out, &robot.job.module(), programs, &[])?,
            _ => Vec::new(),
        };
        rows.push_str(&row(robot, &module, &scripted));
    }
    let table = format!(
        "{modules}\n{constants}\n\
         #[doc = \"Every robot in every variant.\"]\n\
         pub static ROBOTS: &[multibody_tests::Emitted] = &[\n{rows}];\n"
    );
    write_changed(&out.join(format!("{name}.rs")), &table)
}

/// What is emitted for a robot.
fn emitted_text(robot: &Done) -> String {
    let generated = &robot.generated;
    [generated.declarations.as_str(), &generated.definitions].join("\n")
}

fn declaration(robot: &str, module: &str) -> String {
    format!(
        "#[doc = \"The robot {robot}.\"]\n\
         pub mod {module} {{ include!(concat!(env!(\"OUT_DIR\"), \"/{module}.rs\")); }}\n"
    )
}

/// One `Emitted`.
fn row(robot: &Done, module: &str, scripted: &[String]) -> String {
    let report = &robot.generated.report;
    let mut text = format!(
        "multibody_tests::Emitted {{ robot: {:?}, variant: multibody_tests::Variant::{}, ",
        robot.job.robot, robot.job.variant
    );
    let path = format!("{module}::{}", robot.job.settings.name);
    let (linearize, patterns) = (linearize(robot, &path), patterns(robot, &path));
    write!(
        text,
        "subject: &{path}, joints: &{path}::JOINTS, linearize: {linearize}, patterns: &[{patterns}], costs: &["
    )
    .expect("a string takes all");
    for function in &report.functions {
        let count = function.count;
        write!(
            text,
            "multibody_tests::Cost {{ function: {:?}, mul_add: {}, sincos: {} }}, ",
            function.name,
            count.mul_add(),
            count.sincos
        )
        .expect("a string takes all");
    }
    let absent: Vec<&str> = report
        .absent
        .iter()
        .map(|absent| absent.function.as_str())
        .collect();
    let snap: f64 = report.snaps.iter().map(|snap| snap.change).sum();
    let programs = robot.generated.programs.as_ref().expect("they are kept");
    let fingerprint = programs.fingerprint();
    let text_fingerprint = Fingerprint::of([emitted_text(robot).as_str()]).to_string();
    let read_back = c::read_back(programs, &robot.job.settings);
    writeln!(
        text,
        "], absent: &{absent:?}, snap: {snap:e}, programs: {fingerprint:?}, text: {text_fingerprint:?}, scripted: &{scripted:?}, read_back: {read_back} }},"
    )
    .expect("a string takes all");
    text
}

/// The derivatives of forward dynamics, an expression: of one variant a robot, since each takes the compiler as
/// long as the function itself.
fn linearize(robot: &Done, path: &str) -> String {
    let mut functions = robot.generated.report.functions.iter();
    let has_forward_dynamics = functions.any(|function| function.name == "forward_dynamics");
    if has_forward_dynamics && ["Letter", "Derived"].contains(&robot.job.variant) {
        format!("Some(|q, qd, tau| multibody_tests::derivatives(&{path}, [q, qd, tau]))")
    } else {
        "None".into()
    }
}

/// The sparsity patterns of derivatives, each with the name of its function in capitals, as the type has it.
fn patterns(robot: &Done, path: &str) -> String {
    let row = |pattern: &PatternReport| {
        let constant = pattern.function.to_uppercase() + "_PATTERN";
        let matrices = pattern.matrices.iter();
        let slices =
            matrices.map(|matrix| format!("{path}::{constant}.{}.as_flattened()", matrix.name));
        format!(
            "multibody_tests::Pattern {{ quantity: {:?}, nonzeros: || [{}].concat() }}, ",
            pattern.function,
            slices.collect::<Vec<_>>().join(", ")
        )
    };
    robot.generated.report.patterns.iter().map(row).collect()
}

/// A file that does not change keeps its date, so that nothing is compiled again.
pub fn write_changed(path: &Path, text: &str) -> Result<(), String> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
