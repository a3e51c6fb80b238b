//! A motion as CSV: a row for each frame.

use multibody_codegen::internal::foreign::csv;

use super::motion::SimulatedMotion;

/// The columns with their names, as rows of text.
pub fn csv_table(motion: &SimulatedMotion) -> String {
    let columns = motion.columns();
    let heads: Vec<String> = columns.iter().map(|column| csv(&column.name)).collect();
    let mut text = heads.join(",") + "\n";
    for row in 0..motion.frames.len() {
        // Adding 0 removes the sign of a negative zero.
        let fields = columns
            .iter()
            .map(|column| (column.values[row] + 0.0).to_string());
        text += &(fields.collect::<Vec<_>>().join(",") + "\n");
    }
    text
}
