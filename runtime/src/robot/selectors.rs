//! Constraint rows by the names of contacts and loops.

use super::ConstraintInfo;
use crate::Real;

impl ConstraintInfo {
    /// The contact or loop to which the row belongs: `foot` of `foot.x`, `left.foot` of `left.foot.x`. A constraint of
    /// one row has its own name.
    #[must_use]
    pub fn group(&self) -> &'static str {
        self.name
            .rsplit_once('.')
            .map_or(self.name, |(group, _)| group)
    }
}

/// Selectors of constraint rows by name, for `robot.selecting(&selectors)`: 1 for every row of the named contacts,
/// loops and rows, 0 for all others. `None` if a name belongs to no row.
///
/// - `rows`: the robot's `CONSTRAINTS`
/// - `active`: names such as `foot`, for all rows of this contact, or `foot.z`, for one row
///
/// ```
/// use multibody::{ConstraintInfo, selectors};
///
/// const ROWS: [ConstraintInfo; 3] = [
///     ConstraintInfo { name: "left.x", of_rates: true },
///     ConstraintInfo { name: "left.z", of_rates: true },
///     ConstraintInfo { name: "right.foot.z", of_rates: true },
/// ];
/// assert_eq!(selectors(&ROWS, &["left"]), Some([1.0, 1.0, 0.0]));
/// assert_eq!(selectors(&ROWS, &["left.z", "right.foot"]), Some([0.0, 1.0, 1.0]));
/// assert_eq!(selectors::<f64, 3>(&ROWS, &["right"]), None);
/// ```
#[must_use]
pub fn selectors<T: Real, const NC: usize>(
    rows: &[ConstraintInfo; NC],
    active: &[&str],
) -> Option<[T; NC]> {
    let has_name = |row: &ConstraintInfo, name: &str| row.name == name || row.group() == name;
    let is_known = |name: &&str| rows.iter().any(|row| has_name(row, name));
    active.iter().all(is_known).then(|| {
        rows.each_ref().map(|row| {
            if active.iter().any(|name| has_name(row, name)) { T::ONE } else { T::ZERO }
        })
    })
}
