//! The report for programs: one line of JSON.

use multibody_codegen::ir::Count;
use multibody_codegen::{FunctionReport, Report};
use serde_json::{Map, Value, json};

/// The report as one line, so that it can be found after what else is on stdout.
///
/// ```text
/// {"name", "nq", "nv",
///  "functions": {NAME: {"mul", "add", "div", "sqrt", "sincos", "other", "way", "proved",
///                       "others": {WAY: {"mul", "add", "div", "sqrt", "sincos", "other"}},
///                       "derived": null or {"mul", "add", "div", "sqrt", "sincos", "other"}}},
///  "absent": {NAME: reason}, "snaps": [{"place", "change"}],
///  "passive": [{"joint", "what", "value", "idle": null or reason}], "times": {STAGE: seconds},
///  "ablation": {PASS: {NAME: mul and add more without it}}}
/// ```
/// `sincos` counts pairs; `derived` is the count without forms written by hand.
pub fn json(report: &Report) -> String {
    let functions = report
        .functions
        .iter()
        .map(|f| (f.name.clone(), function(f)));
    let absent = report
        .absent
        .iter()
        .map(|(name, reason)| (name.clone(), json!(reason)));
    let snaps = report
        .snaps
        .iter()
        .map(|s| json!({ "place": s.place, "change": s.change }));
    let passive = report
        .passive
        .iter()
        .map(|p| json!({ "joint": p.joint, "what": p.what, "value": p.value, "idle": p.idle }));
    let times = report
        .stages
        .iter()
        .map(|s| (s.name.to_owned(), json!(s.time.as_secs_f64())));
    let ablation = report.ablation.iter().map(|loss| {
        let names = report.functions.iter().map(|f| f.name.clone());
        let functions = names.zip(loss.functions.iter().map(|&more| json!(more)));
        let functions = functions.collect::<Map<_, _>>();
        (loss.pass.name().to_owned(), functions.into())
    });
    let value = json!({
        "name": report.name,
        "nq": report.nq,
        "nv": report.nv,
        "functions": functions.collect::<Map<_, _>>(),
        "absent": absent.collect::<Map<_, _>>(),
        "snaps": snaps.collect::<Vec<_>>(),
        "passive": passive.collect::<Vec<_>>(),
        "times": times.collect::<Map<_, _>>(),
        "ablation": ablation.collect::<Map<_, _>>(),
    });
    format!("{value}\n")
}

fn function(function: &FunctionReport) -> Value {
    let mut object = count(&function.count);
    object.insert(
        "derived".into(),
        function.derived.as_ref().map(count).into(),
    );
    object.insert("way".into(), json!(function.way));
    let others =
        (function.others.iter()).map(|(way, cost)| ((*way).to_owned(), count(cost).into()));
    object.insert("others".into(), others.collect::<Map<_, _>>().into());
    object.insert("proved".into(), json!(function.proved));
    object.into()
}

fn count(count: &Count) -> Map<String, Value> {
    let entries = [
        ("mul", count.mul),
        ("add", count.add),
        ("div", count.div),
        ("sqrt", count.sqrt),
        ("sincos", count.sincos),
        ("other", count.other),
    ];
    entries
        .into_iter()
        .map(|(name, number)| (name.to_owned(), json!(number)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::example::report;
    use super::*;

    #[test]
    fn a_program_finds_what_it_needs_on_one_line() {
        let text = json(&report());
        assert_eq!(text.lines().count(), 1);
        let found: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&found["nq"], &found["nv"]), (&json!(2), &json!(2)));
        let mass_matrix = json!({
            "mul": 11, "add": 7, "div": 0, "sqrt": 0, "sincos": 1, "other": 0,
            "derived": { "mul": 12, "add": 8, "div": 0, "sqrt": 0, "sincos": 1, "other": 0 },
            "way": "bodies in a tree", "proved": true,
            "others": { "expanded": { "mul": 20, "add": 5, "div": 0, "sqrt": 0, "sincos": 1, "other": 0 } },
        });
        assert_eq!(found["functions"]["mass_matrix"], mass_matrix);
        assert_eq!(found["functions"]["pose_of_hand"]["derived"], Value::Null);
        assert_eq!(
            found["absent"]["forward_dynamics"],
            "M is singular: link `tip` has no mass"
        );
        assert_eq!(found["passive"][0]["idle"], "`passive` is false");
        assert_eq!(found["passive"][1]["idle"], Value::Null);
        assert_eq!(
            found["snaps"][0],
            json!({ "place": "joint `elbow` roll", "change": 3.673e-6 })
        );
        let ablation = json!({ "gauge": { "mass_matrix": 3, "pose_of_hand": 0 } });
        assert_eq!(found["ablation"], ablation);
        assert_eq!(found["times"], json!({ "read": 0.25 }));
    }
}
