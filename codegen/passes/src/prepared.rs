//! Programs divided in two: values that depend only on parameters, or only on parameters, time and positions, are computed once.

use rustc_hash::FxHashMap;

use multibody_program::ir::{Builder, InputKind, Node, Program, Value};

/// Programs divided in two: `prepare` computes all values that depend only on early inputs, which are the inputs up to
/// some kind, such as parameters. Each function continues from these values, which are its inputs of the kind
/// [`InputKind::Parameter`].
#[derive(Clone, Debug, Default)]
pub struct Prepared {
    /// The program that computes prepared values from early inputs.
    pub prepare: Program,
    /// The programs that compute the functions, in the order given, from prepared values and the other inputs.
    pub functions: Vec<Program>,
}

impl Prepared {
    /// Separates the values that depend only on parameters. Programs without parameters stay as they are.
    #[must_use]
    pub fn of<'a>(programs: impl IntoIterator<Item = &'a Program>) -> Self {
        Self::up_to(InputKind::Parameter, programs)
    }

    /// Separates the values that depend only on inputs up to a kind.
    #[must_use]
    pub fn up_to<'a>(last: InputKind, programs: impl IntoIterator<Item = &'a Program>) -> Self {
        let mut b = Builder::new();
        let (mut prepared, mut slots) = (Vec::new(), FxHashMap::default());
        let functions = (programs.into_iter())
            .map(|program| separate_late_part(last, program, &mut b, &mut prepared, &mut slots))
            .collect();
        Self {
            prepare: b.finish(&prepared),
            functions,
        }
    }

    /// One function together with its preparation, as a program of the original inputs.
    #[must_use]
    pub fn with_preparation(&self, function: usize) -> Program {
        let program = &self.functions[function];
        if self.prepare.outputs().is_empty() {
            return program.clone();
        }
        let mut b = Builder::new();
        let prepared = b.inline(&self.prepare, |b, input| {
            b.input(input.kind, input.index as usize)
        });
        let outputs = b.inline(program, |b, input| match input.kind {
            InputKind::Parameter => prepared[input.index as usize],
            kind => b.input(kind, input.index as usize),
        });
        b.finish(&outputs)
    }
}

/// Returns the part of a program that needs inputs of kinds after `last`, and adds all other values to the builder `b`.
/// `slots` maps each value of `b` that is prepared to its index in `prepared`.
fn separate_late_part(
    last: InputKind,
    program: &Program,
    b: &mut Builder,
    prepared: &mut Vec<Value>,
    slots: &mut FxHashMap<Value, usize>,
) -> Program {
    let stages = program.stages();
    if !stages.iter().flatten().any(|&stage| stage <= last) {
        return program.clone();
    }
    let is_early = |value: Value| stages[value.index()] <= Some(last);
    // For each value of this program: its value in the early part, which all functions share, or in the late part.
    let mut early_values: Vec<Value> = Vec::with_capacity(stages.len());
    let mut late = Builder::new();
    let mut late_values: Vec<Value> = Vec::with_capacity(stages.len());
    for (position, &node) in program.nodes().iter().enumerate() {
        let value = program.value(position);
        if is_early(value) {
            early_values.push(b.copy_node(program, value, &early_values));
            late_values.push(Value::ZERO);
            continue;
        }
        for operand in node.operands().filter(|&operand| is_early(operand)) {
            late_values[operand.index()] =
                fetch(b, &mut late, early_values[operand.index()], prepared, slots);
        }
        late_values.push(late.copy_node(program, value, &late_values));
        early_values.push(Value::ZERO);
    }
    let outputs: Vec<Value> = (program.outputs().iter())
        .map(|&output| {
            if is_early(output) {
                fetch(b, &mut late, early_values[output.index()], prepared, slots)
            } else {
                late_values[output.index()]
            }
        })
        .collect();
    late.finish(&outputs)
}

/// Makes an early value available to the late part. Constants and angles are repeated there, and so are negations,
/// which are free.
fn fetch(
    b: &Builder,
    late: &mut Builder,
    value: Value,
    prepared: &mut Vec<Value>,
    slots: &mut FxHashMap<Value, usize>,
) -> Value {
    if let Some(constant) = b.as_constant(value) {
        return late.constant(constant);
    }
    match b.node(value) {
        Node::Neg(operand) => {
            let copy = fetch(b, late, operand, prepared, slots);
            late.neg(copy)
        }
        Node::Angle(_) => late.angle(&b.as_angle(value).cloned().expect("the angle of the node")),
        _ => {
            let slot = *slots.entry(value).or_insert_with(|| {
                prepared.push(value);
                prepared.len() - 1
            });
            late.input(InputKind::Parameter, slot)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::ir::{SymbolIndex, ValueHint, ValueSymbol, parse};

    #[test]
    fn values_of_parameters_alone_are_prepared_once() {
        // (p0 p1) q0 - p0 and 2 p0 p1, which needs no position.
        let first = parse(
            "v0 = p0\nv1 = p1\nv2 = mul v0 v1\nv3 = q0\nv4 = mul v2 v3\nv5 = sub v4 v0\nout v5\n",
        );
        let second =
            parse("v0 = p0\nv1 = p1\nv2 = mul v0 v1\nv3 = const 2\nv4 = mul v3 v2\nout v4\n");
        let programs = [first.unwrap(), second.unwrap()];
        let divided = Prepared::of(&programs);
        assert_eq!(divided.prepare.outputs().len(), 3);
        let text = divided.functions[0].to_string();
        assert_eq!(
            text,
            "v0 = q0\nv1 = p0\nv2 = mul v0 v1\nv3 = p1\nv4 = sub v2 v3\nout v4\n"
        );
        assert_eq!(divided.functions[1].to_string(), "v0 = p2\nout v0\n");
        assert_eq!(divided.with_preparation(1), programs[1]);
    }

    #[test]
    fn without_parameters_nothing_changes() {
        let program = parse("v0 = q0\nv1 = sin v0\nout v1\n").unwrap();
        let divided = Prepared::of([&program]);
        assert!(divided.prepare.outputs().is_empty());
        assert_eq!(divided.functions, [program]);
    }

    #[test]
    fn functions_and_whole_programs_keep_hints() {
        let hint = ValueHint::whole(ValueSymbol::new("tau", SymbolIndex::Other), 0);
        let mut b = Builder::new();
        let [p, q] = [InputKind::Parameter, InputKind::Q].map(|kind| b.input(kind, 0));
        let product = b.mul(p, q);
        b.hint(product, hint);
        let program = b.finish(&[product]);
        let result = Prepared::of([&program]);
        for part in [&result.functions[0], &result.with_preparation(0)] {
            assert_eq!(part.hint(part.outputs()[0]), Some(hint));
        }
    }
}
