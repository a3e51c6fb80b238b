//! Names of types.

use std::path::Path;

use multibody_support::foreign::file_name;
use multibody_support::foreign::is_keyword;

/// Names that already mean something else in generated code: its type parameter, and Rust's primitive types.
pub const TYPES_IN_EMITTED_CODE: [&str; 18] = [
    "T", "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8",
    "u16", "u32", "u64", "u128", "usize",
];

/// The beginning of the names of types within macros of the runtime.
const RESERVED: &str = "__multibody";

/// Whether this name already means another type in generated code.
#[must_use]
pub fn means_another_type(name: &str) -> bool {
    TYPES_IN_EMITTED_CODE.contains(&name) || name.starts_with(RESERVED)
}

/// The text, if it can be the name of a Rust type.
///
/// # Errors
/// What is wrong, and what to write instead.
pub fn type_name(text: &str) -> Result<String, String> {
    let mut letters = text.chars();
    let first = letters.next().ok_or("it is empty; write e.g. --name Arm")?;
    let is_word = letters.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !(first.is_ascii_uppercase() && is_word && !text.contains('_')) || is_reserved(text) {
        let better = upper_camel_case(text);
        return Err(format!(
            "it is not the name of a Rust type in UpperCamelCase, or is taken; write e.g. {better}"
        ));
    }
    Ok(text.into())
}

/// A name for a Rust type, made from the name of a file.
#[must_use]
pub fn type_name_from(file: &Path) -> String {
    upper_camel_case(&file_name(file.with_extension("").as_path()))
}

/// The letters and digits of a text in UpperCamelCase; never empty and never a reserved name.
fn upper_camel_case(text: &str) -> String {
    let words = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    let name: String = words
        .map(|word| word[..1].to_ascii_uppercase() + &word[1..])
        .collect();
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase()) && !is_reserved(&name);
    if is_name { name } else { format!("Robot{name}") }
}

fn is_reserved(name: &str) -> bool {
    is_keyword(name) || means_another_type(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types_compile_without_warnings() {
        assert_eq!(type_name("Ur5"), Ok("Ur5".into()));
        for (name, better) in [
            ("panda_arm", "PandaArm"),
            ("7dof", "Robot7dof"),
            ("Self", "RobotSelf"),
            ("T", "RobotT"),
            ("a b", "AB"),
            ("é", "Robot"),
        ] {
            let text = type_name(name).unwrap_err();
            assert!(text.ends_with(&format!("e.g. {better}")), "{text}");
            assert_eq!(type_name(better), Ok(better.into()));
        }
    }

    #[test]
    fn names_in_macros_are_reserved() {
        assert!(
            means_another_type("__multibody_Call")
                && means_another_type("T")
                && !means_another_type("Call")
        );
    }

    #[test]
    fn types_are_named_after_files() {
        assert_eq!(type_name_from(Path::new("robots/g1_29dof.urdf")), "G129dof");
        assert_eq!(type_name_from(Path::new("../self.urdf")), "RobotSelf");
    }
}
