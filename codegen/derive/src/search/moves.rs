//! The moves of a search: single changes of a choice.

use super::choice::SearchChoice;
use multibody_description::settings::Idea;
use multibody_tree::{Gauge, OriginChoice, Tree};

/// One move of the search: a change of a choice.
#[derive(Clone, Copy, Debug)]
pub enum Move {
    /// The frame of a body keeps the orientation of its parent's, or no longer does.
    Turn(usize),
    /// The origin of a body's frame.
    Place(usize, OriginChoice),
    /// The main child of a body.
    Prefer(usize, usize),
    /// The gauge of a body.
    Leave(usize, Option<Gauge>),
    /// The unit of length.
    Measure(Option<usize>),
    /// The column end.
    ColumnEnd(Option<usize>),
}

impl Move {
    /// The idea that it belongs to.
    pub fn idea(self) -> Idea {
        match self {
            Self::Turn(_) => Idea::Unturned,
            Self::Place(..) | Self::Prefer(..) => Idea::Origins,
            Self::Leave(..) => Idea::Gauge,
            Self::Measure(_) => Idea::LengthUnit,
            Self::ColumnEnd(_) => Idea::Meeting,
        }
    }
}

impl SearchChoice {
    /// The choice after a move; none if nothing would change.
    pub fn after(&self, step: Move) -> Option<Self> {
        let mut next = self.clone();
        match step {
            Move::Turn(body) => next.unturned[body] = !next.unturned[body],
            Move::Place(body, origin) => next.frames[body].origin = origin,
            Move::Prefer(body, child) => next.frames[body].main_child = child,
            Move::Leave(body, gauge) => next.frames[body].gauge = gauge,
            Move::Measure(unit) => next.unit = unit,
            Move::ColumnEnd(body) => next.column_end = body,
        }
        (next != *self).then_some(next)
    }
}

/// All single changes. Those of the given bodies follow the order of these bodies. If the whole tree is searched,
/// there are also changes of the unit of length and of the column end.
pub fn moves(tree: &Tree, bodies: &[usize], may_stay: &[bool], is_whole: bool) -> Vec<Move> {
    let children = tree.children();
    let units = if is_whole { multibody_tree::length_units(tree).len().min(6) } else { 0 };
    let mut moves: Vec<Move> = (0..units).map(|rank| Move::Measure(Some(rank))).collect();
    for &body in bodies {
        if may_stay[body] {
            moves.push(Move::Turn(body));
        }
        let ranks = 0..children[body].len();
        moves.extend(ranks.clone().skip(1).map(|rank| Move::Prefer(body, rank)));
        let origins = [
            OriginChoice::Parent,
            OriginChoice::AsRead,
            OriginChoice::BalancedX,
            OriginChoice::BalancedY,
            OriginChoice::MainChild,
        ];
        moves.extend(origins.map(|origin| Move::Place(body, origin)));
        moves.extend(
            ranks
                .clone()
                .skip(1)
                .map(|rank| Move::Place(body, OriginChoice::Child(rank))),
        );
        let gauges = ranks.flat_map(|child| [0, 1].map(|component| Gauge { child, component }));
        moves.extend(gauges.map(|gauge| Move::Leave(body, Some(gauge))));
        moves.push(Move::Leave(body, None));
    }
    if is_whole {
        moves.extend((1..tree.bodies.len()).map(|body| Move::ColumnEnd(Some(body))));
    }
    moves
}
