//! Macros that a header defines for itself if nobody has, and does not leave behind.

/// The lines before and after what uses a macro. `sign` is defined between them if the definition is the header's own.
pub fn of_header(name: &str, definition: &str, sign: &str) -> [String; 2] {
    [
        format!("#ifndef {name}\n{definition}#define {sign}\n#endif\n"),
        format!("#ifdef {sign}\n#undef {name}\n#undef {sign}\n#endif\n"),
    ]
}

/// The same of `real`, since C++ has functions of this name. Whoever compiles a package defines the macro with the package's prefix
/// in place of it.
pub fn real(prefix: &str, sign: &str) -> [String; 2] {
    let definition = format!(
        "#ifdef {prefix}_REAL\n#define real {prefix}_REAL\n#else\n#define real double\n#endif\n"
    );
    of_header("real", &definition, sign)
}
