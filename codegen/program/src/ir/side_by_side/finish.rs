//! From drafts to groups.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::drafts::{Draft, Drafts, Operation};
use super::groups::{Group, Made, SideBySide, Signs};
use crate::ir::Value;

impl Drafts<'_> {
    pub fn finished(self) -> SideBySide {
        let order = self.in_order().expect("circles are dropped");
        let read = self.read();
        let mut done = SideBySide::default();
        let mut known: FxHashMap<Vec<Value>, usize> = FxHashMap::default();
        let lone = self.lone_products(&read);
        for at in order {
            let draft = self.drafts[at].as_ref().expect("it is there");
            if lone.contains(&at) {
                done.taken.extend(&draft.lanes);
                continue;
            }
            let (made, negative) = self.made(draft, &lone, &mut done, &mut known);
            let place = done.groups.len();
            let own = draft.lanes.iter().enumerate();
            done.placed
                .extend(own.map(|(lane, &value)| (value, (place, lane))));
            known.insert(draft.lanes.clone(), place);
            done.groups.push(Group {
                lanes: draft.lanes.clone(),
                negative,
                made,
            });
        }
        done.read = read;
        done
    }

    /// The products that one sum of groups alone uses, with one sign in all lanes.
    fn lone_products(&self, read: &BTreeSet<Value>) -> BTreeSet<usize> {
        let mut users: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, draft) in self.drafts.iter().enumerate() {
            let operands = draft.iter().flat_map(|draft| &draft.operands);
            for group in operands.filter_map(|lanes| self.group(lanes)) {
                users.entry(group).or_default().push(at);
            }
        }
        let mut lone = BTreeSet::new();
        // A sum takes one product along, the later one.
        let mut full = BTreeSet::new();
        for (&group, users) in users.iter().rev() {
            let draft = self.drafts[group].as_ref().expect("it is there");
            let is_product = matches!(self.operands(draft.lanes[0]), Some((Operation::Product, _)));
            let is_read = draft.lanes.iter().any(|lane| read.contains(lane));
            let &[user] = &users[..] else {
                continue;
            };
            if is_product && !is_read && self.has_one_sign(user) && full.insert(user) {
                lone.insert(group);
            }
        }
        lone
    }

    /// Whether a group is a sum whose operands have the same signs, or opposite ones, in all lanes.
    fn has_one_sign(&self, group: usize) -> bool {
        let draft = self.drafts[group].as_ref().expect("it is there");
        let is_sum = matches!(self.operands(draft.lanes[0]), Some((Operation::Sum, _)));
        let opposite = self.opposite(draft);
        is_sum && opposite.iter().all(|&other| other == opposite[0])
    }

    fn made(
        &self,
        draft: &Draft,
        lone: &BTreeSet<usize>,
        done: &mut SideBySide,
        known: &mut FxHashMap<Vec<Value>, usize>,
    ) -> (Made, Vec<bool>) {
        let negative = self.negative(&draft.lanes);
        let [first, second] = &draft.operands;
        let (operation, _) = self.operands(draft.lanes[0]).expect("it is an operation");
        let mut place = |lanes: &[Value]| {
            *known.entry(lanes.to_vec()).or_insert_with(|| {
                let is_same = lanes.iter().all(|lane| *lane == lanes[0]);
                done.groups.push(Group {
                    lanes: lanes.to_vec(),
                    negative: vec![false; lanes.len()],
                    made: if is_same { Made::Same } else { Made::Each },
                });
                done.groups.len() - 1
            })
        };
        let product = |lanes: &[Value]| {
            let group = self.group(lanes).filter(|group| lone.contains(group))?;
            self.drafts[group].as_ref().map(|draft| &draft.operands)
        };
        let made = match operation {
            Operation::Product => Made::Product([place(first), place(second)]),
            Operation::Quotient => Made::Quotient([place(first), place(second)]),
            Operation::Sum => {
                let opposite = self.opposite(draft);
                match (product(first), product(second)) {
                    (Some([x, y]), _) => {
                        let signs = match opposite[0] {
                            true => Signs::MinusTerm,
                            false => Signs::Plus,
                        };
                        Made::Fused([place(x), place(y), place(second)], signs)
                    }
                    (None, Some([x, y])) => {
                        let signs = match opposite[0] {
                            true => Signs::MinusProduct,
                            false => Signs::Plus,
                        };
                        Made::Fused([place(x), place(y), place(first)], signs)
                    }
                    (None, None) => Made::Sum([place(first), place(second)], opposite),
                }
            }
        };
        (made, negative)
    }
}
