//! Searches frames for the fewest operations, a function at a time.
//!
//! Descent over single changes with the exact count as the cost, bounded by a number of trials and
//! in a fixed order: the same robot gives the same program everywhere and always.

use crate::tree::{self, Frame, Gauge, Origin, Tree};

use super::functions::may_stay_unturned;

/// All that is chosen about frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Of each body's frame.
    pub frames: Vec<Frame>,
    /// Which frames keep their parents' orientation.
    pub unturned: Vec<bool>,
    /// Body in whose frame the columns of the mass matrix meet the axes of all that carry it.
    pub meeting: Option<usize>,
    /// The unit of length, by its rank among those that are worth it.
    pub unit: Option<usize>,
}

/// A tree in the frames of a choice.
#[derive(Clone, Debug)]
pub struct Arranged {
    /// The frames.
    pub tree: Tree,
    /// Which of them keep their parents' orientation.
    pub unturned: Vec<bool>,
    /// As [`Choice::meeting`].
    pub meeting: Option<usize>,
}

/// One change of a choice.
#[derive(Clone, Copy, Debug)]
enum Move {
    Turn(usize),
    Place(usize, Origin),
    Prefer(usize, usize),
    Leave(usize, Option<Gauge>),
    Measure(Option<usize>),
    Meet(Option<usize>),
}

impl Arranged {
    /// Denavit-Hartenberg frames that turn with their links.
    #[must_use]
    pub fn plain(tree: &Tree) -> Self {
        let count = tree.bodies.len();
        let tree = tree::arrange(tree, &vec![Frame::default(); count]);
        Self {
            tree,
            unturned: vec![false; count],
            meeting: None,
        }
    }

    /// The frames that the bodies were placed in, turning with their links.
    #[must_use]
    pub fn as_placed(tree: &Tree) -> Self {
        Self {
            tree: tree::regrouped(tree),
            unturned: vec![false; tree.bodies.len()],
            meeting: None,
        }
    }

    /// In the frames of a choice.
    #[must_use]
    pub fn new(tree: &Tree, choice: &Choice) -> Self {
        let mut tree = tree::arrange(tree, &choice.frames);
        if let Some(rank) = choice.unit
            && let Some(unit) = tree::length_units(&tree).get(rank)
        {
            tree = tree::in_length_unit(&tree, unit);
        }
        let allowed = may_stay_unturned(&tree);
        let unturned = choice
            .unturned
            .iter()
            .zip(allowed)
            .map(|(&u, a)| u && a)
            .collect();
        Self {
            tree,
            unturned,
            meeting: choice.meeting,
        }
    }
}

/// The best arrangement found in so many trials a limb, and as many for the whole.
///
/// Limbs are searched alone, each as the chain from the base to its tip, deepest first, since what
/// is best in one hardly depends on another; then the choices are tried together.
#[must_use]
pub fn search(tree: &Tree, trials: usize, cost: Cost<'_>) -> Found {
    let count = tree.bodies.len();
    let plain = Choice::plain(count);
    let mut best = Found::of(tree, plain, cost);
    let limbs = limbs(tree);
    if limbs.len() == 1 {
        best.take_better(Found::of(tree, Choice::unturned(count), cost));
        let bodies: Vec<usize> = (0..count).rev().collect();
        best.descend(tree, &bodies, true, trials, cost);
        return best;
    }
    let mut together = best.choice.clone();
    let mut settled = vec![false; count];
    for limb in &limbs {
        let chain = tree.restricted(limb);
        let free: Vec<usize> = (0..limb.len())
            .rev()
            .filter(|&at| !settled[limb[at]])
            .collect();
        let mut start = Choice::plain(limb.len());
        for (rank, &at) in limb.iter().enumerate().filter(|(_, at)| settled[**at]) {
            start.unturned[rank] = together.unturned[at];
            // On a chain there is only the one child.
            start.frames[rank] = Frame {
                main_child: 0,
                ..together.frames[at]
            };
        }
        let mut unturned = start.clone();
        free.iter().for_each(|&rank| unturned.unturned[rank] = true);
        let mut found = Found::of(&chain, start, cost);
        found.take_better(Found::of(&chain, unturned, cost));
        found.descend(&chain, &free, false, trials, cost);
        for rank in free {
            let at = limb[rank];
            settled[at] = true;
            together.unturned[at] = found.choice.unturned[rank];
            together.frames[at] = found.choice.frames[rank];
        }
    }
    best.take_better(Found::of(tree, together, cost));
    let forks: Vec<usize> = {
        let children = tree.children();
        (0..count)
            .rev()
            .filter(|&at| children[at].len() > 1)
            .collect()
    };
    best.descend(tree, &forks, true, (trials / 4).max(8), cost);
    best
}

/// The best of what searches have found by another cost, and what is better yet next to it.
#[must_use]
pub fn refine(tree: &Tree, found: [Found; 2], trials: usize, cost: Cost<'_>) -> Found {
    let [mut best, other] = found.map(|found| Found::of(tree, found.choice, cost));
    best.take_better(other);
    let bodies: Vec<usize> = (0..tree.bodies.len()).rev().collect();
    best.descend(tree, &bodies, true, trials, cost);
    best
}

/// The chains from the base to each tip, longest first.
fn limbs(tree: &Tree) -> Vec<Vec<usize>> {
    let children = tree.children();
    let tips = (0..tree.bodies.len()).filter(|&at| children[at].is_empty());
    let mut limbs: Vec<Vec<usize>> = tips
        .map(|tip| {
            let path = std::iter::successors(Some(tip), |&at| tree.bodies[at].parent);
            let mut path: Vec<usize> = path.collect();
            path.reverse();
            path
        })
        .collect();
    limbs.sort_by_key(|limb| std::cmp::Reverse(limb.len()));
    limbs
}

impl Found {
    /// Takes every single change of some bodies that lowers the cost, until none does; then, as long
    /// as trials are left, starts again a few random changes away.
    fn descend(
        &mut self,
        tree: &Tree,
        bodies: &[usize],
        whole: bool,
        trials: usize,
        cost: Cost<'_>,
    ) {
        let moves = moves(tree, bodies, whole);
        let mut left = trials;
        self.settle(tree, &moves, &mut left, cost);
        let mut random = Random(0);
        while left > 0 && !moves.is_empty() {
            let steps = 1 + random.below(4);
            let choice = (0..steps).fold(self.choice.clone(), |choice, _| {
                choice
                    .after(moves[random.below(moves.len())])
                    .unwrap_or(choice)
            });
            left -= 1;
            let mut other = Self::of(tree, choice, cost);
            other.settle(tree, &moves, &mut left, cost);
            self.take_better(other);
        }
    }

    fn settle(&mut self, tree: &Tree, moves: &[Move], left: &mut usize, cost: Cost<'_>) {
        loop {
            let before = self.cost;
            for &step in moves {
                if *left == 0 {
                    return;
                }
                if let Some(choice) = self.choice.after(step) {
                    *left -= 1;
                    self.take_better(Self::of(tree, choice, cost));
                }
            }
            if self.cost == before {
                return;
            }
        }
    }
}

/// A fixed sequence of numbers that look random (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// What an arrangement costs.
pub type Cost<'a> = &'a dyn Fn(&Arranged) -> usize;

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Found {
    choice: Choice,
    /// The tree in the frames that were chosen.
    pub arranged: Arranged,
    cost: usize,
}

impl Found {
    fn of(tree: &Tree, choice: Choice, cost: Cost<'_>) -> Self {
        let arranged = Arranged::new(tree, &choice);
        Self {
            cost: cost(&arranged),
            choice,
            arranged,
        }
    }

    fn take_better(&mut self, other: Self) {
        if other.cost < self.cost {
            *self = other;
        }
    }
}

impl Choice {
    /// Denavit-Hartenberg frames that turn with their links.
    fn plain(bodies: usize) -> Self {
        Self {
            frames: vec![Frame::default(); bodies],
            unturned: vec![false; bodies],
            unit: None,
            meeting: None,
        }
    }

    /// The same without turning, wherever that is possible.
    fn unturned(bodies: usize) -> Self {
        Self {
            unturned: vec![true; bodies],
            ..Self::plain(bodies)
        }
    }

    /// None: nothing would change.
    fn after(&self, step: Move) -> Option<Self> {
        let mut next = self.clone();
        match step {
            Move::Turn(body) => next.unturned[body] = !next.unturned[body],
            Move::Place(body, origin) => next.frames[body].origin = origin,
            Move::Prefer(body, child) => next.frames[body].main_child = child,
            Move::Leave(body, gauge) => next.frames[body].gauge = gauge,
            Move::Measure(unit) => next.unit = unit,
            Move::Meet(body) => next.meeting = body,
        }
        (next != *self).then_some(next)
    }
}

/// All single changes of the unit of length and of the meeting, if the whole tree is searched, and
/// of some bodies, in their order.
fn moves(tree: &Tree, bodies: &[usize], whole: bool) -> Vec<Move> {
    let children = tree.children();
    let allowed = may_stay_unturned(&Arranged::plain(tree).tree);
    let units = if whole {
        tree::length_units(tree).len().min(6)
    } else {
        0
    };
    let mut moves: Vec<Move> = (0..units).map(|rank| Move::Measure(Some(rank))).collect();
    for &body in bodies {
        if allowed[body] {
            moves.push(Move::Turn(body));
        }
        let ranks = 0..children[body].len();
        moves.extend(ranks.clone().skip(1).map(|rank| Move::Prefer(body, rank)));
        let origins = [
            Origin::Parent,
            Origin::AsRead,
            Origin::BalancedX,
            Origin::BalancedY,
            Origin::MainChild,
        ];
        moves.extend(origins.map(|origin| Move::Place(body, origin)));
        moves.extend(
            ranks
                .clone()
                .skip(1)
                .map(|rank| Move::Place(body, Origin::Child(rank))),
        );
        let gauges = ranks.flat_map(|child| [0, 1].map(|component| Gauge { child, component }));
        moves.extend(gauges.map(|gauge| Move::Leave(body, Some(gauge))));
        moves.push(Move::Leave(body, None));
    }
    if whole {
        moves.extend((1..tree.bodies.len()).map(|body| Move::Meet(Some(body))));
    }
    moves
}
