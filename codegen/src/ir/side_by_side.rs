//! Values that are computed side by side, in the lanes of vector registers: what one limb asks for, and what others of its
//! shape ask for in the same way (Larsen and Amarasinghe 2000, from the results inwards).
//!
//! The program stays as it is. Found are groups of its values, made by the same operation of values that are groups
//! again, the same in all lanes, or put together from single numbers. Signs are kept beside, lane by lane, as they cost
//! nothing; factors and terms that a lane lacks are not made up for.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::FxHashMap;

use super::alike::{Alike, positive};
use super::{Count, Limbs, Node, Program, Value};

/// How many numbers groups have, the widest first.
pub const WIDTHS: [usize; 2] = [4, 2];

/// Values that are computed, or put together, side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The values.
    pub lanes: Vec<Value>,
    /// Which of them are the negatives of what is computed.
    pub negative: Vec<bool>,
    /// How.
    pub made: Made,
}

/// How a group is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// One number in all lanes.
    Same,
    /// Put together from numbers.
    Each,
    /// `first + second`; in some lanes the second is taken away.
    Sum([usize; 2], Vec<bool>),
    /// Of two groups.
    Product([usize; 2]),
    /// Of two groups.
    Quotient([usize; 2]),
    /// Of two factors and a term, rounded once where that is to be had.
    Fused([usize; 3], Signs),
}

/// The signs of a product and a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// `product + term`
    Plus,
    /// `product - term`
    MinusTerm,
    /// `term - product`
    MinusProduct,
}

/// The groups of a program.
#[derive(Clone, Debug, Default)]
pub struct SideBySide {
    /// Each behind those that it is made of.
    pub groups: Vec<Group>,
    /// The group and the lane in which a value is computed.
    pub placed: FxHashMap<Value, (usize, usize)>,
    /// Products that are computed with a sum.
    pub taken: BTreeSet<Value>,
    /// The values in groups that are read one by one.
    pub read: BTreeSet<Value>,
}

impl SideBySide {
    /// Of a program, as far as it is worth it.
    #[must_use]
    pub fn of(program: &Program, limbs: &Limbs) -> Self {
        if limbs.is_empty() {
            return Self::default();
        }
        let mut search = Search::new(program, limbs);
        search.add_outputs();
        search.add_terms_of_sums();
        search.drop_losses();
        search.drop_circles();
        let found = search.finished();
        match found.weight(program) < Count::of(program).weight() {
            true => found,
            false => Self::default(),
        }
    }

    /// Whether a value has no operation of its own.
    #[must_use]
    pub fn computes(&self, value: Value) -> bool {
        self.placed.contains_key(&value) || self.taken.contains(&value)
    }

    /// What a call costs, in one number, on the scale of [`Count::weight`].
    #[must_use]
    pub fn weight(&self, program: &Program) -> usize {
        let alone = self.placed.keys().chain(&self.taken);
        let alone: usize = alone.map(|&value| operation(program, value)).sum();
        let together = self.groups.iter().map(|group| match &group.made {
            Made::Same => 1,
            Made::Each => putting_together(program, &group.lanes),
            Made::Fused(..) => 2,
            _ => operation(program, group.lanes[0]),
        });
        let taking_apart = self.groups.iter().filter(|group| {
            let is_computed = !matches!(group.made, Made::Same | Made::Each);
            is_computed && group.lanes.iter().any(|lane| self.read.contains(lane))
        });
        let taking_apart: usize = taking_apart.map(|group| group.lanes.len() - 1).sum();
        let all = Count::of(program).weight() + together.sum::<usize>() + taking_apart;
        all.saturating_sub(alone)
    }

    /// How many operations are done on so many numbers at once.
    #[must_use]
    pub fn operations(&self, width: usize) -> usize {
        let groups = self
            .groups
            .iter()
            .filter(|group| group.lanes.len() == width);
        let operations = groups.map(|group| match group.made {
            Made::Same | Made::Each => 0,
            Made::Fused(..) => 2,
            _ => 1,
        });
        operations.sum()
    }
}

/// What an operation weighs.
fn operation(program: &Program, value: Value) -> usize {
    match program.nodes()[value.index()] {
        Node::Div(..) => 4,
        _ => 1,
    }
}

/// What it weighs to put numbers side by side: nothing of constants, which lie so in memory.
fn putting_together(program: &Program, lanes: &[Value]) -> usize {
    let is = |of: fn(Node) -> bool| lanes.iter().all(|lane| of(program.nodes()[lane.index()]));
    match () {
        () if is(|node| matches!(node, Node::Constant(_))) => 0,
        // Those of a pass lie side by side too.
        () if is(|node| matches!(node, Node::Call(..))) => 1,
        () => lanes.len() - 1,
    }
}

/// A group on its way.
struct Draft {
    lanes: Vec<Value>,
    operands: [Vec<Value>; 2],
    /// Whether the first operand, and the second, count as negative.
    signs: [Vec<bool>; 2],
}

struct Search<'a> {
    program: &'a Program,
    alike: Alike,
    counts: &'a [usize],
    /// None: dropped.
    drafts: Vec<Option<Draft>>,
    placed: FxHashMap<Value, (usize, usize)>,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, limbs: &'a Limbs) -> Self {
        Self {
            program,
            alike: Alike::of(program, limbs),
            counts: limbs.counts(),
            drafts: Vec::new(),
            placed: FxHashMap::default(),
        }
    }

    /// Results that are made in one way, as many as there are limbs of a shape.
    fn add_outputs(&mut self) {
        let mut known = BTreeSet::new();
        let mut buckets: BTreeMap<u64, Vec<Value>> = BTreeMap::new();
        let mut order = Vec::new();
        for &output in self.program.outputs() {
            let (value, _) = positive(self.program, output);
            if known.insert(value) {
                let key = self.alike.key(value);
                buckets.entry(key).or_default().push(value);
                order.push(key);
            }
        }
        let mut seen = BTreeSet::new();
        for key in order.into_iter().filter(|&key| seen.insert(key)) {
            let values = &buckets[&key];
            if self.counts.contains(&values.len()) {
                self.add_all(values);
            }
        }
    }

    /// What limbs bring to values that are of none alone.
    fn add_terms_of_sums(&mut self) {
        let mut buckets: BTreeMap<(usize, u64), BTreeMap<usize, Vec<Value>>> = BTreeMap::new();
        let mut order = Vec::new();
        let mut known = BTreeSet::new();
        for (at, node) in self.program.nodes().iter().enumerate() {
            let value = self.program.value(at);
            if self.placed.contains_key(&value) || self.alike.limb(value).is_some() {
                continue;
            }
            for operand in node.operands() {
                let (operand, _) = positive(self.program, operand);
                let Some((shape, limb)) = self.alike.limb(operand) else {
                    continue;
                };
                if known.insert(operand) {
                    let bucket = (shape, self.alike.key(operand));
                    let limbs = buckets.entry(bucket).or_default();
                    limbs.entry(limb).or_default().push(operand);
                    order.push(bucket);
                }
            }
        }
        let mut seen = BTreeSet::new();
        for bucket in order.into_iter().filter(|&bucket| seen.insert(bucket)) {
            let limbs: Vec<&Vec<Value>> = buckets[&bucket].values().collect();
            let is_full = limbs.len() == self.counts[bucket.0];
            if is_full && limbs.iter().all(|values| values.len() == limbs[0].len()) {
                for k in 0..limbs[0].len() {
                    let lanes: Vec<Value> = limbs.iter().map(|values| values[k]).collect();
                    self.add_all(&lanes);
                }
            }
        }
    }

    /// Groups as wide as can be of values of so many limbs.
    fn add_all(&mut self, mut lanes: &[Value]) {
        for width in WIDTHS {
            while lanes.len() >= width {
                self.add(lanes[..width].to_vec());
                lanes = &lanes[width..];
            }
        }
    }

    /// A group, and those that it is made of, where one operation makes all lanes.
    fn add(&mut self, lanes: Vec<Value>) {
        let mut open = VecDeque::from([lanes]);
        while let Some(lanes) = open.pop_front() {
            let distinct: BTreeSet<&Value> = lanes.iter().collect();
            let is_new = |lane: &Value| !self.placed.contains_key(lane);
            if distinct.len() < lanes.len() || !lanes.iter().all(is_new) {
                continue;
            }
            let Some(draft) = self.draft(&lanes) else {
                continue;
            };
            let at = self.drafts.len();
            let own = lanes.iter().enumerate();
            self.placed
                .extend(own.map(|(lane, &value)| (value, (at, lane))));
            open.extend(draft.operands.iter().cloned());
            self.drafts.push(Some(draft));
        }
    }

    /// None: the lanes are made in several ways, or of nothing.
    fn draft(&self, lanes: &[Value]) -> Option<Draft> {
        let mut operands = [Vec::new(), Vec::new()];
        let mut signs = [Vec::new(), Vec::new()];
        let first = self.operands(lanes[0])?;
        for &lane in lanes {
            let mut own = self.operands(lane)?;
            if own.0 != first.0 {
                return None;
            }
            let key = |of: (Value, bool)| self.alike.key(of.0);
            let is_turned = key(own.1[0]) != key(first.1[0]) && key(own.1[1]) == key(first.1[0]);
            if own.0 != Operation::Quotient && is_turned {
                own.1.swap(0, 1);
            }
            for k in 0..2 {
                operands[k].push(own.1[k].0);
                signs[k].push(own.1[k].1);
            }
        }
        Some(Draft {
            lanes: lanes.to_vec(),
            operands,
            signs,
        })
    }

    fn operands(&self, value: Value) -> Option<(Operation, [(Value, bool); 2])> {
        let sign = |of: Value, is_negative: bool| {
            let (value, negated) = positive(self.program, of);
            (value, negated != is_negative)
        };
        if self.alike.is_given(value) {
            return None;
        }
        Some(match self.program.nodes()[value.index()] {
            Node::Add(a, b) => (Operation::Sum, [sign(a, false), sign(b, false)]),
            Node::Sub(a, b) => (Operation::Sum, [sign(a, false), sign(b, true)]),
            Node::Mul(a, b) => (Operation::Product, [sign(a, false), sign(b, false)]),
            Node::Div(a, b) => (Operation::Quotient, [sign(a, false), sign(b, false)]),
            _ => return None,
        })
    }

    /// The group that has just these lanes.
    fn group(&self, lanes: &[Value]) -> Option<usize> {
        let &(group, _) = self.placed.get(&lanes[0])?;
        let draft = self.drafts[group].as_ref()?;
        (draft.lanes == lanes).then_some(group)
    }

    fn drop(&mut self, group: usize) {
        if let Some(draft) = self.drafts[group].take() {
            draft.lanes.iter().for_each(|lane| {
                self.placed.remove(lane);
            });
        }
    }

    /// The values in groups that are read one by one: by what is in none, and by groups put together from them.
    fn read(&self) -> BTreeSet<Value> {
        let nodes = self.program.nodes().iter().enumerate();
        // A negation is written where it is used.
        let alone = nodes.filter(|(at, node)| {
            let is_placed = self.placed.contains_key(&self.program.value(*at));
            !is_placed && !matches!(node, Node::Neg(_))
        });
        let read = alone.flat_map(|(_, node)| node.operands());
        let read = read.chain(self.program.outputs().iter().copied());
        let read = read.map(|value| positive(self.program, value).0);
        let drafts = self.drafts.iter().flatten();
        let apart = drafts.flat_map(|draft| &draft.operands);
        let apart = apart.filter(|lanes| self.group(lanes).is_none()).flatten();
        read.chain(apart.copied())
            .filter(|value| self.placed.contains_key(value))
            .collect()
    }

    /// Drops groups without which less is to be done.
    fn drop_losses(&mut self) {
        loop {
            let read = self.read();
            let mut uses: FxHashMap<&[Value], usize> = FxHashMap::default();
            for lanes in self.operands_of_all() {
                *uses.entry(lanes).or_default() += 1;
            }
            let mut losses = Vec::new();
            // One next to another that goes may be worth it then.
            let mut around: BTreeSet<usize> = BTreeSet::new();
            for (at, draft) in self.drafts.iter().enumerate() {
                let Some(draft) = draft else { continue };
                let operands = draft.operands.iter().filter_map(|lanes| self.group(lanes));
                let operands: Vec<usize> = operands.collect();
                let is_next = operands.iter().chain([&at]).any(|of| around.contains(of));
                if !is_next && self.worth(draft, &read, &uses) < 0 {
                    losses.push(at);
                    around.extend(operands);
                    around.insert(at);
                }
            }
            if losses.is_empty() {
                return;
            }
            losses.into_iter().for_each(|at| self.drop(at));
        }
    }

    fn operands_of_all(&self) -> impl Iterator<Item = &[Value]> {
        let operands = self
            .drafts
            .iter()
            .flatten()
            .flat_map(|draft| &draft.operands);
        operands.map(Vec::as_slice)
    }

    /// How much more there were to do without a group.
    fn worth(
        &self,
        draft: &Draft,
        read: &BTreeSet<Value>,
        uses: &FxHashMap<&[Value], usize>,
    ) -> isize {
        let others = draft.lanes.len() as isize - 1;
        let is_read = |lanes: &[Value]| lanes.iter().any(|lane| read.contains(lane));
        let mut worth = others * operation(self.program, draft.lanes[0]) as isize;
        if uses.contains_key(&draft.lanes[..]) {
            worth += putting_together(self.program, &draft.lanes) as isize;
        }
        if is_read(&draft.lanes) {
            worth -= others;
        }
        for lanes in &draft.operands {
            let is_same = lanes.iter().all(|lane| *lane == lanes[0]);
            let is_last = uses[&lanes[..]] == 1;
            worth += match self.group(lanes) {
                Some(_) if is_read(lanes) => 0,
                Some(_) => others,
                None if !is_last => 0,
                None if is_same => -1,
                None => -(putting_together(self.program, lanes) as isize),
            };
        }
        worth
    }

    /// Drops groups until each can be computed behind what it is made of: lanes of one may be made of others of another,
    /// and the other way round.
    fn drop_circles(&mut self) {
        while let Err(stuck) = self.in_order() {
            self.drop(stuck);
        }
    }

    /// The groups, each behind all that it is made of.
    ///
    /// # Errors
    /// One that is made of itself.
    fn in_order(&self) -> Result<Vec<usize>, usize> {
        let count = self.program.nodes().len();
        let unit = |value: Value| match self.placed.get(&value) {
            Some((group, _)) => count + group,
            None => value.index(),
        };
        let mut missing = vec![0_usize; count + self.drafts.len()];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); missing.len()];
        for (at, node) in self.program.nodes().iter().enumerate() {
            let own = unit(self.program.value(at));
            for operand in node.operands() {
                users[unit(operand)].push(own);
                missing[own] += 1;
            }
        }
        let is_unit = |at: usize| match at.checked_sub(count) {
            Some(group) => self.drafts[group].is_some(),
            None => !self.placed.contains_key(&self.program.value(at)),
        };
        let mut ready: VecDeque<usize> = (0..missing.len())
            .filter(|&at| is_unit(at) && missing[at] == 0)
            .collect();
        let mut ordered = Vec::new();
        while let Some(at) = ready.pop_front() {
            ordered.extend(at.checked_sub(count));
            for &user in &users[at] {
                missing[user] -= 1;
                if missing[user] == 0 {
                    ready.push_back(user);
                }
            }
        }
        let all = (0..self.drafts.len()).filter(|&group| self.drafts[group].is_some());
        match all.rev().find(|group| !ordered.contains(group)) {
            Some(stuck) => Err(stuck),
            None => Ok(ordered),
        }
    }

    fn finished(self) -> SideBySide {
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

    /// In which lanes the operands of a sum, as they are computed, have opposite signs.
    fn opposite(&self, draft: &Draft) -> Vec<bool> {
        let [first, second] = [0, 1].map(|k| self.signs(draft, k));
        let lanes = first.iter().zip(&second);
        lanes.map(|(first, second)| first != second).collect()
    }

    /// Which lanes of an operand, as it is computed, count as negative.
    fn signs(&self, draft: &Draft, operand: usize) -> Vec<bool> {
        let own = self.negative(&draft.operands[operand]);
        let signs = draft.signs[operand].iter().zip(own);
        signs.map(|(&sign, own)| sign != own).collect()
    }

    /// Which lanes are the negatives of what is computed for them.
    fn negative(&self, lanes: &[Value]) -> Vec<bool> {
        let Some(group) = self.group(lanes) else {
            return vec![false; lanes.len()];
        };
        let draft = self.drafts[group].as_ref().expect("it is there");
        match self.operands(draft.lanes[0]) {
            // The second has its sign against the first.
            Some((Operation::Sum, _)) => self.signs(draft, 0),
            _ => self.opposite(draft),
        }
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

/// What makes the values of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Sum,
    Product,
    Quotient,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Input, InputKind, parse};

    /// As many limbs as there are positions but the last, one each.
    fn limbs(count: usize) -> Limbs {
        let mut limbs = Limbs::default();
        let inputs = (0..count).map(|at| vec![Input::new(InputKind::Q, at)]);
        limbs.add(&inputs.collect::<Vec<_>>());
        limbs
    }

    /// `q_k * 0.3 +- q9`, then the square of that, its square, and `q9` times that, one limb behind the other.
    fn squares(count: usize) -> Program {
        let mut text = String::from("v0 = q9\nv1 = const 3/10\n");
        let mut outputs = String::from("out");
        for limb in 0..count {
            let [q, x, y, z, u, w] = [0, 1, 2, 3, 4, 5].map(|k| 2 + 6 * limb + k);
            let sum = if limb == 1 { "sub" } else { "add" };
            text += &format!("v{q} = q{limb}\nv{x} = mul v{q} v1\nv{y} = {sum} v{x} v0\n");
            text += &format!("v{z} = mul v{y} v{y}\nv{u} = mul v{z} v{z}\nv{w} = mul v0 v{u}\n");
            outputs += &format!(" v{w}");
        }
        text += &outputs;
        parse(&text).expect("a program")
    }

    fn made(groups: &SideBySide) -> Vec<&Made> {
        groups.groups.iter().map(|group| &group.made).collect()
    }

    #[test]
    fn what_four_limbs_ask_for_is_computed_at_once() {
        let program = squares(4);
        let groups = SideBySide::of(&program, &limbs(4));
        let found = made(&groups);
        let products = found.iter().filter(|made| matches!(made, Made::Product(_)));
        assert_eq!(products.count(), 4);
        // The second limb's sum has another sign, so that no product goes along.
        let signs = found.iter().find_map(|made| match made {
            Made::Sum(_, opposite) => Some(opposite.clone()),
            _ => None,
        });
        assert_eq!(signs, Some(vec![false, true, false, false]));
        assert_eq!(groups.operations(4), 5);
        assert_eq!(groups.read.len(), 4);
        assert_eq!(groups.placed.len(), 20);
        // Twenty operations one by one; five, one number in all lanes twice, positions put together, results taken apart.
        assert_eq!(groups.weight(&program), 5 + 2 + 3 + 3);
    }

    #[test]
    fn as_many_as_there_are_limbs_are_grouped_and_the_rest_is_left() {
        for (count, expected) in [(2, vec![2]), (3, vec![2]), (5, vec![4]), (6, vec![4, 2])] {
            let program = squares(count);
            let groups = SideBySide::of(&program, &limbs(count));
            let mut widths: Vec<usize> = groups.groups.iter().map(|g| g.lanes.len()).collect();
            widths.sort_unstable_by(|a, b| b.cmp(a));
            widths.dedup();
            assert_eq!(widths, expected, "{count} limbs");
        }
        let alone = SideBySide::of(&squares(4), &Limbs::default());
        assert!(alone.groups.is_empty());
    }

    /// The second limb's value goes into the first's, and the first's into the second's, a step later: neither group can
    /// come first.
    #[test]
    fn values_that_wait_for_one_another_are_not_grouped() {
        let program = parse(
            "v0 = q0\nv1 = q1\nv2 = mul v0 v0\nv3 = mul v2 v1\nv4 = mul v1 v1\nv5 = mul v4 v0\n\
             v6 = mul v2 v5\nv7 = mul v4 v3\nv8 = mul v6 v6\nv9 = mul v7 v7\nv10 = mul v8 v3\n\
             v11 = mul v9 v5\nout v10 v11",
        )
        .expect("a program");
        let groups = SideBySide::of(&program, &limbs(2));
        let place = |value: Value| groups.placed.get(&value).map(|(group, _)| *group);
        for (at, group) in groups.groups.iter().enumerate() {
            let parts: Vec<usize> = match &group.made {
                Made::Same | Made::Each => {
                    let own = group.lanes.iter().filter_map(|lane| place(*lane));
                    own.collect()
                }
                Made::Sum(parts, _) | Made::Product(parts) | Made::Quotient(parts) => {
                    parts.to_vec()
                }
                Made::Fused(parts, _) => parts.to_vec(),
            };
            assert!(parts.iter().all(|&part| part < at), "{at} of {parts:?}");
        }
    }
}
