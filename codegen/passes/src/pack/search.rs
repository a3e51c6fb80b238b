//! Search for packs, which are values that the limbs (isomorphic subtrees) compute in the same way: first from results back to
//! operands, then among the terms that the limbs add to common sums.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::drafts::{Drafts, Operation, PackDraft};
use super::isomorphism::{LimbOfShape, split_sign};
use super::packs::{PackPlace, WIDTHS};
use multibody_program::ir::Value;

/// Values that are computed in the same way in limbs of one shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Bucket {
    /// The index of the limbs' shape.
    shape: usize,
    /// See [`Isomorphism::key`](super::isomorphism::Isomorphism::key).
    key: u64,
}

impl Drafts<'_> {
    /// Packs outputs that are computed in the same way, if their number is that of the limbs of some shape.
    pub fn add_outputs(&mut self) {
        let mut seen_values = BTreeSet::new();
        let mut buckets: BTreeMap<u64, Vec<Value>> = BTreeMap::new();
        let mut order = Vec::new();
        for &output in self.program.outputs() {
            let value = split_sign(self.program, output).value;
            if seen_values.insert(value) {
                let key = self.isomorphism.key(value);
                buckets.entry(key).or_default().push(value);
                order.push(key);
            }
        }
        let mut seen_keys = BTreeSet::new();
        for key in order.into_iter().filter(|&key| seen_keys.insert(key)) {
            let values = &buckets[&key];
            if self.limb_counts.contains(&values.len()) {
                self.add_packs(values);
            }
        }
    }

    /// Packs values that depend on a single limb each, but are operands of values that belong to no single limb.
    pub fn add_terms_of_sums(&mut self) {
        let mut buckets: BTreeMap<Bucket, BTreeMap<usize, Vec<Value>>> = BTreeMap::new();
        let mut order = Vec::new();
        let mut seen_values = BTreeSet::new();
        for (position, node) in self.program.nodes().iter().enumerate() {
            let value = self.program.value(position);
            if self.places.contains_key(&value) || self.isomorphism.limb(value).is_some() {
                continue;
            }
            for operand in node.operands() {
                let operand = split_sign(self.program, operand).value;
                let Some(LimbOfShape { shape, limb }) = self.isomorphism.limb(operand) else {
                    continue;
                };
                if seen_values.insert(operand) {
                    let key = self.isomorphism.key(operand);
                    let bucket = Bucket { shape, key };
                    let values_by_limb = buckets.entry(bucket).or_default();
                    values_by_limb.entry(limb).or_default().push(operand);
                    order.push(bucket);
                }
            }
        }
        let mut seen_buckets = BTreeSet::new();
        for bucket in order
            .into_iter()
            .filter(|&bucket| seen_buckets.insert(bucket))
        {
            let limbs: Vec<&Vec<Value>> = buckets[&bucket].values().collect();
            let is_full = limbs.len() == self.limb_counts[bucket.shape];
            if is_full && limbs.iter().all(|values| values.len() == limbs[0].len()) {
                for k in 0..limbs[0].len() {
                    let lanes: Vec<Value> = limbs.iter().map(|values| values[k]).collect();
                    self.add_packs(&lanes);
                }
            }
        }
    }

    /// Adds packs of these values, as wide as possible.
    fn add_packs(&mut self, mut lanes: &[Value]) {
        for width in WIDTHS {
            while lanes.len() >= width {
                self.add_pack(lanes[..width].to_vec());
                lanes = &lanes[width..];
            }
        }
    }

    /// Adds a pack, and packs of its operands, as long as one operation computes all lanes.
    fn add_pack(&mut self, lanes: Vec<Value>) {
        let mut queue = VecDeque::from([lanes]);
        while let Some(lanes) = queue.pop_front() {
            let lane_set: BTreeSet<&Value> = lanes.iter().collect();
            let is_new = |lane: &Value| !self.places.contains_key(lane);
            if lane_set.len() < lanes.len() || !lanes.iter().all(is_new) {
                continue;
            }
            let Some(draft) = self.draft(&lanes) else {
                continue;
            };
            let pack = self.drafts.len();
            let values = lanes.iter().enumerate();
            let places = values.map(|(lane, &value)| (value, PackPlace { pack, lane }));
            self.places.extend(places);
            queue.extend(draft.operands.iter().cloned());
            self.drafts.push(Some(draft));
        }
    }

    /// The draft of a pack with these lanes. None: they are computed by different operations, or by one that is not packed.
    fn draft(&self, lanes: &[Value]) -> Option<PackDraft> {
        let mut operands = [Vec::new(), Vec::new()];
        let mut signs = [Vec::new(), Vec::new()];
        let first_computation = self.operands(lanes[0])?;
        for &lane in lanes {
            let mut computation = self.operands(lane)?;
            if computation.operation != first_computation.operation {
                return None;
            }
            let [x, y] = computation.operands.map(|a| self.isomorphism.key(a.value));
            let expected = self.isomorphism.key(first_computation.operands[0].value);
            let is_swapped = x != expected && y == expected;
            if computation.operation != Operation::Quotient && is_swapped {
                computation.operands.swap(0, 1);
            }
            for k in 0..2 {
                operands[k].push(computation.operands[k].value);
                signs[k].push(computation.operands[k].is_negative);
            }
        }
        Some(PackDraft {
            lanes: lanes.to_vec(),
            operands,
            signs,
        })
    }
}
