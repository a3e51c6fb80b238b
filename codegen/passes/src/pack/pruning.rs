//! Removal of packs that do not pay off, and of packs that depend on each other in a cycle.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::drafts::{Drafts, PackDraft};
use super::packs::{gather_cost, operation_weight};
use multibody_program::ir::Value;

impl Drafts<'_> {
    /// Drops packs without which the program costs less.
    pub fn drop_costly_packs(&mut self) {
        loop {
            let extractions = self.extractions();
            let mut uses: FxHashMap<&[Value], usize> = FxHashMap::default();
            for lanes in self.all_operands() {
                *uses.entry(lanes).or_default() += 1;
            }
            let mut costly_packs = Vec::new();
            // A pack next to a dropped one may pay off then, so it is examined in the next round.
            let mut neighbors: BTreeSet<usize> = BTreeSet::new();
            for (index, draft) in self.drafts.iter().enumerate() {
                let Some(draft) = draft else { continue };
                let operands = draft.operands.iter().filter_map(|lanes| self.index(lanes));
                let operands: Vec<usize> = operands.collect();
                let is_neighbor = operands
                    .iter()
                    .chain([&index])
                    .any(|k| neighbors.contains(k));
                if !is_neighbor && self.worth(draft, &extractions, &uses) < 0 {
                    costly_packs.push(index);
                    neighbors.extend(operands);
                    neighbors.insert(index);
                }
            }
            if costly_packs.is_empty() {
                return;
            }
            costly_packs
                .into_iter()
                .for_each(|index| self.drop_pack(index));
        }
    }

    /// The operands of all drafts.
    fn all_operands(&self) -> impl Iterator<Item = &[Value]> {
        let operands = self
            .drafts
            .iter()
            .flatten()
            .flat_map(|draft| &draft.operands);
        operands.map(Vec::as_slice)
    }

    /// How much more the program would cost without a pack. `extractions` are the values that scalar code, outputs and gathers use;
    /// `uses` counts the packs that have the same lanes as an operand.
    fn worth(
        &self,
        draft: &PackDraft,
        extractions: &BTreeSet<Value>,
        uses: &FxHashMap<&[Value], usize>,
    ) -> isize {
        // One packed operation replaces one scalar operation in each lane. So it saves all of these but one. Extraction takes an
        // operation for each lane but the first.
        let lanes_but_one = draft.lanes.len() as isize - 1;
        let is_extracted = |lanes: &[Value]| lanes.iter().any(|lane| extractions.contains(lane));
        let mut worth = lanes_but_one * operation_weight(self.program, draft.lanes[0]) as isize;
        // Without the pack, the packs that use it would gather its values.
        if uses.contains_key(&draft.lanes[..]) {
            worth += gather_cost(self.program, &draft.lanes) as isize;
        }
        if is_extracted(&draft.lanes) {
            worth -= lanes_but_one;
        }
        // Without the pack, operands that are packs would have to be extracted. Operands that are gathered for this pack alone
        // would not be gathered.
        for lanes in &draft.operands {
            let are_equal = lanes.iter().all(|lane| *lane == lanes[0]);
            let is_only_use = uses[&lanes[..]] == 1;
            worth += match self.index(lanes) {
                Some(_) if is_extracted(lanes) => 0,
                Some(_) => lanes_but_one,
                None if !is_only_use => 0,
                None if are_equal => -1,
                None => -(gather_cost(self.program, lanes) as isize),
            };
        }
        worth
    }

    /// Drops packs until each can be computed after its operands: lanes of one pack may depend on lanes of another, and
    /// the other way round.
    pub fn drop_cycles(&mut self) {
        while let Err(pack) = self.find_order() {
            self.drop_pack(pack);
        }
    }
}
