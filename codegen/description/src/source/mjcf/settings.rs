//! The sections `compiler` and `option`.

use super::classes::Resolved;
use super::document::Node;

/// The coordinate axis of one of the three turns of `euler`, and whether the turns before it carry this axis.
pub(super) type EulerTurn = (usize, bool);

/// The settings of the whole description.
#[derive(Debug)]
pub(super) struct Settings<'a> {
    /// The attributes of all sections `compiler`.
    pub(super) compiler: Resolved<'a>,
    /// The attributes of all sections `option`.
    pub(super) option: Resolved<'a>,
    /// The attributes of all elements `flag`.
    pub(super) flag: Resolved<'a>,
    /// Whether angles are in degrees.
    pub(super) is_degrees: bool,
    /// Whether a range limits even if no attribute says so.
    pub(super) has_automatic_limits: bool,
    /// The turns of `euler`.
    pub(super) euler_sequence: [EulerTurn; 3],
}

impl<'a> Settings<'a> {
    /// The sections of a description, before their values are read.
    pub(super) fn of(root: &Node<'a>) -> Self {
        let merge = |nodes: &mut dyn Iterator<Item = &Node<'a>>| {
            Resolved::merged(root.element, nodes.map(|node| node.element))
        };
        let is_flag = |child: &&Node| child.tag() == "flag";
        Settings {
            compiler: merge(&mut root.children_with("compiler")),
            option: merge(&mut root.children_with("option")),
            flag: merge(&mut root.section("option").filter(is_flag)),
            is_degrees: true,
            has_automatic_limits: true,
            euler_sequence: [0, 1, 2].map(|axis| (axis, true)),
        }
    }
}

/// The remedy for bodies that would be turned into their principal axes.
pub(super) const ALIGN_REMEDY: &str = "the axes of the body would be the principal axes of its inertia, which are irrational; leave `align` and `alignfree` out";
/// The remedy for something that MuJoCo itself refuses.
pub(super) const NOT_IN_MUJOCO: &str =
    "MuJoCo itself does not read it any more, and there is no program that converts it";

/// The turns that three letters mean: small letters about axes that earlier turns carry, capitals about fixed axes.
pub(super) fn sequence_of(text: &str) -> Option<[EulerTurn; 3]> {
    let turns = text.chars().map(|letter| {
        let axis = "xyz".find(letter.to_ascii_lowercase())?;
        Some((axis, letter.is_ascii_lowercase()))
    });
    turns.collect::<Option<Vec<_>>>()?.try_into().ok()
}
