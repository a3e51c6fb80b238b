//! The lints that emitted items allow.

/// Allows lints in everything emitted; the emitted items begin with it.
pub const ALLOWANCES: &str = "#[allow(\n    \
     dead_code,\n    \
     clippy::approx_constant,\n    \
     clippy::excessive_precision,\n    \
     clippy::let_and_return,\n    \
     clippy::pedantic,\n    \
     clippy::wrong_self_convention,\n    \
     non_snake_case,\n    \
     reason = \"generated: more than everyone needs, long, with the nearest floats of exact values\"\n\
 )]\n";
