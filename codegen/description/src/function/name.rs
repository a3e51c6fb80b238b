//! Names of functions: a base, and options in parentheses, as in `constrained_forward_dynamics(selectors, wrenches)`.
//!
//! Options that a view of the robot binds are not part of public names in Rust; private functions have a suffix for each
//! of them. A name has at most one other option.

/// The option of functions under external wrenches.
pub const WRENCHES: &str = "wrenches";
/// The option of functions with feedback of constraint errors.
pub const FEEDBACK: &str = "feedback";
/// The option of functions that act on selected constraint rows.
const SELECTORS: &str = "selectors";

/// The options that views bind, each with the suffix of the function that a view calls.
const VIEW_OPTIONS: [(&str, &str); 2] = [(SELECTORS, "_selecting"), (WRENCHES, "_under_wrenches")];

/// The part of a name before its options.
#[must_use]
pub fn base(name: &str) -> &str {
    name.split('(').next().unwrap_or(name)
}

/// The options in order.
#[must_use]
pub fn options(name: &str) -> Vec<&str> {
    let option_list = name.split_once('(').map_or("", |(_, options)| options);
    let options = option_list.trim_end_matches(')').split(',').map(str::trim);
    options.filter(|option| !option.is_empty()).collect()
}

/// Whether a view binds an option.
#[must_use]
pub fn is_bound(option: &str) -> bool {
    VIEW_OPTIONS.iter().any(|(bound, _)| *bound == option)
}

/// A base with options, in the one form that all texts have.
#[must_use]
pub fn with_options(base: &str, options: &[&str]) -> String {
    match options {
        [] => base.to_owned(),
        options => format!("{base}({})", options.join(", ")),
    }
}

/// Turns a name that a user wrote into the form of the table: options in alphabetical order, with a comma and a space
/// between them.
#[must_use]
pub fn normal_form(text: &str) -> String {
    let name = text.trim();
    if !name.ends_with(')') {
        return name.to_owned();
    }
    let mut options = options(name);
    options.sort_unstable();
    with_options(base(name).trim(), &options)
}

/// An identifier for a name: `forward_dynamics_with_wrenches`.
#[must_use]
pub fn identifier(name: &str) -> String {
    match options(name).as_slice() {
        [] => name.to_owned(),
        options => format!("{}_with_{}", base(name), options.join("_and_")),
    }
}

/// The name in Rust of the function that computes a program. The function is private if a view calls it.
#[must_use]
pub fn in_rust(name: &str) -> String {
    let suffixes = options(name).into_iter().map(|option| {
        let view_option = VIEW_OPTIONS.iter().find(|(bound, _)| *bound == option);
        view_option.map_or_else(
            || format!("_with_{option}"),
            |(_, suffix)| (*suffix).to_owned(),
        )
    });
    base(name).to_owned() + &suffixes.collect::<String>()
}

/// The name among the present `names` that replaces an old one. Old names spell options as words:
/// `forward_dynamics_with_wrenches`.
pub fn new_name<'a>(old_name: &str, mut names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    names.find(|name| !options(name).is_empty() && identifier(name) == old_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: &str = "constrained_forward_dynamics(selectors, wrenches)";

    #[test]
    fn names_have_one_form() {
        for text in [
            BOTH,
            "constrained_forward_dynamics(wrenches,selectors)",
            " constrained_forward_dynamics ( selectors , wrenches ) ",
        ] {
            assert_eq!(normal_form(text), BOTH);
        }
        assert_eq!(normal_form(" bias "), "bias");
        assert_eq!(with_options(base(BOTH), &options(BOTH)), BOTH);
    }

    #[test]
    fn names_in_rust_have_suffixes_for_options() {
        let expected = "constrained_forward_dynamics_selecting_under_wrenches";
        assert_eq!(in_rust(BOTH), expected);
        assert_eq!(
            in_rust("a(pivots, wrenches)"),
            "a_with_pivots_under_wrenches"
        );
        assert_eq!(in_rust("bias"), "bias");
    }

    #[test]
    fn old_names_are_replaced_by_new_ones() {
        let names = || ["bias", BOTH].into_iter();
        let old_name = "constrained_forward_dynamics_with_selectors_and_wrenches";
        assert_eq!(new_name(old_name, names()), Some(BOTH));
        assert_eq!(new_name("bias", names()), None);
    }
}
