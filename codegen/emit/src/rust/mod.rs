//! A robot as Rust source text: the data of `interface` as items, which `quote` builds and `prettyplease` prints.

mod body;
mod checks;
mod constants;
mod default;
mod description;
mod dispatch;
mod documentation;
mod functions;
mod head;
mod links;
mod parameters;
mod precomputed;
mod prepare;
mod records;
mod steps;
mod table_entry;
mod text;
mod traits;
mod types;
mod views;

use crate::interface::{Owner, Robot, functions_of, summary_of_robot};
use multibody_support::foreign::with_crate_path;
use proc_macro2::TokenStream;
use quote::quote;
use text::{Writer, allowances, document, tokens};

/// The struct of a robot, for users who have not written one.
#[must_use]
pub fn structure(robot: &Robot<'_>) -> String {
    let summary = format!(
        "{}; all in a table: [`Self::JOINTS`].",
        summary_of_robot(robot)
    );
    let (documentation, name) = (document([summary]), tokens(robot.name));
    Writer::new(robot).text(quote! {
        #documentation
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct #name;
    })
}

/// All items except the struct. At the end are the items that check them, and then the table of exact constants.
#[must_use]
pub fn items(robot: &Robot<'_>) -> String {
    let writer = &Writer::new(robot);
    let if_parametric = |items: fn(&Writer<'_>) -> TokenStream| {
        if robot.is_parametric() { items(writer) } else { quote!() }
    };
    let items = [
        inherent(writer),
        dispatch::item(writer),
        records::structs(writer),
        precomputed::at_position(writer).unwrap_or_default(),
        if_parametric(parameters::record),
        if_parametric(precomputed::items),
        default::default(writer),
        views::items(writer),
        traits::of_owner(writer, Owner::Robot),
        links::links(writer),
        links::implementations(writer, Owner::Robot),
        description::implementation(writer),
    ];
    let text = writer.text(items.into_iter().collect());
    with_crate_path(text, &robot.settings.krate.0) + &exact_values(writer)
}

/// The table of exact values, as a comment at the end of the text; nothing if it has no rows.
fn exact_values(writer: &Writer<'_>) -> String {
    let rows = writer.exact.rows().iter().map(|row| format!("// {row}\n"));
    if writer.exact.rows().is_empty() {
        String::new()
    } else {
        format!("\n{EXACT_VALUES}\n{}", rows.collect::<String>())
    }
}

/// The line before the rows of the table of exact values.
const EXACT_VALUES: &str = "// Exact values of rounded constants:";

/// The constants and functions of the robot itself.
fn inherent(writer: &Writer<'_>) -> TokenStream {
    let (allowances, name) = (allowances(), tokens(writer.name));
    let constants = constants::all(writer);
    let prepare = writer.is_parametric().then(|| {
        let (parameters, prepare) = (parameters::conversion(writer), prepare::function(writer));
        quote!(#parameters #prepare)
    });
    let functions = functions::all(writer, &functions_of(writer, Owner::Robot));
    quote! {
        #allowances
        impl #name {
            #constants
            #prepare
            #functions
        }
    }
}

/// The beginning of the first emitted item.
pub const BEGINNING: &str =
    "#[rustfmt::skip]\n#[allow(\n    dead_code,\n    clippy::approx_constant,\n";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::test::with_body;

    #[test]
    fn the_items_alone_have_the_beginning() {
        let text = with_body(&[], items);
        assert!(text.starts_with(BEGINNING), "{text}");
        assert!(!with_body(&[], structure).contains(BEGINNING));
    }
}
