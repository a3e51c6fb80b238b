//! The worth of each idea, that is, of each optimization that settings can switch off: how many more operations a robot's functions
//! need without it.

use multibody_description::settings::Idea;
use multibody_outputs::report::Report;

/// The cost of leaving out one idea.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ablation {
    /// The idea that is left out.
    pub idea: Idea,
    /// The additional multiplications and additions of each function, in the order of the report. They are
    /// negative if the idea does harm, or if with it a bounded search finds a worse program.
    pub increases: Vec<i64>,
}

/// Leaves out each idea in turn. `generate` repeats the generation that led to the report, without the given idea.
///
/// # Errors
/// The first error of `generate`.
pub fn ablation<E>(
    report: &Report,
    mut generate: impl FnMut(Idea) -> Result<Report, E>,
) -> Result<Vec<Ablation>, E> {
    let ablations = Idea::ALL.into_iter().map(|idea| {
        let ablated_report = generate(idea)?;
        let functions = report.functions.iter().zip(&ablated_report.functions);
        let increases = functions.map(|(function, ablated)| {
            let [count_with, count_without] = [function, ablated].map(|it| it.count.mul_add());
            count_without as i64 - count_with as i64
        });
        Ok(Ablation {
            idea,
            increases: increases.collect(),
        })
    });
    ablations.collect()
}
