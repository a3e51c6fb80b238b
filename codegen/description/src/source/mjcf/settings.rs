//! The sections `compiler` and `option`.

use super::classes::Resolved;
use super::document::Node;
use super::pose::EulerTurn;
use super::reader::Reader;
use crate::fault::{Fault, Shown};

/// What holds for the whole description.
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
    /// Whether a range limits without being told so.
    pub(super) has_automatic_limits: bool,
    /// The turns of `euler`.
    pub(super) euler_sequence: [EulerTurn; 3],
}

impl<'a> Settings<'a> {
    /// The sections of a description, before their values are read.
    pub(super) fn of(root: &Node<'a>) -> Self {
        let merged = |tag| Resolved::merged(root.element, root.children_with(tag));
        let flags = root.section("option").filter(|child| child.tag() == "flag");
        let carried = |axis| EulerTurn {
            axis,
            is_carried: true,
        };
        Settings {
            compiler: merged("compiler"),
            option: merged("option"),
            flag: Resolved::merged(root.element, flags),
            is_degrees: true,
            has_automatic_limits: true,
            euler_sequence: [0, 1, 2].map(carried),
        }
    }
}

impl Reader<'_, '_> {
    /// Reads what other values depend on.
    pub(super) fn read_settings(&mut self) {
        let compiler = self.settings.compiler.clone();
        self.settings.is_degrees = self.word(&compiler, "angle", &["degree", "radian"]) == "degree";
        self.settings.has_automatic_limits = self.boolean(&compiler, "autolimits") != Some(false);
        if let Some(sequence) = compiler.attribute("eulerseq") {
            match sequence_of(sequence.value) {
                Some(turns) => self.settings.euler_sequence = turns,
                None => {
                    let text = Shown::from(sequence.value);
                    self.faults
                        .push(sequence.value_span, Fault::EulerSequence { text });
                }
            }
        }
        if self.word(&compiler, "coordinate", &["local", "global"]) == "global" {
            let place = compiler
                .attribute("coordinate")
                .map(|attribute| attribute.span);
            self.refuse(
                place.unwrap_or_default(),
                "coordinate=\"global\"",
                NOT_IN_MUJOCO,
            );
        }
        if self.boolean(&compiler, "alignfree") == Some(true) {
            let place = compiler
                .attribute("alignfree")
                .map(|attribute| attribute.span);
            self.refuse(place.unwrap_or_default(), "alignfree=\"true\"", ALIGNED);
        }
    }

    /// Whether a flag that is usually enabled is disabled.
    pub(super) fn is_disabled(&mut self, flag: &str) -> bool {
        let flags = self.settings.flag.clone();
        self.word(&flags, flag, &["enable", "disable"]) == "disable"
    }
}

/// What to do about bodies that would be turned into their principal axes.
pub(super) const ALIGNED: &str = "the axes of the body would be the principal axes of its inertia, which are irrational; leave `align` and `alignfree` out";
/// What to do about something that MuJoCo itself refuses.
pub(super) const NOT_IN_MUJOCO: &str =
    "MuJoCo itself does not read it any more, and there is no program that converts it";

/// Three letters: small ones turn about carried axes, capitals about fixed ones.
fn sequence_of(text: &str) -> Option<[EulerTurn; 3]> {
    let turns = text.chars().map(|letter| {
        let axis = "xyz".find(letter.to_ascii_lowercase())?;
        let is_carried = letter.is_ascii_lowercase();
        Some(EulerTurn { axis, is_carried })
    });
    turns.collect::<Option<Vec<_>>>()?.try_into().ok()
}
