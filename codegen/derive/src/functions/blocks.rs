//! Symmetric block systems, eliminated in an order that keeps the fill small.
//!
//! The order is minimum degree (Tinney and Walker 1967): of the blocks that need not wait, the next one is that whose
//! equations contain the fewest other unknowns. The caller declares which blocks wait: a multiplier, whose pivot
//! would otherwise be 0, waits for the bodies that it constrains. Bodies and joints of a tree are then eliminated
//! from the tips, without fill (Baraff 1996).

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use super::matrix::Matrix;
use super::symmetric::factor;
use multibody_program::ir::{Builder, Value};

/// The requirement that a block is eliminated after another.
struct Wait {
    block: usize,
    predecessor: usize,
}

/// `A x = y`, A symmetric.
pub struct BlockSystem {
    matrix: Matrix,
    right_side: Vec<Value>,
    /// The unknowns of each block, block after block.
    blocks: Vec<Range<usize>>,
    waits: Vec<Wait>,
}

impl BlockSystem {
    /// A system with blocks of these sizes, in which all entries are 0.
    pub fn zero(b: &Builder, sizes: impl IntoIterator<Item = usize>) -> Self {
        let mut count = 0;
        let ranges = sizes.into_iter().map(|size| {
            count += size;
            count - size..count
        });
        let blocks = ranges.collect();
        Self {
            matrix: vec![vec![b.zero(); count]; count],
            right_side: vec![b.zero(); count],
            blocks,
            waits: Vec::new(),
        }
    }

    /// The unknowns of a block.
    pub fn unknowns(&self, block: usize) -> Range<usize> {
        self.blocks[block].clone()
    }

    /// Adds to an entry, and to its mirror image across the diagonal.
    pub fn add(&mut self, b: &mut Builder, (row, column): (usize, usize), value: Value) {
        let sum = b.add(self.matrix[row][column], value);
        (self.matrix[row][column], self.matrix[column][row]) = (sum, sum);
    }

    /// Adds to an entry of y.
    pub fn add_right(&mut self, b: &mut Builder, row: usize, value: Value) {
        self.right_side[row] = b.add(self.right_side[row], value);
    }

    /// Requires that a block is eliminated after another.
    pub fn eliminate_after(&mut self, block: usize, predecessor: usize) {
        self.waits.push(Wait { block, predecessor });
    }

    /// The solution x.
    pub fn solve(self, b: &mut Builder) -> Vec<Value> {
        // The factorization begins with the last unknown.
        let blocks = self.order().into_iter().rev();
        let order: Vec<usize> = blocks.flat_map(|block| self.unknowns(block)).collect();
        let row = |&i: &usize| order.iter().map(|&j| self.matrix[i][j]).collect();
        let matrix = order.iter().map(row).collect();
        let right_side = order.iter().map(|&i| self.right_side[i]).collect();
        let solution = factor(b, matrix).solve(b, right_side);
        let mut x = vec![b.zero(); solution.len()];
        order
            .into_iter()
            .zip(solution)
            .for_each(|(i, value)| x[i] = value);
        x
    }

    /// The minimum-degree order in which blocks are eliminated.
    pub fn order(&self) -> Vec<usize> {
        let mut adjacency = self.adjacency();
        let mut candidates: BTreeSet<usize> = (0..self.blocks.len()).collect();
        let mut blocks = Vec::with_capacity(candidates.len());
        while !candidates.is_empty() {
            let size = |&other: &usize| self.blocks[other].len();
            let degree = |block: usize| adjacency.neighbours[block].iter().map(size).sum::<usize>();
            let next = candidates
                .iter()
                .copied()
                .min_by_key(|&block| {
                    let mut waits = self.waits.iter().filter(|wait| wait.block == block);
                    let has_to_wait = waits.any(|wait| candidates.contains(&wait.predecessor));
                    (has_to_wait, degree(block), Reverse(block))
                })
                .expect("some are left");
            candidates.remove(&next);
            adjacency.eliminate(next);
            blocks.push(next);
        }
        blocks
    }

    /// The fill of the elimination in this order: the number of pairs of blocks that have no common entries before it
    /// and get some from it.
    pub fn fill(&self, order: &[usize]) -> usize {
        let mut adjacency = self.adjacency();
        order.iter().map(|&block| adjacency.eliminate(block)).sum()
    }

    /// The adjacency before any block is eliminated.
    fn adjacency(&self) -> Adjacency {
        let neighbours = |block: usize| {
            let others = (0..self.blocks.len()).filter(|&other| other != block);
            others
                .filter(|&other| self.have_common_entries(block, other))
                .collect()
        };
        Adjacency {
            neighbours: (0..self.blocks.len()).map(neighbours).collect(),
        }
    }

    fn have_common_entries(&self, first: usize, second: usize) -> bool {
        let mut rows = self.unknowns(first);
        rows.any(|row| (self.matrix[row][self.unknowns(second)].iter()).any(|&x| x != Value::ZERO))
    }
}

/// For each block, the remaining blocks with which it has common entries.
struct Adjacency {
    neighbours: Vec<BTreeSet<usize>>,
}

impl Adjacency {
    /// Eliminates a block, and returns the number of pairs of other blocks that get their first common entries from
    /// this.
    fn eliminate(&mut self, block: usize) -> usize {
        let mut fill = 0;
        let neighbours = std::mem::take(&mut self.neighbours[block]);
        for &first in &neighbours {
            self.neighbours[first].remove(&block);
            for &second in neighbours.range(first + 1..) {
                fill += usize::from(self.neighbours[first].insert(second));
                self.neighbours[second].insert(first);
            }
        }
        fill
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bodies of a tree, each followed by its joint; then joints that close loops between bodies.
    fn tree(b: &mut Builder, parents: &[Option<usize>], loops: &[[usize; 2]]) -> BlockSystem {
        let count = parents.len();
        let sizes = (0..count).flat_map(|_| [6, 5]);
        let mut blocks = BlockSystem::zero(b, sizes.chain(loops.iter().map(|_| 5)));
        let one = b.one();
        for (index, parent) in parents.iter().enumerate() {
            let (body, joint) = (blocks.unknowns(2 * index), blocks.unknowns(2 * index + 1));
            body.for_each(|k| blocks.add(b, (k, k), one));
            let bodies = std::iter::once(index).chain(*parent);
            for body in bodies {
                let body = blocks.unknowns(2 * body);
                blocks.add(b, (joint.start, body.start), one);
            }
            blocks.eliminate_after(2 * index + 1, 2 * index);
        }
        for (index, ends) in loops.iter().enumerate() {
            let joint = blocks.unknowns(2 * count + index);
            for &body in ends {
                let body = blocks.unknowns(2 * body);
                blocks.add(b, (joint.start, body.start), one);
            }
        }
        blocks
    }

    #[test]
    fn trees_have_no_fill_and_joints_follow_their_bodies() {
        let chain: Vec<Option<usize>> = (0..9_usize).map(|body| body.checked_sub(1)).collect();
        let star: Vec<Option<usize>> = (0..9).map(|body| (body > 0).then_some(0)).collect();
        let twigs: Vec<Option<usize>> = (0..9_usize)
            .map(|body| (body > 0).then(|| (body - 1) / 2))
            .collect();
        for parents in [&chain, &star, &twigs] {
            let b = &mut Builder::new();
            let blocks = tree(b, parents, &[]);
            let order = blocks.order();
            assert_eq!(blocks.fill(&order), 0);
            let position = |block| order.iter().position(|&other| other == block);
            for body in 0..parents.len() {
                assert!(position(2 * body + 1) > position(2 * body), "{body}");
            }
        }
    }

    #[test]
    fn a_closed_loop_has_fill() {
        let chain: Vec<Option<usize>> = (0..9_usize).map(|body| body.checked_sub(1)).collect();
        let b = &mut Builder::new();
        let blocks = tree(b, &chain, &[[0, 8]]);
        assert!(blocks.fill(&blocks.order()) > 0);
    }
}
