//! The moves of a search: single changes of a choice.

use super::choice::SearchChoice;
use multibody_description::settings::Idea;
use multibody_tree::{Gauge, OriginChoice, Tree};

/// One move of the search: a change of a choice.
#[derive(Clone, Copy, Debug)]
pub enum Move {
    /// The frame of this body ceases to turn with the body, or turns with it again.
    ToggleUnturned(usize),
    /// The origin of this body's frame changes.
    SetOrigin(usize, OriginChoice),
    /// The main child of this body changes: to the one with this index among its children that have an axis.
    SetMainChild(usize, usize),
    /// The gauge of this body changes.
    SetGauge(usize, Option<Gauge>),
    /// The unit of length changes.
    SetLengthUnit(Option<usize>),
    /// The last body of columns changes ([`SearchChoice::last_body_of_columns`]).
    SetLastBodyOfColumns(Option<usize>),
}

impl Move {
    /// The idea that the move belongs to.
    pub fn idea(self) -> Idea {
        match self {
            Self::ToggleUnturned(_) => Idea::Unturned,
            Self::SetOrigin(..) | Self::SetMainChild(..) => Idea::Origins,
            Self::SetGauge(..) => Idea::Gauge,
            Self::SetLengthUnit(_) => Idea::LengthUnit,
            Self::SetLastBodyOfColumns(_) => Idea::Meeting,
        }
    }
}

impl SearchChoice {
    /// The choice after a move; none if nothing would change.
    pub fn after_move(&self, change: Move) -> Option<Self> {
        let mut next = self.clone();
        match change {
            Move::ToggleUnturned(body) => next.unturned[body] = !next.unturned[body],
            Move::SetOrigin(body, origin) => next.frames[body].origin = origin,
            Move::SetMainChild(body, child) => next.frames[body].main_child = child,
            Move::SetGauge(body, gauge) => next.frames[body].gauge = gauge,
            Move::SetLengthUnit(unit) => next.length_unit = unit,
            Move::SetLastBodyOfColumns(body) => next.last_body_of_columns = body,
        }
        (next != *self).then_some(next)
    }
}

/// All single changes for the given bodies, in the order of these bodies. If the whole tree is searched, there are also changes
/// of the unit of length and of the last body of columns.
pub fn moves(tree: &Tree, bodies: &[usize], may_stay: &[bool], is_whole: bool) -> Vec<Move> {
    let children = tree.children();
    // Only the most frequent lengths are tried: they come first.
    let unit_count = if is_whole { multibody_tree::length_units(tree).len().min(6) } else { 0 };
    let mut moves: Vec<Move> = (0..unit_count)
        .map(|k| Move::SetLengthUnit(Some(k)))
        .collect();
    for &body in bodies {
        if may_stay[body] {
            moves.push(Move::ToggleUnturned(body));
        }
        let indices = 0..children[body].len();
        moves.extend(indices.clone().skip(1).map(|k| Move::SetMainChild(body, k)));
        let origins = [
            OriginChoice::Parent,
            OriginChoice::AsRead,
            OriginChoice::BalancedX,
            OriginChoice::BalancedY,
            OriginChoice::MainChild,
        ];
        moves.extend(origins.map(|origin| Move::SetOrigin(body, origin)));
        moves.extend(
            indices
                .clone()
                .skip(1)
                .map(|index| Move::SetOrigin(body, OriginChoice::Child(index))),
        );
        let gauges = indices.flat_map(|child| [0, 1].map(|component| Gauge { child, component }));
        moves.extend(gauges.map(|gauge| Move::SetGauge(body, Some(gauge))));
        moves.push(Move::SetGauge(body, None));
    }
    if is_whole {
        moves.extend((1..tree.bodies.len()).map(|body| Move::SetLastBodyOfColumns(Some(body))));
    }
    moves
}
