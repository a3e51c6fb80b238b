//! Mutated tokens: of the attribute, and of its struct.

use multibody_codegen::fault::{Faults, Report};
use multibody_codegen::internal::examine::examine_model;
use multibody_codegen::internal::source::tokens::{Places, read_struct, read_tokens};
use multibody_codegen::{Settings, Source};
use proc_macro2::{Group, TokenStream, TokenTree};

use crate::{Random, rounds, settings};

const ROUNDS: u64 = 20_000;

/// Items of an attribute, and a struct.
const CASES: [(&str, &str); 5] = [
    (
        "gravity = [0, 0, -g],
        joint rail { prismatic, parent: world, child: cart, axis: x },
        joint hinge { revolute, parent: cart, child: pole, axis: y, damping: friction, lower: -1, upper: 1 },
        body cart { mass: cart_mass },
        body pole { mass: m, com: [0, 0, length / 2], inertia: diag(m * length.powi(2) / 12, m * length * length / 12, 0) },",
        "pub(crate) struct CartPole { pub g: f64, cart_mass: f32, m: f64, length: f64, friction: f64 }",
    ),
    (
        "joint a { continuous, parent: world, child: upper, axis: -x, origin: [0.1, -l[1], 2 * 3 / 4], rotation: rpy(1.5708, -0.1, t) },
        joint b { fixed, parent: upper, child: tip, rotation: z(pi / 4), origin: [0, 0, 1e-3] },
        body upper { mass: 2 * (1 + 0.5) - 1, com: [sqrt(4), cos(pi), 4.0.ln().exp()], inertia: [m.powi(2), 0, 0, sin(m), 0, -(l[0] - 1.0).sqrt()] },
        body tip { mass: 1, inertia: [[1, 0, 0], [0, 1, 0.1], [0, 0.1, 1]] },",
        "#[derive(Clone)] pub struct Arm { pub l: [f64; 3], m: f64, t: f32 }",
    ),
    (
        "joint drift { floating, parent: world, child: hull },
        body hull { mass: 10, inertia: diag(1, 2, 3) },
        joint rotor { revolute, parent: hull, child: disc, axis: [0, 0.6, 0.8], friction: 0.1, spring: [2 * r, 0.1], effort: 1, velocity: 2 },
        body disc { mass: r, inertia: diag(r, r, 2 * r) },",
        "struct Boat { r: f64 }",
    ),
    (
        "joint hinge { revolute, parent: world, child: bob, axis: y }, body bob { mass: 1, com: [0, 0, -1] }",
        "struct Pendulum;",
    ),
    (
        "joint hinge { revolute, parent: world, child: bob, axis: y }, body bob { mass: 1, com: [0, 0, -1] },
        coordinates = [x, s], let r = l * sin(s - hinge); kinetic = m / 2 * (x_dot.powi(2) + s_dot * x_dot), potential = exp(-r),
        force(s) = -s_dot / sqrt(1 + x), particle a { mass: m, position: [r, x, 0], force: [0, -x_dot, 1] },
        rigid b { mass: 1, inertia: diag(m, 1, 1), position: [0, 0, 0], orientation: zyx(s, x, 2 * hinge) },",
        "struct Mixed { m: f64, l: f64 }",
    ),
];

/// Tokens that are worth inserting.
const DICTIONARY: &str = "coordinates kinetic potential force particle rigid position orientation zyx quat_xyzw s x_dot hinge_dot joint body gravity revolute continuous prismatic fixed floating parent child axis origin \
    rotation damping friction spring lower upper velocity effort mass com inertia diag rpy x y z world self Self r#type r#fn \
    struct enum pub crate fn f32 f64 pi sin cos tan sqrt exp ln powi as _ g m l length é ünïcode \
    0 1 -1 2 0.5 1e999 1e-400 1e300 1.7e308 0x10 0b1 1_000 1f64 1u8 .5 3. 99999999999 18446744073709551615 \
    \"name\" 'c' b\"x\" b'y' 'a r\"raw\" c\"c\" 1.5708 3.14159 \
    , : ; = . - + * / ^ % & | ! ? # @ $ < > -> => :: .. ..= && ( ) [ ] { } \
    [f64; 3] [f64; 99999999] [f64; 18446744073709551615] [f64; 0] <T> #[cfg(a)] pub(in a::b) (1 + 2) [1, 2, 3] [0, 0, 0] \
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]] .powi(2) .powi(-64) .powi(64).powi(64) .sqrt() .sin() \
    { revolute, parent: world, child: a, axis: z } { mass: 1 } {} () [] \
    let mut as if else return for impl dyn {let a = m;} {let a = m; a * a} {let a: f64 = 2.0_f64; diag(a, a, a)} 2.0_f64 0x1f \
    f64::consts::PI std::f64::consts::TAU f64::sin(m) V<V<f64>> <f64 as T>::f |x| -x .recip() .to_radians() (1 as f64)";

/// The tokens of the dictionary; brackets that stand alone are left out.
fn dictionary() -> Vec<Vec<TokenTree>> {
    let words = DICTIONARY
        .split(' ')
        .filter_map(|word| word.parse::<TokenStream>().ok());
    let whole = DICTIONARY
        .parse::<TokenStream>()
        .into_iter()
        .flatten()
        .map(TokenStream::from);
    words
        .chain(whole)
        .map(|tokens| tokens.into_iter().collect::<Vec<_>>())
        .filter(|tokens| !tokens.is_empty())
        .collect()
}

/// Changes tokens at one place, at any depth.
fn mutate(tokens: TokenStream, dictionary: &[Vec<TokenTree>], random: &mut Random) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let groups = tokens.iter().enumerate();
    let groups: Vec<usize> = groups
        .filter_map(|(index, token)| matches!(token, TokenTree::Group(_)).then_some(index))
        .collect();
    if !groups.is_empty() && random.below(4) > 0 {
        let index = groups[random.below(groups.len())];
        if let TokenTree::Group(group) = &tokens[index] {
            let content = mutate(group.stream(), dictionary, random);
            tokens[index] = Group::new(group.delimiter(), content).into();
        }
        return tokens.into_iter().collect();
    }
    let word = || dictionary[random.0 as usize % dictionary.len()].clone();
    let word = word();
    let index = random.below(tokens.len() + 1);
    let end = (index + 1 + random.below(4)).min(tokens.len());
    match random.below(6) {
        0 => drop(tokens.drain(index.min(end)..end)),
        1 => {
            let piece = tokens[index.min(end)..end].to_vec();
            let to = random.below(tokens.len() + 1);
            drop(tokens.splice(to..to, piece));
        }
        2 if tokens.len() > 1 => {
            let (a, b) = (random.below(tokens.len()), random.below(tokens.len()));
            tokens.swap(a, b);
        }
        3 => drop(tokens.splice(index..index, word)),
        _ => drop(tokens.splice(index.min(end)..(index + 1).min(tokens.len()), word)),
    }
    tokens.into_iter().collect()
}

/// The diagnostics of a struct and the items of its attribute.
fn examined([item, items]: [TokenStream; 2], places: &mut Places, settings: &Settings) -> Report {
    let mut faults = Faults::new();
    if let Some(item) = read_struct(item, places, &mut faults) {
        let model = read_tokens(items, item, places, &mut faults);
        examine_model(model, settings, &mut faults);
    }
    faults.finish()
}

#[test]
fn mutated_tokens_end_in_a_report() {
    let dictionary = dictionary();
    assert!(dictionary.len() > 100, "{}", dictionary.len());
    let parsed = |text: &str| text.parse::<TokenStream>().unwrap();
    let cases = CASES.map(|(items, item)| (parsed(items), parsed(item)));
    rounds("tokens", ROUNDS, |random| {
        let (mut items, mut item) = cases[random.below(cases.len())].clone();
        for _ in 0..=random.below(4) {
            match random.below(4) {
                0 => item = mutate(item, &dictionary, random),
                _ => items = mutate(items, &dictionary, random),
            }
        }
        let text = format!("{items}\n{item}");
        let settings = settings(random);
        let source = Source::new("mutated.rs", text.as_str());
        let run = move || {
            let mut places = Places::default();
            let report = examined([item.clone(), items.clone()], &mut places, &settings);
            let result = report.diagnostics.iter().cloned();
            // Tokens moved about have places anywhere; that must not matter.
            let rendered = result.map(|mut fault| {
                fault.span = places.bytes(fault.span);
                fault.render(&source).len()
            });
            let length = rendered.sum();
            (report, length)
        };
        (text, Box::new(run))
    });
}
