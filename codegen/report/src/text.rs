//! The report for people.

use multibody_codegen::Report;
use multibody_codegen::internal::ablation::Ablation;
use multibody_codegen::internal::foreign::{Shown, visible};
use multibody_codegen::internal::word::amount;
use multibody_codegen::report::{
    CodeSize, Errors, ForceReport, FunctionReport, MatrixPattern, OtherRoute, RefusedRoute,
    SpringEnd, SpringReport, UnprovedItem, Verification, ulps,
};

use super::table::table;
use crate::stage_line;

/// The report about a robot from the file of this name. `ablations` has, for each optimization that can be switched off, the
/// increase of operations without it.
pub fn text(report: &Report, ablations: &[Ablation], file: &str) -> String {
    let sections = [
        ("Tree", indent(&report.tree)),
        ("Functions", functions(&report.functions)),
        ("Other routes", other_routes(&report.functions)),
        ("Not selected", rejections(&report.functions)),
        ("Operations more without", ablation(report, ablations)),
        ("Machine code", machine_code(report)),
        ("Absent", list(&absent(report))),
        ("Not verified", list(&not_verified(report))),
        (
            "Mass matrix (x: varies, c: constant, ·: zero)",
            indent(&report.sparsity),
        ),
        ("Nonzeros of derivatives", nonzeros(report)),
        ("Snapped", snaps(report)),
        ("Armatures", armatures(report)),
        ("Passive forces", passive_forces(report)),
        ("Springs between points", springs(report)),
        ("Constraints", list(&constraints(report))),
        (
            "Time",
            report
                .stages
                .iter()
                .map(|stage| stage_line(stage) + "\n")
                .collect(),
        ),
    ];
    let mut text = format!("{} from {}\n", report.name, facts(report, file));
    for (title, body) in sections.into_iter().filter(|(_, body)| !body.is_empty()) {
        text.push_str(&format!("\n{title}\n{body}"));
    }
    text
}

/// The file, the numbers of coordinates and functions, and how much is proved and verified.
pub fn facts(report: &Report, file: &str) -> String {
    let total = report.functions.len();
    let proofs = report
        .functions
        .iter()
        .filter(|function| function.proved)
        .count();
    let proof = match proofs {
        0 => "none proved".into(),
        _ if proofs == total => "all proved equal to Lagrange's equations".into(),
        _ => format!("{proofs} of them proved equal to Lagrange's equations"),
    };
    let verification = &report.verification;
    let colon = match verification {
        Verification::Done(_) => ":",
        Verification::Not(_) => "",
    };
    format!(
        "{}: {}, {}; {}, {proof}; text{colon} {verification}",
        visible(file),
        amount(report.nq, "position", "positions"),
        amount(report.nv, "velocity", "velocities"),
        amount(total, "function", "functions"),
    )
}

/// For each matrix of derivatives, the number of entries that may be nonzero.
fn nonzeros(report: &Report) -> String {
    let rows = report.patterns.iter().map(|pattern| {
        let matrices = pattern.matrices.iter();
        let texts = matrices.map(|matrix| format!("{}: {}", matrix.name, counts_text(matrix)));
        ListEntry {
            word: short_name(&pattern.function),
            text: texts.collect::<Vec<_>>().join(", "),
        }
    });
    list(&rows.collect::<Vec<_>>())
}

/// The number of entries of a matrix that may be nonzero, and of all its entries.
pub fn counts_text(matrix: &MatrixPattern) -> String {
    let [nonzeros, entries] = matrix.counts();
    format!("{nonzeros} of {entries}")
}

/// A name, cut if it is long.
fn short_name(name: &str) -> String {
    Shown::from(name).to_string()
}

/// The joints that have an armature, each with its value; then the tendons and actuators.
fn armatures(report: &Report) -> String {
    let joints = report.joints.iter();
    let rows = joints.filter_map(|joint| {
        Some(ListEntry {
            word: short_name(&joint.name),
            text: joint.armature.clone()?,
        })
    });
    let tendons_and_actuators = report.armatures.iter().map(|armature| {
        let term = |(joint, factor): &(String, String)| format!("{factor} {}", Shown::from(joint));
        let terms: Vec<String> = armature.along.iter().map(term).collect();
        let value = &armature.value;
        ListEntry {
            word: short_name(&armature.owner),
            text: match &armature.part_of {
                Some(target) => format!("{value}, part of that of {}", Shown::from(target)),
                None => format!("{value} along {}", terms.join(" + ")),
            },
        }
    });
    let mut text = list(&rows.chain(tendons_and_actuators).collect::<Vec<_>>());
    if !report.armatures.is_empty() {
        text.push_str(
            "  the armature of a joint includes those of its actuators, and of tendons along it alone\n",
        );
    }
    text
}

/// The passive forces that a description contains, and whether they act.
fn passive_forces(report: &Report) -> String {
    let line = |passive: &ForceReport| {
        let subject = passive.what;
        let [owner, value] = [&passive.owner, &passive.value].map(Shown::from);
        let text = match passive.idle {
            None => format!("{subject} {value} acts"),
            Some(reason) => format!("{subject} {value} does not act: {reason}"),
        };
        let word = match passive.noun {
            "joint" => owner.to_string(),
            noun => format!("{noun} {owner}"),
        };
        ListEntry { word, text }
    };
    list(&report.passive.iter().map(line).collect::<Vec<_>>())
}

/// The springs between points: where they are attached, and their parameters.
fn springs(report: &Report) -> String {
    let line = |spring: &SpringReport| {
        let [start, end] = spring.ends.each_ref().map(spring_end);
        let SpringReport {
            stiffness,
            length,
            damping,
            ..
        } = spring;
        let numbers = format!("stiffness {stiffness}, length {length}, damping {damping}");
        ListEntry {
            word: short_name(&spring.name),
            text: format!("{start} to {end}: {numbers}"),
        }
    };
    list(&report.springs.iter().map(line).collect::<Vec<_>>())
}

/// The constraint rows, each with what it constrains. Names are shortened: contacts that the settings request give rows the names of
/// links, which may be long.
pub fn constraints(report: &Report) -> Vec<ListEntry> {
    let rows = report.constraints.iter().map(|row| ListEntry {
        word: short_name(&row.name),
        text: row.constrains.clone(),
    });
    rows.collect()
}

/// The requested functions that are not emitted, each with the reason.
pub fn absent(report: &Report) -> Vec<ListEntry> {
    let rows = report.absent.iter().map(|absent| ListEntry {
        word: absent.function.clone(),
        text: absent.reason.clone(),
    });
    rows.collect()
}

/// The reason given with items that are recognised: they are not code of the robot's dynamics, and are not verified. The word of
/// such an entry is the verifier's own text, with names between backticks; the words of all other entries are names.
pub const RECOGNISED: &str = "recognised only";

/// The items of the generated text that are not verified, each with the reason.
pub fn not_verified(report: &Report) -> Vec<ListEntry> {
    let Verification::Done(verified) = &report.verification else {
        return Vec::new();
    };
    let items = verified
        .unproved
        .iter()
        .map(|UnprovedItem { name, reason }| ListEntry {
            word: short_name(name),
            text: reason.clone(),
        });
    let recognised = verified.recognised.iter().map(|item| ListEntry {
        word: item.clone(),
        text: RECOGNISED.into(),
    });
    items.chain(recognised).collect()
}

/// A link, or the world, and a point in its frame.
pub fn spring_end(end: &SpringEnd) -> String {
    let link = end.link.as_deref().unwrap_or("world");
    format!("{} ({})", Shown::from(link), end.point.join(", "))
}

/// A row for each function: the operations as emitted, the sum of multiplications and additions, the pairs of them that can be fused,
/// that sum without hand-written kernels, rounding errors, route and proof. A column that is empty for all functions is left out.
fn functions(functions: &[FunctionReport]) -> String {
    let number = |count: usize| {
        if count == 0 { String::new() } else { count.to_string() }
    };
    let row = |function: &FunctionReport| {
        let count = function.count;
        let ulp_text = |error: &dyn Fn(Errors) -> f64| {
            let rounding = function.rounding;
            rounding.map_or_else(String::new, |rounding| ulps(error(rounding.errors)))
        };
        vec![
            short_name(&function.name),
            number(count.mul),
            number(count.add),
            number(count.div),
            number(count.sqrt),
            number(count.sincos),
            number(count.other),
            count.mul_add().to_string(),
            number(function.fused),
            function
                .with_derived_kernels
                .map_or_else(String::new, |count| count.mul_add().to_string()),
            ulp_text(&|errors| errors.f64),
            ulp_text(&|errors| errors.f32),
            function.route.clone(),
            if function.proved { "yes" } else { "no" }.to_owned(),
        ]
    };
    let heading = [
        "function", "mul", "add", "div", "sqrt", "sin/cos", "other", "mul+add", "fused", "derived",
        "f64", "f32", "route", "proved",
    ];
    let mut text = table(&heading, &functions.iter().map(row).collect::<Vec<_>>());
    if functions.iter().any(|function| function.fused > 0) {
        text.push_str(
            "  fused: pairs of mul and add that are one operation where the target has it\n",
        );
    }
    if functions
        .iter()
        .any(|function| function.with_derived_kernels.is_some())
    {
        text.push_str("  derived: mul+add without hand-written kernels\n");
    }
    if !functions.is_empty() {
        text.push_str("  f64, f32: rounding errors, in ulp of the scale of the result, as tried at angles within 3 turns\n");
    }
    text += &precision_note(functions).map_or_else(String::new, |note| format!("  {note}\n"));
    text
}

/// A note on the functions that single precision cannot compute. This is not a warning, since most users need double precision.
pub fn precision_note(functions: &[FunctionReport]) -> Option<String> {
    let without_digits = functions.iter().filter(|f| {
        f.rounding
            .is_some_and(|rounding| !rounding.errors.leaves_digits_in_f32())
    });
    let names: Vec<String> = without_digits.map(|it| short_name(&it.name)).collect();
    let note = || format!("no right digit in f32 at some states: {}", names.join(", "));
    (!names.is_empty()).then(note)
}

/// Routes that are cheaper but were refused, and routes that could not be tried, with the reasons.
fn rejections(functions: &[FunctionReport]) -> String {
    let rows = functions.iter().flat_map(|function| {
        let routes = function.refused.iter();
        routes.map(|RefusedRoute { route, why }| ListEntry {
            word: function.name.clone(),
            text: format!("{route}: {why}"),
        })
    });
    list(&rows.collect::<Vec<_>>())
}

/// The costs of the other routes, which were not selected.
fn other_routes(functions: &[FunctionReport]) -> String {
    let rows = functions.iter().flat_map(|function| {
        function.others.iter().map(|OtherRoute { route, count }| {
            vec![
                short_name(&function.name),
                count.mul_add().to_string(),
                count.div.to_string(),
                route.clone(),
            ]
        })
    });
    let rows: Vec<Vec<String>> = rows.collect();
    table(&["function", "mul+add", "div", "route"], &rows)
}

/// The operations that are added without each idea: a row for each function, a column for each idea. A cell is empty if the
/// idea changes nothing.
fn ablation(report: &Report, ablations: &[Ablation]) -> String {
    let mut heading = vec!["function"];
    heading.extend(ablations.iter().map(|ablation| ablation.idea.name()));
    let number = |increase: i64| match increase {
        0 => String::new(),
        increase => increase.to_string(),
    };
    let row = |(index, function): (usize, &FunctionReport)| {
        let cells = ablations
            .iter()
            .map(|ablation| number(ablation.increases[index]));
        std::iter::once(short_name(&function.name))
            .chain(cells)
            .collect()
    };
    if ablations.is_empty() {
        String::new()
    } else {
        let rows: Vec<Vec<String>> = report.functions.iter().enumerate().map(row).collect();
        table(&heading, &rows)
    }
}

/// Bytes of code and of stack of each compiled function, for each type of numbers; then bytes of shared code, and of all code.
fn machine_code(report: &Report) -> String {
    let Some(code) = &report.machine_code else {
        return String::new();
    };
    let numbers = [&code.f64, &code.f32];
    let row = |name: String, sizes: [Option<CodeSize>; 2]| {
        let cell = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
        let cells = sizes.map(|size| {
            let stack = size.and_then(|size| size.stack);
            [size.map(|size| size.bytes), stack].map(cell)
        });
        [vec![name], cells.concat()].concat()
    };
    let functions = report.functions.iter().enumerate();
    let mut rows: Vec<Vec<String>> = functions
        .map(|(index, function)| (function, numbers.map(|sizes| sizes.functions[index])))
        .filter(|(_, sizes)| sizes.iter().any(Option::is_some))
        .map(|(function, sizes)| row(short_name(&function.name), sizes))
        .collect();
    let without_stack = |bytes| Some(CodeSize { bytes, stack: None });
    rows.push(row(
        "what they share".into(),
        numbers.map(|sizes| without_stack(sizes.shared)),
    ));
    rows.push(row(
        "all".into(),
        numbers.map(|sizes| without_stack(sizes.total())),
    ));
    let target = code
        .target
        .as_deref()
        .map_or("this machine".into(), short_name);
    format!(
        "  for {target}\n{}",
        table(
            &["function", "f64: bytes", "stack", "f32: bytes", "stack"],
            &rows
        )
    )
}

fn snaps(report: &Report) -> String {
    if report.snaps.is_empty() {
        return String::new();
    }
    let rows = report.snaps.iter().map(|snap| ListEntry {
        word: format!("{:.1e}", snap.change),
        text: snap.place.clone(),
    });
    list(&rows.collect::<Vec<_>>()) + "  set snap = false to keep the numbers as written\n"
}

/// An entry of a list: a word, and a text about it.
pub struct ListEntry {
    /// The word.
    pub word: String,
    /// The text.
    pub text: String,
}

/// A list with one entry on each line.
fn list(entries: &[ListEntry]) -> String {
    let lengths = entries.iter().map(|entry| entry.word.chars().count());
    let width = lengths.max().unwrap_or(0);
    let line = |ListEntry { word, text }: &ListEntry| format!("  {word:<width$}  {text}\n");
    entries.iter().map(line).collect()
}

fn indent(text: &str) -> String {
    text.lines()
        .map(|line| format!("  {line}").trim_end().to_owned() + "\n")
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::example::{ablations, report};
    use super::*;

    #[test]
    fn everything_is_listed_in_order() {
        assert_eq!(
            text(&report(), &ablations(), "arm.urdf"),
            "\
Arm from arm.urdf: 2 positions, 2 velocities; 2 functions, 1 of them proved equal to Lagrange's equations; text: 2 of 3 items verified, error below 2^-120

Tree
  world
  └─ shoulder: upper

Functions
  function      mul   add  sin/cos  mul+add  fused  derived  f64  f32  route             proved
  ─────────────────────────────────────────────────────────────────────────────────────────────
  mass_matrix    11     7        1       18      6       20  1.3  2.5  bodies in a tree  yes
  pose_of_hand    4  1300        2     1304      6           1.3  2.5  bodies in a tree  no
  fused: pairs of mul and add that are one operation where the target has it
  derived: mul+add without hand-written kernels
  f64, f32: rounding errors, in ulp of the scale of the result, as tried at angles within 3 turns

Other routes
  function     mul+add  div  route
  ───────────────────────────────────
  mass_matrix       25    0  expanded

Not selected
  mass_matrix  harmonics: 9 mul, but its errors are large

Operations more without
  function      gauge
  ───────────────────
  mass_matrix       3
  pose_of_hand

Machine code
  for thumbv7em-none-eabihf
  function         f64: bytes  stack  f32: bytes  stack
  ─────────────────────────────────────────────────────
  mass_matrix             512     64         300     40
  what they share         100                  0
  all                     612                300

Absent
  forward_dynamics  M is singular: link `tip` has no mass

Not verified
  pose_of_hand  it has pivots
  `COSTS`       recognised only

Mass matrix (x: varies, c: constant, ·: zero)
  x ·
  · c

Nonzeros of derivatives
  inverse_dynamics_derivatives  dq: 3 of 4, dqd: 0 of 4, mass_matrix: 2 of 4

Snapped
  3.7e-6  joint `elbow` roll
  set snap = false to keep the numbers as written

Armatures
  to_upper  0.25
  cable     0.5 along 2 to_upper + -3 to_hand
  drive     0.75, part of that of cable
  the armature of a joint includes those of its actuators, and of tendons along it alone

Passive forces
  shoulder      damping 0.10 does not act: `passive` is false
  tendon elbow  damping 2 acts

Springs between points
  rope  upper (0, 0, 0.1) to world (1, 0, a parameter): stiffness 40, length 0.5, damping 0

Constraints
  loop.x  positions

Time
      read  250.0 ms  3 links
"
        );
    }

    #[test]
    fn an_empty_report_has_no_sections() {
        let report = Report {
            name: "Post".into(),
            nq: 1,
            nv: 1,
            ..Report::default()
        };
        assert_eq!(
            text(&report, &[], "post.urdf"),
            "Post from post.urdf: 1 position, 1 velocity; 0 functions, none proved; text not verified: nothing was generated\n"
        );
    }
}
