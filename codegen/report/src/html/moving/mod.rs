//! The robot in motion: its functions in JavaScript, and what lets a reader move it. Without scripts nothing of it shows.

use std::fmt::Write as _;

use multibody_codegen::internal::emit::{RobotNames, javascript};
use multibody_codegen::internal::fingerprint::sha256;
use multibody_codegen::internal::foreign;
use multibody_codegen::report::{Handle, HandleKind, MovableRobot, Passive, Report};
use serde_json::json;

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
    let listed: Vec<String> = table
        .iter()
        .map(|name| format!("<code>{name}</code>"))
        .collect();
    Ok(MotionSection {
        section: section(motion, report),
        script,
        note: format!(
            "This page runs {} in JavaScript. Their programs are those of the Rust functions and were proved; \
             the text in JavaScript was not verified. Tests compare such text with verified Rust, bit by bit.",
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
    let joints = figure.joints.iter().map(|joint| {
        json!({
            "name": short_name(&joint.name), "parent": joint.parent, "place": joint.place, "rotation": joint.rotation,
        })
    });
    let masses = figure.masses.iter().map(
        |mass| json!({ "name": short_name(&mass.name), "mass": mass.mass, "place": mass.place }),
    );
    let ties = figure
        .ties
        .iter()
        .map(|tie| json!({ "name": short_name(&tie.name), "ends": tie.ends }));
    let rates = motion.rates.iter().map(|rate| {
        json!({
            "name": short_name(&rate.name), "effort": rate.effort, "damping": damping(report, &rate.name).unwrap_or(0.0),
        })
    });
    let fields = motion
        .fields
        .iter()
        .map(|field| json!({ "name": short_name(&field.name), "value": field.value }));
    json!({
        "start": motion.start,
        "handles": motion.handles.iter().map(handle).collect::<Vec<_>>(),
        "rates": rates.collect::<Vec<_>>(),
        "fields": fields.collect::<Vec<_>>(),
        "hasDamping": described_damping(report).any(|passive| passive.idle.is_none()),
        "figure": {
            "joints": joints.collect::<Vec<_>>(),
            "masses": masses.collect::<Vec<_>>(),
            "ties": ties.collect::<Vec<_>>(),
        },
    })
}

fn handle(handle: &Handle) -> serde_json::Value {
    let (kind, first_rate) = match handle.kind {
        HandleKind::Angle => ("angle", None),
        HandleKind::Length => ("length", None),
        HandleKind::Number => ("number", None),
        HandleKind::Quaternion(first_rate) => ("quaternion", first_rate),
    };
    json!({
        "name": short_name(&handle.name), "kind": kind, "q": handle.q, "v": first_rate,
        "lower": handle.lower, "upper": handle.upper,
    })
}

fn short_name(name: &str) -> String {
    foreign::Shown::from(name).to_string()
}

/// The damping that the description gives joints.
fn described_damping(report: &Report) -> impl Iterator<Item = &Passive> {
    report
        .passive
        .iter()
        .filter(|passive| passive.what == "damping")
}

fn damping(report: &Report, joint: &str) -> Option<f64> {
    let passive = described_damping(report).find(|passive| passive.joint == joint)?;
    passive.value.parse().ok()
}

fn section(motion: &MovableRobot, report: &Report) -> String {
    let mut buttons = String::new();
    match &motion.obstacle {
        None => buttons += "<button type=\"button\" id=\"go\">let go</button>\n",
        Some(reason) => {
            let _ = writeln!(
                buttons,
                "<span class=\"soft\">It cannot be let go: {}.</span>",
                foreign::html(reason)
            );
        }
    }
    buttons += "<button type=\"button\" id=\"back\">back</button>\n\
                <label><input type=\"checkbox\" id=\"frames\"> frames</label>\n";
    if motion.obstacle.is_none() && described_damping(report).next().is_some() {
        let is_included = described_damping(report).any(|passive| passive.idle.is_none());
        let checked = if is_included { " checked" } else { "" };
        let _ = writeln!(
            buttons,
            "<label><input type=\"checkbox\" id=\"damping\"{checked}> damping</label>"
        );
    }
    format!(
        "<div class=\"moving\">\n<div>\n<div id=\"controls\"></div>\n\
         <p class=\"buttons\">{buttons}</p>\n<p id=\"energies\" role=\"status\"></p>\n</div>\n\
         <figure><svg id=\"view\" viewBox=\"-210 -210 420 420\" role=\"img\" aria-label=\"the robot; drag to turn it\">\
         </svg><figcaption>drag to turn, wheel to come near; masses by area</figcaption></figure>\n\
         <div class=\"panels\">\n<h3>M(q)</h3>\n<svg id=\"mass-matrix\" role=\"img\" aria-label=\"mass matrix\"></svg>\n\
         <p class=\"note\" id=\"entry\">Point at an entry for its value.</p>\n\
         <h3>g(q), N m or N</h3>\n<div id=\"gravity\"></div>\n</div>\n</div>\n<pre id=\"numbers\" hidden></pre>\n"
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
}
