//! Force elements, at all stages.

mod armatures;
mod joint_forces;
mod point_springs;
mod tendons;
