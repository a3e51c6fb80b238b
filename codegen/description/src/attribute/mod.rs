//! The attribute `#[multibody(..)]` and its struct: from their tokens to settings and a model.
//!
//! The description of the robot is among the options, separated by commas: `urdf = "robots/arm.urdf"`, or
//! joints, bodies and gravity as in [`source::tokens`](crate::source::tokens). Front ends that generate
//! the robot begin with [`Annotated`]; those that only read it call [`read_rust`].

mod annotated;
mod attribute_faults;
mod base;
mod from_rust;
mod options;
mod parameters;
mod reports;
mod rust_file;

pub use annotated::Annotated;
pub use attribute_faults::{move_faults_to_names, take_attribute_faults};
pub use base::{Base, DescribedFile};
pub use from_rust::{FromRust, read_rust};
pub use reports::{Description, PATH_NOTE, ReadFile, Reports};
pub use rust_file::{Annotation, find, without_helpers};
