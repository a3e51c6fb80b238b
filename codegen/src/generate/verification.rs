//! The verification of the emitted text, as the compiler reads it.

use super::origin::CompiledOrigin;
use super::reduced_robot::ReducedRobot;
use super::stages::Stages;
use crate::examine::unverifiable;
use crate::generated::Generated;
use multibody_description::fault::{Fault, Faults};
use multibody_description::model::Span;
use multibody_description::settings::{Settings, Verify};
use multibody_outputs::report::{UnprovedItem, Verification, Verified};
use multibody_support::fingerprint::Fingerprint;
use multibody_support::foreign::visible;
use multibody_verify::{Content, Description, Refusal, Report, Verdict, verify};

/// What the user should do about a text with a construct that the verifier does not know.
const BUG_REMEDY: &str = "this is a bug in multibody, please report it with the description";

/// Verifies the text that is compiled, unless the settings forbid it, the text is too long, or the same text has been verified
/// before. Returns whether it was verified now; `None` if there are faults.
pub fn verify_if_needed(
    generated: &mut Generated,
    robot: &ReducedRobot,
    origin: &CompiledOrigin<'_>,
    faults: &mut Faults,
    stages: &mut Stages<'_>,
) -> Option<bool> {
    let text = origin.whole_text(generated);
    if let Some(reason) = why_unverified(&robot.settings, &text) {
        generated.report.verification = Verification::Not(reason);
        generated.verified_fingerprint.clear();
        report_unverified(generated, robot, faults);
        return Some(false);
    }
    let fingerprint = Fingerprint::of([text.as_str()]).to_string();
    let is_known = fingerprint == generated.verified_fingerprint;
    let verification = stages.time("verify", || {
        if is_known {
            (Some(generated.report.verification.clone()), "cached".into())
        } else {
            let verification = verify_text(&text, robot, origin, faults);
            let summary = verification
                .as_ref()
                .map_or(String::new(), ToString::to_string);
            (verification, summary)
        }
    });
    generated.report.verification = verification?;
    generated.verified_fingerprint = fingerprint;
    report_unverified(generated, robot, faults);
    Some(!is_known)
}

/// Why a text is not to be verified, by its length and the settings. `None`: it is to be verified.
fn why_unverified(settings: &Settings, text: &str) -> Option<String> {
    match settings.verify {
        Verify::False => Some("verify = false".into()),
        Verify::Auto => unverifiable(settings)
            .map(|(reason, _)| reason)
            .or_else(|| why_too_long(text)),
        Verify::True => None,
    }
}

/// Why a text is too long for `auto`. `None`: it is short enough.
fn why_too_long(text: &str) -> Option<String> {
    let [length, longest] = [text.len(), Verify::LONGEST].map(|bytes| bytes as f64 / 1e6);
    (text.len() > Verify::LONGEST).then(|| {
        format!("it has {length:.1} MB, and verify = auto skips texts of more than {longest} MB")
    })
}

/// Reports that a text is not verified, unless the settings alone decide so.
fn report_unverified(generated: &Generated, robot: &ReducedRobot, faults: &mut Faults) {
    let is_disabled = robot.settings.verify == Verify::False;
    if let Verification::Not(reason) = &generated.report.verification
        && !is_disabled
        && unverifiable(&robot.settings).is_none()
    {
        let reason = reason.clone();
        faults.push(robot.model.name.span, Fault::SettingNotVerified { reason });
    }
}

/// The outcome of the verification of a text; `None` if it reports faults.
fn verify_text(
    text: &str,
    robot: &ReducedRobot,
    origin: &CompiledOrigin<'_>,
    faults: &mut Faults,
) -> Option<Verification> {
    let description = Description {
        name: origin.name.to_owned(),
        source_text: origin.text.to_owned(),
        settings: Some(robot.user_settings.clone()),
        content: Content::Model(Box::new(robot.described_model.clone())),
    };
    judge(verify(text, &description), &robot.settings, faults)
}

/// The verification that follows from a report; `None` if it is a fault.
fn judge(
    outcome: Result<Report, Refusal>,
    settings: &Settings,
    faults: &mut Faults,
) -> Option<Verification> {
    let report = match outcome {
        Ok(report) => report,
        Err(refusal) => return judge_refusal(refusal, settings, faults),
    };
    let complaint = if settings.proof { "is not what was proved" } else { "is wrong" };
    for (name, _, verdict) in &report.items {
        if let Verdict::Wrong(reason) = verdict {
            let subject = format!("the text of `{name}` {complaint}");
            let reason = visible(reason);
            faults.push(
                Span::default(),
                Fault::SettingTextWrong {
                    what: subject,
                    reason,
                },
            );
        }
    }
    let is_right = report.wrong() == 0;
    is_right.then(|| Verification::Done(summary(&report)))
}

/// The verification that follows from the refusal of a text; `None` if it is a fault.
fn judge_refusal(
    refusal: Refusal,
    settings: &Settings,
    faults: &mut Faults,
) -> Option<Verification> {
    let Refusal { message, help, .. } = &refusal;
    let [reason, help] = [message, help].map(|text| visible(text));
    let fault = match (refusal.is_of_valid_file, settings.verify) {
        (true, Verify::True) => Fault::SettingVerifyImpossible { reason, help },
        (true, _) => return Some(Verification::Not(reason)),
        (false, choice) => {
            let line = refusal.line.map(|line| format!("line {line}: "));
            let reason = format!("{}{reason}", line.unwrap_or_default());
            // The programs have been proved already, unless the settings switch the proof off. So `auto` goes on.
            if choice == Verify::Auto {
                return Some(Verification::Not(format!("{reason}; {BUG_REMEDY}")));
            }
            let subject = "the text cannot be verified".into();
            Fault::SettingTextWrong {
                what: subject,
                reason,
            }
        }
    };
    faults.push(Span::default(), fault);
    None
}

/// The summary of a verified text for the head of its file and for the report.
fn summary(report: &Report) -> Verified {
    let unproved_items = report.items.iter().filter_map(|(name, _, verdict)| {
        if report.is_verified(name) {
            return None;
        }
        let reason = match verdict {
            Verdict::NotVerified(reason) => visible(reason),
            Verdict::Calls(called) => format!("it calls `{called}`"),
            _ => "it calls functions that are not verified".into(),
        };
        let name = name.clone();
        Some(UnprovedItem { name, reason })
    });
    let error = report.log_error();
    Verified {
        items: report.items.len(),
        log2_error: error.is_finite().then(|| error.ceil() as i32),
        unproved: unproved_items.collect(),
        recognised: report.unverified.clone(),
    }
}

#[cfg(test)]
mod tests {
    use multibody_description::fault::Severity;
    use multibody_description::model::Source;
    use multibody_description::source;

    use super::super::reduced_robot::read_and_reduce;
    use super::*;
    use crate::report::Report as Reported;

    const PENDULUM: &str = r#"<robot name="pendulum"><link name="base"/>
<joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint>
<link name="rod"><inertial><origin xyz="0 0 -1"/><mass value="2"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link></robot>"#;
    const STRUCT: &str = "pub struct Robot;";

    /// The derivative of `2 . 9.81 (1 - cos q)`, with this sign, and other items.
    fn items(sign: &str, others: &str) -> String {
        format!(
            "impl Robot {{ pub fn gravity<T: multibody::Real>(&self, q: &[T; 1]) -> [T; 1] {{\n\
             [T::ZERO {sign} T::lit(19.62) * q[0].sin()]\n}} }}\n{others}"
        )
    }

    /// Verifies texts of the pendulum one after the other. Returns whether each was verified now, and with which outcome; then all
    /// faults except warnings.
    fn outcomes_and_faults(
        texts: &[(&str, String)],
        settings: &Settings,
    ) -> (Vec<(Option<bool>, Verification)>, Vec<String>) {
        let source = Source::new("pendulum.urdf", PENDULUM);
        let (mut faults, mut ignore_stage) = (Faults::new(), |_: &_| ());
        let mut stages = Stages::new(&mut ignore_stage);
        let read_model = |faults: &mut Faults| source::read(&source, faults);
        let robot =
            read_and_reduce(read_model, settings, &mut faults, &mut stages).expect("a pendulum");
        let mut generated = Generated {
            declarations: String::new(),
            definitions: String::new(),
            binding: String::new(),
            verified_fingerprint: String::new(),
            report: Reported::default(),
            diagnostics: Faults::new().finish(),
            programs: None,
        };
        let verifications = texts.iter().map(|(structure, items)| {
            let origin = CompiledOrigin {
                name: "pendulum.urdf",
                text: PENDULUM,
                structure: Some(structure),
            };
            generated.definitions.clone_from(items);
            let is_new =
                verify_if_needed(&mut generated, &robot, &origin, &mut faults, &mut stages);
            (is_new, generated.report.verification.clone())
        });
        let outcomes = verifications.collect();
        let diagnostics = faults.finish().diagnostics;
        let errors = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.fault.severity() != Severity::Warning);
        (outcomes, errors.map(|error| error.fault.text()).collect())
    }

    fn settings(verify: Verify) -> Settings {
        Settings {
            verify,
            ..Settings::default()
        }
    }

    #[test]
    fn a_right_text_is_verified_once() {
        let texts = [STRUCT, STRUCT, "struct Robot;"].map(|structure| (structure, items("+", "")));
        let (outcomes, faults) = outcomes_and_faults(&texts, &settings(Verify::Auto));
        let are_new: Vec<_> = outcomes.iter().map(|(is_new, _)| *is_new).collect();
        assert_eq!(are_new, [Some(true), Some(false), Some(true)]);
        for (_, verification) in outcomes {
            let Verification::Done(verified) = verification else {
                panic!("{verification}");
            };
            assert_eq!((verified.items, verified.unproved.len()), (1, 0));
            assert!(verified.log2_error.is_some_and(|error| error <= -112));
        }
        assert!(faults.is_empty(), "{faults:?}");
    }

    #[test]
    fn a_wrong_text_is_a_bug_of_the_generator() {
        for (items, expected) in [
            (
                items("-", ""),
                "bug in multibody: the text of `gravity` is not what was proved: ",
            ),
            (
                items("+", "fn helper() {}"),
                "bug in multibody: the text cannot be verified: line 5: a generated file has no such item",
            ),
        ] {
            let texts = [(STRUCT, items.clone())];
            let (outcomes, faults) = outcomes_and_faults(&texts, &settings(Verify::True));
            assert_eq!(outcomes[0].0, None);
            assert!(faults[0].starts_with(expected), "{faults:?}");
        }
        let (outcomes, _) =
            outcomes_and_faults(&[(STRUCT, items("-", ""))], &settings(Verify::Auto));
        assert_eq!(outcomes[0].0, None);
        let unknown = [(STRUCT, items("+", "fn helper() {}"))];
        let (outcomes, faults) = outcomes_and_faults(&unknown, &settings(Verify::Auto));
        let Verification::Not(reason) = &outcomes[0].1 else {
            panic!("{}", outcomes[0].1);
        };
        assert!(
            reason.starts_with("line 5: ") && reason.ends_with(BUG_REMEDY),
            "{reason}"
        );
        assert!(faults[0].contains(reason), "{faults:?}");
        let (outcomes, faults) =
            outcomes_and_faults(&[(STRUCT, items("-", ""))], &settings(Verify::False));
        assert_eq!(outcomes[0].0, Some(false));
        assert_eq!(outcomes[0].1.to_string(), "not verified: verify = false");
        assert!(faults.is_empty(), "{faults:?}");
    }

    /// What a user writes on a struct or beside its parameters is no bug of the generator.
    #[test]
    fn a_struct_that_is_not_emitted_is_not_verified() {
        for structure in [
            "#[derive(Clone, serde::Serialize)] pub struct Robot;",
            "pub struct Robot { #[serde(skip)] name: String }",
            "pub struct Robot { name: String }",
        ] {
            let texts = [structure, structure].map(|it| (it, items("+", "")));
            let (outcomes, faults) = outcomes_and_faults(&texts, &settings(Verify::Auto));
            for (_, verification) in outcomes {
                assert!(matches!(verification, Verification::Not(_)), "{structure}");
            }
            assert!(
                faults[0].starts_with("the text is not verified: "),
                "{faults:?}"
            );
            let (outcomes, faults) = outcomes_and_faults(&texts[..1], &settings(Verify::True));
            assert_eq!(outcomes[0].0, None);
            assert!(
                faults[0].starts_with("the text cannot be verified, "),
                "{faults:?}"
            );
        }
    }

    /// Length decides, and not the time that the verification would take.
    #[test]
    fn auto_skips_long_texts() {
        let longest = " ".repeat(Verify::LONGEST);
        let longer = format!("{longest} ");
        assert_eq!(why_unverified(&settings(Verify::Auto), &longest), None);
        let reason = "it has 4.0 MB, and verify = auto skips texts of more than 4 MB";
        assert_eq!(
            why_unverified(&settings(Verify::Auto), &longer).as_deref(),
            Some(reason)
        );
        assert_eq!(why_unverified(&settings(Verify::True), &longer), None);
    }
}
