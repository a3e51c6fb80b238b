//! Robots that several targets move.

/// A ball on a rod, whose fields are given on the command line.
pub const PENDULUM: &str = "
#[multibody(
    gravity = [0, 0, -g],
    joint hinge { revolute, parent: world, child: bob, axis: y },
    body bob { mass: m, com: [0, 0, -l] },
)]
pub struct Pendulum { pub g: f64, pub m: f64, pub l: f64 }
";

/// A trunk with two limbs.
pub const FREE: &str = r#"<robot name="free">
<link name="trunk"><inertial><origin xyz="0.1 0 0.05"/><mass value="3"/>
<inertia ixx="0.1" ixy="0.01" ixz="0" iyy="0.2" iyz="0" izz="0.15"/></inertial></link>
<joint name="hip" type="continuous"><parent link="trunk"/><child link="leg"/><origin xyz="0.1 0.1 0"/><axis xyz="0 1 0"/></joint>
<link name="leg"><inertial><origin xyz="0 0 -0.2"/><mass value="1"/>
<inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.01"/></inertial></link>
<joint name="tail" type="prismatic"><parent link="trunk"/><child link="tip"/><origin xyz="-0.2 0 0"/><axis xyz="1 0 0"/>
<limit lower="-9" upper="9" effort="9" velocity="9"/></joint>
<link name="tip"><inertial><mass value="0.5"/>
<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.02"/></inertial></link>
</robot>"#;
