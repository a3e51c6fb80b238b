//! What users write, and what the compiler makes of it. Modules that deny missing documentation are public: of others nothing
//! would be missed.

pub mod attribute;
#[path = "../shared/built.rs"]
mod built;
mod compile_fail;
mod generic;
pub mod parameters;
mod signatures;
mod struct_forms;
mod urdf_by_hand;
