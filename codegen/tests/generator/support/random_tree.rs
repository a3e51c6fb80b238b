//! Random trees of all joints and charts, as tokens.

use super::random::Random;

/// How joints move, A an axis and P a pitch: each elementary type, each chart with each kind of rates, and
/// sequences.
const MOVES: [&str; 27] = [
    "revolute, axis: A",
    "continuous, axis: A",
    "prismatic, axis: A",
    "screw, axis: A, pitch: P",
    "universal(x, [0.3, 1, 0.2])",
    "cylindrical(A)",
    "translation",
    "planar, axis: A",
    "planar, rates: derivative, axis: A",
    "ball",
    "ball, rates: derivative",
    "ball, chart: exponential",
    "ball, chart: exponential, rates: derivative",
    "ball, chart: TURNS",
    "floating",
    "floating, rates: derivative",
    "floating, chart: exponential",
    "floating, chart: exponential, rates: derivative",
    "floating, chart: TURNS",
    "motions: [prismatic(A), ball]",
    "motions: [screw(A, P), prismatic([1, 0.4, 2]), revolute(A)]",
    "motions: [planar(A), revolute([2, 1, 0.3])]",
    "motions: [floating, screw(A, P)]",
    "fixed",
    "ball, chart: modified_rodrigues",
    "ball, chart: modified_rodrigues, rates: derivative",
    "floating, chart: modified_rodrigues",
];
/// The sequences of three turns about the body's axes.
const TURNS: [&str; 12] = [
    "xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx", "xzx", "yxy", "yzy", "zxz", "zyz",
];
const AXES: [&str; 6] = ["x", "y", "z", "-z", "[1, 2, 2]", "[0.2, -0.5, 0.3]"];

/// Items of the attribute of a tree of one to four joints, its bodies named `b0`, `b1` and so on; and the last of them.
/// Each of the first seeds has another way to move at its root, so that none is left out.
pub fn random_tree(seed: u64) -> (String, String) {
    let mut random = Random::new(seed);
    let mut items = "gravity = [0, 0, -9.81],\n".to_owned();
    let joints = 1 + random.below(3);
    for joint in 0..=joints {
        let moves = match joint {
            0 => MOVES[seed as usize % MOVES.len()],
            // Further free bodies are long and say nothing new.
            _ => random.pick::<&str>(&MOVES[..14]),
        };
        let moves = moves
            .replace('A', random.pick::<&str>(&AXES))
            .replace('P', &number(&mut random, 0.3))
            .replace("TURNS", random.pick::<&str>(&TURNS));
        let parent = match joint {
            0 => "world".to_owned(),
            _ => format!("b{}", random.below(joint)),
        };
        let [origin, com] = [0.5, 0.2].map(|reach| vector(&mut random, reach));
        let rotation = vector(&mut random, 1.5);
        let rotation = rotation.trim_matches(['[', ']']);
        let armature = if moves.starts_with("revolute") { ", armature: 0.05" } else { "" };
        let [xx, yy, zz] = [(); 3].map(|()| 0.02 + 0.01 * random.number().abs());
        items += &format!(
            "joint j{joint} {{ {moves}, parent: {parent}, child: b{joint}, origin: {origin}, rotation: rpy({rotation}){armature} }},\n\
             body b{joint} {{ mass: {:.2}, com: {com}, inertia: [{xx:.4}, 0.001, -0.002, {yy:.4}, 0.0015, {zz:.4}] }},\n",
            1.2 + random.number(),
        );
    }
    (items, format!("b{joints}"))
}

fn number(random: &mut Random, reach: f64) -> String {
    format!("{:.2}", reach * random.number())
}

fn vector(random: &mut Random, reach: f64) -> String {
    let [x, y, z] = [(); 3].map(|()| number(random, reach));
    format!("[{x}, {y}, {z}]")
}
