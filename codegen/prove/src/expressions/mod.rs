//! Properties that expressions must have.

mod symbolic;
mod undefined;

pub use symbolic::{first_not_quadratic, first_without_rotation, has_drive};
pub use undefined::{Undefined, divides_by_zero_at, find_undefined};
