//! What an emitted robot consists of, as plain data: functions with their arguments, results and documentation, tables,
//! and which program computes what. A language only has to define how it writes them.

mod at_position;
mod checks;
mod documentation;
mod exact;
mod figures;
mod function_item;
mod functions;
mod joint_table;
mod joints;
mod link_table;
mod links;
mod motors;
mod parameters;
mod places;
mod reference;
mod robot;
mod signature;
mod table_entry;
#[cfg(test)]
pub mod test;
mod traits;
mod views;

pub use at_position::AtPosition;
pub use checks::{
    Check, EQUATIONS, Receiver, checked_parts, integrated, not_compared, other_checks, own_checks,
    quantity, variant, whole,
};
pub use documentation::{
    CrossReference, Documentation, Meaning, PINOCCHIO, documentation_of_pinocchio,
    documentation_of_prepare, documentation_of_prepared_parameters, meaning, summary_of_robot,
};
pub use exact::ExactConstants;
pub use figures::{BundleFigures, PREPARE, cost_rows};
pub use function_item::{
    CallOfLink, FunctionBody, FunctionCall, FunctionDocumentation, FunctionHead, FunctionItem,
    OfMatrix, OfMatrixResult, Passed, ResultForm,
};
pub use functions::{
    functions_of, functions_of_any_link, functions_of_any_link_under_wrenches, methods,
};
pub use joint_table::lines as joint_table;
pub use joints::{constraint_rows, joint_rows};
pub use link_table::link_rows;
pub use links::{link_traits, link_variants};
pub use parameters::{
    PARAMETERS, ParameterRecordField, documentation_of_conversion, documentation_of_parameters,
    parameter_fields,
};
pub use places::{Place, Step, WrittenEntries, dimensions, entries};
pub use reference::ReferenceModel;
pub use robot::{Bundled, Chosen, Owner, Robot, operations, reads_parameters};
pub use signature::{Record, RecordType, Returned, Signature, argument_name, argument_sizes};
pub use table_entry::TableEntry;
pub use traits::{
    Implementation, TraitTable, has_acceleration, has_acceleration_under_wrenches,
    has_forward_dynamics, has_forward_dynamics_under_wrenches, implementations,
    link_implementations, trait_sizes,
};
pub use views::{Bound, View, Viewed};
