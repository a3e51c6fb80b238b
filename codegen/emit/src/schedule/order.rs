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

/// The dependence graph of statements. Their ranks follow the order in which they were built.
pub struct Graph {
    /// The operands of each statement.
    pub before: Vec<Vec<usize>>,
    /// Cycles until the result of each statement is available.
    pub latency: Vec<usize>,
    /// The statements that compute outputs, in the order of the outputs.
    pub outputs: Vec<usize>,
}

impl Graph {
    /// The statements in an order.
    pub fn ordered(&self, order: ScheduleOrder) -> Vec<usize> {
        match order {
            ScheduleOrder::DepthFirst => self.depth_first(),
            ScheduleOrder::CriticalPath => self.critical_path_first(),
        }
    }

    /// Goes inwards from each output. Of a value's operands, the one with the longest chain comes first.
    fn depth_first(&self) -> Vec<usize> {
        let count = self.before.len();
        let depth = self.depths();
        let mut ordered = Vec::with_capacity(count);
        let mut known = vec![false; count];
        // Statements that none of these outputs needs come last, for example one whose result is stored elsewhere.
        for root in self.outputs.iter().copied().chain(0..count) {
            let mut open = vec![root];
            while let Some(&at) = open.last() {
                if known[at] {
                    open.pop();
                    continue;
                }
                let mut before = self.before[at].clone();
                before.retain(|&operand| !known[operand]);
                if before.is_empty() {
                    open.pop();
                    known[at] = true;
                    ordered.push(at);
                }
                before.sort_by_key(|&operand| depth[operand]);
                open.extend(before);
            }
        }
        ordered
    }

    /// The length of the longest chain up to and including each statement.
    fn depths(&self) -> Vec<usize> {
        let mut depth = vec![0; self.before.len()];
        for at in self.forward() {
            let before = self.before[at].iter().map(|&operand| depth[operand]);
            depth[at] = before.max().unwrap_or(0) + self.latency[at];
        }
        depth
    }

    /// Each statement after its operands, otherwise in the order in which they were built.
    fn forward(&self) -> Vec<usize> {
        let (users, mut missing) = self.users();
        let ready = (0..missing.len()).filter(|&at| missing[at] == 0);
        let mut ready: BinaryHeap<Reverse<usize>> = ready.map(Reverse).collect();
        let mut ordered = Vec::with_capacity(missing.len());
        while let Some(Reverse(at)) = ready.pop() {
            ordered.push(at);
            for &user in &users[at] {
                missing[user] -= 1;
                if missing[user] == 0 {
                    ready.push(Reverse(user));
                }
            }
        }
        ordered
    }

    /// For each statement, the statements that use it, and the number of its distinct operands.
    fn users(&self) -> (Vec<Vec<usize>>, Vec<usize>) {
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.before.len()];
        let mut missing = vec![0; self.before.len()];
        for (at, before) in self.before.iter().enumerate() {
            let mut before = before.clone();
            before.sort_unstable();
            before.dedup();
            missing[at] = before.len();
            before.iter().for_each(|&operand| users[operand].push(at));
        }
        (users, missing)
    }

    /// Of the statements with available operands, the one with the longest chain to the end comes first; of
    /// equal ones the one built earlier.
    fn critical_path_first(&self) -> Vec<usize> {
        let (users, mut missing) = self.users();
        let mut height = vec![0; self.before.len()];
        for at in self.forward().into_iter().rev() {
            let behind = users[at].iter().map(|&user| height[user]);
            height[at] = behind.max().unwrap_or(0) + self.latency[at];
        }
        let entry = |at: usize| (height[at], Reverse(at));
        let ready = (0..missing.len()).filter(|&at| missing[at] == 0);
        let mut ready: BinaryHeap<_> = ready.map(entry).collect();
        let mut ordered = Vec::with_capacity(missing.len());
        while let Some((_, Reverse(at))) = ready.pop() {
            ordered.push(at);
            for &user in &users[at] {
                missing[user] -= 1;
                if missing[user] == 0 {
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
            before: vec![vec![], vec![], vec![], vec![2], vec![3, 0], vec![0, 1]],
            latency: vec![4, 4, 14, 4, 4, 4],
            outputs: vec![5, 4],
        }
    }

    #[test]
    fn an_output_follows_what_it_needs() {
        assert_eq!(
            two_outputs().ordered(ScheduleOrder::DepthFirst),
            [1, 0, 5, 2, 3, 4]
        );
    }

    #[test]
    fn the_longest_chain_begins_first() {
        assert_eq!(
            two_outputs().ordered(ScheduleOrder::CriticalPath),
            [2, 0, 1, 3, 4, 5]
        );
    }
}
