//! Robots as long as one likes.

use std::fmt::Write as _;

use multibody_codegen::Source;

/// A chain of revolute joints in which nothing is simple: axes askew, shifts and centres of mass
/// along all axes, dense inertias. Its numbers are of a fixed seed.
pub fn chain(joints: usize) -> Source {
    following_chain(joints, joints)
}

/// The same in which all but the first so many joints follow one of these, each at a pace of its own.
pub fn following_chain(joints: usize, leaders: usize) -> Source {
    let mut state = 1_u64;
    let mut number = |low: f64, high: f64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        // Four decimals, as descriptions have.
        let part = (state >> 33) as f64 / f64::from(1_u32 << 31);
        ((low + (high - low) * part) * 1e4).round() / 1e4
    };
    let mut text = String::from("<robot name=\"chain\"><link name=\"l0\"/>");
    for joint in 1..=joints {
        let [x, y, z] = std::array::from_fn(|_| number(-0.4, 0.4));
        let [roll, pitch, yaw] = std::array::from_fn(|_| number(-1.5, 1.5));
        let [cx, cy, cz] = std::array::from_fn(|_| number(-0.2, 0.2));
        let [ixx, iyy, izz] = std::array::from_fn(|_| number(0.05, 0.06));
        let [ixy, ixz, iyz] = std::array::from_fn(|_| number(-0.01, 0.01));
        let mass = number(0.5, 2.0);
        let mimic = if joint <= leaders {
            String::new()
        } else {
            format!(
                "<mimic joint=\"j{}\" multiplier=\"{:.3}\"/>",
                1 + joint % leaders,
                0.5 + 0.037 * joint as f64
            )
        };
        write!(
            text,
            "<joint name=\"j{joint}\" type=\"continuous\"><parent link=\"l{}\"/><child link=\"l{joint}\"/>\
             <origin xyz=\"{x} {y} {z}\" rpy=\"{roll} {pitch} {yaw}\"/><axis xyz=\"0 0 1\"/>{mimic}</joint>\
             <link name=\"l{joint}\"><inertial><origin xyz=\"{cx} {cy} {cz}\"/><mass value=\"{mass}\"/>\
             <inertia ixx=\"{ixx}\" ixy=\"{ixy}\" ixz=\"{ixz}\" iyy=\"{iyy}\" iyz=\"{iyz}\" izz=\"{izz}\"/>\
             </inertial></link>",
            joint - 1,
        )
        .expect("text into a string");
    }
    text += "</robot>";
    Source::new("chain.urdf", text)
}
