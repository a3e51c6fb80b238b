//! Blocks, into which the statements of a long function are cut.

use std::collections::BTreeSet;

use super::{Schedule, ScheduledStatement, ValuePlace, negation_operand};
use multibody_passes::pack::WIDTHS;
use multibody_program::ir::Value;

/// Maximum number of statements in one scope. A compiler treats each `let` as a scope within the one before it, and
/// walks these recursively when it writes debug information.
pub const MAX_SCOPE_LENGTH: usize = 1000;
/// Number of statements in a block of a function with more than `MAX_SCOPE_LENGTH` statements.
pub const BLOCK_LENGTH: usize = 500;
/// Number of statements in a block that is a function of its own. Derivatives of a humanoid's inverse dynamics, of
/// 16 000 statements, take rustc 6.3 s in blocks of 500, but 4.9 s in blocks of 250, which run no slower.
pub const CHUNK_LENGTH: usize = 250;

/// Maximum number of statements that compilers get as one function. Their time and memory grow faster than the
/// length of a function: the mass matrix of a chain of 100 joints takes rustc 248 s and 22 GB as one function,
/// but 30 s and 1.9 GB as several, which run no slower. The inverse of a humanoid's mass matrix, which is
/// shorter than this, would run slower.
pub const MAX_FUNCTION_LENGTH: usize = 10_000;

/// Statements in a scope of their own.
#[derive(Debug, PartialEq, Eq)]
pub struct Block {
    /// The statements in order.
    pub statements: Vec<ScheduledStatement>,
    /// Values from before the block that it uses, in the order of the program. (Packs from before the block are not listed: only
    /// Rust packs values, and its blocks read the variables of outer scopes.)
    pub arguments: Vec<Value>,
    /// Values that are used after the block, in the order in which it returns them.
    pub results: Vec<Value>,
    /// Indices of the packs that are used after the block, for each width in `WIDTHS`.
    pub result_packs: [Vec<usize>; WIDTHS.len()],
}

/// The place of a pack that a block returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnedPack {
    /// The index of the block.
    pub block: usize,
    /// The index of the pack's width in `WIDTHS`.
    pub width: usize,
    /// The index among the packs of this width.
    pub index: usize,
}

impl Schedule<'_> {
    /// Cuts the statements into blocks, if there are many.
    pub(super) fn split_if_long(&mut self, is_in_one_piece: bool) {
        let is_long = self.outer_statements.len() > MAX_FUNCTION_LENGTH;
        self.is_outlined = is_long && !is_in_one_piece;
        if is_long {
            // An outlined block is a closure, which captures an array as one pointer.
            self.keep_sines_in_arrays();
        }
        if self.outer_statements.len() > MAX_SCOPE_LENGTH {
            self.split(if self.is_outlined { CHUNK_LENGTH } else { BLOCK_LENGTH });
        }
    }

    /// Cuts the statements after the last pass into blocks of this length, each of which returns what later ones need.
    pub(super) fn split(&mut self, block_length: usize) {
        let later_statements = self.split_off_after_passes();
        let last_uses = self.last_uses(&later_statements, block_length);
        for (block, statements) in later_statements.chunks(block_length).enumerate() {
            let is_used_later = |last_use: Option<usize>| last_use.is_some_and(|last| last > block);
            let computed = statements
                .iter()
                .flat_map(|&statement| self.values_of(statement));
            let results: Vec<Value> = computed
                .filter(|value| is_used_later(last_uses.values[value.index()]))
                .collect();
            for (index, value) in results.iter().enumerate() {
                self.places[value.index()] = Some(ValuePlace::Returned { block, index });
            }
            let mut result_packs: [Vec<usize>; WIDTHS.len()] = Default::default();
            for statement in statements {
                let ScheduledStatement::Pack(pack) = *statement else {
                    continue;
                };
                if !is_used_later(last_uses.packs[pack]) {
                    continue;
                }
                let lanes = self.packing.packs[pack].lanes.len();
                let width = (WIDTHS.iter().position(|&width| width == lanes))
                    .expect("groups are of these widths");
                let index = result_packs[width].len();
                let entry = ReturnedPack {
                    block,
                    width,
                    index,
                };
                self.returned_packs.insert(pack, entry);
                result_packs[width].push(pack);
            }
            self.blocks.push(Block {
                statements: statements.to_vec(),
                arguments: self.arguments(statements),
                results,
                result_packs,
            });
        }
    }

    /// The computed values that these statements use, but do not compute themselves.
    fn arguments(&self, statements: &[ScheduledStatement]) -> Vec<Value> {
        let values = statements
            .iter()
            .flat_map(|&statement| self.values_of(statement));
        let computed: BTreeSet<Value> = values.collect();
        let operands = statements
            .iter()
            .flat_map(|&statement| self.operands_of(statement).0);
        let positive = |value| negation_operand(self.program, value).unwrap_or(value);
        let arguments: BTreeSet<Value> = operands
            .map(positive)
            .filter(|value| self.places[value.index()].is_some() && !computed.contains(value))
            .collect();
        arguments.into_iter().collect()
    }

    /// The values and packs that a statement uses.
    fn operands_of(&self, statement: ScheduledStatement) -> (Vec<Value>, Vec<usize>) {
        match statement {
            ScheduledStatement::Let(value) => (self.operands(value), Vec::new()),
            ScheduledStatement::Pack(pack) => self.pack_operands(pack),
            ScheduledStatement::Pass(_) => (Vec::new(), Vec::new()),
        }
    }

    /// The index of the last block that uses each value and each pack. Outputs that are stored last are used after all blocks.
    fn last_uses(&self, later_statements: &[ScheduledStatement], block_length: usize) -> LastUses {
        let mut values = vec![None; self.program.nodes().len()];
        let mut packs = vec![None; self.packing.packs.len()];
        let mut record_use = |value: Value, block: usize| {
            let operand = negation_operand(self.program, value).unwrap_or(value);
            values[operand.index()] = Some(block);
        };
        for (block, statements) in later_statements.chunks(block_length).enumerate() {
            for &statement in statements {
                let (used_values, used_packs) = self.operands_of(statement);
                used_values
                    .into_iter()
                    .for_each(|value| record_use(value, block));
                for pack in used_packs {
                    packs[pack] = Some(block);
                }
            }
        }
        let outputs = self.program.outputs();
        self.last_stores()
            .for_each(|output| record_use(outputs[output], usize::MAX));
        LastUses { values, packs }
    }
}

/// For each value and each pack, the index of the last block that uses it.
struct LastUses {
    values: Vec<Option<usize>>,
    packs: Vec<Option<usize>>,
}
