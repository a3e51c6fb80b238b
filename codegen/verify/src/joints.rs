//! The table of joints: the names, kinds and indices of its rows.

use syn::spanned::Spanned as _;
use syn::{Expr, ExprStruct, ImplItemConst, Lit, Member};

use crate::body::{index, path};
use crate::report::Verdict;
use crate::robot::Robot;
use multibody_description::system::Coordinate;

/// The fields that are verified, as the output names them.
pub const VERIFIED: &str = "JOINTS (name, kind, q, nq, v, nv)";
/// The fields that are not.
pub const NOT_VERIFIED: &str = "`JOINTS` (chart, parent, link, limits)";

/// The verdict on the table, and its line.
pub fn verdict(constant: &ImplItemConst, robot: &Robot) -> (usize, Verdict) {
    let line = constant.ident.span().start().line;
    let coordinates = &robot.system.coordinates;
    let expected = format!("[multibody::JointInfo; {}]", coordinates.len());
    if syn::parse_str::<syn::Type>(&expected).ok().as_ref() != Some(&constant.ty) {
        return (
            line,
            Verdict::Wrong(format!("its type is not `{expected}`")),
        );
    }
    let Expr::Array(rows) = &constant.expr else {
        return (line, Verdict::Wrong("it is no array".into()));
    };
    if rows.elems.len() != coordinates.len() {
        let found = rows.elems.len();
        return (line, Verdict::Wrong(format!("it has {found} rows")));
    }
    for (row, coordinate) in rows.elems.iter().zip(coordinates) {
        if let Some(field) = wrong_field(row, coordinate) {
            let line = row.span().start().line;
            let what = format!("`{field}` of joint `{}` is wrong", coordinate.name);
            return (line, Verdict::Wrong(what));
        }
    }
    (line, Verdict::Equal)
}

/// The first field of a row that is not that of the coordinate.
fn wrong_field(row: &Expr, coordinate: &Coordinate) -> Option<&'static str> {
    let Expr::Struct(row) = row else {
        return Some("the row");
    };
    let is_row = row.attrs.is_empty()
        && row.qself.is_none()
        && row.rest.is_none()
        && path(&row.path).as_deref() == Some("multibody::JointInfo");
    if !is_row {
        return Some("the row");
    }
    let kind = coordinate.kind.as_ref();
    let is_name = |of: &Expr| match of {
        Expr::Lit(of) if of.attrs.is_empty() => {
            matches!(&of.lit, Lit::Str(text) if text.value() == coordinate.name)
        }
        _ => false,
    };
    let is_kind = |of: &Expr| match of {
        Expr::Path(of) if of.attrs.is_empty() && of.qself.is_none() => {
            let name = kind
                .kind()
                .map(|name| format!("multibody::JointKind::{name}"));
            name.is_some() && path(&of.path) == name
        }
        _ => false,
    };
    let is = |of: &Expr, number: usize| index(of) == Ok(number);
    let is_right = |name: &&str| {
        field(row, name).is_some_and(|of| match *name {
            "name" => is_name(of),
            "kind" => is_kind(of),
            "q" => is(of, coordinate.q),
            "nq" => is(of, kind.coordinates().len()),
            "v" => is(of, coordinate.v),
            _ => is(of, kind.nv()),
        })
    };
    let mut fields = ["name", "kind", "q", "nq", "v", "nv"].into_iter();
    fields.find(|name| !is_right(name))
}

/// The value of a field.
fn field<'a>(row: &'a ExprStruct, name: &str) -> Option<&'a Expr> {
    let mut fields = row.fields.iter().filter(|field| field.attrs.is_empty());
    let found = fields.find(|field| matches!(&field.member, Member::Named(of) if of == name));
    found.map(|field| &field.expr)
}
