//! Joint types and charts, at all stages.

mod ball_joints;
mod charts;
pub mod joint_type_in_no_list;
mod modified_rodrigues;
mod planar_axes;
mod rate_maps;
