//! The robot in motion: its functions in JavaScript, and the controls by which a reader moves it. Without scripts, none of this is
//! shown.

use std::f64::consts::PI;

use multibody_codegen::internal::emit::javascript;
use multibody_codegen::internal::foreign::{self, Shown};
use multibody_codegen::report::{
    Figure, FigureTie, Handle, HandleKind, MotionField, MotionRate, MovableRobot, Report,
};
use serde_json::json;

use super::words::{self, short_name};

/// A page with a longer script, in bytes, has no motion.
const LONGEST_SCRIPT: usize = 300_000;

/// The parts of a page that belong to the motion. All are empty if no motion is requested.
#[derive(Default)]
pub struct Motion {
    /// The section with the moving robot. The script shows it, and hides the still figure.
    pub section: String,
    /// The script, which ends the page.
    pub script: String,
    /// What the footer says: what moves the robot, or why the page does not move it.
    pub note: String,
}

impl Motion {
    /// The motion of a robot that readers can move; else only the reason why they cannot.
    pub fn of(robot: &Result<MovableRobot, String>, report: &Report) -> Self {
        let motion = match robot {
            Ok(robot) => Self::of_movable(robot, report),
            Err(reason) => Err(reason.clone()),
        };
        motion.unwrap_or_else(|reason| {
            let reason = words::code(&reason);
            Self {
                note: format!("The robot of this page does not move: {reason}."),
                ..Self::default()
            }
        })
    }

    /// The motion of a robot that readers can move.
    ///
    /// # Errors
    /// The reason why they cannot: the script would be too long.
    fn of_movable(robot: &MovableRobot, report: &Report) -> Result<Self, String> {
        let damping = Damping::of(robot, report);
        let script = script(robot, report, &damping);
        if script.len() > LONGEST_SCRIPT {
            let size = script.len() / 1000;
            return Err(format!("its script would have {size} kB, more than 300"));
        }
        let derived_functions = robot.functions.iter().filter(|it| it.is_derived);
        let names: Vec<String> = derived_functions.map(|it| words::name(it.name)).collect();
        Ok(Self {
            section: section(robot, report, &damping),
            script,
            note: format!(
                "This page runs {} in JavaScript. That text was not verified; tests compare such text with verified Rust, \
                 bit by bit. The drawing and the map from rates to positions are this page's own.",
                names.join(", ")
            ),
        })
    }
}

/// The script: the robot's functions, its data, and the code that moves it.
fn script(robot: &MovableRobot, report: &Report, damping: &Damping) -> String {
    let (mut functions, mut names) = (String::new(), Vec::new());
    for function in &robot.functions {
        let (name, program) = (function.name, &function.program);
        let rates = robot.rates.len();
        functions += &javascript::function(name, function.arguments, program, rates);
        names.push(name);
    }
    let data = foreign::script(&data(robot, report, damping).to_string());
    // Each part in a scope of its own: their names may be the same.
    [
        "'use strict';\nconst functions = (() => {\n",
        javascript::NUMBERS,
        &functions,
        &format!("return {{{}}};\n}})();\n{{\n", names.join(", ")),
        &format!("const robot = {data};\n"),
        include_str!("moving.js"),
        "}\n",
    ]
    .concat()
}

/// The plain data of the script.
fn data(robot: &MovableRobot, report: &Report, damping: &Damping) -> serde_json::Value {
    // Its parts are indices of outputs, unlike `report.figure`, which has coordinates.
    let figure = &robot.moving_figure;
    let joints = figure.joints.iter().map(|joint| {
        // The nine numbers of the rotation follow the three of the place.
        json!({ "parent": joint.parent, "place": joint.place, "rotation": joint.place + 3 })
    });
    let masses = figure
        .masses
        .iter()
        .map(|mass| json!({ "mass": mass.mass, "place": mass.place, "joint": mass.joint }));
    let names = rate_names(robot, |name| Shown::from(name).to_string());
    let named_rates = robot.rates.iter().zip(names).zip(&damping.coefficients);
    let rates = named_rates.map(|((rate, name), damping)| {
        json!({ "name": name, "effort": rate.effort, "damping": damping })
    });
    let quaternions = robot.handles.iter().filter_map(|handle| match handle.kind {
        HandleKind::Quaternion { derivatives } => Some(json!({ "q": handle.q, "v": derivatives })),
        HandleKind::Slider { .. } => None,
    });
    json!({
        "start": robot.start,
        "fields": robot.fields.iter().map(|field| field.value).collect::<Vec<_>>(),
        "quaternions": quaternions.collect::<Vec<_>>(),
        "rates": rates.collect::<Vec<_>>(),
        "hasDamping": damping.is_included,
        "joints": joints.collect::<Vec<_>>(),
        "masses": masses.collect::<Vec<_>>(),
        "ties": figure.ties.iter().map(|tie| tie.ends).collect::<Vec<_>>(),
        "length": diagonal(&report.figure),
        "middle": report.figure.ranges().map(|range| f64::midpoint(range.start, range.end)),
    })
}

/// The damping that the description gives to joints.
struct Damping {
    /// The coefficient of each rate; 0 unless it is a number, and its joint has no other rate.
    coefficients: Vec<f64>,
    /// Whether the robot's functions include it.
    is_included: bool,
    /// Whether the page can add it and take it away: there is some, and all of it is in `coefficients`. The damping of a mimic
    /// joint is not, since such a joint has no rate of its own.
    can_switch: bool,
}

impl Damping {
    fn of(robot: &MovableRobot, report: &Report) -> Self {
        let elements = || report.passive.iter().filter(|it| it.what == "damping");
        let mut coefficients = vec![0.0; robot.rates.len()];
        let mut known_count = 0;
        for element in elements() {
            let is_of_joint =
                |k: &usize| element.noun == "joint" && robot.rates[*k].name == element.owner;
            let rates: Vec<usize> = (0..robot.rates.len()).filter(is_of_joint).collect();
            if let ([rate], Ok(coefficient)) = (&rates[..], element.value.parse()) {
                coefficients[*rate] = coefficient;
                known_count += 1;
            }
        }
        Self {
            coefficients,
            // `idle` is the reason why an element does not act.
            is_included: elements().any(|element| element.idle.is_none()),
            can_switch: known_count > 0 && known_count == elements().count(),
        }
    }
}

/// The diagonal of the box around the robot and the world's origin, m; 1 if there is no robot to see.
fn diagonal(figure: &Figure) -> f64 {
    let sizes = figure.ranges().map(|range| range.end - range.start);
    match sizes.into_iter().fold(0.0, f64::hypot) {
        0.0 => 1.0,
        length => length,
    }
}

/// The names of coordinates or rates, each formatted by `format`. If several are the same, each ends with the symbol of its
/// coordinate or rate.
fn distinct_names(
    names: &[&str],
    format: fn(&str) -> String,
    symbol: impl Fn(usize) -> String,
) -> Vec<String> {
    let distinct_name =
        |(index, name): (usize, &&str)| match names.iter().filter(|other| *other == name).count() {
            1 => format(name),
            _ => format!("{} {}", format(name), symbol(index)),
        };
    names.iter().enumerate().map(distinct_name).collect()
}

/// The names of handles, in HTML.
fn handle_names(robot: &MovableRobot) -> Vec<String> {
    let names: Vec<&str> = robot.handles.iter().map(|handle| &*handle.name).collect();
    distinct_names(&names, short_name, |index| {
        let Handle { q, kind, .. } = &robot.handles[index];
        let count = if matches!(kind, HandleKind::Quaternion { .. }) { 4 } else { 1 };
        let range = *q..q + count;
        words::coordinate_names(&[range])
    })
}

fn rate_names(robot: &MovableRobot, format: fn(&str) -> String) -> Vec<String> {
    let names: Vec<&str> = robot.rates.iter().map(|rate| &*rate.name).collect();
    distinct_names(&names, format, |index| {
        // q with a dot above.
        format!("q\u{307}{}", words::subscript(index + 1))
    })
}

/// A slider for each position and field, and a trackball for each quaternion.
fn controls(robot: &MovableRobot, report: &Report) -> String {
    let diagonal = diagonal(&report.figure);
    let handle = |(handle, name): (&Handle, String)| {
        let q = handle.q;
        let HandleKind::Slider { unit, limits } = handle.kind else {
            return trackball(&name, q);
        };
        let width = match unit {
            "rad" => 2.0 * PI,
            "m" => 2.0 * diagonal,
            _ => 2.0,
        };
        let [lower, upper] = range(limits, width);
        // A start beyond the limits is in the range too.
        let range = [lower.min(robot.start[q]), upper.max(robot.start[q])];
        slider(&name, ["q", unit], q, range)
    };
    let field = |(index, field): (usize, &MotionField)| {
        let range = match field.value {
            0.0 => [-1.0, 1.0],
            value => [value.min(0.0) * 2.0, value.max(0.0) * 2.0],
        };
        slider(&short_name(&field.name), ["fields", ""], index, range)
    };
    let handles = robot.handles.iter().zip(handle_names(robot)).map(handle);
    let fields = robot.fields.iter().enumerate().map(field);
    handles.chain(fields).collect()
}

/// The range between limits. If one of them is absent, it has this width; if both are, its middle is 0.
fn range([lower, upper]: [Option<f64>; 2], width: f64) -> [f64; 2] {
    match (lower, upper) {
        (None, None) => [-width / 2.0, width / 2.0],
        (Some(lower), None) => [lower, lower + width],
        (None, Some(upper)) => [upper - width, upper],
        (Some(lower), Some(upper)) => [lower, upper],
    }
}

/// A trackball of the quaternion that begins at this position.
fn trackball(name: &str, q: usize) -> String {
    format!(
        "<div class=\"slider\"><span>{name}</span><button type=\"button\" class=\"ball\" data-index=\"{q}\" \
         aria-label=\"{name}: turn by dragging or by arrows\"></button><output class=\"four\" aria-live=\"off\"></output></div>\n"
    )
}

/// A slider of a number in a list of the script's state: `q` or `fields`.
fn slider(name: &str, [list, unit]: [&str; 2], index: usize, [lower, upper]: [f64; 2]) -> String {
    format!(
        "<label class=\"slider\"><span>{name}</span><input type=\"range\" step=\"any\" min=\"{lower}\" max=\"{upper}\" \
         data-list=\"{list}\" data-index=\"{index}\" data-unit=\"{unit}\"><output aria-live=\"off\"></output></label>\n"
    )
}

/// The lines and marks that the script places.
fn drawing(robot: &MovableRobot) -> String {
    let figure = &robot.moving_figure;
    let line = |class: &str| format!("<line class=\"{class}\"></line>\n");
    let titled = |tag: &str, attributes: &str, name: &str| {
        let name = short_name(name);
        format!("<{tag} {attributes}><title>{name}</title></{tag}>\n")
    };
    let mut text = String::new();
    for FigureTie { name, kind, .. } in &figure.ties {
        text += &titled("line", &format!("class=\"tie {}\"", kind.name()), name);
    }
    // From the joint of each mass to the mass.
    text += &line("arm").repeat(figure.masses.len());
    for joint in &figure.joints {
        text += &line(if joint.parent.is_none() { "link ground" } else { "link" });
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
fn bars(robot: &MovableRobot) -> String {
    let bar = |(rate, name): (&MotionRate, String)| {
        let limit = "<line class=\"limit\" y1=\"0\" y2=\"12\"></line>";
        let limits = limit.repeat(if rate.effort.is_some() { 2 } else { 0 });
        format!(
            "<div class=\"bar\"><span>{name}</span><svg viewBox=\"-100 0 200 12\" preserveAspectRatio=\"none\">\
             <rect y=\"2\" height=\"8\"></rect>{limits}</svg><output aria-live=\"off\"></output></div>\n"
        )
    };
    let names = rate_names(robot, short_name);
    robot.rates.iter().zip(names).map(bar).collect()
}

/// The buttons and checkboxes.
fn buttons(robot: &MovableRobot, damping: &Damping) -> String {
    let go = match &robot.why_not_simulated {
        None => "<button type=\"button\" id=\"go\">let go</button>\n".to_owned(),
        Some(reason) => {
            let reason = words::code(reason);
            format!("<span class=\"soft\">It cannot be let go: {reason}.</span>\n")
        }
    };
    let checkbox = if robot.why_not_simulated.is_none() && damping.can_switch {
        let checked = if damping.is_included { " checked" } else { "" };
        format!("<label><input type=\"checkbox\" id=\"damping\"{checked}> damping</label>\n")
    } else {
        String::new()
    };
    format!(
        "{go}<button type=\"button\" id=\"back\">back</button>\n\
         <label><input type=\"checkbox\" id=\"frames\"> frames</label>\n{checkbox}"
    )
}

fn section(robot: &MovableRobot, report: &Report, damping: &Damping) -> String {
    let count = robot.rates.len();
    let limits = if robot.rates.iter().any(|rate| rate.effort.is_some()) {
        "<p class=\"note\">Strokes are limits of effort.</p>\n"
    } else {
        ""
    };
    format!(
        "<section class=\"motion\" id=\"motion\" hidden>\n<h2>Motion</h2>\n\
         <div class=\"moving\">\n<div>\n<div id=\"controls\">\n{}</div>\n\
         <p class=\"buttons\">{}</p>\n<p id=\"energies\"></p>\n</div>\n\
         <figure><svg id=\"view\" viewBox=\"-210 -210 420 420\" role=\"img\" aria-label=\"the robot; drag to turn it\">\n{}\
         </svg><figcaption>drag to turn, wheel to come near; masses by area</figcaption></figure>\n\
         <div class=\"panels\">\n<h3>M(q)</h3>\n<svg id=\"mass-matrix\" viewBox=\"0 0 {count} {count}\" role=\"img\" \
         aria-label=\"mass matrix\"></svg>\n<p class=\"note\" id=\"entry\">Blue is positive, orange negative. Point at an entry for its value.</p>\n\
         <h3>g(q), N m or N</h3>\n<div id=\"gravity\">\n{}</div>\n{limits}</div>\n</div>\n\
         <pre id=\"numbers\" hidden></pre>\n</section>\n",
        controls(robot, report),
        buttons(robot, damping),
        drawing(robot),
        bars(robot)
    )
}

#[cfg(test)]
mod tests {
    use multibody_codegen::report::ForceReport;

    use super::*;

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
    fn controls_and_rates_have_distinct_names() {
        let handle = |name: &str, q, kind| Handle {
            name: name.into(),
            q,
            kind,
        };
        let slider = |upper| HandleKind::Slider {
            unit: "m",
            limits: [None, upper],
        };
        let rate = |name: &str| MotionRate {
            name: name.into(),
            effort: None,
        };
        let robot = MovableRobot {
            start: vec![2.0, 0.0, 0.0, 0.0, 0.0, 1.0],
            handles: vec![
                handle("rail", 0, slider(Some(1.5))),
                handle("root<", 1, slider(None)),
                handle("root<", 2, HandleKind::Quaternion { derivatives: None }),
            ],
            rates: ["rail", "root<", "root<"].map(rate).to_vec(),
            ..MovableRobot::default()
        };
        let text = controls(&robot, &Report::default());
        for part in [
            "<span>rail</span><input type=\"range\" step=\"any\" min=\"-0.5\" max=\"2\"",
            "<span>root&lt; q₂</span>",
            "<span>root&lt; q₃…q₆</span>",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let bars = bars(&robot);
        assert!(
            bars.contains("<span>rail</span>") && bars.contains("<span>root&lt; q\u{307}₂</span>")
        );
    }

    #[test]
    fn a_page_has_no_long_script() {
        let field = MotionField {
            name: "m".into(),
            value: 0.123,
        };
        let robot = MovableRobot {
            fields: vec![field; LONGEST_SCRIPT / "0.123,".len()],
            ..MovableRobot::default()
        };
        let motion = Motion::of(&Ok(robot), &Report::default());
        assert!(motion.section.is_empty() && motion.script.is_empty());
        let reason = "The robot of this page does not move: its script would have 3";
        assert!(motion.note.starts_with(reason), "{}", motion.note);
    }

    /// The page can add damping and take it away, unless it does not know a part of it.
    #[test]
    fn known_damping_has_a_switch() {
        let rate = |name: &str| MotionRate {
            name: name.into(),
            effort: None,
        };
        let robot = MovableRobot {
            rates: ["rail", "root", "root"].map(rate).to_vec(),
            ..MovableRobot::default()
        };
        let element = |owner: &str, value: &str, idle| ForceReport {
            noun: "joint",
            owner: owner.into(),
            what: "damping",
            value: value.into(),
            idle,
        };
        let buttons = |passive| {
            let report = Report {
                passive,
                ..Report::default()
            };
            buttons(&robot, &Damping::of(&robot, &report))
        };
        let rail = || element("rail", "0.5", None);
        let idle = element("rail", "0.5", Some("`passive` is false"));
        assert!(buttons(vec![rail()]).contains("id=\"damping\" checked>"));
        assert!(buttons(vec![idle]).contains("id=\"damping\">"));
        let tendon = ForceReport {
            noun: "tendon",
            ..rail()
        };
        let unknown_parts = [
            tendon,
            element("root", "1", None),
            element("follower", "1", None),
            element("rail", "a parameter", None),
        ];
        for part in unknown_parts {
            assert!(!buttons(vec![part, rail()]).contains("damping"));
        }
        assert!(!buttons(Vec::new()).contains("damping"));
    }

    /// Screen readers read the name of each button and slider: its text, or that of its label.
    #[test]
    fn controls_have_names_for_screen_readers() {
        let handle = |q, kind| Handle {
            name: format!("joint {q}"),
            q,
            kind,
        };
        let slider = HandleKind::Slider {
            unit: "rad",
            limits: [None; 2],
        };
        let robot = MovableRobot {
            start: vec![0.0; 5],
            handles: vec![
                handle(0, slider),
                handle(1, HandleKind::Quaternion { derivatives: None }),
            ],
            ..MovableRobot::default()
        };
        let section = Motion::of(&Ok(robot), &Report::default()).section;
        let controls = section.matches("<input").count() + section.matches("<button").count();
        assert_eq!(controls, 5);
        for part in [
            "<label class=\"slider\"><span>joint 0</span><input",
            "aria-label=\"joint 1: turn by dragging or by arrows\"></button>",
            "id=\"go\">let go</button>",
            "id=\"back\">back</button>",
            "id=\"frames\"> frames</label>",
        ] {
            assert!(section.contains(part), "{part} in {section}");
        }
    }
}
