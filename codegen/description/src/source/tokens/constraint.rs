//! Constraints:
//!
//! ```text
//! constraint wire: (x.powi(2) + y.powi(2) - r.powi(2)) / 2,
//! constraint rolling: x_dot - r * theta_dot,
//! ```
//!
//! A constraint of one of the kinds in [`crate::constraint`] is read by the keys of this kind:
//!
//! ```text
//! distance rod { from: bob, to: [world, [0, 0, 1]], length: 0.5 },
//! ```

use proc_macro2::{Group, TokenTree};
use syn::{Expr, ExprCall, Lit};

use super::body::is_word;
use super::entries::{Entry, entries, report_duplicate, report_unknown_key};
use super::expression::{Expressions, default_zero};
use super::piece::{self, Context, Piece};
use super::reader::{TokenReader, name_and_group};
use super::symbols::WORLD;
use super::syntax::VALUE;
use crate::constraint::{
    ChoiceSyntax, ConstraintForm, ConstraintKey, ConstraintType, KeyChoice, KeyValue,
};
use crate::fault::{Fault, Shown};
use crate::model::{Constraint, ConstraintKind, End, Quantity, Span, Spanned};
use multibody_program::exact::Rational;
use multibody_program::ir::Value;

const EXAMPLE: &str = "constraint wire: (x.powi(2) + y.powi(2) - r.powi(2)) / 2";
const PAIR: &str = "two expressions in brackets, e.g. [y - x.powi(2), z]";

/// The values of a constraint's keys; each sort of values is in the order of the keys.
#[derive(Default)]
struct KeyValues {
    ends: Vec<(&'static str, End)>,
    lengths: Vec<Quantity>,
    choices: Vec<KeyChoice>,
    equations: Vec<(Value, Span)>,
}

impl TokenReader<'_> {
    /// `constraint NAME: expression`
    pub(super) fn read_constraint(
        &mut self,
        item: &Piece,
        context: &mut Context<'_>,
    ) -> Option<()> {
        let Some(name) = item.tokens().get(1).and_then(piece::name) else {
            return item.refuse(1, piece::NAME, context);
        };
        let name = Spanned {
            value: name,
            span: context.places.at(item.at(1)),
        };
        match item.tokens().get(2) {
            Some(TokenTree::Punct(sign)) if sign.as_char() == ':' => {}
            _ => return item.refuse(2, EXAMPLE, context),
        }
        let expression = item.skip(3).expression(VALUE, context)?;
        let span = context.place(&expression);
        let value = self.expressions.value(&expression, context)?;
        let is_velocity_level = self.expressions.rate_in(value).is_some();
        let kind = ConstraintKind::Expression {
            value,
            is_velocity_level,
            span,
        };
        self.add(Constraint { name, kind }, context);
        Some(())
    }

    /// A constraint on links: its word, a name, and the entries between the braces.
    pub(super) fn read_link_constraint(
        &mut self,
        constraint_type: &'static ConstraintType,
        item: &Piece,
        context: &mut Context<'_>,
    ) -> Option<()> {
        let (name, braces) = name_and_group(item, context)?;
        let values = self.read_key_values(constraint_type, &name, braces, context)?;
        let kind = values.constraint(&constraint_type.form)?;
        self.add(Constraint { name, kind }, context);
        Some(())
    }

    /// The values of all keys; a key that is left out has its default. `None` if a value is missing or faulty, which
    /// has been reported.
    fn read_key_values(
        &mut self,
        constraint_type: &'static ConstraintType,
        name: &Spanned<String>,
        braces: &Group,
        context: &mut Context<'_>,
    ) -> Option<KeyValues> {
        let owner = format!("{} `{}`", constraint_type.word, Shown::from(&name.value));
        let keys: Vec<&str> = constraint_type.keys.iter().map(|key| key.name).collect();
        let mut given_entries: Vec<(&str, Option<Entry>)> = Vec::new();
        for entry in entries(braces, &owner, &[], context) {
            match constraint_type.key(&entry.key) {
                Some(key) => given_entries.push((key.name, Some(entry))),
                // The key that was probably meant is not missing, but has no value.
                None => given_entries.extend(
                    report_unknown_key(&entry, &owner, &keys, context).map(|key| (key, None)),
                ),
            }
        }
        let mut values = KeyValues::default();
        // All are read before an error is returned, so that all their faults are found.
        let results = constraint_type.keys.iter().map(|key| {
            match given_entries
                .iter()
                .find(|(entry_key, _)| *entry_key == key.name)
            {
                Some((_, entry)) => {
                    self.read_key_value(key, entry.as_ref()?, &owner, &mut values, context)
                }
                None if key.is_optional => values.add_default(key, name.span),
                None => {
                    let (key, example, place) = (key.name, key.example, owner.clone());
                    let fault = Fault::TokenMissingKey {
                        key,
                        place,
                        example,
                    };
                    context.faults.push(name.span, fault);
                    None
                }
            }
        });
        let results: Vec<Option<()>> = results.collect();
        results.into_iter().collect::<Option<()>>()?;
        Some(values)
    }

    /// Reads the value of a key.
    fn read_key_value(
        &mut self,
        key: &ConstraintKey,
        entry: &Entry,
        owner: &str,
        values: &mut KeyValues,
        context: &mut Context<'_>,
    ) -> Option<()> {
        match key.value {
            KeyValue::End => {
                let end = |reader: &mut Expressions<'_>| reader.end(entry, key.example, context);
                values
                    .ends
                    .push((key.name, self.expressions.read_fields_only(end)?));
            }
            KeyValue::Length { remedy } => {
                let expression = entry.expression(key.example, VALUE, context)?;
                let quantity = |reader: &mut Expressions<'_>| reader.quantity(&expression, context);
                let length = self.expressions.read_fields_only(quantity)?;
                let exact = length.exact();
                if let Some(exact) = exact.filter(|n| n.value <= Rational::ZERO) {
                    let fault = Fault::TokenConstraintLength {
                        key: key.name,
                        place: owner.to_owned(),
                        value: Shown::from(&exact.text),
                        remedy,
                    };
                    context.faults.push(exact.span, fault);
                }
                values.lengths.push(length);
            }
            KeyValue::Choice { choices, expected } => {
                let expression = entry.expression(key.example, expected, context)?;
                let choice = choice(&expression, choices)
                    .or_else(|| context.refuse(&expression, expected))?;
                values.choices.push(choice);
            }
            KeyValue::Equations { count, noun } => {
                values.equations = self.equations(entry, key.example, (count, noun), context)?;
            }
        }
        Some(())
    }

    /// The functions of x, y and z that stay 0: an expression, or two of them in brackets.
    fn equations(
        &mut self,
        entry: &Entry,
        example: &'static str,
        (count, noun): (usize, &'static str),
        context: &mut Context<'_>,
    ) -> Option<Vec<(Value, Span)>> {
        let expected = if count == 1 { VALUE } else { PAIR };
        let expr = entry.expression(example, expected, context)?;
        let equations: Vec<&Expr> = match &expr {
            _ if count == 1 => vec![&expr],
            Expr::Array(list) => {
                let brackets = list.bracket_token.span.join();
                context.check_count(list.elems.len(), count, noun, brackets)?;
                list.elems.iter().collect()
            }
            expression => return context.refuse(expression, PAIR),
        };
        // All are read before an error is returned, so that all their faults are found.
        let results = equations.into_iter().map(|equation| {
            let value =
                (self.expressions).read_with_point(|reader| reader.value(equation, context))?;
            let span = context.place(equation);
            Some((self.refuse_rates(value, span, noun, context)?, span))
        });
        let results: Vec<_> = results.collect();
        results.into_iter().collect()
    }

    /// Adds a constraint to the model; reports a name that another constraint has.
    fn add(&mut self, constraint: Constraint, context: &mut Context<'_>) {
        let name = &constraint.name;
        let mut constraints = self.model.constraints.iter();
        let first = constraints
            .find(|c| c.name.value == name.value)
            .map(|c| &c.name);
        report_duplicate(name, first, "the constraints", context);
        self.model.constraints.push(constraint);
    }
}

impl KeyValues {
    /// Adds the default of a key; `span` is the place of the constraint. `None` if the key has no default.
    fn add_default(&mut self, key: &ConstraintKey, span: Span) -> Option<()> {
        match key.value {
            KeyValue::End => {
                let link = Spanned {
                    value: WORLD.to_owned(),
                    span,
                };
                let point = std::array::from_fn(|_| default_zero(span));
                self.ends.push((key.name, End { link, point }));
            }
            KeyValue::Choice { choices, .. } => {
                let ChoiceSyntax { word, .. } = choices.first()?;
                let axes = Vec::new();
                self.choices.push(KeyChoice { word, axes });
            }
            KeyValue::Length { .. } | KeyValue::Equations { .. } => return None,
        }
        Some(())
    }

    /// The constraint that has these values.
    fn constraint(self, form: &ConstraintForm) -> Option<ConstraintKind> {
        let end = |name: &str| {
            let mut ends = self.ends.iter();
            ends.find(|(key, _)| *key == name)
                .map(|(_, end)| end.clone())
        };
        let pair = |[a, b]: [&str; 2]| Some([end(a)?, end(b)?]);
        Some(match form {
            ConstraintForm::Frames { ends, rows } => ConstraintKind::Frames {
                ends: pair(*ends)?,
                rows: rows(&self.choices),
                lengths: self.lengths,
            },
            ConstraintForm::Velocity {
                end: key_name,
                rows,
            } => {
                let (axes, rows) = rows(&self.choices);
                ConstraintKind::Velocity {
                    end: end(key_name)?,
                    axes,
                    rows,
                }
            }
            ConstraintForm::PointEquations { ends } => ConstraintKind::PointExpression {
                ends: pair(*ends)?,
                equations: self.equations,
            },
        })
    }
}

/// The choice that an expression names: a word, or a word with different axes in parentheses.
fn choice(expression: &Expr, choices: &'static [ChoiceSyntax]) -> Option<KeyChoice> {
    let (word, axes) = match expression {
        Expr::Call(ExprCall { func, args, .. }) => {
            let axis = |word: &Expr| (0..3).find(|&k| is_word(word, ["x", "y", "z"][k]));
            (&**func, args.iter().map(axis).collect::<Option<Vec<_>>>()?)
        }
        word => (word, Vec::new()),
    };
    // `true` and `false` are literals in Rust; all other words are paths.
    let is_expected = |expected: &str| match word {
        Expr::Lit(literal) => {
            matches!(&literal.lit, Lit::Bool(boolean) if boolean.value.to_string() == expected)
        }
        word => is_word(word, expected),
    };
    let ChoiceSyntax { word, .. } = choices
        .iter()
        .find(|syntax| is_expected(syntax.word) && syntax.axes == axes.len())?;
    let are_different = (1..axes.len()).all(|k| !axes[..k].contains(&axes[k]));
    are_different.then_some(KeyChoice { word, axes })
}
