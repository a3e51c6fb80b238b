//! The generator from end to end: what it derives, what its proof refutes, what it costs.
//!
//! Tests of the corpus run where `MULTIBODY_CORPUS` names a folder with `robots/`.

#![cfg(feature = "symbolica")]

mod ablation;
mod accuracy;
mod armatures;
mod articulated_bodies;
mod balls;
mod beside;
mod cam;
mod changed_models;
#[path = "../changed_programs/mod.rs"]
mod changed_programs;
mod charts;
mod constrained_counts;
mod constrained_inverse;
mod constraints;
mod corpus;
#[path = "../corpus_folder/mod.rs"]
mod corpus_folder;
mod counts;
mod crossing;
mod decimal_angles;
mod detected;
mod determinism;
mod documentation;
mod eliminated_rows;
mod extra_energy;
mod extreme;
mod fooled;
mod forces;
mod golden_constraints;
#[path = "../golden_numbers/mod.rs"]
mod golden_numbers;
mod identities;
mod long_expressions;
mod maximal_coordinates;
mod mutations;
mod oversize;
mod parametric;
mod pinocchio;
mod planar_axes;
mod point_springs;
mod rate_maps;
mod recursions_to_read;
mod side_by_side;
mod singular;
mod size;
mod snapping;
mod support;
mod switched;
mod taken_rows;
mod time;
mod traits;
mod welding;
mod whole_matrix;
mod writings;
mod written_forms;
