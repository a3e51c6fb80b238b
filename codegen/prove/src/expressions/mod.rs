//! Properties that expressions must have.

mod symbolic;
mod undefined;

pub use symbolic::{first_not_quadratic, first_not_turned, has_drive};
pub use undefined::{Undefined, divides_by_zero_there, find_undefined};
