//! In which order values are computed that do not depend on one another. Compilers keep to it more or less, and with it comes how
//! many values wait in registers, and how soon the longest chain begins.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::ir::{Class, Node, Program, Value};

/// An order of the values of a program, each behind what it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// What an output needs, just before it: few values wait.
    DepthFirst,
    /// What the longest chain waits for, first.
    CriticalPath,
}

/// Some values of a program, and what each is made of.
pub struct Values<'a> {
    /// All.
    pub program: &'a Program,
    /// Those to be ordered, as they were built.
    pub values: &'a [Value],
    /// What the statement of one computes with.
    pub operands: &'a dyn Fn(Value) -> Vec<Value>,
}

impl Values<'_> {
    /// The values in an order.
    pub fn ordered(&self, order: Order) -> Vec<Value> {
        match order {
            Order::DepthFirst => self.depth_first(),
            Order::CriticalPath => self.critical_path_first(),
        }
    }

    /// The values among these that one is made of, through what is written where it is used.
    fn made_of(&self, value: Value, own: &HashSet<Value>) -> Vec<Value> {
        let through = |operand: Value| match self.program.nodes()[operand.index()] {
            Node::Neg(positive) => positive,
            _ => operand,
        };
        let operands = (self.operands)(value).into_iter().map(through);
        operands.filter(|operand| own.contains(operand)).collect()
    }

    /// From each output inwards, of what a value is made of the longest chain first.
    fn depth_first(&self) -> Vec<Value> {
        let own: HashSet<Value> = self.values.iter().copied().collect();
        let mut depth = vec![0; self.program.nodes().len()];
        for &value in self.values {
            let before = self.made_of(value, &own).into_iter();
            let most = before.map(|operand| depth[operand.index()]).max();
            depth[value.index()] = most.unwrap_or(0) + self.latency(value);
        }
        let mut ordered = Vec::with_capacity(self.values.len());
        let mut known: HashSet<Value> = HashSet::with_capacity(self.values.len());
        let outputs = self.program.outputs().iter();
        let outputs = outputs.map(|&output| match self.program.nodes()[output.index()] {
            Node::Neg(positive) => positive,
            _ => output,
        });
        // What no output needs, such as one that is stored elsewhere, comes last.
        for root in outputs.chain(self.values.iter().copied()) {
            let mut open = vec![root];
            while let Some(&value) = open.last() {
                if !own.contains(&value) || known.contains(&value) {
                    open.pop();
                    continue;
                }
                let mut before = self.made_of(value, &own);
                before.retain(|operand| !known.contains(operand));
                if before.is_empty() {
                    open.pop();
                    known.insert(value);
                    ordered.push(value);
                }
                before.sort_by_key(|operand| depth[operand.index()]);
                open.extend(before);
            }
        }
        ordered
    }

    /// Of those whose operands are there the one with the longest way to the end, the earlier built of two.
    fn critical_path_first(&self) -> Vec<Value> {
        let own: HashSet<Value> = self.values.iter().copied().collect();
        let count = self.program.nodes().len();
        let mut users: Vec<Vec<Value>> = vec![Vec::new(); count];
        let mut missing = vec![0; count];
        for &value in self.values {
            let mut before = self.made_of(value, &own);
            before.sort();
            before.dedup();
            missing[value.index()] = before.len();
            before
                .iter()
                .for_each(|operand| users[operand.index()].push(value));
        }
        let mut height = vec![0; count];
        for &value in self.values.iter().rev() {
            let behind = users[value.index()].iter();
            let most = behind.map(|user| height[user.index()]).max();
            height[value.index()] = most.unwrap_or(0) + self.latency(value);
        }
        let entry = |value: Value| (height[value.index()], Reverse(value));
        let ready = self
            .values
            .iter()
            .filter(|value| missing[value.index()] == 0);
        let mut ready: BinaryHeap<_> = ready.map(|&value| entry(value)).collect();
        let mut ordered = Vec::with_capacity(self.values.len());
        while let Some((_, Reverse(value))) = ready.pop() {
            ordered.push(value);
            for &user in &users[value.index()] {
                missing[user.index()] -= 1;
                if missing[user.index()] == 0 {
                    ready.push(entry(user));
                }
            }
        }
        ordered
    }

    /// Cycles until a value is there, about as on processors of these years.
    fn latency(&self, value: Value) -> usize {
        match self.program.nodes()[value.index()] {
            Node::Div(..) => DIVISION,
            Node::Call(function, _) => match function.class() {
                Class::SquareRoot => DIVISION,
                _ => FUNCTION,
            },
            _ => OPERATION,
        }
    }
}

const OPERATION: usize = 4;
const DIVISION: usize = 14;
const FUNCTION: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse;

    fn ordered(text: &str, order: Order) -> Vec<usize> {
        let program = parse(text).expect("a program");
        let own = |node: &Node| !matches!(node, Node::Input(_) | Node::Neg(_));
        let all = program.nodes().iter().enumerate();
        let values = all
            .filter(|(_, node)| own(node))
            .map(|(at, _)| program.value(at));
        let values: Vec<Value> = values.collect();
        let operands = |value: Value| program.nodes()[value.index()].operands().collect();
        let values = Values {
            program: &program,
            values: &values,
            operands: &operands,
        };
        values
            .ordered(order)
            .iter()
            .map(|value| value.index())
            .collect()
    }

    const TWO_OUTPUTS: &str = "v0 = q0\nv1 = q1\nv2 = mul v0 v0\nv3 = mul v1 v1\nv4 = div v1 v0\nv5 = neg v3\n\
                               v6 = mul v4 v4\nv7 = sub v6 v2\nv8 = add v2 v5\nout v8 v7";

    #[test]
    fn an_output_stands_behind_what_it_needs() {
        assert_eq!(ordered(TWO_OUTPUTS, Order::DepthFirst), [3, 2, 8, 4, 6, 7]);
    }

    #[test]
    fn the_longest_chain_begins_first() {
        assert_eq!(
            ordered(TWO_OUTPUTS, Order::CriticalPath),
            [4, 2, 3, 6, 7, 8]
        );
    }
}
