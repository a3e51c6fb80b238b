//! The generator from end to end: what it derives, what its proof refutes, what it costs.
//!
//! Tests of the corpus run where `MULTIBODY_CORPUS` names a folder with `robots/`.

#![cfg(feature = "symbolica")]

mod ablation;
mod accuracy;
mod adversarial_numbers;
mod armatures;
mod articulated_bodies;
mod ball_joints;
mod changed_models;
mod charts;
mod constrained_counts;
mod constrained_inverse;
mod constraints;
mod corpus;
#[path = "../corpus_folder/mod.rs"]
mod corpus_folder;
mod counts;
mod decimal_angles;
mod determinism;
mod documentation;
mod eliminated_rows;
mod equivalent_descriptions;
mod extreme_numbers;
mod forces;
mod golden_constraints;
#[path = "../golden_numbers/mod.rs"]
mod golden_numbers;
mod hand_written_kernels;
mod identities;
mod joint_pivoted_rows;
mod joint_type_in_no_list;
mod kkt;
mod long_expressions;
mod mass_matrix_or_aba;
mod maximal_coordinates;
#[path = "../mutated_programs/mod.rs"]
mod mutated_programs;
mod mutations;
mod oversize;
mod packed_limbs;
mod parametric;
mod pinocchio;
mod planar_axes;
mod point_springs;
mod printed_recursions;
mod rate_maps;
mod runtime_dispatch;
mod singular;
mod size;
mod snapping;
mod support;
mod switched_constraints;
mod symbolic_terms_beside_files;
mod time_dependence;
mod traits;
mod welding;
