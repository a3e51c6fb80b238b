//! Views of a robot, which bind arguments of functions: external wrenches, and selectors of constraint rows.

use super::at_position::AtPosition;
use super::robot::{Owner, Robot};
use super::signature::Signature;
use multibody_description::function::{Function, Target};
use multibody_program::ir::InputKind;

/// A view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Under external wrenches.
    UnderWrenches,
    /// With selected constraint rows.
    Selecting,
    /// With selected constraint rows, under external wrenches.
    SelectingUnderWrenches,
}

/// The arguments that views bind, in the order of arguments.
const BOUND: [InputKind; 2] = [InputKind::Wrench, InputKind::Selector];

impl View {
    /// All views.
    pub const ALL: [Self; 3] = [
        Self::UnderWrenches,
        Self::Selecting,
        Self::SelectingUnderWrenches,
    ];

    /// The view that has a function; `None` if the robot itself has it.
    pub fn of(function: Function) -> Option<Self> {
        let selects = function.row().arguments.contains(&InputKind::Selector);
        match (function.needs_wrenches(), selects) {
            (false, false) => None,
            (true, false) => Some(Self::UnderWrenches),
            (false, true) => Some(Self::Selecting),
            (true, true) => Some(Self::SelectingUnderWrenches),
        }
    }

    /// Whether a view binds an argument of a function.
    pub fn binds(function: Function, kind: InputKind) -> bool {
        BOUND.contains(&kind) && Self::of(function).is_some()
    }

    /// Whether external wrenches act.
    pub fn is_under_wrenches(self) -> bool {
        self != Self::Selecting
    }

    /// Whether constraint rows are selected.
    pub fn is_selecting(self) -> bool {
        self != Self::UnderWrenches
    }

    /// The functions that the view of a type has.
    pub fn targets(self, robot: &Robot<'_>, owner: Owner) -> Vec<Target> {
        let all = match owner {
            Owner::At => AtPosition::of(robot).map_or_else(Vec::new, |at| at.targets),
            Owner::Robot | Owner::Prepared => robot.targets().collect(),
        };
        let is_own = |target: &Target| Self::of(target.function) == Some(self);
        all.into_iter().filter(is_own).collect()
    }
}

/// Whether a type has a view in which wrenches or selectors, as the argument says, are bound.
pub fn binds(robot: &Robot<'_>, owner: Owner, binds: fn(View) -> bool) -> bool {
    let mut views = View::ALL.into_iter().filter(|view| binds(*view));
    views.any(|view| !view.targets(robot, owner).is_empty())
}

impl Signature {
    /// The signature of a view's method, without what the view binds.
    pub fn of_view(mut self) -> Self {
        self.arguments.retain(|kind| !BOUND.contains(kind));
        self
    }
}

/// Whether a method also has a form without feedback of constraint errors.
pub fn has_form_without_feedback(function: Function) -> bool {
    let takes_feedback = function.row().arguments.contains(&InputKind::Feedback);
    takes_feedback && View::of(function).is_some()
}
