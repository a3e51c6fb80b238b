//! What an emitted robot consists of, as plain data: functions with their arguments, results and documentation, tables,
//! and which program computes what. A language only has to define how it writes them.

mod at_position;
mod checks;
mod constants;
mod costs;
mod documentation;
mod exact;
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
mod table_entry;
#[cfg(test)]
pub mod test;
mod traits;
mod views;

pub use at_position::AtPosition;
pub use checks::{
    Check, Receiver, checked_parts, integrand, not_compared, other_checks, own_checks, quantity,
    robot_target, variant,
};
pub use constants::{ConstantItem, ConstantValue, constants};
pub use costs::{BundleNotes, PREPARE};
pub use documentation::{
    CrossReference, Documentation, Meaning, documentation_of_bundle, documentation_of_prepare,
    documentation_of_prepared_parameters, meaning, summary_of_robot,
};
pub use exact::ExactConstants;
pub use function_item::{
    CallArgument, DerivativeCalls, FunctionBody, FunctionCall, FunctionDocumentation, FunctionHead,
    FunctionItem, LinkCall, MatrixComputation, MatrixResult, ResultForm,
};
pub use functions::{
    functions_of, functions_of_any_link, functions_of_any_link_under_wrenches, methods,
};
pub use joints::{constraint_rows, joint_rows};
pub use links::{link_traits, link_variants};
pub use multibody_description::signature::{
    Record, RecordType, Returned, Signature, argument_name,
};
pub use parameters::{
    PARAMETERS, ParameterRecordField, documentation_of_conversion, documentation_of_parameters,
    parameter_fields,
};
pub use places::{EntryPath, InPlaceEntries, Step, entries, place_of_input};
pub use reference::ReferenceModel;
pub use robot::{
    BundleProgram, Owner, ProgramNotes, Robot, RobotText, operation_count, reads_parameters,
};
pub use table_entry::TableEntry;
pub use traits::{
    Implementation, TraitTable, has_acceleration, has_acceleration_under_wrenches,
    has_forward_dynamics, has_forward_dynamics_under_wrenches, has_function, implementations,
    is_linearizable, link_implementations, trait_sizes,
};
pub use views::{Bound, View, ViewOf};
