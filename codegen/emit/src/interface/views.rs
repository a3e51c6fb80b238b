//! Views of a robot, which bind arguments of functions: time, external wrenches, and selectors of constraint rows.

use super::at_position::AtPosition;
use super::robot::{Owner, Robot};
use multibody_description::function::{Function, Target};
use multibody_description::signature::{ArgumentRow, function_with_views, view_arguments};
use multibody_program::ir::InputKind;

/// An argument that a view binds: the view stores it, so methods of the view do not take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Time, which stays constant.
    Time,
    /// External wrenches.
    Wrenches,
    /// Selectors of constraint rows.
    Selectors,
}

impl Bound {
    /// The kind of input that the argument is.
    pub fn kind(self) -> InputKind {
        match self {
            Self::Time => InputKind::Time,
            Self::Wrenches => InputKind::Wrench,
            Self::Selectors => InputKind::Selector,
        }
    }

    /// The name of the function that makes such a view.
    pub fn maker(self) -> &'static str {
        let view = ArgumentRow::of(self.kind()).and_then(|argument| argument.view);
        view.expect("a view binds it")
    }

    /// The name of the type of such views.
    pub fn type_name(self, robot: &Robot<'_>) -> String {
        let suffix = match self {
            Self::Time => "AtTime",
            Self::Wrenches => "UnderWrenches",
            Self::Selectors => "Selecting",
        };
        format!("{}{suffix}", robot.name)
    }

    /// The documentation of the type.
    pub fn documentation(self, robot: &Robot<'_>) -> String {
        let (structure, maker) = (robot.name, self.maker());
        let (condition, addition) = match self {
            Self::Time => (
                "at a constant time",
                ": the traits of robots on which time does not act",
            ),
            Self::Wrenches => ("under external wrenches", ""),
            Self::Selectors => ("with selected constraint rows", ""),
        };
        format!("[`{structure}`] {condition}, see [`{structure}::{maker}`]{addition}.")
    }

    /// The documentation of the function that makes such a view of a type or of another view, in lines. What wrenches and selectors
    /// mean is not in it.
    pub fn documentation_of_maker(self, view: View) -> Vec<String> {
        let lines: &[&str] = match (self, view) {
            (Self::Time, View::Itself) => &[
                "The robot at the time `t`, in s, which stays constant: for controllers and `linearize`. It is no `Acceleration`,",
                "so that no integrator stops time: integrators take the robot itself.",
            ],
            (Self::Time, _) => {
                &["The robot under these wrenches at the time `t`, in s, which stays constant."]
            }
            (Self::Wrenches, _) => &[
                "The robot under external wrenches. It has the functions with the option `wrenches`, under their plain names.",
            ],
            (Self::Selectors, _) => &[
                "The robot with selected constraint rows. It has the functions with the option `selectors`, under their plain names.",
            ],
        };
        lines.iter().map(|&line| line.to_owned()).collect()
    }

    /// Whether a type has a view that binds this argument.
    pub fn exists_for(self, robot: &Robot<'_>, owner: Owner) -> bool {
        match self {
            Self::Time => robot.system.is_timed(),
            Self::Wrenches | Self::Selectors => {
                let mut views = View::OF_FUNCTIONS.into_iter();
                views.any(|view| view.binds(self) && view.exists_for(robot, owner))
            }
        }
    }
}

/// A view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The type itself, in which nothing is bound.
    Itself,
    /// At a constant time.
    AtTime,
    /// Under external wrenches.
    UnderWrenches,
    /// At a constant time, under external wrenches.
    UnderWrenchesAtTime,
    /// With selected constraint rows.
    Selecting,
    /// With selected constraint rows, under external wrenches.
    SelectingUnderWrenches,
}

impl View {
    /// The views that have functions of their own.
    pub const OF_FUNCTIONS: [Self; 3] = [
        Self::UnderWrenches,
        Self::Selecting,
        Self::SelectingUnderWrenches,
    ];

    /// The views with functions of their own that select constraint rows.
    pub const WITH_SELECTORS: [Self; 2] = [Self::Selecting, Self::SelectingUnderWrenches];

    /// The view that has a function.
    pub fn of(function: Function) -> Self {
        let bound = view_arguments(function);
        let binds_these = |view: &Self| view.without_time() == bound;
        let view = Self::OF_FUNCTIONS.into_iter().find(binds_these);
        view.unwrap_or(Self::Itself)
    }

    /// What it binds, in the order of the calls that make it. Its type is named after the last.
    pub fn bindings(self) -> &'static [Bound] {
        match self {
            Self::Itself => &[],
            Self::AtTime => &[Bound::Time],
            Self::UnderWrenches => &[Bound::Wrenches],
            Self::UnderWrenchesAtTime => &[Bound::Wrenches, Bound::Time],
            Self::Selecting => &[Bound::Selectors],
            Self::SelectingUnderWrenches => &[Bound::Wrenches, Bound::Selectors],
        }
    }

    /// The arguments that it binds.
    pub fn arguments(self) -> Vec<InputKind> {
        self.bindings().iter().map(|bound| bound.kind()).collect()
    }

    /// The kinds of arguments that it binds, except time.
    pub fn without_time(self) -> Vec<InputKind> {
        let mut kinds = self.arguments();
        kinds.retain(|kind| *kind != InputKind::Time);
        kinds
    }

    /// Whether it binds an argument.
    pub fn binds(self, bound: Bound) -> bool {
        self.bindings().contains(&bound)
    }

    /// At which depth the view stores an argument: 0 for the last of its bindings, 1 for the one before. `None` if it
    /// does not bind the argument.
    pub fn depth_of(self, kind: InputKind) -> Option<usize> {
        let mut from_outermost = self.bindings().iter().rev();
        from_outermost.position(|bound| bound.kind() == kind)
    }

    /// Whether a type has functions for this view.
    pub fn exists_for(self, robot: &Robot<'_>, owner: Owner) -> bool {
        let is_own = |target: Target| Self::of(target.function) == self;
        match owner {
            Owner::At => AtPosition::targets_of(robot).any(is_own),
            Owner::Robot | Owner::Prepared => robot.targets().any(is_own),
        }
    }
}

/// A view of a type; with [`View::Itself`], the type itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewOf {
    /// The type.
    pub owner: Owner,
    /// The view.
    pub view: View,
}

impl ViewOf {
    /// What implements traits whose functions take no time: if time acts on the robot, a view at a constant time, else the type
    /// itself.
    pub fn of(robot: &Robot<'_>, owner: Owner) -> Self {
        let view = if robot.system.is_timed() { View::AtTime } else { View::Itself };
        Self { owner, view }
    }

    /// The view under external wrenches that implements traits whose functions take no time.
    pub fn under_wrenches(robot: &Robot<'_>, owner: Owner) -> Self {
        let view = if robot.system.is_timed() {
            View::UnderWrenchesAtTime
        } else {
            View::UnderWrenches
        };
        Self { owner, view }
    }

    /// Whether external wrenches act.
    pub fn is_under_wrenches(self) -> bool {
        self.view.binds(Bound::Wrenches)
    }

    /// The function that the view's method for `function` computes: the one that also takes the wrenches and selectors
    /// that the view stores. `None` if there is no such function.
    pub fn replacement(self, function: Function) -> Option<Function> {
        function_with_views(function, &self.view.without_time())
    }
}

/// Whether a method also has a form without feedback of constraint errors.
pub fn has_form_without_feedback(function: Function) -> bool {
    let takes_feedback = function.row().arguments.contains(&InputKind::Feedback);
    takes_feedback && !view_arguments(function).is_empty()
}
