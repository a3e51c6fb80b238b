//! Properties that expressions must have.

mod symbolic;
mod undefined;

pub use symbolic::{find_body_without_rotation, find_nonquadratic_term, has_drive};
pub use undefined::{Undefined, divides_by_zero_at, find_undefined};
