//! The constants of the robot's type. Tables have one row a line.

use super::head::link_type;
use super::table_entry::rows;
use super::text::{Writer, document, table, tokens};
use super::types;
use crate::interface::{ConstantItem, ConstantValue, Record, constants};
use multibody_support::foreign::raw_literal;
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote};

/// All constants of a robot.
pub fn all(writer: &Writer<'_>) -> TokenStream {
    let items = constants(writer).into_iter();
    items.map(|item| constant(writer, item)).collect()
}

/// A literal without the suffix `usize`.
pub fn size(count: usize) -> Literal {
    Literal::usize_unsuffixed(count)
}

/// A constant with its documentation.
fn constant(writer: &Writer<'_>, item: ConstantItem<'_>) -> TokenStream {
    let typed_table = |record: String, entries| {
        let rows = rows(writer, "multibody::", entries);
        let constant_type = format!("[multibody::{record}; {}]", rows.len());
        (constant_type, writer.lines(table(rows)))
    };
    let (constant_type, value) = match &item.value {
        ConstantValue::Count(count) => ("usize".to_owned(), size(*count).to_token_stream()),
        ConstantValue::Records(record, entries) => typed_table((*record).to_owned(), entries),
        ConstantValue::RecordsOfLinks(record, entries) => {
            typed_table(format!("{record}<{}>", link_type(writer)), entries)
        }
        ConstantValue::RecordsOfStates(record, [nq, nv], entries) => {
            typed_table(format!("{record}<{nq}, {nv}>"), entries)
        }
        ConstantValue::Indices(size, places) => {
            let value = writer.lines(format!("{places:?}"));
            (format!("[usize; Self::{size}]"), value)
        }
        ConstantValue::Pattern(result, nonzeros) => {
            let value = writer.lines(pattern(writer, result, nonzeros));
            (types::record_type(writer, result, "bool"), value)
        }
        ConstantValue::Text(text) => ("&str".to_owned(), writer.literal(raw_literal(text))),
    };
    let (documentation, name, constant_type) = (
        document(item.documentation),
        tokens(&item.name),
        tokens(&constant_type),
    );
    quote!(#documentation pub const #name: #constant_type = #value;)
}

/// The expression of a record of truth values, with one line for each row of a matrix.
fn pattern(writer: &Writer<'_>, record: &Record, values: &[bool]) -> String {
    let mut entries = values.iter();
    let mut row_text = |count: usize| {
        let row: Vec<&bool> = entries.by_ref().take(count).collect();
        format!("{row:?}")
    };
    let fields = record.fields.iter().map(|field| {
        let value = match field.result.part_sizes().concat()[..] {
            [rows, columns] => table((0..rows).map(|_| row_text(columns))),
            _ => row_text(field.result.count()),
        };
        format!("    {}: {},\n", field.name, value.replace('\n', "\n    "))
    });
    let fields: String = fields.collect();
    format!("{} {{\n{fields}}}", types::path(writer, record))
}
