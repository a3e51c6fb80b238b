//! Matrices written out.

use super::document::DocumentBlock;
use super::expression::{Expression, Symbol};
use super::plain::Plain;
use super::write::expression;

/// Maximum width of a matrix, in characters of plain text; a wider one is written entry by entry.
const MAX_WIDTH: usize = 96;

/// A matrix of one column.
pub fn column(entries: impl IntoIterator<Item = Expression>) -> Vec<Vec<Expression>> {
    entries.into_iter().map(|entry| vec![entry]).collect()
}

/// One equation for a whole matrix if it is narrow, else one for each entry that is not 0. Of a symmetric matrix, the entries below
/// the diagonal are left out.
pub fn matrix(
    name: Symbol,
    letter: &str,
    rows: &[Vec<Expression>],
    is_symmetric: bool,
) -> Vec<DocumentBlock> {
    let full_matrix = Expression::Matrix(rows.to_vec());
    let text = expression(&Plain, &full_matrix);
    let width = text
        .lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    if width <= MAX_WIDTH {
        return vec![DocumentBlock::Equation(name.into(), full_matrix)];
    }
    let mut blocks = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        for (j, entry) in row.iter().enumerate() {
            if entry.is_zero() || (is_symmetric && j < i) {
                continue;
            }
            let entry_name = match row.len() {
                1 => element(letter, &[i]),
                _ => element(letter, &[i, j]),
            };
            blocks.push(DocumentBlock::Equation(entry_name.into(), entry.clone()));
        }
    }
    let is_full = rows.iter().flatten().all(|entry| !entry.is_zero());
    let text = match (is_symmetric, is_full) {
        (true, true) => "{} is symmetric.",
        (true, false) => "{} is symmetric; all other entries are 0.",
        (false, true) => return blocks,
        (false, false) => "All other entries of {} are 0.",
    };
    blocks.push(DocumentBlock::text(text, vec![name.into()]));
    blocks
}

/// The symbol of an entry. Paper counts rows and columns from 1. Numbers of two digits are separated, since `C111` would be both
/// C(1, 11) and C(11, 1).
fn element(letter: &str, indices: &[usize]) -> Symbol {
    let has_long_index = indices.iter().any(|k| k + 1 >= 10);
    let numbers: Vec<String> = indices.iter().map(|k| (k + 1).to_string()).collect();
    let subscript = numbers.join(if has_long_index { "," } else { "" });
    Symbol::scalar(format!("{letter}{subscript}"), letter, &[&subscript])
}

#[cfg(test)]
mod tests {
    use super::element;

    #[test]
    fn entries_of_large_matrices_have_distinct_names() {
        assert_eq!(element("C", &[0, 1]).plain, "C12");
        assert_eq!(element("C", &[0, 10]).plain, "C1,11");
        assert_eq!(element("C", &[10, 0]).plain, "C11,1");
    }
}
