//! A loop joint: of the motions of one frame relative to another, it leaves only some free. In the formulas, a_k are the axes
//! of the frame A of `from`, b_k those of the frame B of `to`, and d is the vector from A's origin to B's.

use super::constraint_type::{
    ChoiceSyntax, ConstraintForm, ConstraintKey, ConstraintType, KeyChoices, KeyValue,
};
use super::formula::{Formula, FrameProduct};
use super::frame_row::{AlignedAxes, Counterpart, FrameRow, RowDatum};

/// `loop knee { from: shank, to: tendon, leaves: revolute(z) }`
pub const LOOP_JOINT: ConstraintType = ConstraintType {
    word: "loop",
    keys: &[
        ConstraintKey::FROM,
        ConstraintKey::TO,
        ConstraintKey::mandatory("leaves", "leaves: revolute(z)", LEAVES),
    ],
    form: ConstraintForm::Frames {
        ends: ["from", "to"],
        rows: |choices| rows(free_motions(choices)),
    },
};

const LEAVES: KeyValue = KeyValue::Choice {
    choices: &[
        ChoiceSyntax::word("fixed"),
        ChoiceSyntax::word("ball"),
        ChoiceSyntax::with_axis("revolute"),
        ChoiceSyntax::with_axis("prismatic"),
        ChoiceSyntax::with_axis("cylindrical"),
        ChoiceSyntax::with_axis("planar"),
        ChoiceSyntax::with_axis("line"),
        ChoiceSyntax::with_axis("surface"),
        ChoiceSyntax {
            word: "universal",
            axes: 2,
        },
    ],
    expected: "what is left: revolute(z), prismatic(x), cylindrical(z), universal(x, y), planar(z), ball, line(z), surface(z) or fixed",
};

/// The free motions that are chosen.
fn free_motions(choices: &KeyChoices) -> FreeMotions {
    match choices
        .first()
        .map(|choice| (choice.word, &choice.axes[..]))
    {
        Some(("ball", _)) => FreeMotions::Ball,
        Some(("revolute", &[k])) => FreeMotions::Revolute(k),
        Some(("prismatic", &[k])) => FreeMotions::Prismatic(k),
        Some(("cylindrical", &[k])) => FreeMotions::Cylindrical(k),
        Some(("planar", &[k])) => FreeMotions::Planar(k),
        Some(("line", &[k])) => FreeMotions::Line(k),
        Some(("surface", &[k])) => FreeMotions::Surface(k),
        Some(("universal", &[first, second])) => FreeMotions::Universal(first, second),
        _ => FreeMotions::Nothing,
    }
}

/// The motions that a loop joint leaves free between its frames, about or along the axes with these indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeMotions {
    /// No motion.
    Nothing,
    /// Rotations about all axes: a ball joint, or a pin.
    Ball,
    /// A rotation: a hinge.
    Revolute(usize),
    /// A translation.
    Prismatic(usize),
    /// A rotation and a translation, about and along the same axis.
    Cylindrical(usize),
    /// Translations across an axis, and a rotation about it.
    Planar(usize),
    /// Rotations about all axes, and a translation along one: a point on a line.
    Line(usize),
    /// Rotations about all axes, and translations across one: a point on a plane.
    Surface(usize),
    /// Two rotations: about an axis of the first frame, and about an axis of the second frame. The two axes stay at
    /// right angles.
    Universal(usize, usize),
}

const AXES: [&str; 3] = ["x", "y", "z"];

/// The rows of a loop joint, which prevent all motions that are not free.
#[must_use]
pub fn rows(motions: FreeMotions) -> Vec<FrameRow> {
    let other_axes = |k: usize| [(k + 1) % 3, (k + 2) % 3];
    let origin_on_axis = |k: usize| other_axes(k).map(offset_row).to_vec();
    let parallel_axes = |k: usize| {
        let aligns = Some(AlignedAxes::One(k));
        let row = |i| FrameRow {
            aligns,
            ..axes_row(i, k)
        };
        other_axes(k).map(row).to_vec()
    };
    let coincident_origins = || (0..3).map(offset_row).collect::<Vec<_>>();
    let aligned_frames = || (0..3).map(skew_row).collect::<Vec<_>>();
    match motions {
        FreeMotions::Nothing => [coincident_origins(), aligned_frames()].concat(),
        FreeMotions::Ball => coincident_origins(),
        FreeMotions::Revolute(k) => [coincident_origins(), parallel_axes(k)].concat(),
        FreeMotions::Prismatic(k) => [origin_on_axis(k), aligned_frames()].concat(),
        FreeMotions::Cylindrical(k) => [origin_on_axis(k), parallel_axes(k)].concat(),
        FreeMotions::Planar(k) => [vec![offset_row(k)], parallel_axes(k)].concat(),
        FreeMotions::Line(k) => origin_on_axis(k),
        FreeMotions::Surface(k) => vec![offset_row(k)],
        FreeMotions::Universal(first, second) => {
            [coincident_origins(), vec![axes_row(first, second)]].concat()
        }
    }
}

/// `a_k . d`
fn offset_row(k: usize) -> FrameRow {
    FrameRow {
        suffix: format!(".{}", AXES[k]),
        formula: Formula::Product(FrameProduct::Component(k)),
        aligns: None,
        counterpart: Counterpart {
            name: "Offset",
            data: vec![RowDatum::Axis(k)],
        },
    }
}

/// `a_i . b_j`: if i and j differ, it prevents, to first order, a rotation about the third axis.
fn axes_row(i: usize, j: usize) -> FrameRow {
    FrameRow {
        suffix: if i == j { ".turn".to_owned() } else { format!(".turn_{}", AXES[3 - i - j]) },
        formula: cosine(i, j),
        aligns: None,
        counterpart: Counterpart {
            name: "Axes",
            data: vec![RowDatum::Axis(i), RowDatum::Axis(j)],
        },
    }
}

/// `(a_j . b_i - a_i . b_j) / 2`, where (i, j, k) is a cyclic permutation of the axes: for small rotations the angle about
/// `a_k`.
fn skew_row(k: usize) -> FrameRow {
    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
    FrameRow {
        suffix: format!(".turn_{}", AXES[k]),
        formula: cosine(j, i).minus(cosine(i, j)).half(),
        aligns: Some(AlignedAxes::All),
        counterpart: Counterpart {
            name: "Skew",
            data: vec![RowDatum::Axis(k)],
        },
    }
}

fn cosine(i: usize, j: usize) -> Formula {
    Formula::Product(FrameProduct::Cosine(i, j))
}
