//! The report for other software: one line of JSON.

use std::ops::Range;

use multibody_codegen::fault::Remark;
use multibody_codegen::internal::ablation::Ablation;
use multibody_codegen::internal::foreign;
use multibody_codegen::report::{
    CodeSize, CodeSizes, Errors, FunctionReport, JointReport, MatrixPattern, PatternReport,
    Verification,
};
use multibody_codegen::{Count, Report};
use serde_json::{Map, Value, json};

/// The report as one line.
///
/// ```text
/// {"version", "name", "nq", "nv",
///  "joints": [{"name", "kind": "fixed", "revolute", "continuous", "prismatic", "screw", "ball",
///              "planar", "floating" or "sequence",
///              "parent": null (the world) or LINK, "child": LINK, "follows": null or JOINT,
///              "q": null or [FIRST, END], "v": null or [FIRST, END],
///              "limits": {"lower", "upper", "velocity", "effort"}, "armature": null or TEXT}],
///  "tree": [{"link", "parent": null (the world) or LINK, "joint", "moves"}],
///  "warnings": [{"severity": "warning" or "note", "message", "help", "file", "line"}],
///  "functions": {NAME: {"mul", "add", "div", "sqrt", "sincos", "other", "fused", "route", "proved",
///                       "errors": null (not measured) or {"f64", "f32"}, "digits": null (not measured, or all results are 0) or {"f64", "f32"}, "refused": [{"route", "why"}],
///                       "others": {ROUTE: {"mul", "add", "div", "sqrt", "sincos", "other"}},
///                       "derived": null or {"mul", "add", "div", "sqrt", "sincos", "other"}}},
///  "verification": {"reason": null or why the text is not verified, "items": null or how many, "log2_error": null or NUMBER,
///                   "open": {NAME: why it is not verified}, "recognised": [TEXT]},
///  "patterns": {NAME of derivatives: {MATRIX: rows of truth values}},
///  "absent": {NAME: reason}, "snaps": [{"place", "change"}],
///  "passive": [{"noun", "owner", "what", "value", "idle": null or reason}],
///  "armatures": [{"owner": TENDON or ACTUATOR, "value": TEXT, "along": {JOINT: TEXT}, "part_of": null or JOINT or TENDON}],
///  "springs": [{"name", "ends": [{"link": null (the world) or LINK, "point": [TEXT, TEXT, TEXT]}],
///               "stiffness": TEXT, "length": TEXT, "damping": TEXT}],
///  "constraints": [{"name", "holds": what the row constrains}], "times": {STAGE: seconds},
///  "ablation": {IDEA: {NAME: how many more mul and add are needed without the idea}},
///  "machine_code": null or {"target": null (this machine) or TRIPLE, "f64": SIZES, "f32": SIZES}}
/// ```
/// SIZES are `{"functions": {NAME: null or {"bytes", "stack"}}, "shared": bytes}`. Ranges end before END. Limits that a joint does not
/// have are left out. A joint that follows another has the range of that joint.
/// `errors` are rounding errors, in units in the last place of the scale of the result, and null where a value is not finite.
/// `digits` are the correct digits of the largest number of the result. `sincos` counts pairs. `fused` counts pairs of mul and add
/// that become one operation if the target has it. Where a row of a pattern has `false`, the entry is always 0. `derived` is the
/// count without hand-written kernels. Of `items`, those that are not in `open` are verified; the probability that one of them is
/// wrong is below 2 to the power of `log2_error`. `recognised` are further items, which are not code of the robot's dynamics and
/// are not verified. `idle` is why a force of the description does not act.
pub fn json(report: &Report, ablations: &[Ablation], warnings: &[Remark]) -> String {
    let functions = report
        .functions
        .iter()
        .map(|f| (f.name.clone(), function(f)));
    let absent = report
        .absent
        .iter()
        .map(|absent| (absent.function.clone(), json!(absent.reason)));
    let snaps = report
        .snaps
        .iter()
        .map(|s| json!({ "place": s.place, "change": s.change }));
    let passive = report.passive.iter().map(|p| {
        json!({ "noun": p.noun, "owner": p.owner, "what": p.what, "value": p.value, "idle": p.idle })
    });
    let armatures = report.armatures.iter().map(|armature| {
        let terms = armature.along.iter();
        let factors = terms.map(|(joint, factor)| (joint.clone(), json!(factor)));
        let coefficients = factors.collect::<Map<_, _>>();
        json!({ "owner": armature.owner, "value": armature.value, "along": coefficients, "part_of": armature.part_of })
    });
    let springs = report.springs.iter().map(|spring| {
        let ends = (spring.ends.each_ref())
            .map(|end| json!({ "link": end.link, "point": end.point }));
        json!({ "name": spring.name, "ends": ends, "stiffness": spring.stiffness, "length": spring.length, "damping": spring.damping })
    });
    let patterns = (report.patterns.iter()).map(|entry| (entry.function.clone(), pattern(entry)));
    let rows = report.constraints.iter();
    let constraints = rows.map(|row| json!({ "name": row.name, "holds": row.constrains }));
    let times = report
        .stages
        .iter()
        .map(|s| (s.name.to_owned(), json!(s.time.as_secs_f64())));
    let ablation = ablations.iter().map(|entry| {
        let names = report.functions.iter().map(|f| f.name.clone());
        let functions = names.zip(entry.increases.iter().map(|&more| json!(more)));
        (
            entry.idea.name().to_owned(),
            functions.collect::<Map<_, _>>().into(),
        )
    });
    let code_sizes = |sizes: &CodeSizes| {
        let names = report.functions.iter().map(|f| f.name.clone());
        let function_code = |code: &CodeSize| json!({ "bytes": code.bytes, "stack": code.stack });
        let functions = sizes
            .functions
            .iter()
            .map(|code| json!(code.as_ref().map(function_code)));
        let functions = names.zip(functions).collect::<Map<_, _>>();
        json!({ "functions": functions, "shared": sizes.shared })
    };
    let machine_code = report.machine_code.as_ref().map(|code| {
        json!({ "target": code.target, "f64": code_sizes(&code.f64), "f32": code_sizes(&code.f32) })
    });
    let tree = report.links.iter().map(|link| {
        let parent = link.parent.map(|parent| &report.links[parent].name);
        json!({ "link": link.name, "parent": parent, "joint": link.joint, "moves": link.moves })
    });
    let remarks = warnings.iter().map(|remark| {
        let Remark { severity, message, help, file, line, .. } = remark;
        json!({ "severity": severity, "message": message, "help": help, "file": file, "line": line })
    });
    let value = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "joints": report.joints.iter().map(joint).collect::<Vec<_>>(),
        "tree": tree.collect::<Vec<_>>(),
        "warnings": remarks.collect::<Vec<_>>(),
        "name": report.name,
        "nq": report.nq,
        "nv": report.nv,
        "functions": functions.collect::<Map<_, _>>(),
        "verification": verification(&report.verification),
        "patterns": patterns.collect::<Map<_, _>>(),
        "absent": absent.collect::<Map<_, _>>(),
        "snaps": snaps.collect::<Vec<_>>(),
        "passive": passive.collect::<Vec<_>>(),
        "armatures": armatures.collect::<Vec<_>>(),
        "springs": springs.collect::<Vec<_>>(),
        "constraints": constraints.collect::<Vec<_>>(),
        "times": times.collect::<Map<_, _>>(),
        "ablation": ablation.collect::<Map<_, _>>(),
        "machine_code": machine_code,
    });
    foreign::json(&value.to_string()) + "\n"
}

/// The matrices of a function by name: for each entry, whether it may be nonzero.
fn pattern(report: &PatternReport) -> Value {
    let may_be_nonzero = |mark: &&str| *mark != MatrixPattern::ZERO;
    let matrices = report.matrices.iter().map(|matrix| {
        let rows = matrix.rows().into_iter();
        let marks = rows.map(|row| row.iter().map(may_be_nonzero).collect::<Vec<bool>>());
        (matrix.name.clone(), json!(marks.collect::<Vec<_>>()))
    });
    matrices.collect::<Map<_, _>>().into()
}

fn verification(outcome: &Verification) -> Value {
    let (reason, verified) = match outcome {
        Verification::Not(reason) => (Some(reason), None),
        Verification::Done(verified) => (None, Some(verified)),
    };
    let unproved_items = (verified.iter().flat_map(|verified| &verified.unproved))
        .map(|item| (item.name.clone(), json!(item.reason)));
    json!({
        "reason": reason,
        "items": verified.map(|outcome| outcome.items),
        "log2_error": verified.and_then(|outcome| outcome.log2_error),
        "open": unproved_items.collect::<Map<_, _>>(),
        "recognised": verified.map_or(&[][..], |outcome| &outcome.recognised),
    })
}

fn joint(joint: &JointReport) -> Value {
    let range = |range: &Range<usize>| [range.start, range.end];
    let coordinates = joint.coordinates.as_ref();
    let limits = coordinates.map_or(&[][..], |coordinates| &coordinates.limits);
    let limit_values = limits
        .iter()
        .map(|limit| (limit.name.to_owned(), json!(limit.value)));
    json!({
        "name": joint.name,
        "kind": joint.kind,
        "parent": joint.parent,
        "child": joint.child,
        "follows": coordinates.and_then(|coordinates| coordinates.follows.as_ref()),
        "q": coordinates.map(|coordinates| range(&coordinates.q)),
        "v": coordinates.map(|coordinates| range(&coordinates.v)),
        "limits": limit_values.collect::<Map<_, _>>(),
        "armature": joint.armature,
    })
}

fn function(function: &FunctionReport) -> Value {
    let mut object = count(&function.count);
    object.insert("fused".into(), json!(function.fused));
    object.insert(
        "derived".into(),
        function.with_derived_kernels.as_ref().map(count).into(),
    );
    object.insert("route".into(), json!(function.route));
    let routes = function.others.iter();
    let counts = routes.map(|other| (other.route.clone(), count(&other.count).into()));
    object.insert("others".into(), counts.collect::<Map<_, _>>().into());
    // A number that is not finite becomes null.
    let errors_json = |errors: Errors| json!({ "f64": errors.f64, "f32": errors.f32 });
    let errors = function
        .rounding
        .map(|rounding| errors_json(rounding.errors));
    object.insert("errors".into(), errors.into());
    let result_errors = function.rounding.and_then(|rounding| rounding.of_result);
    let digits = result_errors.map(|errors| {
        let [f64, f32] = errors.right_digits();
        json!({ "f64": f64, "f32": f32 })
    });
    object.insert("digits".into(), digits.into());
    let rejections = (function.refused.iter())
        .map(|refused| json!({ "route": refused.route, "why": refused.why }));
    object.insert("refused".into(), rejections.collect::<Vec<_>>().into());
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
    use super::super::example::{ablations, report};
    use super::*;

    #[test]
    fn the_report_is_one_line_of_json_with_all_data() {
        let warning = Remark {
            kind: "SingularMassMatrix",
            severity: "warning",
            message: "M is singular".into(),
            help: "look for \"x\"".into(),
            file: "arm.urdf".into(),
            line: 3,
        };
        let text = json(&report(), &ablations(), &[warning]);
        assert_eq!(text.lines().count(), 1);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&value["nq"], &value["nv"]), (&json!(2), &json!(2)));
        assert_eq!(value["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(
            value["joints"],
            json!([
                { "name": "to_base", "kind": "fixed", "parent": null, "child": "base",
                  "follows": null, "q": null, "v": null, "limits": {}, "armature": null },
                { "name": "to_upper", "kind": "revolute", "parent": "base", "child": "upper",
                  "follows": "lead", "q": [0, 1], "v": [0, 1], "limits": { "upper": 1.5 }, "armature": "0.25" },
            ])
        );
        assert_eq!(
            value["armatures"],
            json!([
                { "owner": "cable", "value": "0.5", "along": { "to_upper": "2", "to_hand": "-3" }, "part_of": null },
                { "owner": "drive", "value": "0.75", "along": {}, "part_of": "cable" },
            ])
        );
        let base = json!({ "link": "base", "parent": null, "joint": "to_base", "moves": "fixed" });
        assert_eq!(value["tree"][0], base);
        assert_eq!(value["tree"][1]["parent"], "base");
        let warning = json!([{ "severity": "warning", "message": "M is singular",
            "help": "look for \"x\"", "file": "arm.urdf", "line": 3 }]);
        assert_eq!(value["warnings"], warning);
        let mass_matrix = json!({
            "mul": 11, "add": 7, "div": 0, "sqrt": 0, "sincos": 1, "other": 0, "fused": 6,
            "derived": { "mul": 12, "add": 8, "div": 0, "sqrt": 0, "sincos": 1, "other": 0 },
            "route": "bodies in a tree", "proved": true,
            "errors": { "f64": 1.25, "f32": 2.5 },
            "digits": { "f64": 14, "f32": 5 },
            "refused": [{ "route": "harmonics", "why": "9 mul, but its errors are large" }],
            "others": { "expanded": { "mul": 20, "add": 5, "div": 0, "sqrt": 0, "sincos": 1, "other": 0 } },
        });
        assert_eq!(value["functions"]["mass_matrix"], mass_matrix);
        assert_eq!(value["functions"]["pose_of_hand"]["derived"], Value::Null);
        assert_eq!(
            value["absent"]["forward_dynamics"],
            "M is singular: link `tip` has no mass"
        );
        let verification = json!({
            "reason": null, "items": 3, "log2_error": -120,
            "open": { "pose_of_hand": "it has pivots" }, "recognised": ["`COSTS`"],
        });
        assert_eq!(value["verification"], verification);
        let unverified = super::verification(&Verification::default());
        assert_eq!(
            (&unverified["reason"], &unverified["items"]),
            (&json!("nothing was generated"), &Value::Null)
        );
        let patterns = json!({ "inverse_dynamics_derivatives": {
            "dq": [[true, true], [false, true]],
            "dqd": [[false, false], [false, false]],
            "mass_matrix": [[true, false], [false, true]],
        }});
        assert_eq!(value["patterns"], patterns);
        assert_eq!(value["passive"][0]["idle"], "`passive` is false");
        assert_eq!(value["passive"][1]["idle"], Value::Null);
        assert_eq!(value["passive"][1]["noun"], "tendon");
        let spring = json!({
            "name": "rope", "stiffness": "40", "length": "0.5", "damping": "0",
            "ends": [
                { "link": "upper", "point": ["0", "0", "0.1"] },
                { "link": null, "point": ["1", "0", "a parameter"] },
            ],
        });
        assert_eq!(value["springs"], json!([spring]));
        assert_eq!(
            value["snaps"][0],
            json!({ "place": "joint `elbow` roll", "change": 3.673e-6 })
        );
        let ablation = json!({ "gauge": { "mass_matrix": 3, "pose_of_hand": 0 } });
        assert_eq!(value["ablation"], ablation);
        let machine_code = json!({
            "target": "thumbv7em-none-eabihf",
            "f64": {
                "functions": { "mass_matrix": { "bytes": 512, "stack": 64 }, "pose_of_hand": null },
                "shared": 100,
            },
            "f32": {
                "functions": { "mass_matrix": { "bytes": 300, "stack": 40 }, "pose_of_hand": null },
                "shared": 0,
            },
        });
        assert_eq!(value["machine_code"], machine_code);
        assert_eq!(value["times"], json!({ "read": 0.25 }));
    }
}
