//! Bodies: mass, centre of mass, inertia.

use proc_macro2::{Delimiter, Group, TokenTree};

use super::Reader;
use super::cursor::{Context, Cursor};
use super::entries::{entries, unknown};
use super::expression::left_out;
use crate::fault::{Fault, Shown};
use crate::ir::Value;
use crate::model::{Inertial, Link, Origin, Quantity, Rotation, Spanned};

const KEYS: &[&str] = &["mass", "com", "inertia"];

impl Reader<'_> {
    /// `{ mass: m, com: [..], inertia: .. }`
    pub(super) fn body(
        &mut self,
        name: Spanned<String>,
        braces: &Group,
        context: &mut Context<'_>,
    ) -> Link {
        let shown = Shown::from(&name.value);
        let place = format!("body `{shown}`");
        let span = context.places.at(braces.span());
        let zero = || left_out(span);
        let (mut mass, mut com, mut inertia) = (None, None, None);
        let found = entries(braces, &place, context);
        let empty = found.is_empty();
        for mut entry in found {
            match entry.key.as_str() {
                "mass" => {
                    if let Some(cursor) = entry.value("mass: 1.5", context) {
                        mass = self.expressions.quantity(cursor, context);
                    }
                }
                "com" => {
                    if let Some(cursor) = entry.value("com: [0, 0, 0.5]", context) {
                        com = self.vector(cursor, "the centre of mass", context);
                    }
                }
                "inertia" => {
                    if let Some(cursor) = entry.value("inertia: diag(1, 1, 1)", context) {
                        inertia = self.inertia(cursor, &name.value, context);
                    }
                }
                _ => unknown(&entry, &place, KEYS, context),
            }
        }
        let inertial = (!empty).then(|| Inertial {
            origin: Origin {
                xyz: com.unwrap_or_else(|| std::array::from_fn(|_| zero())),
                rotation: Rotation::RollPitchYaw(std::array::from_fn(|_| zero())),
            },
            mass: mass.unwrap_or_else(zero),
            inertia: inertia.unwrap_or_else(|| std::array::from_fn(|_| zero())),
            span,
        });
        Link { name, inertial }
    }

    fn inertia(
        &mut self,
        cursor: &mut Cursor,
        link: &str,
        context: &mut Context<'_>,
    ) -> Option<[Quantity; 6]> {
        const WANTED: &str = "diag(xx, yy, zz), [xx, xy, xz, yy, yz, zz] or three rows";
        const WHAT: &str = "an inertia";
        if let Some(word) = cursor.take_ident() {
            let Some(group) = cursor.take_group(Delimiter::Parenthesis) else {
                return cursor.wanted(context, WANTED);
            };
            if word != "diag" {
                let found = Shown::from(&word.to_string());
                let wanted = WANTED;
                context.fault(word.span(), Fault::TokenUnexpected { wanted, found });
                return None;
            }
            cursor.end(context, "a comma")?;
            let [xx, yy, zz] = self.list(&group, WHAT, context)?;
            let zero = || left_out(xx.span());
            return Some([xx.clone(), zero(), zero(), yy, zero(), zz]);
        }
        let Some(group) = cursor.take_group(Delimiter::Bracket) else {
            return cursor.wanted(context, WANTED);
        };
        cursor.end(context, "a comma")?;
        let begins_row = |token: TokenTree| matches!(token, TokenTree::Group(row) if row.delimiter() == Delimiter::Bracket);
        match group.stream().into_iter().next().is_some_and(begins_row) {
            true => self.rows(&group, link, context),
            false => self.list(&group, WHAT, context),
        }
    }

    /// `[[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]`
    fn rows(
        &mut self,
        group: &Group,
        link: &str,
        context: &mut Context<'_>,
    ) -> Option<[Quantity; 6]> {
        let parts = Cursor::inside(group).split().into_iter();
        let rows: Vec<Option<[Quantity; 3]>> = parts
            .map(|mut row| self.vector(&mut row, "a row of an inertia", context))
            .collect();
        if rows.len() != 3 {
            let (found, place) = (rows.len(), "the rows of an inertia".into());
            let fault = Fault::TokenWrongCount {
                found,
                wanted: 3,
                place,
            };
            context.fault(group.span(), fault);
            return None;
        }
        let rows: Vec<[Quantity; 3]> = rows.into_iter().collect::<Option<_>>()?;
        let mut value =
            |i: usize, j: usize| -> Value { rows[i][j].value(&mut self.expressions.builder) };
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
