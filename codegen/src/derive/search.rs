//! Searches frames for the fewest operations, a function at a time.
//!
//! Descent over single changes with the exact count as the cost, bounded by a number of trials and
//! in a fixed order: the same robot gives the same program everywhere and always.

use crate::tree::{self, Frame, Origin, Tree};

use super::functions::may_stay_unturned;

/// All that is chosen about frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Of each body's frame.
    pub frames: Vec<Frame>,
    /// Which frames keep their parents' orientation.
    pub unturned: Vec<bool>,
}

/// A tree in the frames of a choice.
#[derive(Clone, Debug)]
pub struct Arranged {
    /// The frames.
    pub tree: Tree,
    /// Which of them keep their parents' orientation.
    pub unturned: Vec<bool>,
}

/// One change of a choice.
#[derive(Clone, Copy, Debug)]
enum Move {
    Turn(usize),
    Place(usize, Origin),
    Prefer(usize, usize),
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
        }
    }

    /// In the frames of a choice.
    #[must_use]
    pub fn new(tree: &Tree, choice: &Choice) -> Self {
        let tree = tree::arrange(tree, &choice.frames);
        let allowed = may_stay_unturned(&tree);
        let unturned = choice
            .unturned
            .iter()
            .zip(allowed)
            .map(|(&u, a)| u && a)
            .collect();
        Self { tree, unturned }
    }
}

/// The best arrangement found in so many trials.
#[must_use]
pub fn search(tree: &Tree, trials: usize, cost: &dyn Fn(&Arranged) -> usize) -> Arranged {
    let count = tree.bodies.len();
    let plain = Choice {
        frames: vec![Frame::default(); count],
        unturned: vec![false; count],
    };
    let unturned = Choice {
        unturned: vec![true; count],
        ..plain.clone()
    };
    let mut best = Found::of(tree, plain, cost);
    best.take_better(Found::of(tree, unturned, cost));
    let moves = moves(tree);
    let mut left = trials.saturating_sub(2);
    loop {
        let before = best.cost;
        for &step in &moves {
            if left == 0 {
                return best.arranged;
            }
            if let Some(choice) = best.choice.after(step) {
                left -= 1;
                best.take_better(Found::of(tree, choice, cost));
            }
        }
        if best.cost == before {
            return best.arranged;
        }
    }
}

struct Found {
    choice: Choice,
    arranged: Arranged,
    cost: usize,
}

impl Found {
    fn of(tree: &Tree, choice: Choice, cost: &dyn Fn(&Arranged) -> usize) -> Self {
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
    /// None: nothing would change.
    fn after(&self, step: Move) -> Option<Self> {
        let mut next = self.clone();
        match step {
            Move::Turn(body) => next.unturned[body] = !next.unturned[body],
            Move::Place(body, origin) => next.frames[body].origin = origin,
            Move::Prefer(body, child) => next.frames[body].main_child = child,
        }
        (next != *self).then_some(next)
    }
}

/// All single changes, tips first.
fn moves(tree: &Tree) -> Vec<Move> {
    let children = tree.children();
    let allowed = may_stay_unturned(&Arranged::plain(tree).tree);
    let mut moves = Vec::new();
    for body in (0..tree.bodies.len()).rev() {
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
                .skip(1)
                .map(|rank| Move::Place(body, Origin::Child(rank))),
        );
    }
    moves
}
