//! Pieces of Rust at every border of two tokens: no text with one of them is verified, except those that are listed with a reason.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::{ImplItem, Item};

use crate::files::{DISPATCHED, LEGGED, PARAMETRIC, Robot, source};
use multibody_support::random::Random;
use multibody_verify::{Refusal, Report, verify};

/// The number of texts of each file; `MULTIBODY_BORDERS=all` tries all, which takes an hour of processor time.
const DRAWN: usize = 100;

/// What is inserted. The first ones have an implementation, which acts wherever it is.
const PIECES: [&str; 26] = [
    "-> [u8; { impl Zz {} 2 }]",
    "where [(); { impl Zz {} 0 }]: Sized",
    "::<{ impl Zz {} 0 }>",
    "<{ impl Zz {} 0 }>",
    ": [u8; { impl Zz {} 2 }]",
    "<const N: usize = { impl Zz {} 0 }>",
    "= { impl Zz {} 0 }",
    ": Zz<{ impl Zz {} 0 }>",
    "+ Zz<{ impl Zz {} 0 }>",
    "as [u8; { impl Zz {} 2 }]",
    "<[u8; { impl Zz {} 2 }] as Zz>::",
    "if { impl Zz {} true }",
    "zz!{}",
    "zz!()",
    "#[doc = zz!()]",
    "#[cfg(zz)]",
    "#[derive(Zz)]",
    "pub(in zz)",
    "for<'zz>",
    "'zz",
    "'zz:",
    "const",
    "async",
    "unsafe",
    "default",
    "extern \"C\"",
];

/// The pieces without an implementation that are accepted somewhere, and why they do no harm.
const HARMLESS: [(&str, &str); 8] = [
    ("pub(in zz)", "visibility: what lacks it does not compile"),
    ("for<'zz>", "a lifetime, within the reference model"),
    ("'zz", "a lifetime, within the reference model"),
    ("const", "a function of the reference model"),
    ("async", "a function of the reference model"),
    ("unsafe", "a function of the reference model"),
    (
        "default",
        "a name without a meaning, within the reference model: what has it does not compile",
    ),
    ("extern \"C\"", "a function of the reference model"),
];

/// The verification of a text.
type Verify = dyn Fn(&str) -> Result<Report, Refusal> + Sync;

/// A small file, and what it is verified against.
struct Small {
    name: &'static str,
    text: String,
    verify: Box<Verify>,
}

/// A chunk, a type after `let`, and a reference model.
const CHUNK: &str = "pub struct Pendulum;
impl Pendulum {
    pub fn gravity<T: multibody::Real>(&self, q: &[T; 2]) -> [T; 2] {
        multibody::outlined_chunk(|| {
            let mut a: T = T::lit(4.4145) * (q[0] + q[1]).sin();
            a = a;
            [T::lit(18.1485) * q[0].sin() + a, a]
        })
    }
}
multibody::reference_items! {
    impl Pendulum {
        pub fn model() -> multibody::reference::Model {
            use multibody::reference::{Link, Model};
            type T = f64;
            Model::new([0.0, 0.0, -9.81], [Link { name: \"a\", mass: 1.0 as T }], [])
        }
    }
    impl multibody::reference::Described for Pendulum {
        fn model(&self) -> multibody::reference::Model { Self::model() }
    }
}
";

fn files() -> Vec<Small> {
    let chunk = Small {
        name: "chunk and reference model",
        text: CHUNK.to_owned(),
        verify: Box::new(|text| {
            verify(
                text,
                &source(include_str!(
                    "../../verify/tests/verify/double_pendulum.urdf"
                )),
            )
        }),
    };
    vec![
        chunk,
        small(
            "parameters and `at`",
            PARAMETRIC,
            &[
                "parameters",
                "prepare",
                "at",
                "gravity",
                "mass_matrix",
                "bias",
                "total_mass",
                "step",
                "weight",
            ],
        ),
        small(
            "constraints and views",
            LEGGED,
            &[
                "gravity",
                "under",
                "selecting",
                "without_constraints",
                "constraint_jacobian",
            ],
        ),
        small("dispatch", DISPATCHED, &["gravity", "gravity_with"]),
    ]
}

/// The text of a robot with these functions alone.
fn small(name: &'static str, file: Robot, functions: &[&str]) -> Small {
    let text = file.text();
    let mut items = syn::parse_file(&text).expect("Rust").items;
    items.retain_mut(|item| match item {
        Item::Impl(implementation) => {
            implementation.items.retain(|item| match item {
                ImplItem::Fn(function) => {
                    let name = function.sig.ident.to_string();
                    functions.contains(&name.strip_suffix("_into").unwrap_or(&name))
                }
                ImplItem::Const(constant) => ["NQ", "NV"].contains(&&*constant.ident.to_string()),
                _ => false,
            });
            !implementation.items.is_empty()
        }
        Item::Macro(invocation) => !invocation
            .mac
            .path
            .to_token_stream()
            .to_string()
            .contains("reference"),
        Item::Struct(_) => true,
        _ => false,
    });
    let head: String = text
        .lines()
        .take(4)
        .map(|line| format!("{line}\n"))
        .collect();
    let table = text.find("// Exact values").map_or("", |at| &text[at..]);
    Small {
        name,
        text: format!("{head}{}\n{table}", quote!(#(#items)*)),
        verify: Box::new(move |text| file.verify(text)),
    }
}

/// The bytes at which tokens begin and end.
fn borders(tokens: TokenStream, places: &mut Vec<usize>) {
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            places.extend(
                [group.span_open(), group.span_close()].map(|span| span.byte_range().start),
            );
            places
                .extend([group.span_open(), group.span_close()].map(|span| span.byte_range().end));
            borders(group.stream(), places);
        } else {
            let bytes = token.span().byte_range();
            places.extend([bytes.start, bytes.end]);
        }
    }
}

#[test]
fn no_piece_is_accepted_at_a_border_of_tokens() {
    let is_all = std::env::var("MULTIBODY_BORDERS").is_ok_and(|value| value == "all");
    let mut accepted = Vec::new();
    let mut random = Random::new(43);
    for file in files() {
        let original = (file.verify)(&file.text).unwrap_or_else(|of| panic!("{}: {of}", file.name));
        assert_eq!(original.wrong(), 0, "{}: {original}", file.name);
        let verified = original.verified_count();
        assert!(verified > 0);
        let code = file.text.split("// Exact").next().expect("the code");
        let mut places = Vec::new();
        borders(code.parse().expect("tokens"), &mut places);
        places.sort_unstable();
        places.dedup();
        let count = places.len() * PIECES.len();
        println!("{}: {} borders, {count} texts", file.name, places.len());
        let choices: Vec<(usize, &str)> = (0..if is_all { count } else { DRAWN })
            .map(|at| if is_all { at } else { random.below(count) })
            .map(|at| (places[at / PIECES.len()], PIECES[at % PIECES.len()]))
            .collect();
        accepted.extend(judge_choices(&file, verified, &choices));
    }
    let unseen: Vec<&str> = (accepted.iter())
        .filter(|(piece, _)| !HARMLESS.iter().any(|(harmless, _)| harmless == piece))
        .map(|(_, context)| context.as_str())
        .collect();
    assert!(
        unseen.is_empty(),
        "{} accepted:\n{}",
        unseen.len(),
        unseen.join("\n")
    );
    let accepted: BTreeSet<&str> = accepted.iter().map(|(piece, _)| *piece).collect();
    assert!(
        !is_all || accepted.len() == HARMLESS.len(),
        "only {accepted:?} are accepted"
    );
}

/// The pieces that are accepted at these places, with their contexts.
fn judge_choices<'a>(
    file: &Small,
    verified: usize,
    choices: &[(usize, &'a str)],
) -> Vec<(&'a str, String)> {
    let is_accepted = |&(place, piece): &(usize, &str)| {
        let text = format!("{} {piece} {}", &file.text[..place], &file.text[place..]);
        // Otherwise all texts are kept.
        proc_macro2::extra::invalidate_current_thread_spans();
        (file.verify)(&text)
            .is_ok_and(|found| found.wrong() == 0 && found.verified_count() >= verified)
    };
    let context = |&(place, piece): &(usize, &'a str)| {
        let tail = &file.text[place..];
        let context = format!("{}: `{piece}` before `{tail:.60}`", file.name);
        (piece, context)
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let part = choices.len().div_ceil(threads);
    let count = AtomicUsize::new(0);
    let accepted_of_part = &|part: &[(usize, &'a str)]| -> Vec<_> {
        let mut accepted = Vec::new();
        for choice in part {
            accepted.extend(is_accepted(choice).then(|| context(choice)));
            let number = count.fetch_add(1, Ordering::Relaxed) + 1;
            if number.is_multiple_of(10_000) {
                println!("{number} of {}", choices.len());
            }
        }
        accepted
    };
    std::thread::scope(|scope| {
        let parts: Vec<_> = (choices.chunks(part))
            .map(|part| scope.spawn(move || accepted_of_part(part)))
            .collect();
        (parts.into_iter())
            .flat_map(|part| part.join().expect("no panic"))
            .collect()
    })
}
