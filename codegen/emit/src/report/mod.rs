//! The parts of a report that follow from the system alone.

mod drawings;
mod lists;

pub use drawings::{patterns, sparsity, tree};
pub use lists::{
    constraints, freedom, joints, links, parameters, parent_link, shown_joints, springs,
};
