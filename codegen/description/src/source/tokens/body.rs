//! Bodies: mass, centre of mass, inertia.

use proc_macro2::Group;
use syn::{Expr, ExprArray};

use super::entries::{entries, report_unknown_key};
use super::expression::{Expressions, VECTOR, default_zero};
use super::piece::Context;
use super::reader::TokenReader;
use super::syntax::VALUE;
use crate::fault::{Fault, Shown};
use crate::model::{Inertial, Link, Origin, Quantity, Rotation, Spanned};
use multibody_program::ir::Value;

const KEYS: &[&str] = &["mass", "com", "inertia"];
const INERTIA: &str = "diag(xx, yy, zz), [xx, xy, xz, yy, yz, zz] or three rows";

impl TokenReader<'_> {
    /// `{ mass: m, com: [..], inertia: .. }`
    pub(super) fn read_body(
        &mut self,
        name: Spanned<String>,
        braces: &Group,
        context: &mut Context<'_>,
    ) -> Link {
        let label = Shown::from(&name.value);
        let owner = format!("body `{label}`");
        let span = context.places.at(braces.span());
        let zero = || default_zero(span);
        let (mut mass, mut com, mut inertia) = (None, None, None);
        let entries = entries(braces, &owner, &[], context);
        let is_empty = entries.is_empty();
        let reader = &mut self.expressions;
        for entry in entries {
            match entry.key.as_str() {
                "mass" => {
                    let expression = entry.expression("mass: 1.5", VALUE, context);
                    mass = expression.and_then(|expression| reader.quantity(&expression, context));
                }
                "com" => {
                    let expression = entry.expression("com: [0, 0, 0.5]", VECTOR, context);
                    com = expression.and_then(|expression| {
                        reader.vector(&expression, "the centre of mass", context)
                    });
                }
                "inertia" => {
                    let expression = entry.expression("inertia: diag(1, 1, 1)", INERTIA, context);
                    inertia = expression
                        .and_then(|expression| reader.inertia(&expression, &name.value, context));
                }
                _ => drop(report_unknown_key(&entry, &owner, KEYS, context)),
            }
        }
        let inertial = (!is_empty).then(|| Inertial {
            origin: Origin {
                xyz: com.unwrap_or_else(|| std::array::from_fn(|_| zero())),
                rotation: Rotation::RollPitchYaw(std::array::from_fn(|_| zero())),
            },
            mass: mass.unwrap_or_else(zero),
            inertia: inertia.unwrap_or_else(|| std::array::from_fn(|_| zero())),
        });
        Link::new(name, inertial)
    }
}

impl Expressions<'_> {
    /// `diag(xx, yy, zz)`, a list of six entries, or three rows.
    pub(super) fn inertia(
        &mut self,
        expression: &Expr,
        link: &str,
        context: &mut Context<'_>,
    ) -> Option<[Quantity; 6]> {
        const NOUN: &str = "an inertia";
        self.read_inner(
            expression,
            context,
            |reader, expression, context| match expression {
                Expr::Call(call) if is_word(&call.func, "diag") => {
                    let brackets = call.paren_token.span.join();
                    let [xx, yy, zz] = reader.list(&call.args, NOUN, brackets, context)?;
                    let zero = || default_zero(xx.span());
                    Some([xx.clone(), zero(), zero(), yy, zero(), zz])
                }
                Expr::Array(array) => match array.elems.first() {
                    Some(Expr::Array(_)) => reader.inertia_of_rows(array, link, context),
                    _ => reader.list(&array.elems, NOUN, array.bracket_token.span.join(), context),
                },
                value => context.refuse(value, INERTIA),
            },
        )
    }

    /// `[[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]`
    fn inertia_of_rows(
        &mut self,
        array: &ExprArray,
        link: &str,
        context: &mut Context<'_>,
    ) -> Option<[Quantity; 6]> {
        let rows: Vec<Option<[Quantity; 3]>> = (array.elems.iter())
            .map(|row| self.vector(row, "a row of an inertia", context))
            .collect();
        let brackets = array.bracket_token.span.join();
        context.check_count(rows.len(), 3, "the rows of an inertia", brackets)?;
        let rows: Vec<[Quantity; 3]> = rows.into_iter().collect::<Option<_>>()?;
        let mut value = |i: usize, j: usize| -> Value { rows[i][j].value(&mut self.builder) };
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            if value(i, j) != value(j, i) {
                let link = Shown::from(link);
                let fault = Fault::TokenNotSymmetric { link };
                context.faults.push(rows[j][i].span(), fault);
                return None;
            }
        }
        let [[xx, xy, xz], [_, yy, yz], [_, _, zz]]: [[Quantity; 3]; 3] = rows.try_into().ok()?;
        Some([xx, xy, xz, yy, yz, zz])
    }
}

/// Whether an expression is just this word.
pub fn is_word(expression: &Expr, word: &str) -> bool {
    matches!(expression, Expr::Path(path) if path.path.is_ident(word))
}
