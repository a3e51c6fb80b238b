//! Small files with one trap each, and what MuJoCo makes of them: `robots/mjcf_cases` of the corpus.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value;

use multibody_codegen::fault::Faults;
use multibody_codegen::internal::source;
use multibody_codegen::{Source, read_file};

use super::comparison::Comparisons;
use super::description::compare_description;
use super::robot::{Compared, Robot};
use super::show;
use super::states::{States, TOLERANCE, text};
use crate::corpus_folder::corpus_folder;
use crate::golden_numbers::{flat, list, number};

/// Of masses and inertias.
const TOLERANCE_OF_INERTIA: f64 = 1e-14;

/// What is done with a file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Treatment {
    Read,
    /// Read, and this kind of remark is made.
    ReadWithNote,
    Refuse,
    /// Refused where its forces act; else read, with a note that they do not.
    RefusePassive,
    /// Either read or refused where its forces act.
    ReadOrRefusePassive,
}

impl Treatment {
    /// As the case has it.
    fn of(case: &Value) -> Self {
        let text = text(&case["ours"]);
        if text.starts_with("read or refuse") {
            Self::ReadOrRefusePassive
        } else if text.starts_with("refuse where passive") {
            Self::RefusePassive
        } else if text.starts_with("refuse") {
            Self::Refuse
        } else if text.starts_with("read,") {
            Self::ReadWithNote
        } else {
            assert_eq!(text, "read");
            Self::Read
        }
    }
}

/// Faults of all cases that are refused: the text that is marked, and a part of the message.
const FAULTS: [(&str, &str, &str); 13] = [
    ("joint_polynomial", "stiffness=\"1 2 3\"", "polynomial"),
    ("joint_ball_spring", "stiffness", "ball"),
    ("refuse_fluid", "density=\"1.2\"", "fluid"),
    ("inertia_shell_ellipsoid", "shellinertia", "shell"),
    ("inertia_mesh", "<geom type=\"mesh\"", "mj_saveLastXML"),
    ("joint_free_align", "align", "align"),
    ("joint_autolimits", "range", "limited"),
    (
        "include_twice",
        "<include file=\"parts/s.xml\"/>",
        "parts/s.xml",
    ),
    ("refuse_replicate", "<replicate", "mj_saveLastXML"),
    ("refuse_global", "coordinate=\"global\"", "global"),
    ("refuse_unknown", "bogus", "bogus"),
    ("refuse_world_joint", "<joint/>", "world"),
    ("refuse_free_below", "<freejoint", "free"),
];

/// Factors of turning rows that the data leave out.
const TORQUE_SCALES: [(&str, f64); 1] = [("equality_weld_relpose", 2.0)];

/// Cases that MuJoCo reads, since its constraints are soft, and we refuse since nothing satisfies them, or nothing can move:
/// a part of the message. Their numbers are compared all the same.
const UNSATISFIABLE: [(&str, &str); 4] = [
    ("equality_connect", "none of the 2 rates free"),
    ("equality_weld", "none of the 2 rates free"),
    ("equality_weld_relpose", "cannot be satisfied"),
    ("equality_weld_sites", "is never satisfied"),
];

/// A line of the table.
struct Row {
    name: String,
    treatment: Treatment,
    /// What was found, in words.
    found: String,
    /// What is wrong; empty if nothing is.
    wrong: String,
}

#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn each_case_is_read_or_refused() {
    let (folder, cases) = all_cases();
    let rows: Vec<Row> = cases.iter().map(|case| row(&folder, case)).collect();
    let (mut table, mut wrong) = (String::new(), String::new());
    for row in &rows {
        let Row {
            name,
            treatment,
            found,
            wrong: errors,
        } = row;
        let verdict = if errors.is_empty() { "right" } else { "wrong" };
        let treatment = format!("{treatment:?}");
        writeln!(table, "{name:28} {treatment:20} {verdict} {found}").unwrap();
        if !errors.is_empty() {
            writeln!(wrong, "{name}: {errors}").unwrap();
        }
    }
    show(&table);
    let right = rows.iter().filter(|row| row.wrong.is_empty()).count();
    show(&format!("{right} of {} cases are right\n", rows.len()));
    assert_eq!(rows.len(), 77);
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// The folder of the cases, and what MuJoCo makes of them.
fn all_cases() -> (PathBuf, Vec<Value>) {
    let folder = corpus_folder().join("robots/mjcf_cases");
    let data = std::fs::read_to_string(folder.join("cases.json")).expect("the cases");
    let data: Value = serde_json::from_str(&data).expect("JSON");
    (folder, list(&data["cases"]).to_vec())
}

/// No case is right without its file, not even one that is refused; and no file of the folder is without a case.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn each_case_needs_its_file_and_each_file_has_a_case() {
    let (folder, cases) = all_cases();
    for case in &cases {
        let row = row(&folder.join("absent"), case);
        assert!(!row.wrong.is_empty(), "{}: {}", row.name, row.found);
    }
    let mut files: Vec<&str> = cases.iter().map(|case| text(&case["file"])).collect();
    files.sort_unstable();
    files.dedup();
    assert_eq!(files.len(), cases.len());
    for entry in std::fs::read_dir(&folder).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_str().expect("a name");
        let is_of_case = |file: &&str| *file == name || file.starts_with(&format!("{name}/"));
        let is_list = ["README.md", "cases.json"].contains(&name);
        assert!(is_list || files.iter().any(is_of_case), "{name}");
    }
}

fn row(folder: &Path, case: &Value) -> Row {
    let treatment = Treatment::of(case);
    let path = folder.join(text(&case["file"]));
    let (found, wrong) = if path.is_file() {
        let [plain, passive] = [false, true].map(|passive| read(&path, case, passive));
        judge(treatment, case, plain, passive)
    } else {
        (String::new(), format!("{} is absent", path.display()))
    };
    Row {
        name: text(&case["name"]).to_owned(),
        treatment,
        found,
        wrong,
    }
}

/// A robot with its comparisons, or the text of the faults.
type Outcome = Result<(Robot, Comparisons), String>;

/// What was found, and what is wrong with it.
fn judge(treatment: Treatment, case: &Value, plain: Outcome, passive: Outcome) -> (String, String) {
    let mut wrong = Vec::new();
    let mut read = |name: &str, outcome: &Outcome| match outcome {
        Err(faults) => wrong.push(format!("{name}: refused: {}", first_line(faults))),
        Ok((_, comparisons)) if !comparisons.wrong().is_empty() => {
            wrong.push(format!("{name}: {}", comparisons.wrong()));
        }
        Ok(_) => {}
    };
    let refuses_passive = matches!(treatment, Treatment::RefusePassive)
        || (treatment == Treatment::ReadOrRefusePassive && passive.is_err());
    match treatment {
        Treatment::Refuse => {}
        _ => read("plain", &plain),
    }
    if treatment != Treatment::Refuse && !refuses_passive {
        read("passive", &passive);
    }
    let refused = match treatment {
        Treatment::Refuse => vec![&plain, &passive],
        _ if refuses_passive => vec![&passive],
        _ => Vec::new(),
    };
    for outcome in refused {
        match outcome {
            Ok(_) => wrong.push("read, not refused".into()),
            Err(faults) => wrong.extend(faulty_message(text(&case["name"]), faults)),
        }
    }
    let needs_note = matches!(treatment, Treatment::ReadWithNote) || refuses_passive;
    let remarks = plain
        .as_ref()
        .map_or(&[][..], |(robot, _)| &robot.remarks[..]);
    if needs_note && plain.is_ok() && remarks.is_empty() {
        wrong.push("no note".into());
    }
    wrong.dedup();
    let found = match (&plain, &passive) {
        (Ok((robot, comparisons)), _) => {
            let worst = comparisons.worst();
            format!(
                "{:2} rates, {:2} rows; {:3} compared, {:.2} of the tolerance: {}",
                robot.nv(),
                robot.nc(),
                comparisons.0.len(),
                worst.error,
                worst.quantity
            )
        }
        (Err(faults), _) => first_line(faults).to_owned(),
    };
    (found, wrong.join("; "))
}

/// The first error.
fn first_line(text: &str) -> &str {
    let errors = text.lines().find(|line| line.starts_with("error"));
    errors.or(text.lines().next()).unwrap_or_default()
}

/// What is wrong with the message of a case that is refused.
fn faulty_message(name: &str, faults: &str) -> Option<String> {
    let Some((_, place, part)) = FAULTS.iter().find(|(case, ..)| *case == name) else {
        return Some("its fault is not in the list".into());
    };
    if !faults.contains(part) {
        return Some(format!(
            "the message lacks `{part}`: {}",
            first_line(faults)
        ));
    }
    let has_place = faults.lines().any(|line| line.contains(place));
    (!has_place).then(|| format!("`{place}` is not shown: {faults}"))
}

fn read(path: &Path, case: &Value, passive: bool) -> Outcome {
    let source: Source =
        read_file(path).map_err(|fault| fault.render_whole(text(&case["name"])))?;
    let names = |key: &str| {
        let values = case.get(key).and_then(Value::as_array);
        values
            .into_iter()
            .flatten()
            .map(|value| text(&value["name"]).to_owned())
    };
    let bodies: Vec<String> = names("bodies").collect();
    let sites = names("sites").filter(|site| !bodies.contains(site));
    let links: Vec<String> = bodies.iter().cloned().chain(sites).collect();
    let compared = if passive { Compared::Forces } else { Compared::All };
    let links = if passive { Vec::new() } else { links };
    let choices = (passive, compared, links);
    let refusal = UNSATISFIABLE.iter().find(|(name, _)| *name == case["name"]);
    let robot = match (Robot::of(&source, choices.clone(), &[]), refusal) {
        (Err(faults), Some((_, part))) if faults.contains(part) => {
            Robot::before_judgement(&source, choices)
        }
        (robot, _) => robot?,
    };
    let mut comparisons = Comparisons::default();
    if case.get("states").is_none() {
        return Ok((robot, comparisons));
    }
    let states = States::of(case, "states");
    comparisons.add_condition("positions", robot.nq() as u64 == case["nq"]);
    comparisons.add_condition("rates", robot.nv() as u64 == case["nv"]);
    if robot.nv() as u64 != case["nv"] || robot.nq() as u64 != case["nq"] {
        return Ok((robot, comparisons));
    }
    let friction = |v: &[f64]| vec![0.0; v.len()];
    states.compare_dynamics(&robot, (passive, compared), friction, &mut comparisons);
    if passive {
        return Ok((robot, comparisons));
    }
    compare_inertias(case, &robot, &mut comparisons);
    states.compare_joints(&robot, &mut comparisons);
    let mut faults = Faults::new();
    let model = source::read(&source, &mut faults).expect("it was read before");
    assert!(!faults.finish().has_errors());
    compare_description(case, &model, &mut comparisons);
    states.compare_actuators(&robot, &mut comparisons);
    states.compare_poses(&robot, "body_poses", &mut comparisons);
    if bodies
        .iter()
        .all(|body| names("sites").all(|site| site != *body))
    {
        states.compare_poses(&robot, "site_poses", &mut comparisons);
    }
    let name = text(&case["name"]);
    if name == "mocap" {
        comparisons.add_condition("no rows", robot.nc() == 0);
    } else if case["states"][0].get("equality_J").is_some() {
        let scale = TORQUE_SCALES.iter().find(|(case, _)| *case == name);
        let scale = scale.map_or(1.0, |(_, scale)| *scale);
        states.compare_equalities(&robot, (scale, refusal.is_none()), &mut comparisons);
    }
    Ok((robot, comparisons))
}

fn compare_inertias(case: &Value, robot: &Robot, comparisons: &mut Comparisons) {
    for body in list(&case["bodies"]) {
        let name = text(&body["name"]);
        let actual = robot.inertial(name);
        let expected = [number(&body["mass"])];
        let mass = actual.as_ref().map(|inertial| vec![inertial.mass]);
        let mut add = |quantity: &str, actual: Option<&[f64]>, expected: &[f64], tolerance| {
            comparisons.add(
                &format!("{quantity} of {name}"),
                actual,
                expected,
                tolerance,
            );
        };
        add("mass", mass.as_deref(), &expected, TOLERANCE_OF_INERTIA);
        let com = actual.as_ref().map(|inertial| &inertial.com[..]);
        add("com", com, &flat(&body["com"]), TOLERANCE);
        let inertia = actual.as_ref().map(|inertial| &inertial.inertia[..]);
        add(
            "inertia",
            inertia,
            &flat(&body["inertia_at_com"]),
            TOLERANCE_OF_INERTIA,
        );
    }
}
