//! Text that others have written: names, numbers and paths of a description, of tokens, of settings.
//!
//! Every such text that enters a result or a message passes through one of these functions, which escape all that would
//! have a special meaning there. No other code escapes, and no foreign text is output in any other way.
//!
//! | where | by | and it is |
//! |---|---|---|
//! | messages, terminal, plain text, comments; documentation and Markdown between backticks | [`Shown`] | one line, short |
//! | a cell of a table in Markdown | [`cell`] | one line, short |
//! | a line of a file in a message | [`excerpt`] | one line, its beginning |
//! | the same, if all of it is needed, e.g. the path of a file | [`visible`], [`path`] | one line |
//! | a string of Rust | [`literal`], [`raw_literal`] | the same value |
//! | LaTeX | [`latex`] | the same look |
//! | HTML, SVG, MathML | [`html`] | the same look |
//! | JSON | [`json`] | the same value, visible |
//! | a value in a script of a page | [`script`] | the same value |
//! | a field of CSV | [`csv`] | the same name, on one line |
//! | a word of a command line | [`word`] | the same value, on one line |
//! | a path that a build script prints for cargo | [`path_to_watch`] | a path on one line |
//! | an identifier of C and C++ | [`c_identifier`] | ASCII letters, digits and `_` |
//! | a string of C and C++ | [`c_string`] | the same bytes, at most 4095 |
//! | a comment of C and C++ | [`c_comment`] | the same look |
//! | an identifier of Python | [`python_identifier`] | ASCII letters, digits and `_` |
//! | documentation of Python | [`python_documentation`] | the same look |
//! | an identifier of Rust | [`rust_name`] | ASCII letters, digits and `_` |
//! | the path of the crate `multibody` in emitted Rust | [`with_crate_path`] | that path, except in comments and strings |

mod c;
mod cargo;
mod crate_path;
mod csv;
mod html;
mod json;
mod latex;
mod markdown;
mod python;
mod rust;
mod rust_name;
mod script;
mod shell;
mod shown;

pub use c::{c_comment, c_identifier, c_string};
pub use cargo::path_to_watch;
pub use crate_path::with_crate_path;
pub use csv::csv;
pub use html::html;
pub use json::json;
pub use latex::latex;
pub use markdown::cell;
pub use python::{python_documentation, python_identifier};
pub use rust::{literal, raw_literal};
pub use rust_name::{is_keyword, is_path_keyword, rust_name, upper_camel_case};
pub use script::script;
pub use shell::{word, words};
pub use shown::{Shown, Visible, excerpt, file_name, names, path, visible, with_short_names};
