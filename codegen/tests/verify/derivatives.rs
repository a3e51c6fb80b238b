//! Derivatives and products with them: every entry of their records is judged, and texts by which an author might get other
//! numbers verified are found.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::attacks::{after, assert_found};
use crate::files::{DERIVED, DRIVEN, FLOATED};

/// A number that is stored in an entry of a record: the title of the function, the field, and the bytes of the number.
struct Store {
    title: String,
    field: String,
    bytes: Range<usize>,
}

/// All numbers that functions of a text store in fields of records.
fn stores(text: &str) -> Vec<Store> {
    let (mut owner, mut title, mut start) = ("", String::new(), 0);
    let mut list = Vec::new();
    for line in text.split_inclusive('\n') {
        let code = line.trim();
        if code.starts_with("impl") {
            let is_prepared = code.ends_with("Prepared<T> {") && !code.contains(" for ");
            owner = if is_prepared { "Prepared::" } else { "" };
        } else if let Some((_, head)) = code.split_once("fn ") {
            let name = head.split(['<', '(']).next().unwrap_or_default();
            title = format!("{owner}{name}");
        }
        let stored = code.strip_prefix("out").and_then(|of| of.split_once(" = "));
        if let Some((place, value)) = stored
            && let Some((field, _)) = place.split_once('[')
            && field.starts_with(['.', '_'])
        {
            let end = start + line.trim_end().len() - 1;
            list.push(Store {
                title: title.clone(),
                field: field[1..].to_owned(),
                bytes: end - (value.len() - 1)..end,
            });
        }
        start += line.len();
    }
    list
}

/// With 1 more in one entry of a record, the function is not verified. All functions are changed together, one entry of each field
/// after the other; every entry with `MULTIBODY_MUTANTS`.
#[test]
fn every_entry_of_derivatives_is_judged() {
    let is_whole = std::env::var_os("MULTIBODY_MUTANTS").is_some();
    for file in [DERIVED, FLOATED, DRIVEN] {
        let original = file.text();
        let mut stores = stores(&original);
        if !is_whole {
            let mut fields = BTreeSet::new();
            stores.retain(|of| fields.insert((of.title.clone(), of.field.clone())));
        }
        let mut count = 0;
        while !stores.is_empty() {
            let (mut round, mut rest): (Vec<Store>, Vec<Store>) = (Vec::new(), Vec::new());
            for store in stores {
                let is_next = round.last().is_none_or(|last| last.title != store.title);
                if is_next { &mut round } else { &mut rest }.push(store);
            }
            stores = rest;
            let mut text = original.clone();
            for store in round.iter().rev() {
                text.insert(store.bytes.end, ')');
                text.insert_str(store.bytes.start, "T::ONE + (");
            }
            proc_macro2::extra::invalidate_current_thread_spans();
            let report = file.verify(&text).expect("only numbers are wrong");
            for Store { title, field, .. } in &round {
                assert!(
                    report.items.iter().any(|(name, ..)| name == title),
                    "{title}"
                );
                assert!(
                    !report.is_verified(title),
                    "{}: {field} of {title}",
                    file.name
                );
                count += 1;
            }
        }
        println!("{}: {count} entries", file.name);
        assert!(count >= 4, "{}: {count}", file.name);
    }
}

/// A text with a statement at the end of a function.
fn at_the_end(text: &str, head: &str, statement: &str) -> String {
    let start = text.find(head).unwrap_or_else(|| panic!("no `{head}`"));
    let end = start + text[start..].find("\n    }\n").expect("its end");
    format!("{}\n        {statement}{}", &text[..end], &text[end..])
}

const BY_CALLS: &str = "fn forward_dynamics_derivatives_under_wrenches_into<T";

/// The loops over matrices read and write the fields that they have to.
#[test]
fn products_of_matrices_are_of_the_right_fields() {
    let original = FLOATED.text();
    let changes = [
        (
            "(&out.dtau, &d.dq, &mut out.dq)",
            "(&out.dtau, &d.dq, &mut out.dqd)",
        ),
        (
            "(&out.dtau, &d.dq, &mut out.dq)",
            "(&out.dtau, &d.dqd, &mut out.dq)",
        ),
        (
            "(&out.dtau, &d.dq, &mut out.dq)",
            "(&d.dq, &out.dtau, &mut out.dq)",
        ),
        (
            "(&out.dtau, &d.dq, &mut out.dq)",
            "(&d.mass_matrix, &d.dq, &mut out.dq)",
        ),
        (
            "(&out.dtau, &d.dq, &mut out.dq)",
            "(&out.dtau, &d.dq, &mut out.dtau)",
        ),
        (
            "(&out.dtau, &d.dq, &mut out.dq)",
            "(&out.dtau, &d.dq, &mut { out.dq })",
        ),
        (
            "(&out.dtau, &d.dq, &mut out.dq)",
            "(&out.dtau, &d.dq, &mut out)",
        ),
        (
            "(&out.dtau, &d.dwrenches, &mut out.dwrenches)",
            "(&out.dtau, &d.dq, &mut out.dwrenches)",
        ),
        (
            "(&out.dtau, &d.dwrenches, &mut out.dwrenches)",
            "(&d.dwrenches, &out.dtau, &mut out.dwrenches)",
        ),
        ("= self.mass_matrix_inverse(q)", "= d.mass_matrix"),
        ("= self.mass_matrix_inverse(q)", "= [[T::ZERO; 7]; 7]"),
        ("qd, &out.qdd, wrenches", "qd, tau, wrenches"),
        ("qd, &out.qdd, wrenches", "&out.qdd, qd, wrenches"),
        ("qd, &out.qdd, wrenches", "qd, &out.qdd, &[[T::ZERO; 6]; 1]"),
        (
            "(q, qd, tau, wrenches);",
            "(q, qd, tau, &[[T::ZERO; 6]; 1]);",
        ),
        ("out.qdd = self", "out.qdd = *tau; let _ = self"),
        (
            "multibody::dense::negative_product(&out.dtau, &d.dqd, &mut out.dqd);",
            "",
        ),
        (
            "multibody::dense::negative_product(",
            "self.negative_product(",
        ),
        (
            "multibody::dense::negative_product(",
            "dense::negative_product(",
        ),
        (
            "multibody::dense::negative_product(",
            "other::dense::negative_product(",
        ),
        (
            "multibody::dense::negative_product(",
            "multibody::dense::product(",
        ),
        (
            "multibody::dense::negative_product(&",
            "let _ = multibody::dense::negative_product(&",
        ),
    ];
    let texts = changes.map(|(old, new)| (new.to_owned(), after(&original, BY_CALLS, old, new)));
    assert_found(FLOATED, texts);
    let last = [
        "out.dq[6][6] = T::ZERO;",
        "out.dq = d.dq;",
        "out.dq = out.dqd;",
        "{ out.dq[6][6] += T::ONE; }",
        "multibody::dense::negative_product(&out.dtau, &d.dq, &mut out.dq[0]);",
        "multibody::dense::mirror(&mut out.dq);",
        "multibody::dense::inverse(&mut out.dtau, &mut out.dq);",
        "for _ in 0..1 { out.dq[0][0] = T::ZERO; }",
        "if true { out.dq[0][0] = T::ZERO; }",
        "out.qdd = self.forward_dynamics_under_wrenches(q, tau, qd, wrenches);",
        "self.inverse_dynamics_derivatives_under_wrenches_into(q, qd, tau, wrenches, out);",
        "let b = &mut out.dq; b[0][0] = T::ZERO;",
        "core::mem::swap(&mut out.dq, &mut out.dqd);",
        "let multibody = T::ONE; out.dq[0][0] = multibody;",
    ];
    let texts = last.map(|last| (last.to_owned(), at_the_end(&original, BY_CALLS, last)));
    assert_found(FLOATED, texts);
}

/// A record has each field once, with its own value, and is the record of the head.
#[test]
fn records_have_the_right_fields() {
    let original = DERIVED.text();
    let vjp = "InverseDynamicsVjp { tau: out_tau, dq: out_dq, dqd: out_dqd, dqdd: out_dqdd }";
    let jvp = "InverseDynamicsJvp { tau: out_tau, change: out_change }";
    let products = [
        "InverseDynamicsVjp { tau: out_tau, dq: out_dqd, dqd: out_dq, dqdd: out_dqdd }",
        "InverseDynamicsVjp { tau: out_dq, dq: out_tau, dqd: out_dqd, dqdd: out_dqdd }",
        "InverseDynamicsVjp { tau: out_tau, dq: out_dq, dqd: out_dq, dqdd: out_dqdd }",
        "InverseDynamicsVjp { tau: out_tau, dq: out_dq, dqd: out_dqd, dqdd: *weights }",
        "ForwardDynamicsVjp { qdd: out_tau, dq: out_dq, dqd: out_dqd, dtau: out_dqdd }",
        "other::InverseDynamicsVjp { tau: out_tau, dq: out_dq, dqd: out_dqd, dqdd: out_dqdd }",
        "InverseDynamicsVjp { tau: out_tau, dq: out_dq, dq: out_dqd, dqd: out_dqd, dqdd: out_dqdd }",
        "InverseDynamicsVjp { tau: out_tau, dq: out_dq, dqd: out_dqd, ..self.zero() }",
        "InverseDynamicsVjp { #[cfg(any())] dq: out_dq, #[cfg(all())] dq: out_dqd, tau: out_tau, dqd: out_dqd, dqdd: out_dqdd }",
        "InverseDynamicsVjp { tau: out_tau, dq: out_dq, dqd: out_dqd, #[warn(unused)] #[cfg(any())] dqdd: out_dqdd }",
    ];
    let changes = [
        "InverseDynamicsJvp { tau: out_change, change: out_tau }",
        "InverseDynamicsJvp { change: out_tau, tau: out_change }",
        "InverseDynamicsJvp { tau: out_tau, change: direction[2] }",
        "InverseDynamicsJvp { tau: { let out_tau = out_change; out_tau }, change: out_change }",
    ];
    for (record, texts) in [(vjp, &products[..]), (jvp, &changes)] {
        let text = |reordered_record: &&str| {
            (
                (*reordered_record).to_owned(),
                after(&original, record, record, reordered_record),
            )
        };
        assert_found(DERIVED, texts.iter().map(text));
    }
    // A record that is written as it is shown, in another order, is the same.
    let (record, reordered_record) = (
        jvp,
        "InverseDynamicsJvp { change: out_change, tau: out_tau }",
    );
    let report = DERIVED
        .verify(&after(&original, record, record, reordered_record))
        .expect("the same");
    assert!(report.is_verified("inverse_dynamics_jvp"), "{report}");
}

/// The fields of a record are not changed once they are stored.
#[test]
fn fields_of_records_are_not_changed() {
    let original = DERIVED.text();
    let heads = [
        (
            "fn inverse_dynamics_derivatives_into<",
            "out.dqd[0][0] = T::ONE;",
        ),
        (
            "fn inverse_dynamics_derivatives_into<",
            "out.dqd = [[T::ZERO; 2]; 2];",
        ),
        (
            "fn inverse_dynamics_derivatives_into<",
            "out.mass_matrix = out.dqd;",
        ),
        (
            "fn inverse_dynamics_derivatives_into<",
            "let mut out = *out; out.dq[0][0] = T::ONE;",
        ),
        (
            "fn inverse_dynamics_derivatives_into<",
            "*out = multibody::InverseDynamicsDerivatives { dq: [[T::ZERO; 2]; 2], dqd: [[T::ZERO; 2]; 2], mass_matrix: [[T::ZERO; 2]; 2] };",
        ),
        (
            "fn inverse_dynamics_derivatives<",
            "let mut out = out; out.dq[0][0] = T::ONE; out",
        ),
        (
            "fn inverse_dynamics_derivatives<",
            "{ let mut out = out; out.dq = out.dqd; out }",
        ),
        ("fn gravity_stiffness_into<", "out.dq[0][1] = out.dq[1][1];"),
        (
            "fn velocity_derivatives_of_tool_into<",
            "out.dq[5][1] = T::ONE;",
        ),
        ("fn velocity_derivatives_of_tool_into<", "out.dq = out.dqd;"),
        (
            "fn acceleration_derivatives_of_tool_body_into<",
            "out.dqdd[0][0] = T::ONE;",
        ),
        (
            "fn center_of_mass_velocity_derivatives_into<",
            "out.dqd[2][1] = T::ONE;",
        ),
        (
            "fn center_of_mass_velocity_derivatives_into<",
            "#[cfg(any())] out.dqd[2][1] = T::ONE;",
        ),
    ];
    let texts =
        heads.map(|(head, last)| (format!("{head} {last}"), at_the_end(&original, head, last)));
    assert_found(DERIVED, texts);
}

/// Calls pass on every argument, to the function of the same name.
#[test]
fn views_of_derivatives_pass_on_what_they_bind() {
    let original = DRIVEN.text();
    let view = "impl<T: multibody::Real> DrivenUnderWrenches<'_, Driven, T> {";
    let of_trait = "multibody::Linearizable<T, 1, 1>";
    let changes = [
        (
            view,
            "derivatives_under_wrenches(t, q, qd, tau, self.wrenches)",
            "derivatives_under_wrenches(t, qd, q, tau, self.wrenches)",
        ),
        (
            view,
            "derivatives_under_wrenches(t, q, qd, tau, self.wrenches)",
            "derivatives_under_wrenches(T::ZERO, q, qd, tau, self.wrenches)",
        ),
        (
            view,
            "derivatives_under_wrenches(t, q, qd, tau, self.wrenches)",
            "derivatives_under_wrenches(t, q, qd, tau, &[[T::ZERO; 6]; 1])",
        ),
        (
            view,
            "jvp_under_wrenches(t, q, qd, tau, self.wrenches, direction)",
            "jvp_under_wrenches(t, q, qd, tau, self.wrenches, &[*qd, *tau, *q])",
        ),
        (of_trait, "(self.t, q, qd, tau)", "(T::ZERO, q, qd, tau)"),
        (of_trait, "(self.t, q, qd, tau)", "(self.t, q, tau, qd)"),
        (of_trait, "self.robot.forward", "self.robot.robot.forward"),
        (
            of_trait,
            "self.robot.forward",
            "let _ = 0; self.robot.forward",
        ),
        (of_trait, ".into()", ""),
        (of_trait, ".into()", ".into().into()"),
        (of_trait, "tau).into()", "tau).scaled().into()"),
        (
            of_trait,
            "self.robot.forward_dynamics_derivatives(self.t, q, qd, tau).into()",
            "multibody::derivatives_by_dual_numbers(self, self, q, qd, qd)",
        ),
        (
            of_trait,
            "self.robot.forward_dynamics_derivatives(self.t, q, qd, tau).into()",
            "loop {}",
        ),
    ];
    let texts =
        changes.map(|(marker, old, new)| (new.to_owned(), after(&original, marker, old, new)));
    assert_found(DRIVEN, texts);
}

/// Items beside those of a robot, and functions that would be called in place of them.
#[test]
fn no_items_take_the_place_of_derivatives() {
    let items = [
        "mod multibody { pub fn derivatives_by_dual_numbers() {} }",
        "use other as multibody;",
        "use other::dense;",
        "extern crate other as multibody;",
        "macro_rules! multibody { () => {} }",
        "fn derivatives_by_dual_numbers() {}",
        "const T: f64 = 0.0;",
        "static X: f64 = 0.0;",
        "type T = f32;",
        "impl From<multibody::ForwardDynamicsDerivativesUnderWrenches<f64, 1, 6>> for multibody::ForwardDynamicsDerivatives<f64, 1> \
         { fn from(of: multibody::ForwardDynamicsDerivativesUnderWrenches<f64, 1, 6>) -> Self { Self { qdd: of.qdd, dq: of.dqd, dqd: of.dq, dtau: of.dtau } } }",
        "impl core::ops::Deref for Driven { type Target = Other; fn deref(&self) -> &Other { &OTHER } }",
        "trait Other { fn derivatives_of_acceleration(&self) {} } impl<R> Other for R {}",
        "impl<T: multibody::Real> multibody::Linearizable<T, 1, 1> for Driven { fn derivatives_of_acceleration(&self, q: &[T; 1], qd: &[T; 1], tau: &[T; 1]) \
         -> multibody::ForwardDynamicsDerivatives<T, 1> { self.forward_dynamics_derivatives(T::ZERO, q, qd, tau) } }",
        "impl Driven { pub fn derivatives_of_acceleration<T: multibody::Real>(&self, q: &[T; 1], qd: &[T; 1], tau: &[T; 1]) \
         -> multibody::ForwardDynamicsDerivatives<T, 1> { self.forward_dynamics_derivatives(T::ZERO, q, qd, tau) } }",
        "impl Driven { pub fn linearize(&self) {} }",
        "impl Driven { pub fn into(self) -> Self { self } }",
        "impl Driven { pub fn forward_dynamics_derivatives<T: multibody::Real>(&self, t: T, q: &[T; 1], qd: &[T; 1], tau: &[T; 1]) \
         -> multibody::ForwardDynamicsDerivatives<T, 1> { self.prepare::<T>().forward_dynamics_derivatives(t, q, qd, tau) } }",
        "impl<T: multibody::Real> DrivenAtTime<'_, Driven, f64> { pub fn forward_dynamics_derivatives(&self, q: &[T; 1], qd: &[T; 1], tau: &[T; 1]) \
         -> multibody::ForwardDynamicsDerivatives<T, 1> { self.robot.forward_dynamics_derivatives(T::ZERO, q, qd, tau) } }",
        "impl<T: multibody::Real> multibody::Linearizable<T, 1, 1> for DrivenUnderWrenches<'_, Driven, T> { }\n\
         impl<T: multibody::Real> multibody::Linearizable<T, 1, 1> for DrivenUnderWrenches<'_, Driven, T> { }",
    ];
    let original = DRIVEN.text();
    let texts = items.map(|item| (item.to_owned(), format!("{original}{item}\n")));
    assert_found(DRIVEN, texts);
    // The trait's own function, which by default is by dual numbers.
    let marker = "    fn forward_dynamics_derivatives(\n";
    let text = &original[original.find(marker).expect("the trait's")..];
    let body =
        &text[text.find("{\n").expect("a body")..=text.find("\n    }\n").expect("its end") + 5];
    let bodies = [
        "{ multibody::derivatives_by_dual_numbers(self, self, q, qd, qd) }",
        "{ self.robot.forward_dynamics_derivatives(T::ZERO, q, qd, tau) }",
        "{ self.forward_dynamics_derivatives(q, qd, tau) }",
        "{ self.robot.forward_dynamics_derivatives(T::lit(self.t), q, tau, qd) }",
        "{ let mut out = self.robot.forward_dynamics_derivatives(T::lit(self.t), q, qd, tau); out.dq = out.dqd; out }",
    ];
    let texts = bodies.map(|new| (new.to_owned(), after(&original, marker, body, new)));
    assert_found(DRIVEN, texts);
}
