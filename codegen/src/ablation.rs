//! What each idea is worth: the operations that a robot's functions lose without it.

use multibody_description::report::Report;
use multibody_description::settings::Idea;

/// What leaving out one idea costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// What was left out.
    pub idea: Idea,
    /// Multiplications and additions more, for each function of the report in its order. Less than 0
    /// where the idea, or what it leads a bounded search to, does harm.
    pub functions: Vec<i64>,
}

/// Leaves out each idea in turn; `generate` does the same as has led to the report, without an idea.
///
/// # Errors
/// The first of `generate`.
pub fn ablation<E>(
    report: &Report,
    mut generate: impl FnMut(Idea) -> Result<Report, E>,
) -> Result<Vec<Loss>, E> {
    let losses = Idea::ALL.into_iter().map(|idea| {
        let other = generate(idea)?;
        let functions = report.functions.iter().zip(&other.functions);
        let more = functions.map(|(with, without)| {
            let [with, without] = [with, without].map(|function| function.count.mul_add());
            without as i64 - with as i64
        });
        Ok(Loss {
            idea,
            functions: more.collect(),
        })
    });
    losses.collect()
}
