//! The order in which independent values are computed. Compilers largely keep this order, so it affects how
//! many values wait in registers, and how soon the longest chain begins.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An order of statements, in which each one comes after its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleOrder {
    /// The operands of an output come just before it, so that few values wait.
    DepthFirst,
    /// Statements that the longest chain depends on come first.
    CriticalPath,
}

/// The dependence graph of statements, which are numbered in the order in which they were built.
pub struct Graph {
    /// The operands of each statement.
    pub operands: Vec<Vec<usize>>,
    /// Cycles until the result of each statement is available.
    pub latency: Vec<usize>,
    /// The statements that compute outputs, in the order of the outputs.
    pub outputs: Vec<usize>,
}

impl Graph {
    /// The statements in this order.
    pub fn sort(&self, order: ScheduleOrder) -> Vec<usize> {
        match order {
            ScheduleOrder::DepthFirst => self.depth_first(),
            ScheduleOrder::CriticalPath => self.critical_path_first(),
        }
    }

    /// Walks from each output to its operands, and from these to theirs. Of a statement's operands, the one with the longest chain
    /// comes first.
    fn depth_first(&self) -> Vec<usize> {
        let count = self.operands.len();
        let depth = self.depths();
        let mut ordered = Vec::with_capacity(count);
        let mut is_ordered = vec![false; count];
        // Statements that no output needs come last.
        for root in self.outputs.iter().copied().chain(0..count) {
            let mut stack = vec![root];
            while let Some(&statement) = stack.last() {
                if is_ordered[statement] {
                    stack.pop();
                    continue;
                }
                let mut operands = self.operands[statement].clone();
                operands.retain(|&operand| !is_ordered[operand]);
                if operands.is_empty() {
                    stack.pop();
                    is_ordered[statement] = true;
                    ordered.push(statement);
                }
                operands.sort_by_key(|&operand| depth[operand]);
                stack.extend(operands);
            }
        }
        ordered
    }

    /// The length of the longest chain up to and including each statement.
    fn depths(&self) -> Vec<usize> {
        let mut depth = vec![0; self.operands.len()];
        for statement in self.topological_order() {
            let operand_depths = self.operands[statement].iter().map(|&k| depth[k]);
            depth[statement] = operand_depths.max().unwrap_or(0) + self.latency[statement];
        }
        depth
    }

    /// The statements, each after its operands, and otherwise in the order in which they were built.
    fn topological_order(&self) -> Vec<usize> {
        let (users, mut pending) = self.users();
        let ready = (0..pending.len()).filter(|&statement| pending[statement] == 0);
        let mut ready: BinaryHeap<Reverse<usize>> = ready.map(Reverse).collect();
        let mut ordered = Vec::with_capacity(pending.len());
        while let Some(Reverse(statement)) = ready.pop() {
            ordered.push(statement);
            for &user in &users[statement] {
                pending[user] -= 1;
                if pending[user] == 0 {
                    ready.push(Reverse(user));
                }
            }
        }
        ordered
    }

    /// For each statement, the statements that use it, and the number of its distinct operands.
    fn users(&self) -> (Vec<Vec<usize>>, Vec<usize>) {
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.operands.len()];
        let mut counts = vec![0; self.operands.len()];
        for (statement, operands) in self.operands.iter().enumerate() {
            let mut operands = operands.clone();
            operands.sort_unstable();
            operands.dedup();
            counts[statement] = operands.len();
            operands
                .iter()
                .for_each(|&operand| users[operand].push(statement));
        }
        (users, counts)
    }

    /// Of the statements whose operands are computed, the one with the longest chain to the end comes next. Of equally long
    /// chains, the statement that was built earlier comes next.
    fn critical_path_first(&self) -> Vec<usize> {
        let (users, mut pending) = self.users();
        // The length of the longest chain from each statement, itself included, to the end.
        let mut height = vec![0; self.operands.len()];
        for statement in self.topological_order().into_iter().rev() {
            let user_heights = users[statement].iter().map(|&user| height[user]);
            height[statement] = user_heights.max().unwrap_or(0) + self.latency[statement];
        }
        let entry = |statement: usize| (height[statement], Reverse(statement));
        let ready = (0..pending.len()).filter(|&statement| pending[statement] == 0);
        let mut ready: BinaryHeap<_> = ready.map(entry).collect();
        let mut ordered = Vec::with_capacity(pending.len());
        while let Some((_, Reverse(statement))) = ready.pop() {
            ordered.push(statement);
            for &user in &users[statement] {
                pending[user] -= 1;
                if pending[user] == 0 {
                    ready.push(entry(user));
                }
            }
        }
        ordered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two outputs, of which the second waits for a division.
    fn two_outputs() -> Graph {
        Graph {
            operands: vec![vec![], vec![], vec![], vec![2], vec![3, 0], vec![0, 1]],
            latency: vec![4, 4, 14, 4, 4, 4],
            outputs: vec![5, 4],
        }
    }

    #[test]
    fn an_output_follows_what_it_needs() {
        assert_eq!(
            two_outputs().sort(ScheduleOrder::DepthFirst),
            [1, 0, 5, 2, 3, 4]
        );
    }

    #[test]
    fn the_longest_chain_begins_first() {
        assert_eq!(
            two_outputs().sort(ScheduleOrder::CriticalPath),
            [2, 0, 1, 3, 4, 5]
        );
    }
}
