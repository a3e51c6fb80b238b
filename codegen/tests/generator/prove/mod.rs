//! Prove: what is refuted, and what else the proved functions have to satisfy.

mod adversarial_numbers;
mod changed_models;
mod derivative_products;
mod derivatives;
mod identities;
mod mimic_joints;
mod mutations;
