//! Fields of comma-separated values (RFC 4180).

use super::visible;

/// The characters that begin a formula in a spreadsheet; some spreadsheets also accept the full-width ones.
const FORMULA: [char; 8] = [
    '=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];
/// The characters that separate fields, depending on the country and on the settings of the spreadsheet.
const SEPARATORS: [char; 4] = [',', ';', '|', '\t'];

/// A text as one field on one line. No spreadsheet reads a formula in it, whichever separator it uses.
#[must_use]
pub fn csv(text: &str) -> String {
    let (mut field, mut may_begin_formula) = (String::new(), true);
    for c in visible(text).chars() {
        if may_begin_formula && FORMULA.contains(&c) {
            field.push('\'');
        }
        may_begin_formula = SEPARATORS.contains(&c) || c == '"' || may_begin_formula && c == ' ';
        field.push(c);
    }
    if field.contains(['"']) || field.contains(SEPARATORS) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
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
