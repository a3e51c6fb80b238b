//! The symbols of a robot's quantities on paper.

use std::collections::BTreeMap;

use super::expression::{Expression, Style, Symbol};
use multibody_description::model::{FieldShape, Parameter};
use multibody_description::system::System;
use multibody_program::ir::{Input, InputKind};

/// Words in field names that are written as a letter.
const LETTERS: [(&str, &str); 12] = [
    ("mass", "m"),
    ("length", "l"),
    ("radius", "r"),
    ("inertia", "I"),
    ("gravity", "g"),
    ("height", "h"),
    ("width", "w"),
    ("stiffness", "k"),
    ("damping", "d"),
    ("friction", "mu"),
    ("angle", "alpha"),
    ("density", "rho"),
];

/// Greek letters by their names.
pub const GREEK: [(&str, char); 23] = [
    ("alpha", 'α'),
    ("beta", 'β'),
    ("gamma", 'γ'),
    ("delta", 'δ'),
    ("epsilon", 'ε'),
    ("zeta", 'ζ'),
    ("eta", 'η'),
    ("theta", 'θ'),
    ("iota", 'ι'),
    ("kappa", 'κ'),
    ("lambda", 'λ'),
    ("mu", 'μ'),
    ("nu", 'ν'),
    ("xi", 'ξ'),
    ("pi", 'π'),
    ("rho", 'ρ'),
    ("sigma", 'σ'),
    ("tau", 'τ'),
    ("upsilon", 'υ'),
    ("phi", 'φ'),
    ("chi", 'χ'),
    ("psi", 'ψ'),
    ("omega", 'ω'),
];

/// The symbols of inputs, and the meanings of inputs without a symbol.
#[derive(Default)]
pub struct SymbolNames {
    parameters: Vec<Symbol>,
    /// The expressions of the inputs that have no symbol.
    pub meanings: BTreeMap<Input, Expression>,
}

impl SymbolNames {
    /// The names for a robot's parameters and coordinates.
    pub fn new(system: &System) -> Self {
        let fields = system.parameters.iter().map(|p| p.field.value.as_str());
        let symbols = typeset(&fields.collect::<Vec<_>>());
        let parameters = system.parameters.iter().zip(symbols);
        Self {
            parameters: parameters
                .flat_map(|(p, symbol)| elements(p, &symbol))
                .collect(),
            meanings: BTreeMap::new(),
        }
    }

    /// The symbols of a field.
    pub fn of_field(&self, parameter: &Parameter) -> &[Symbol] {
        &self.parameters[parameter.first..][..parameter.shape.count()]
    }

    /// The expression for an input; coordinates and rates are counted from 1.
    pub fn input(&self, input: Input) -> Expression {
        if let Some(expression) = self.meanings.get(&input) {
            return expression.clone();
        }
        let index = input.index as usize;
        match (input.kind, self.parameters.get(index)) {
            (InputKind::Parameter, Some(symbol)) => symbol.clone().into(),
            (InputKind::Q, _) => coordinate(index).into(),
            (InputKind::Qd, _) => rate(index).into(),
            (InputKind::Time, _) => Symbol::scalar("t", "t", &[]).into(),
            (kind, _) => {
                Symbol::scalar(format!("{}{}", kind.name(), index + 1), kind.name(), &[]).into()
            }
        }
    }
}

/// The symbol of a position; position 0 is `q_1`.
pub fn coordinate(index: usize) -> Symbol {
    let number = (index + 1).to_string();
    Symbol::scalar(format!("q{number}"), "q", &[&number])
}

/// The symbol of a rate; rate 0 is the derivative of `q_1`.
pub fn rate(index: usize) -> Symbol {
    let number = (index + 1).to_string();
    Symbol::scalar(format!("qd{number}"), "q", &[&number]).dotted(1)
}

/// The symbols of a field's numbers.
fn elements(parameter: &Parameter, symbol: &Symbol) -> Vec<Symbol> {
    let element = |index: usize| {
        let mut element = symbol.clone();
        element.plain += &format!("[{index}]");
        element.subscript.push(index.to_string());
        element
    };
    match parameter.shape {
        FieldShape::Scalar => vec![symbol.clone()],
        FieldShape::Array(count) => (0..count).map(element).collect(),
    }
}

/// Letters with indices for the names of fields. Fields that would look the same keep their whole names.
fn typeset(fields: &[&str]) -> Vec<Symbol> {
    let symbols: Vec<Symbol> = fields.iter().map(|field| letter(field)).collect();
    let look = |symbol: &Symbol| (symbol.base.clone(), symbol.subscript.clone());
    let is_unique = |a: &Symbol| symbols.iter().filter(|b| look(b) == look(a)).count() == 1;
    (symbols.iter())
        .map(
            |symbol| {
                if is_unique(symbol) { symbol.clone() } else { word(&symbol.plain) }
            },
        )
        .collect()
}

/// The symbol of a field that keeps its whole name.
fn word(field: &str) -> Symbol {
    Symbol {
        style: Style::Word,
        ..Symbol::scalar(field, field, &[])
    }
}

/// Turns `pole_mass` into m with the index pole, and both `l1` and `l_1` into l with the index 1.
fn letter(field: &str) -> Symbol {
    let stem = field.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &field[stem.len()..];
    let parts: Vec<&str> = stem
        .split('_')
        .chain([digits])
        .filter(|part| !part.is_empty())
        .collect();
    let letter_of = |part: &str| {
        let entry = LETTERS.iter().find(|(word, _)| *word == part);
        entry.map(|(_, letter)| *letter)
    };
    let is_letter =
        |part: &str| part.chars().count() == 1 || GREEK.iter().any(|(name, _)| *name == part);
    let word_position = parts.iter().rposition(|part| letter_of(part).is_some());
    let (index, base) = match (word_position, parts.first()) {
        (Some(index), _) => (index, letter_of(parts[index]).unwrap_or(parts[index])),
        (None, Some(first)) if is_letter(first) => (0, *first),
        _ => return word(field),
    };
    let indices: Vec<&str> = (parts.iter().enumerate())
        .filter(|(other, _)| *other != index)
        .map(|(_, part)| *part)
        .collect();
    Symbol::scalar(field, base, &indices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_become_letters_with_indices() {
        let text = |field: &str| {
            let symbol = letter(field);
            format!("{} {}", symbol.base, symbol.subscript.join(","))
        };
        for (field, expected) in [
            ("g", "g "),
            ("m_p", "m p"),
            ("cart_mass", "m cart"),
            ("length", "l "),
            ("l1", "l 1"),
            ("arm_length_2", "l arm,2"),
            ("theta_0", "theta 0"),
            ("offset", "offset "),
            ("mass_per_length", "l mass,per"),
            ("_2", "2 "),
        ] {
            assert_eq!(text(field), expected, "{field}");
        }
    }

    #[test]
    fn names_that_would_look_the_same_stay_whole() {
        let symbols = typeset(&["length", "l", "mass"]);
        assert_eq!(symbols[0], word("length"));
        assert_eq!(symbols[1], word("l"));
        assert_eq!(symbols[2], Symbol::scalar("mass", "m", &[]));
    }
}
