//! Conversion of drafts to packs.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::drafts::{Drafts, Operation, PackDraft};
use super::packs::{MulAddSigns, Pack, PackKind, PackPlace, Packing};
use multibody_program::ir::Value;

impl Drafts<'_> {
    /// Converts the drafts to packs, each after its operands.
    pub fn finish(self) -> Packing {
        let order = self.find_order().expect("cycles have been dropped");
        let extractions = self.extractions();
        let mut packing = Packing::default();
        let mut indices: FxHashMap<Vec<Value>, usize> = FxHashMap::default();
        let fused_products = self.find_fused_products(&extractions);
        for index in order {
            let draft = self.drafts[index]
                .as_ref()
                .expect("a draft that is not dropped");
            if fused_products.contains(&index) {
                packing.contracted.extend(&draft.lanes);
                continue;
            }
            let (kind, negative) =
                self.build_kind(draft, &fused_products, &mut packing, &mut indices);
            let pack = packing.packs.len();
            let lanes = draft.lanes.iter().enumerate();
            let places = lanes.map(|(lane, &value)| (value, PackPlace { pack, lane }));
            packing.places.extend(places);
            indices.insert(draft.lanes.clone(), pack);
            packing.packs.push(Pack {
                lanes: draft.lanes.clone(),
                negative,
                kind,
            });
        }
        packing.extracted = extractions;
        packing
    }

    /// The packs of products that are fused with a pack of sums, their only user: its operands have equal signs in all lanes, or
    /// opposite ones in all.
    fn find_fused_products(&self, extractions: &BTreeSet<Value>) -> BTreeSet<usize> {
        let mut users_of_pack: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, draft) in self.drafts.iter().enumerate() {
            let operands = draft.iter().flat_map(|draft| &draft.operands);
            for pack in operands.filter_map(|lanes| self.index(lanes)) {
                users_of_pack.entry(pack).or_default().push(index);
            }
        }
        let mut fused_products = BTreeSet::new();
        // Only one product is fused with each sum: of two, that of the draft with the higher index.
        let mut sums = BTreeSet::new();
        for (&pack, users) in users_of_pack.iter().rev() {
            let draft = self.drafts[pack]
                .as_ref()
                .expect("a draft that is not dropped");
            let is_product = self.operation(draft) == Some(Operation::Product);
            let is_extracted = draft.lanes.iter().any(|lane| extractions.contains(lane));
            let &[user] = &users[..] else {
                continue;
            };
            if is_product && !is_extracted && self.can_be_mul_add(user) && sums.insert(user) {
                fused_products.insert(pack);
            }
        }
        fused_products
    }

    /// Whether a pack is a sum that one multiply-add can compute: its operands have equal signs in all lanes, or opposite ones in
    /// all.
    fn can_be_mul_add(&self, pack: usize) -> bool {
        let draft = self.drafts[pack]
            .as_ref()
            .expect("a draft that is not dropped");
        let is_sum = self.operation(draft) == Some(Operation::Sum);
        let opposite = self.opposite_lanes(draft);
        is_sum && opposite.iter().all(|&lane| lane == opposite[0])
    }

    /// How the pack of a draft is computed, and which of its lanes are negative. Operands that are no drafts are added to
    /// `packing` as broadcasts and gathers.
    fn build_kind(
        &self,
        draft: &PackDraft,
        fused_products: &BTreeSet<usize>,
        packing: &mut Packing,
        indices: &mut FxHashMap<Vec<Value>, usize>,
    ) -> (PackKind, Vec<bool>) {
        let negative = self.negative_lanes(&draft.lanes);
        let [first, second] = &draft.operands;
        let operation = self.operation(draft).expect("a draft has an operation");
        let mut pack_of = |lanes: &[Value]| {
            *indices.entry(lanes.to_vec()).or_insert_with(|| {
                let are_equal = lanes.iter().all(|lane| *lane == lanes[0]);
                packing.packs.push(Pack {
                    lanes: lanes.to_vec(),
                    negative: vec![false; lanes.len()],
                    kind: if are_equal { PackKind::Broadcast } else { PackKind::Gather },
                });
                packing.packs.len() - 1
            })
        };
        // The factors of an operand that is fused with this sum.
        let fused_factors = |lanes: &[Value]| {
            let pack = self
                .index(lanes)
                .filter(|pack| fused_products.contains(pack))?;
            self.drafts[pack].as_ref().map(|draft| &draft.operands)
        };
        let kind = match operation {
            Operation::Product => PackKind::Product([pack_of(first), pack_of(second)]),
            Operation::Quotient => PackKind::Quotient([pack_of(first), pack_of(second)]),
            Operation::Sum => {
                let opposite = self.opposite_lanes(draft);
                match (fused_factors(first), fused_factors(second)) {
                    (Some([x, y]), _) => {
                        let signs =
                            if opposite[0] { MulAddSigns::MinusTerm } else { MulAddSigns::Plus };
                        PackKind::MulAdd([pack_of(x), pack_of(y), pack_of(second)], signs)
                    }
                    (None, Some([x, y])) => {
                        let signs =
                            if opposite[0] { MulAddSigns::MinusProduct } else { MulAddSigns::Plus };
                        PackKind::MulAdd([pack_of(x), pack_of(y), pack_of(first)], signs)
                    }
                    (None, None) => PackKind::Sum([pack_of(first), pack_of(second)], opposite),
                }
            }
        };
        (kind, negative)
    }
}
