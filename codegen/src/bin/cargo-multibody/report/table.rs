//! Rows as columns: words to the left, numbers to the right.

/// Rows below a heading, each indented, columns two spaces apart. A column is a column of numbers if
/// each of its entries below the heading is one, or empty.
pub fn table(heading: &[&str], rows: &[Vec<String>]) -> String {
    let heading: Vec<String> = heading.iter().map(|&title| title.to_owned()).collect();
    let all = || std::iter::once(&heading).chain(rows);
    let columns = heading.len();
    let widths: Vec<usize> = (0..columns)
        .map(|c| all().map(|row| row[c].chars().count()).max().unwrap_or(0))
        .collect();
    let is_number = |text: &String| text.chars().all(|c| c.is_ascii_digit());
    let numbers: Vec<bool> = (0..columns)
        .map(|c| rows.iter().all(|row| is_number(&row[c])))
        .collect();

    let line = |row: &Vec<String>| {
        let cells = row
            .iter()
            .zip(widths.iter().zip(&numbers))
            .map(|(cell, (&width, &number))| {
                if number {
                    format!("{cell:>width$}")
                } else {
                    format!("{cell:<width$}")
                }
            });
        let cells: Vec<String> = cells.collect();
        format!("  {}", cells.join("  ")).trim_end().to_owned() + "\n"
    };
    let rule = format!(
        "  {}\n",
        "─".repeat(widths.iter().sum::<usize>() + 2 * (columns - 1))
    );
    let body: String = rows.iter().map(line).collect();
    [line(&heading), rule, body].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_and_numbers_right() {
        let rows =
            [["a", "1000", "yes"], ["long", "", "no"]].map(|row| row.map(String::from).to_vec());
        assert_eq!(
            table(&["of", "mul", "ok"], &rows),
            "  of     mul  ok\n  ───────────────\n  a     1000  yes\n  long        no\n"
        );
    }
}
