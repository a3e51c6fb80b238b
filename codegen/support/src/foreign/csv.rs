//! A field of a table with commas between (RFC 4180).

use super::whole;

/// What begins a formula in a spreadsheet, in some with wide letters too.
const FORMULA: [char; 8] = [
    '=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];
/// What stands between fields where spreadsheets of some countries, or their users, have it so.
const SEPARATORS: [char; 4] = [',', ';', '|', '\t'];

/// A text as one field, on one line; none that a spreadsheet takes for a formula, wherever it cuts the line.
#[must_use]
pub fn csv(text: &str) -> String {
    let (mut field, mut begins) = (String::new(), true);
    for c in whole(text).chars() {
        if begins && FORMULA.contains(&c) {
            field.push('\'');
        }
        begins = SEPARATORS.contains(&c) || c == '"' || begins && c == ' ';
        field.push(c);
    }
    match field.contains(['"']) || field.contains(SEPARATORS) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_one_field() {
        assert_eq!(csv("elbow"), "elbow");
        assert_eq!(csv("a,\"b\"\n"), "\"a,\"\"b\"\"\\n\"");
        assert_eq!(csv("=1+2"), "'=1+2");
    }

    #[test]
    fn no_part_of_a_field_is_a_formula() {
        assert_eq!(csv("a;=1+2"), "\"a;'=1+2\"");
        assert_eq!(csv("a,  @b|-c"), "\"a,  '@b|'-c\"");
        assert_eq!(csv(";\"=1"), "\";\"\"'=1\"");
        assert_eq!(csv("\u{ff1d}1"), "'\u{ff1d}1");
        assert_eq!(csv("fore-arm a-b"), "fore-arm a-b");
    }
}
