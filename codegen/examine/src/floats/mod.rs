//! What floats cannot represent: constants out of their range, and expressions without a value.

mod no_value;
mod range;

pub use no_value::why_no_value;
pub use range::check_constants;
