//! The enum of the links that have functions of their own.

use syn::ImplItem;

use crate::items::{Items, attributes};
use crate::owner::is_same;
use crate::report::{Report, Verdict};
use crate::robot::Robot;

/// Checks the enum and the list of its variants.
pub fn check(found: &Items<'_>, robot: &Robot, report: &mut Report) {
    let name = format!("{}Link", robot.settings.name);
    let names: Vec<&String> = robot.links.iter().map(|of| &of.name).collect();
    if let Some(of) = found.links {
        let is_plain = of.generics.params.is_empty();
        let has_variants = of.variants.len() == names.len()
            && of.variants.iter().zip(&names).all(|(variant, name)| {
                let is_unit = variant.fields == syn::Fields::Unit && variant.discriminant.is_none();
                is_unit && variant.ident == name && attributes(&variant.attrs, &[]).is_ok()
            });
        let verdict = match is_plain && has_variants {
            true => Verdict::Equal,
            false => Verdict::Wrong("its variants are not those in `LINKS`".into()),
        };
        report.add(&name, of.ident.span().start().line, verdict);
    }
    if let Some(of) = found.all_links {
        let texts: Vec<String> = names.iter().map(|name| format!("Self::{name}")).collect();
        let text = format!(
            "const ALL: [Self; {}] = [{}];",
            texts.len(),
            texts.join(", ")
        );
        let is_it = match &of.items[..] {
            [ImplItem::Const(constant)] => is_same(constant, &text),
            _ => false,
        };
        let is_plain = of.generics.params.is_empty() && of.trait_.is_none();
        let verdict = match is_it && is_plain {
            true => Verdict::Equal,
            false => Verdict::Wrong("it is not the list of all links".into()),
        };
        let line = of.impl_token.span.start().line;
        report.add(&format!("{name}::ALL"), line, verdict);
    }
}
