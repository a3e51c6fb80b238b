//! Force elements, at all stages.

mod actuators;
mod armatures;
mod joint_forces;
mod point_springs;
mod tendons;
