//! Macros that a header defines unless they are defined already, and undefines at its end.

/// The lines before and after the text that uses a macro. The macro `flag` is defined between them if the header itself has
/// defined `name`; only then the last lines undefine it.
pub fn of_header(name: &str, definition: &str, flag: &str) -> [String; 2] {
    [
        format!("#ifndef {name}\n{definition}#define {flag}\n#endif\n"),
        format!("#ifdef {flag}\n#undef {name}\n#undef {flag}\n#endif\n"),
    ]
}

/// The same for the macro `real`, which must not remain, since C++ has functions of this name. In a package, `PREFIX_REAL` with the
/// package's prefix chooses the type.
pub fn real(prefix: &str, flag: &str) -> [String; 2] {
    let definition = format!(
        "#ifdef {prefix}_REAL\n#define real {prefix}_REAL\n#else\n#define real double\n#endif\n"
    );
    of_header("real", &definition, flag)
}
