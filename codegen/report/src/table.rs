//! Tables in text: whole numbers are aligned to the right, all else to the left.

/// Rows below a heading, indented, with two spaces between columns; nothing if there are no rows.
///
/// A column is aligned to the right if each of its entries below the heading is a whole number or empty. A column with only
/// empty entries is left out.
pub fn table(heading: &[&str], rows: &[Vec<String>]) -> String {
    let column = |(index, title): (usize, &&str)| {
        let entries: Vec<&str> = rows.iter().map(|row| row[index].as_str()).collect();
        let is_empty = entries.iter().all(|entry| entry.is_empty());
        (!is_empty).then(|| pad_column(title, &entries))
    };
    let columns: Vec<Vec<String>> = heading.iter().enumerate().filter_map(column).collect();
    let Some(first) = columns.first() else {
        return String::new();
    };
    let line = |index: usize| {
        let cells: Vec<&str> = columns
            .iter()
            .map(|column| column[index].as_str())
            .collect();
        format!("  {}", cells.join("  ")).trim_end().to_owned() + "\n"
    };
    let width = columns
        .iter()
        .map(|column| column[0].chars().count() + 2)
        .sum::<usize>()
        - 2;
    let rule = format!("  {}\n", "─".repeat(width));
    let body: String = (1..first.len()).map(line).collect();
    [line(0), rule, body].concat()
}

/// A column padded to one width: to the right if all entries are whole numbers or empty, else to the left.
fn pad_column(title: &str, entries: &[&str]) -> Vec<String> {
    let is_whole_number = |entry: &&str| {
        let digits = entry.strip_prefix('-').unwrap_or(entry);
        digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_numeric = entries.iter().all(is_whole_number);
    let cells = || std::iter::once(&title).chain(entries);
    let width = cells()
        .map(|entry| entry.chars().count())
        .max()
        .unwrap_or(0);
    let align = |entry: &&str| {
        if is_numeric { format!("{entry:>width$}") } else { format!("{entry:<width$}") }
    };
    cells().map(align).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_aligned_right_and_no_column_is_empty() {
        let rows = [["a", "1000", "", "yes"], ["long", "", "", "no"]]
            .map(|row| row.map(String::from).to_vec());
        assert_eq!(
            table(&["of", "mul", "div", "ok"], &rows),
            "  of     mul  ok\n  ───────────────\n  a     1000  yes\n  long        no\n"
        );
    }
}
