//! The robot in motion: its functions in JavaScript, and what lets a reader move it. Without scripts nothing of it shows.

use std::fmt::Write as _;

use multibody_codegen::internal::emit::{RobotNames, javascript};
use multibody_codegen::internal::fingerprint::sha256;
use multibody_codegen::internal::foreign;
use multibody_codegen::report::{
    Figure, ForceReport, Handle, HandleKind, MotionField, MotionRate, MovableRobot, Report,
};
use serde_json::json;

use super::words;

/// Bytes of script beyond which a page stays as it is.
const LONGEST_SCRIPT: usize = 300_000;

/// The section that moves, and the script that moves it.
pub struct MotionSection {
    /// The body of the section.
    pub section: String,
    /// The script, which ends the page.
    pub script: String,
    /// What the footer says.
    pub note: String,
}

/// What moves the robot of a report.
///
/// # Errors
/// The reason if its script would be too long.
pub fn moving(motion: &MovableRobot, report: &Report) -> Result<MotionSection, String> {
    let functions = functions(motion);
    let data = foreign::script(&data(motion, report).to_string());
    let names = motion.functions.iter().map(|function| function.name);
    let table: Vec<&str> = names.collect();
    // Each part in a scope of its own: their names may be the same.
    let script = [
        "'use strict';\nconst functions = (() => {\n",
        javascript::NUMBERS,
        &functions,
        &format!("return {{{}}};\n}})();\n{{\n", table.join(", ")),
        &format!("const robot = {data};\n"),
        include_str!("moving.js"),
        "}\n",
    ]
    .concat();
    if script.len() > LONGEST_SCRIPT {
        let size = script.len() / 1000;
        return Err(format!("its script would have {size} kB, more than 300"));
    }
    let derived_functions = motion
        .functions
        .iter()
        .filter(|function| function.is_derived);
    let listed: Vec<String> = derived_functions
        .map(|function| format!("<code>{}</code>", function.name))
        .collect();
    Ok(MotionSection {
        section: section(motion, report),
        script,
        note: format!(
            "This page runs {} in JavaScript. That text was not verified; tests compare such text with verified Rust, \
             bit by bit. The drawing and the map from rates to positions are this page's own.",
            listed.join(", ")
        ),
    })
}

/// The policy that lets the page run this script alone.
pub fn policy(script: &str) -> String {
    format!(
        "<meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'\">\n",
        base64(&sha256(script))
    )
}

fn functions(motion: &MovableRobot) -> String {
    let names = RobotNames::default();
    let text = motion.functions.iter().map(|function| {
        javascript::function(
            function.name,
            &function.arguments,
            &function.program,
            &names,
            motion.rates.len(),
        )
    });
    text.collect()
}

/// The plain data of the script.
fn data(motion: &MovableRobot, report: &Report) -> serde_json::Value {
    let figure = &motion.figure;
    let joints = figure.joints.iter().map(
        |joint| json!({ "parent": joint.parent, "place": joint.place, "rotation": joint.rotation }),
    );
    let masses = figure
        .masses
        .iter()
        .map(|mass| json!({ "mass": mass.mass, "place": mass.place, "joint": mass.joint }));
    let rates = motion.rates.iter().zip(rate_names(motion)).map(|(rate, name)| {
        json!({
            "name": name.concat(), "effort": rate.effort, "damping": damping(motion, report, &rate.name).unwrap_or(0.0),
        })
    });
    let quaternions = motion
        .handles
        .iter()
        .filter_map(|handle| match handle.kind {
            HandleKind::Quaternion(first_rate) => Some(json!({ "q": handle.q, "v": first_rate })),
            _ => None,
        });
    let Extent { length, middle } = Extent::of(&report.figure);
    json!({
        "start": motion.start,
        "fields": motion.fields.iter().map(|field| field.value).collect::<Vec<_>>(),
        "quaternions": quaternions.collect::<Vec<_>>(),
        "rates": rates.collect::<Vec<_>>(),
        // `idle` is the reason why an element of the description does not act.
        "hasDamping": described_damping(report).any(|passive| passive.idle.is_none()),
        "joints": joints.collect::<Vec<_>>(),
        "masses": masses.collect::<Vec<_>>(),
        "ties": figure.ties.iter().map(|tie| tie.ends).collect::<Vec<_>>(),
        "length": length,
        "middle": middle,
    })
}

/// The diagonal, in m, and the middle of the box around the robot, where it starts, and the world's origin.
struct Extent {
    length: f64,
    middle: [f64; 3],
}

impl Extent {
    fn of(figure: &Figure) -> Self {
        let ranges: [[f64; 2]; 3] = std::array::from_fn(|axis| {
            let values = figure.points().map(|point| point[axis]);
            values.fold([0.0; 2], |[least, most], x| [x.min(least), x.max(most)])
        });
        let sizes = ranges.map(|[least, most]| most - least);
        let length = sizes.into_iter().fold(0.0, f64::hypot);
        Self {
            length: if length > 0.0 { length } else { 1.0 },
            middle: ranges.map(|[least, most]| f64::midpoint(least, most)),
        }
    }
}

/// The names of handles. If a coordinate has several handles, each name ends with the index of a position.
fn handle_names(motion: &MovableRobot) -> Vec<String> {
    let handles = motion.handles.iter();
    let name = |handle: &Handle| {
        let twins = motion.handles.iter().filter(|it| it.name == handle.name);
        let count = match handle.kind {
            HandleKind::Quaternion(_) => 4,
            _ => 1,
        };
        match twins.count() {
            1 => short_name(&handle.name),
            _ => {
                let range = handle.q..handle.q + count;
                let q = words::coordinate_names(&[range]);
                format!("{} {q}", short_name(&handle.name))
            }
        }
    };
    handles.map(name).collect()
}

/// The names of rates, each with a suffix: the index of the rate if its coordinate has several, else nothing.
fn rate_names(motion: &MovableRobot) -> Vec<[String; 2]> {
    let name = |(index, rate): (usize, &MotionRate)| {
        let twins = motion.rates.iter().filter(|it| it.name == rate.name);
        let suffix = match twins.count() {
            1 => String::new(),
            _ => format!(" q\u{307}{}", words::subscript(index + 1)),
        };
        [short_name(&rate.name), suffix]
    };
    motion.rates.iter().enumerate().map(name).collect()
}

/// A slider for each position and field, and a trackball for each quaternion.
fn controls(motion: &MovableRobot, report: &Report) -> String {
    let mut text = String::new();
    let length = Extent::of(&report.figure).length;
    for (handle, name) in motion.handles.iter().zip(handle_names(motion)) {
        let (half, unit) = match handle.kind {
            HandleKind::Angle => (std::f64::consts::PI, "rad"),
            HandleKind::Length => (length, "m"),
            HandleKind::Number => (1.0, ""),
            HandleKind::Quaternion(_) => {
                let name = foreign::html(&name);
                let _ = writeln!(
                    text,
                    "<div class=\"slider\"><span>{name}</span><button type=\"button\" class=\"ball\" data-index=\"{}\" \
                     aria-label=\"{name}: turn by dragging or by arrows\"></button><output class=\"four\" aria-live=\"off\"></output></div>",
                    handle.q
                );
                continue;
            }
        };
        // A start beyond the limits is in the range too.
        let start = motion.start[handle.q];
        let [lower, upper] = match [handle.lower, handle.upper] {
            [None, None] => [-half, half],
            [Some(lower), None] => [lower, lower + 2.0 * half],
            [None, Some(upper)] => [upper - 2.0 * half, upper],
            [Some(lower), Some(upper)] => [lower, upper],
        };
        let range = [lower.min(start), upper.max(start)];
        text += &slider(&name, ["q", unit], handle.q, range);
    }
    for (index, MotionField { name, value }) in motion.fields.iter().enumerate() {
        let range = match value {
            0.0 => [-1.0, 1.0],
            value => [value.min(0.0) * 2.0, value.max(0.0) * 2.0],
        };
        text += &slider(&short_name(name), ["fields", ""], index, range);
    }
    text
}

/// A slider of a number in a list of the script's state: `q` or `fields`.
fn slider(name: &str, [list, unit]: [&str; 2], index: usize, [lower, upper]: [f64; 2]) -> String {
    format!(
        "<label class=\"slider\"><span>{}</span><input type=\"range\" step=\"any\" min=\"{lower}\" max=\"{upper}\" \
         data-list=\"{list}\" data-index=\"{index}\" data-unit=\"{unit}\"><output aria-live=\"off\"></output></label>\n",
        foreign::html(name)
    )
}

/// The lines and marks that the script places.
fn drawing(motion: &MovableRobot) -> String {
    let figure = &motion.figure;
    let titled = |tag: &str, attributes: &str, name: &str| {
        let name = foreign::html(&short_name(name));
        format!("<{tag} {attributes}><title>{name}</title></{tag}>\n")
    };
    let line = |class: &str| format!("<line class=\"{class}\"></line>\n");
    let mut text = String::new();
    for tie in &figure.ties {
        text += &titled(
            "line",
            &format!("class=\"tie {}\"", tie.kind.name()),
            &tie.name,
        );
    }
    text.extend(figure.masses.iter().map(|_| line("arm")));
    for joint in &figure.joints {
        let class = if joint.parent.is_none() { "link ground" } else { "link" };
        text += &line(class);
    }
    for mass in &figure.masses {
        text += &titled("circle", "class=\"mass\"", &mass.name);
    }
    for joint in &figure.joints {
        text += &titled("circle", "class=\"joint\" r=\"3\"", &joint.name);
    }
    let axes = ["x", "y", "z"].map(|axis| line(&format!("axis {axis}")));
    text + axes.concat().repeat(figure.joints.len()).as_str()
}

/// A bar of gravity for each rate, with its limits of effort.
fn bars(motion: &MovableRobot) -> String {
    let bar = |(rate, [name, suffix]): (&MotionRate, [String; 2])| {
        let limits = match rate.effort {
            Some(_) => "<line class=\"limit\" y1=\"0\" y2=\"12\"></line>".repeat(2),
            None => String::new(),
        };
        format!(
            "<div class=\"bar\"><span>{}{suffix}</span><svg viewBox=\"-100 0 200 12\" preserveAspectRatio=\"none\">\
             <rect y=\"2\" height=\"8\"></rect>{limits}</svg><output aria-live=\"off\"></output></div>\n",
            foreign::html(&name)
        )
    };
    let rates = motion.rates.iter().zip(rate_names(motion));
    rates.map(bar).collect()
}

fn short_name(name: &str) -> String {
    foreign::Shown::from(name).to_string()
}

/// The damping that the description gives joints.
fn described_damping(report: &Report) -> impl Iterator<Item = &ForceReport> {
    report
        .passive
        .iter()
        .filter(|passive| passive.what == "damping")
}

/// The coefficient of damping of a joint with one rate; none if it is no number.
fn damping(motion: &MovableRobot, report: &Report, joint: &str) -> Option<f64> {
    let rates = motion.rates.iter().filter(|rate| rate.name == joint);
    if rates.count() != 1 {
        return None;
    }
    let passive = described_damping(report).find(|passive| passive.joint == joint)?;
    passive.value.parse().ok()
}

/// Whether the damping can be switched: each coefficient is a number, and its joint has one rate of its own. A mimic joint has
/// none.
fn has_switch(motion: &MovableRobot, report: &Report) -> bool {
    let is_number = |passive: &ForceReport| damping(motion, report, &passive.joint).is_some();
    described_damping(report).next().is_some() && described_damping(report).all(is_number)
}

fn section(motion: &MovableRobot, report: &Report) -> String {
    let mut buttons = String::new();
    match &motion.obstacle {
        None => buttons += "<button type=\"button\" id=\"go\">let go</button>\n",
        Some(reason) => {
            let _ = writeln!(
                buttons,
                "<span class=\"soft\">It cannot be let go: {}.</span>",
                words::code(reason)
            );
        }
    }
    buttons += "<button type=\"button\" id=\"back\">back</button>\n\
                <label><input type=\"checkbox\" id=\"frames\"> frames</label>\n";
    if motion.obstacle.is_none() && has_switch(motion, report) {
        let is_included = described_damping(report).any(|passive| passive.idle.is_none());
        let checked = if is_included { " checked" } else { "" };
        let _ = writeln!(
            buttons,
            "<label><input type=\"checkbox\" id=\"damping\"{checked}> damping</label>"
        );
    }
    let count = motion.rates.len();
    let efforts = motion.rates.iter().any(|rate| rate.effort.is_some());
    let limits = if efforts {
        "<p class=\"note\">Strokes are limits of effort.</p>\n"
    } else {
        ""
    };
    format!(
        "<div class=\"moving\">\n<div>\n<div id=\"controls\">\n{}</div>\n\
         <p class=\"buttons\">{buttons}</p>\n<p id=\"energies\"></p>\n</div>\n\
         <figure><svg id=\"view\" viewBox=\"-210 -210 420 420\" role=\"img\" aria-label=\"the robot; drag to turn it\">\n{}\
         </svg><figcaption>drag to turn, wheel to come near; masses by area</figcaption></figure>\n\
         <div class=\"panels\">\n<h3>M(q)</h3>\n<svg id=\"mass-matrix\" viewBox=\"0 0 {count} {count}\" role=\"img\" \
         aria-label=\"mass matrix\"></svg>\n<p class=\"note\" id=\"entry\">Blue is positive, orange negative. Point at an entry for its value.</p>\n\
         <h3>g(q), N m or N</h3>\n<div id=\"gravity\">\n{}</div>\n{limits}</div>\n</div>\n\
         <pre id=\"numbers\" hidden></pre>\n",
        controls(motion, report),
        drawing(motion),
        bars(motion)
    )
}

/// Base 64 with padding, RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let [a, b, c] = [0, 1, 2].map(|k| u32::from(*group.get(k).unwrap_or(&0)));
        let bits = a << 16 | b << 8 | c;
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            text.push(if digit <= group.len() { char::from(DIGITS[value as usize]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 4648.
    #[test]
    fn bytes_are_written_in_base_64() {
        for (bytes, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foob", "Zm9vYg=="),
        ] {
            assert_eq!(base64(bytes.as_bytes()), expected);
        }
    }

    /// The scripts are short enough to be read whole.
    #[test]
    fn the_scripts_are_short() {
        let scripts = [include_str!("moving.js"), javascript::NUMBERS];
        let lines: usize = scripts.iter().map(|script| script.lines().count()).sum();
        assert!(lines <= 350, "{lines} lines");
    }

    /// A floating base on a rail of its own: each control and each rate has a name of its own, and a start beyond a limit is
    /// within the range of its slider.
    #[test]
    fn controls_and_rates_have_names_of_their_own() {
        let handle = |name: &str, q, kind, upper| Handle {
            name: name.into(),
            q,
            kind,
            lower: None,
            upper,
        };
        let rate = |name: &str| MotionRate {
            name: name.into(),
            effort: None,
        };
        let motion = MovableRobot {
            start: vec![2.0, 0.0, 0.0, 0.0, 0.0, 1.0],
            handles: vec![
                handle("rail", 0, HandleKind::Length, Some(1.5)),
                handle("root<", 1, HandleKind::Length, None),
                handle("root<", 2, HandleKind::Quaternion(None), None),
            ],
            rates: ["rail", "root<", "root<"].map(rate).to_vec(),
            ..MovableRobot::default()
        };
        let text = controls(&motion, &Report::default());
        for part in [
            "<span>rail</span><input type=\"range\" step=\"any\" min=\"-0.5\" max=\"2\"",
            "<span>root&lt; q₂</span>",
            "<span>root&lt; q₃…q₆</span>",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let bars = bars(&motion);
        assert!(
            bars.contains("<span>rail</span>") && bars.contains("<span>root&lt; q\u{307}₂</span>")
        );
    }
}
