//! The way of the data, stage by stage.

use std::time::Duration;

use crate::fault::Diagnostic;
use crate::ir::Count;
use crate::model::Source;
use crate::settings::Settings;

/// What is known when a stage ends.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Its name: read, check, reduce, derive, prove, emit.
    pub name: &'static str,
    /// What it found, in a few words.
    pub summary: String,
    /// How long it took.
    pub time: Duration,
}

/// A generated robot.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The struct, for doors whose user did not write one.
    pub structure: String,
    /// All items but the struct.
    pub items: String,
    /// Figures about it.
    pub report: Report,
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
}

/// Figures about a generated robot.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Name of the type.
    pub name: String,
    /// Number of positions.
    pub nq: usize,
    /// Number of velocities.
    pub nv: usize,
    /// Emitted functions in order of emission: name as emitted, e.g. `pose_of_hand`.
    pub functions: Vec<FunctionReport>,
    /// Functions that were wanted and cannot be had: name and reason.
    pub absent: Vec<(String, String)>,
    /// Numbers that were taken to be their neighbours: what, and by how much it changed.
    pub snaps: Vec<Snap>,
    /// Stages and their times.
    pub stages: Vec<Stage>,
    /// The tree of moving bodies, drawn in text.
    pub tree: String,
    /// Pattern of the mass matrix, drawn in text.
    pub sparsity: String,
}

/// Figures about one function.
#[derive(Clone, Debug)]
pub struct FunctionReport {
    /// As emitted.
    pub name: String,
    /// Of the emitted program.
    pub count: Count,
    /// Of the program without forms written by hand.
    pub derived: Option<Count>,
    /// Which way was the cheaper.
    pub way: &'static str,
    /// Whether it was proved.
    pub proved: bool,
}

/// A number that was taken to be its neighbour.
#[derive(Clone, Debug)]
pub struct Snap {
    /// What it belongs to, e.g. ``joint `elbow` roll``.
    pub place: String,
    /// Largest change: rad, or of an entry of a unit vector or rotation.
    pub change: f64,
}

/// From the text of a URDF to the text of its dynamics. `progress` hears of each stage as it ends.
///
/// # Errors
/// All faults of the description at once, sorted by place, warnings among them.
pub fn generate(
    source: &Source,
    settings: &Settings,
    progress: &mut dyn FnMut(&Stage),
) -> Result<Generated, Vec<Diagnostic>> {
    let _ = (source, settings, progress);
    Err(Vec::new())
}
