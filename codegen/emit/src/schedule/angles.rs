//! The angles whose sines and cosines a program needs, in passes: those of one pass are computed at once.

use std::collections::BTreeMap;

use multibody_program::ir::{Class, Node, Program, SinCos, Value};

/// The sine and the cosine of an angle, as far as they are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnglePair {
    /// The angle.
    pub angle: Value,
    /// Its sine.
    pub sin: Option<Value>,
    /// Its cosine.
    pub cos: Option<Value>,
}

/// The angles with their needed sines and cosines, in passes. The angles of a pass depend only on results of earlier passes.
pub fn passes(program: &Program) -> Vec<Vec<AnglePair>> {
    let depths = passes_before(program);
    let mut pairs: BTreeMap<Value, AnglePair> = BTreeMap::new();
    for (index, node) in program.nodes().iter().enumerate() {
        let Node::Call(function, angle) = *node else {
            continue;
        };
        let Class::SinCos(part) = function.class() else {
            continue;
        };
        let pair = pairs.entry(angle).or_insert(AnglePair {
            angle,
            sin: None,
            cos: None,
        });
        let slot = match part {
            SinCos::Sine => &mut pair.sin,
            SinCos::Cosine => &mut pair.cos,
        };
        *slot = Some(program.value(index));
    }
    let mut passes: BTreeMap<usize, Vec<AnglePair>> = BTreeMap::new();
    for (angle, pair) in pairs {
        let pass = passes.entry(depths[angle.index()]).or_default();
        pass.push(pair);
    }
    passes.into_values().collect()
}

/// The number of passes that must come before each value: how deeply sines and cosines are nested in its expression.
pub fn passes_before(program: &Program) -> Vec<usize> {
    let mut depths = Vec::with_capacity(program.nodes().len());
    for node in program.nodes() {
        let operands = node.operands().map(|operand| depths[operand.index()]);
        let deepest = operands.max().unwrap_or(0);
        let is_of_angle = matches!(node, Node::Call(function, _) if function.is_of_angle());
        depths.push(deepest + usize::from(is_of_angle));
    }
    depths
}

/// Whether each value is a sine or cosine, or needed for the angle of one.
pub fn is_for_angles(program: &Program) -> Vec<bool> {
    let nodes = program.nodes();
    let mut flags = vec![false; nodes.len()];
    for index in (0..nodes.len()).rev() {
        if flags[index] || matches!(nodes[index], Node::Call(function, _) if function.is_of_angle())
        {
            flags[index] = true;
            let operands = nodes[index].operands();
            operands.for_each(|operand| flags[operand.index()] = true);
        }
    }
    flags
}
