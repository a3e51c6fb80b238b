//! Texts by which an author might get something verified that another function computes. Each was tried on purpose. Some of them
//! rustc refuses: the verifier does not count on that.

use crate::files::{
    BUNDLED, DAMPED, DISPATCHED, LEGGED, PARAMETRIC, Robot, SMALL, is_found, is_found_beside,
    source,
};
use multibody_verify::{Description, Verdict, verify};

/// A text with the first occurrence after a marker replaced.
pub fn after(text: &str, marker: &str, passage: &str, replacement: &str) -> String {
    let start = text
        .find(marker)
        .unwrap_or_else(|| panic!("no `{marker}` in it"));
    assert!(
        text[start..].contains(passage),
        "no `{passage}` after `{marker}`"
    );
    format!(
        "{}{}",
        &text[..start],
        text[start..].replacen(passage, replacement, 1)
    )
}

/// Whether all of these texts are found.
pub fn assert_found(file: Robot, texts: impl IntoIterator<Item = (String, String)>) {
    let original = file.verify(&file.text()).expect("it can be verified");
    let unseen = texts
        .into_iter()
        .filter(|(_, text)| !is_found_beside(&original, &file, text));
    let unseen: Vec<String> = unseen.map(|(what, _)| what).collect();
    assert!(unseen.is_empty(), "not found:\n{}", unseen.join("\n"));
}

const INTO: &str = "fn mass_matrix_into";
const STORE: &str = "out[0][0] = m0_0;";
const LAST: &str = "out[2][2] = T::lit(1.4);\n";

/// What a statement writes by a second name, is written in the first as well.
#[test]
fn no_second_name_for_what_is_written() {
    let original = SMALL.text();
    let at_the_end = [
        "let mut out = out; out[0][0] = T::ZERO;",
        "{ let mut b = out; b[0][0] = T::ZERO; }",
        "let mut b = { out }; b[0][0] = T::ZERO;",
        "let mut b = [out]; b[0][0][0] = T::ZERO;",
        "let mut b = (out, T::ONE); b.0[0][0] = T::ZERO;",
        "let mut b = &mut out[0]; b[0] = T::ZERO;",
        "let mut b = [&mut *out]; b[0][0][0] = T::ZERO;",
        "let mut b = &mut *out; b[0][0] = T::ZERO;",
        "let [mut a, _, _] = out; a[0] = T::ZERO;",
        "let _ = multibody::dense::accelerations(out, &[T::ZERO; 3], &[T::ZERO; 3]);",
        "let mut x = [[T::ZERO; 3]; 3]; multibody::dense::inverse(out, &mut x);",
    ];
    let texts = at_the_end.map(|last| {
        let text = after(&original, INTO, LAST, &format!("{LAST}{last}\n"));
        (last.to_owned(), text)
    });
    assert_found(SMALL, texts);
    let instead = [
        "let mut k = [m0_0]; let mut b = &mut k; b[0] = T::ZERO; let z = k[0];",
        "let mut k = [m0_0]; { let mut b = [&mut k; 1]; b[0][0] = T::ZERO; } let z = k[0];",
        "let mut k = [m0_0]; { let mut b = &mut k; let mut c = b; c[0] = T::ZERO; } let z = k[0];",
        "let mut k = [[m0_0]]; { let mut b = { &mut k }; b[0][0] = T::ZERO; } let z = k[0][0];",
        "let mut k = [m0_0]; let mut b = multibody::outlined_chunk(|| { &mut k }); b[0] = T::ZERO; let z = k[0];",
        "let mut k = [m0_0, q[0]]; let [ref mut b, _] = k; let z = k[0];",
        "let mut k = [[m0_0]]; let b = &mut k; let _ = multibody::dense::accelerations(b, &[T::ONE], &[T::ZERO]); \
         let z = k[0][0];",
    ];
    let texts = instead.map(|statements| {
        let text = after(
            &original,
            INTO,
            STORE,
            &format!("{statements} out[0][0] = z;"),
        );
        (statements.to_owned(), text)
    });
    assert_found(SMALL, texts);
}

/// Of a symmetric matrix, the triangle that callers do not expect is not written.
#[test]
fn only_the_lower_triangle_is_written() {
    let original = DAMPED.text();
    let start = original.find(INTO).expect("it is in place");
    let end = start + original[start..].find("\n    }\n").expect("its end");
    let texts = [
        "out[0][1] = out[1][0];",
        "let mut t = (&mut out[0][1],); *t.0 = T::ONE;",
        "let mut t = [&mut out[0][1]]; *t[0] = T::ONE;",
    ];
    let texts = texts.map(|last| {
        let text = format!("{}\n        {last}{}", &original[..end], &original[end..]);
        (last.to_owned(), text)
    });
    assert_found(DAMPED, texts);
}

/// An array that is copied is another array: what is written to the copy is not in the original.
#[test]
fn a_copy_is_another_array() {
    let copied = "let mut k = [m0_0]; { let mut k = k; k[0] = T::ZERO; } let z = k[0];";
    let text = after(
        &SMALL.text(),
        INTO,
        STORE,
        &format!("{copied} out[0][0] = z;"),
    );
    assert!(!is_found(&SMALL, &text));
}

/// An implementation acts wherever it is.
#[test]
fn no_items_where_nothing_is_verified() {
    let original = SMALL.text();
    let start = original.find("    pub const JOINTS").expect("a table");
    let end = start + original[start..].find("];\n").expect("its end") + 3;
    let table = original[start..end].replacen("q: 0,", "q: 1,", 1);
    assert_ne!(table, original[start..end]);
    let hidden = format!("impl Small {{ {table} }}");
    let remainder = format!("{}{}", &original[..start], &original[end..]);
    let costs = after(
        &remainder,
        "pub const COSTS",
        "= [",
        &format!("= {{ {hidden} }} ["),
    );
    let costs = after(&costs, "pub const COSTS", "\n    ];", "\n    ]};");
    let condition = |of: &str| format!("{of} where [(); {{ {hidden} 0 }}]: Sized;");
    let structs = remainder.replacen("pub struct Small;", &condition("pub struct Small"), 1);
    let reference = |function: &str| {
        let items =
            format!("multibody::reference_items! {{ impl Small {{ {function} }} }}\n// Exact");
        remainder.replacen("// Exact", &items, 1)
    };
    let in_model = reference(&format!(
        "pub fn model() -> multibody::reference::Model {{ {hidden} }}"
    ));
    let in_type = reference(&format!(
        "pub fn model() -> [u8; {{ {hidden} 0 }}] {{ [] }}"
    ));
    let included = after(
        &original,
        "pub const COSTS",
        "= [",
        "= { r#include!(\"costs.rs\"); } [",
    );
    let included = after(&included, "pub const COSTS", "\n    ];", "\n    ]};");
    let by_macro = reference("pub fn model() { other::items!() }");
    let by_attribute = reference("pub fn model() { #[r#cfg(any())] let a = 1; }");
    let exported = reference("#[unsafe(no_mangle)] pub fn model() {}");
    // Nothing verifies a second `JOINTS` then; that there is none is no fault of the file.
    for (subject, text) in [
        ("macro in a constant", included),
        ("macro in the model", by_macro),
        ("attribute in the model", by_attribute),
        ("attribute of the model", exported),
        ("constant", costs),
        ("condition", structs),
        ("body of the model", in_model),
        ("type of the model", in_type),
    ] {
        assert_ne!(text, remainder, "{subject}");
        assert!(SMALL.verify(&text).is_err(), "{subject}");
    }
}

/// `A` is the number with which dispatched functions compute. In others it would be a robot of that name.
#[test]
fn no_robot_has_the_name_of_a_type() {
    let store = "out[0][0] = A::store(m0_0);";
    let text = after(&SMALL.text(), INTO, STORE, store);
    for name in ["A", "T"] {
        let refusal = SMALL.verify(&text.replace("Small", name)).unwrap_err();
        assert!(refusal.message.contains("the name of a type"), "{refusal}");
    }
    for store in ["out[0][0] = A::store(m0_0);", "out[0][0] = m0_0 + A::ZERO;"] {
        assert!(
            SMALL
                .verify(&after(&SMALL.text(), INTO, STORE, store))
                .is_err(),
            "{store}"
        );
    }
}

/// Of a dispatched function the one that is called is judged, and it is called as the macro says.
#[test]
fn a_body_belongs_to_the_function_that_dispatches() {
    let original = SMALL.text();
    let start = original.find("    pub fn mass_matrix_into<T").expect("it");
    let opening = start + original[start..].find(") {").expect("its body") + 2;
    let end = opening + original[opening..].find("\n    }\n").expect("its end") + 7;
    let body = &original[opening..end];
    let twin = format!(
        "    pub fn mass_matrix_into_with<T, A>(&self, q: &[T; 3], out: &mut [[T; 3]; 3]) \
         where T: multibody::Real, A: multibody::dispatch::Arithmetic<T> {body}"
    );
    let text_with = |function: &str| {
        format!(
            "{}{twin}{}{function}{}",
            &original[..start],
            &original[start..opening],
            &original[end..]
        )
    };
    assert_found(
        SMALL,
        [
            (
                "a wrong function beside".to_owned(),
                text_with(&body.replacen(STORE, "out[0][0] = -m0_0;", 1)),
            ),
            (
                "a function that calls itself".to_owned(),
                text_with("{ self.mass_matrix_into(q, out); }\n"),
            ),
        ],
    );
    let original = DISPATCHED.text();
    let exchanged = after(
        &original,
        "fn inverse_dynamics<T",
        "qd: &'a [T; 3],\n                qdd: &'a [T; 3],",
        "qdd: &'a [T; 3],\n                qd: &'a [T; 3],",
    );
    let another = after(
        &original,
        "fn inverse_dynamics<T",
        "inverse_dynamics_with<T, A>(",
        "forward_dynamics_with<T, A>(",
    );
    assert_found(
        DISPATCHED,
        [
            ("arguments".to_owned(), exchanged),
            ("another function".to_owned(), another),
        ],
    );
}

/// What is put into a body in the numbers of the processor is read like the rest of it, or refused.
#[test]
fn nothing_is_inserted_in_a_dispatched_body() {
    let original = DISPATCHED.text();
    let text_with = |statement: &str| {
        let head = "fn inverse_dynamics_with<T, A>";
        after(
            &original,
            head,
            "let mut out",
            &format!("{statement} let mut out"),
        )
    };
    assert!(!is_found(&DISPATCHED, &text_with("let _ = A::load(q[0]);")));
    let statements = [
        "multibody::dispatch::at_most(multibody::dispatch::Instructions::AsCompiled);",
        "let _ = multibody::dispatch::at_most(multibody::dispatch::Instructions::AsCompiled);",
        "let _ = <A as multibody::dispatch::Arithmetic<T>>::load(q[0]);",
        "let _ = multibody::dispatch::Arithmetic::load(q[0]);",
        "let _ = A::dispatched(q);",
        "let _ = A::two(q);",
        "let _ = A::exp(A::ONE);",
        "let _ = self.inverse_dynamics_with::<T, A>(q, qd, qdd);",
        "let _ = self.inverse_dynamics(q, qd, qdd);",
        "let A = q[0];",
        "let T = q[0];",
        "let multibody = q[0];",
        "let r#q = q[0];",
        "fn load() {}",
        "impl Dispatched { pub fn hidden() {} }",
        "use multibody::Real;",
        "macro_rules! load { () => {} }",
        "multibody::dispatched! {}",
        "#[cfg(any())] let x = q[0];",
        "#[cfg_attr(all(), path = \"x.rs\")] let x = q[0];",
        "unsafe {}",
        "const { };",
        "let _ = const { 1.0 };",
        "let _ = [q[0]; { 1 }];",
        "let _: [T; { impl Dispatched {} 1 }] = [q[0]];",
        "let _ = core::hint::black_box(q[0]);",
    ];
    let texts = statements.map(|statement| (statement.to_owned(), text_with(statement)));
    assert_found(DISPATCHED, texts);
}

/// What a function computes that another calls, follows from its head as well.
#[test]
fn a_function_with_another_head_has_no_callers() {
    let original = SMALL.text();
    let exchanged = after(
        &original,
        INTO,
        "q: &[T; 3],\n        out: &mut [[T; 3]; 3],",
        "out: &mut [[T; 3]; 3],\n        q: &[T; 3],",
    );
    let renamed = after(&original, INTO, "out: &mut", "to: &mut");
    let renamed = after(
        &renamed,
        INTO,
        STORE,
        "let mut out = [[T::ZERO; 3]; 3]; out[0][0] = m0_0;",
    );
    for text in [exchanged, renamed] {
        let report = SMALL.verify(&text).expect("only a function is wrong");
        assert_eq!(report.exit_code(false), 1);
        for name in [
            "mass_matrix_into",
            "mass_matrix",
            "Multibody::mass_matrix",
            "kinetic_energy",
            "forward_dynamics",
        ] {
            assert!(!report.is_verified(name), "{name}: {report}");
        }
        assert!(report.is_verified("gravity"), "{report}");
    }
}

/// What makes a position or prepared parameters is part of what uses them, and must be used by something.
#[test]
fn what_prepares_is_judged() {
    let original = PARAMETRIC.text();
    assert!(original.contains("self.prepare::<T>().at(q)"));
    let other = "let _ = q; BobAt { p: [T::ZERO; 2] }";
    let texts = [
        (
            "another position",
            original.replacen("self.prepare::<T>().at(q)", other, 1),
        ),
        (
            "a second function",
            after(
                &original,
                "    pub fn at<T: multibody::Real>",
                "    pub fn at<T: multibody::Real>",
                "    pub fn at_into<T: multibody::Real>(&self, q: &[T; 1], out: &mut BobAt<T>) \
                 { let _ = q; out.p = [T::ZERO; 2]; }\n    pub fn at<T: multibody::Real>",
            ),
        ),
        (
            "a wrong entry",
            after(
                &original,
                "    pub fn prepare(&self)",
                "T::lit(0.0095)",
                "T::lit(0.0096)",
            ),
        ),
    ];
    let texts = texts.map(|(what, text)| (what.to_owned(), text));
    assert_found(PARAMETRIC, texts);
}

/// A view with selectors has a trait's function only where selectors change it.
#[test]
fn selectors_are_not_ignored() {
    let original = LEGGED.text();
    let implementation = "multibody::ConstrainedForwardDynamics<T, 9, 8, 3>\nfor LeggedSelecting<";
    let start = original
        .find(implementation)
        .expect("the trait of the view");
    let (start_of_text, tail) = original.split_at(start);
    let ignored = tail.replacen(
        "self.constrained_forward_dynamics(",
        "self.robot.constrained_forward_dynamics(",
        1,
    );
    let plain = "impl<T: multibody::Real> multibody::ConstrainedForwardDynamics<T, 9, 8, 3> \
                 for LeggedSelecting<'_, &'_ Legged, T> { fn constrained_forward_dynamics(&self, \
                 q: &[T; 9], qd: &[T; 8], tau: &[T; 8]) -> multibody::ConstrainedAcceleration<T, 8, 3> \
                 { self.robot.constrained_forward_dynamics(q, qd, tau) } }\n";
    let (items, table) = original.split_once("// Exact values").expect("a table");
    let texts = [
        (
            "of all rows".to_owned(),
            format!("{start_of_text}{ignored}"),
        ),
        (
            "of no view that has it".to_owned(),
            format!("{items}{plain}// Exact values{table}"),
        ),
    ];
    assert_found(LEGGED, texts);
    let head = "    pub fn constrained_forward_dynamics<T: multibody::Real>(";
    let start = original.find(head).expect("it") + head.len();
    let signature = &original[start..][..original[start..].find('{').expect("a body")];
    let addition = format!(
        "impl<T: multibody::Real> multibody::ConstrainedDynamics<T, 9, 8, 3> \
         for LeggedSelecting<'_, &'_ Legged, T> {{ fn constrained_forward_dynamics({signature} \
         {{ self.robot.constrained_forward_dynamics(q, qd, tau) }} }}\n"
    );
    let text = format!("{items}{addition}// Exact values{table}");
    let refusal = LEGGED.verify(&text).unwrap_err();
    assert!(refusal.message.contains("is no function of"), "{refusal}");
}

/// A view passes what its caller gives.
#[test]
fn feedback_is_passed_on() {
    let original = LEGGED.text();
    let marker = "    pub fn constrained_forward_dynamics_with_feedback(";
    let start = original.find(marker).expect("it");
    let body = start
        + original[start..]
            .find("        self.robot")
            .expect("its body");
    let end = body + original[body..].find("\n    }\n").expect("its end");
    let dropped = format!(
        "{}        self.constrained_forward_dynamics(q, qd, tau){}",
        &original[..body],
        &original[end..]
    );
    assert_found(LEGGED, [("dropped".to_owned(), dropped)]);
}

/// Exact and in floats, these are different numbers.
#[test]
fn no_numbers_beyond_the_range_of_floats() {
    let texts = [
        "out[0][0] = m0_0 * T::lit(1e-400) * T::lit(1e200) * T::lit(1e200);",
        "out[0][0] = m0_0 * (T::lit(1e400) / T::lit(1e400));",
        "out[0][0] = m0_0 * (T::lit(1.1e-320) / T::lit(1.1e-320));",
    ];
    let texts = texts.map(|store| {
        let text = after(&SMALL.text(), INTO, STORE, store);
        (store.to_owned(), text)
    });
    assert_found(SMALL, texts);
    // An angle whose float is 0: its exact sine times 1e400 is not.
    // n = 10^400: (n^2 - 1) / (n^2 + 1) and 2 n / (n^2 + 1).
    let double = format!("2{}", "0".repeat(400));
    let (numerator, denominator) = ("9".repeat(800), format!("1{}1", "0".repeat(799)));
    let store = "let (s, c) = T::lit(0.0e0).sin_cos(); let k = T::lit(1e200) * T::lit(1e200); \
                 let z = (s * k) / (T::ONE + c); out[0][0] = m0_0 * z;";
    let text = after(&SMALL.text(), INTO, STORE, store);
    let text = format!("{text}// 0.0e0 = angle {numerator}/{denominator} {double}/{denominator}\n");
    assert!(is_found(&SMALL, &text));
}

/// Deep types and expressions take stack: the command has enough, or refuses them.
#[test]
fn stack_is_limited() {
    let mixed = |opening: &str, close: &str| {
        let inner = format!("{}1{}", opening.repeat(44), close.repeat(44));
        after(
            &SMALL.text(),
            INTO,
            STORE,
            &format!("let x = {inner}; {STORE}"),
        )
    };
    let ampersands = format!("{}(", "&".repeat(300));
    let returns = format!("{}{{", "return ".repeat(390));
    for text in [mixed(&ampersands, ")"), mixed(&returns, "}")] {
        let judge = move || SMALL.verify(&text).map_err(|of| of.message);
        let thread = std::thread::Builder::new().stack_size(64 << 20);
        let result = thread.spawn(judge).unwrap().join().unwrap();
        assert!(result.unwrap_err().contains("too many operators"));
    }
}

/// A short text that requires much work is judged soon.
#[test]
fn work_is_limited() {
    let doubled: String = (0..60)
        .map(|at| format!("let a{} = (a{at}, a{at}); ", at + 1))
        .collect();
    let copied: String = (0..400).map(|at| format!("let a{at} = a; ")).collect();
    let statements = [
        "let x = [(); 18446744073709551615];".to_owned(),
        "let x = [(); 1000000000000];".to_owned(),
        format!("let a0 = (m0_0, m0_0); {doubled}"),
        format!("let a = [m0_0; 1048576]; {copied}"),
        format!("let a = [m0_0; 1048576]; {}", "let _ = a; ".repeat(300)),
        format!("let _ = ({});", "[m0_0; 1048576], ".repeat(130)),
        "let x = T::lit(1e-999999999);".to_owned(),
        format!("let x = m0_0 * T::lit({}.0);", "9".repeat(30_000)),
        "let x = multibody::dense::inverse(&[[m0_0; 300]; 300]);".to_owned(),
        "let x = m0_0.stumpff(99999999999);".to_owned(),
        "let x = multibody::dense::accelerations(&[[m0_0; 2]; 2], &[m0_0; 3], &[m0_0; 3]);"
            .to_owned(),
    ];
    let text_with =
        |statements: &str| after(&SMALL.text(), INTO, STORE, &format!("{statements} {STORE}"));
    let texts = statements.map(|statements| {
        let text = text_with(&statements);
        (statements[..statements.len().min(60)].to_owned(), text)
    });
    assert_found(SMALL, texts);
    // Loops over matrices: one that computes more values than a function may have, or several together.
    let inverse = |rows: usize| {
        let matrix = format!("[[m0_0; {rows}]; {rows}]");
        format!("let _ = multibody::dense::inverse(&{matrix}); ")
    };
    let accelerations =
        "let _ = multibody::dense::accelerations(&[[m0_0; 170]; 170], &[m0_0; 170], &[m0_0; 170]);";
    let product = "let _ = multibody::dense::product(&[[m0_0; 600]; 600], &[m0_0; 600]); ";
    for statements in [inverse(120), accelerations.to_owned(), product.repeat(6)] {
        let refusal = SMALL
            .verify(&text_with(&statements))
            .expect_err(&statements);
        assert!(refusal.message.contains("too many values"), "{refusal}");
    }
    let report = SMALL
        .verify(&text_with(&inverse(10)))
        .expect("it is counted");
    assert!(report.is_verified("mass_matrix_into"), "{report}");
}

/// Where a function begins and ends.
fn function(text: &str, head: &str) -> (usize, usize) {
    let begin = text.find(head).expect("the function");
    let end = begin + text[begin..].find("\n    }\n").expect("its end") + 7;
    (begin, end)
}

/// A bundle may have a name like that of the in-place form of a function which only its prepared form has. Where that calls the
/// bundle, its own result stays 0.
#[test]
fn a_function_of_its_own_is_no_form_of_another() {
    let renamed = |text: &str| {
        let forms = text.replace("weight_into", "velocity_of_bob_into_into");
        forms.replace("weight", "velocity_of_bob_into")
    };
    let path = std::env::temp_dir().join(format!("multibody-form-{}.rs", std::process::id()));
    std::fs::write(&path, renamed(&PARAMETRIC.description_text())).expect("a file");
    let description = Description::read(&path);
    std::fs::remove_file(&path).expect("the file");
    let description = description.expect("a description");
    let mut text = renamed(&PARAMETRIC.text());
    let (begin, end) = function(&text, "    pub fn velocity_of_bob<T: multibody::Real>");
    text.replace_range(begin..end, "");
    let head = "    pub fn velocity_of_bob(&self, q: &[T; 1], qd: &[T; 1]) -> [T; 6] {\n";
    let (begin, end) = function(&text, head);
    let call =
        "let mut out = [T::ZERO; 6];\n self.velocity_of_bob_into(q, qd, &mut out);\n out\n    }\n";
    text.replace_range(begin..end, &format!("{head}{call}"));
    let result = multibody_verify::verify(&text, &description);
    let is_verified = result.is_ok_and(|report| report.is_verified("Prepared::velocity_of_bob"));
    assert!(!is_verified);
}

/// The view under wrenches is linearized at its own arguments, with its own wrenches.
#[test]
fn a_view_is_linearized_as_it_is() {
    let original = PARAMETRIC.text();
    let changes = [
        ("(self.wrenches)", "(&[[T::ZERO; 6]; 1])"),
        ("&self.robot.under(&wrenches)", "self.robot"),
        ("q,\n            qd,", "qd,\n            q,"),
        ("            tau,", "            qd,"),
    ];
    let texts = changes.map(|(passage, replacement)| {
        let text = after(
            &original,
            "fn derivatives_of_acceleration",
            passage,
            replacement,
        );
        (replacement.to_owned(), text)
    });
    assert_found(PARAMETRIC, texts);
}

/// A text with the first occurrence replaced.
fn replace(file: &Robot, passage: &str, replacement: &str) -> String {
    let text = file.text();
    assert!(text.contains(passage), "{passage}");
    text.replacen(passage, replacement, 1)
}

#[test]
fn a_matrix_that_is_overwritten_is_not_read() {
    let call = "multibody::dense::accelerations(&mut m, tau, &f)";
    let text = replace(&SMALL, call, &format!("let _ = {call};\n{call}"));
    assert!(is_found(&SMALL, &text));
}

#[test]
fn matrices_of_loops_are_square() {
    let text = DAMPED.text();
    let start = text.find("fn mass_matrix_inverse<T").expect("it");
    let changed = text[start..].replacen("[[T::ZERO; 3]; 3]", "[[T::ZERO; 4]; 3]", 1);
    let changed = format!("{}{changed}", &text[..start]);
    assert!(is_found(&DAMPED, &changed));
}

#[test]
fn statements_that_are_not_compiled_are_found() {
    let mut unseen = Vec::new();
    for (file, statement) in [
        (DISPATCHED, "multibody::dispatched! {"),
        (DAMPED, "multibody::dense::mirror(&mut out);"),
        (SMALL, "multibody::outlined_chunk(|| { out[0][0] = "),
    ] {
        let text = if file.text().contains(statement) {
            replace(&file, statement, &format!("#[cfg(any())] {statement}"))
        } else {
            let text = replace(&file, "out[0][0] = ", &format!("#[cfg(any())] {statement}"));
            let start = text.find(statement).expect("it is there");
            let end = start + text[start..].find(";\n").expect("its end") + 1;
            format!("{} }});{}", &text[..end], &text[end..])
        };
        if !is_found(&file, &text) {
            unseen.push(statement);
        }
    }
    assert!(unseen.is_empty(), "{unseen:#?}");
}

#[test]
fn names_in_tables_are_compared_as_they_are() {
    for (described, name) in [("turn'a", "turn'_"), ("turn ,)", "turn)")] {
        let description = SMALL
            .description_text()
            .replace("\"turn\"", &format!("\"{described}\""));
        let text = SMALL.text().replace("\"turn\"", &format!("\"{name}\""));
        let report = verify(&text, &source(&description)).expect("it can be verified");
        assert!(!report.is_verified("JOINTS"), "{name} for {described}");
    }
}

/// The name of a struct with types would hide an item; in place of it.
#[test]
fn a_struct_literal_has_no_types() {
    let text = LEGGED.text();
    let literal = "multibody::ConstrainedAcceleration { qdd";
    let hidden = "impl Legged { pub fn hidden() {} }";
    let replacement =
        format!("multibody::ConstrainedAcceleration::<T, 8, {{ {hidden} 3 }}> {{ qdd");
    assert!(text.contains(literal));
    assert!(
        LEGGED
            .verify(&text.replacen(literal, &replacement, 1))
            .is_err()
    );
    let (begin, end) = function(&text, "    pub fn mass_matrix<T");
    let hidden = "impl Legged { pub fn mass_matrix<T: multibody::Real>(&self, _: &[T; 9]) -> [[T; 8]; 8] { [[T::ZERO; 8]; 8] } }";
    let replacement =
        format!("multibody::ConstrainedAcceleration::<T, 8, {{ {hidden} 3 }}> {{ qdd");
    let remainder = format!("{}{}", &text[..begin], &text[end..]);
    let refusal = LEGGED
        .verify(&remainder.replacen(literal, &replacement, 1))
        .unwrap_err();
    assert!(
        refusal.message.contains("an item within an item"),
        "{refusal}"
    );
}

/// Constraints, what acts under them, and the momentum of all links have entries too.
#[test]
fn a_value_that_is_absorbed_is_wrong_under_constraints() {
    let cases: [(Robot, &str, &str); 3] = [
        (LEGGED, "constraint_jacobian_into", "c_knee * neg_r2_xx"),
        (
            LEGGED,
            "constrained_forward_dynamics",
            "T::lit(0.06486) + ia1_zz_6",
        ),
        (BUNDLED, "centroidal_into", "T::lit(-1.8) - mr1_y_1"),
    ];
    for (file, name, value) in cases {
        let text = file.text();
        let start = text.find(&format!("pub fn {name}<")).expect("the function");
        let (head, function) = text.split_at(start);
        assert!(function.contains(value), "{name}");
        let absorbed = format!("({value} + T::lit(1e30)) - T::lit(1e30)");
        let text = format!("{head}{}", function.replacen(value, &absorbed, 1));
        let report = file.verify(&text).expect("what is emitted");
        let verdict = report.verdict(name);
        assert!(
            matches!(verdict, Some(Verdict::Wrong(why)) if why.starts_with("in f64, ")),
            "{name}: {verdict:?}"
        );
    }
}
