//! What each idea is worth: the operations that a robot's functions lose without it.

use crate::generate::Report;
use crate::settings::Pass;

/// What leaving out one pass costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// What was left out.
    pub pass: Pass,
    /// Multiplications and additions more, for each function of the report in its order. Less than 0
    /// where the pass, or what it leads a bounded search to, does harm.
    pub functions: Vec<i64>,
}

/// Leaves out each pass in turn; `generate` does the same as has led to the report, without a pass.
///
/// # Errors
/// The first of `generate`.
pub fn ablation<E>(
    report: &Report,
    mut generate: impl FnMut(Pass) -> Result<Report, E>,
) -> Result<Vec<Loss>, E> {
    let losses = Pass::ALL.into_iter().map(|pass| {
        let other = generate(pass)?;
        let functions = report.functions.iter().zip(&other.functions);
        let more = functions.map(|(with, without)| {
            let [with, without] = [with, without].map(|function| function.count.mul_add());
            without as i64 - with as i64
        });
        Ok(Loss {
            pass,
            functions: more.collect(),
        })
    });
    losses.collect()
}
