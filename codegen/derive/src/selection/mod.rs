//! The selection of the cheapest accurate program of a function among its candidates.

mod attempt;
mod candidate;
mod float_range;
mod stopwatch;
mod timed_judge;

pub use candidate::Candidate;
pub use float_range::unrepresentable;
pub use stopwatch::Stopwatch;
pub use timed_judge::TimedJudge;

use crate::accuracy::Inaccurate;
use attempt::{Attempt, cheapest_of_each_route};
use multibody_outputs::RefusedCandidate;
use multibody_passes::Thoroughness;
use multibody_program::ir::{Count, Program};

/// The selected candidates.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The cheapest candidate of each route, the cheapest of all first. The first one is accurate, or the last resort.
    pub cheapest: Vec<Candidate>,
    /// Cheaper candidates that are not accurate enough, or need constants that floats cannot represent.
    pub refused: Vec<RefusedCandidate>,
}

/// Chooses the cheapest program that is accurate and whose constants floats can represent; if there is none, the
/// `last_resort`.
#[must_use]
pub fn choose(
    candidates: Vec<Candidate>,
    last_resort: impl FnOnce() -> Candidate,
    thoroughness: Option<Thoroughness>,
    weight: &dyn Fn(&Program) -> usize,
    judge: impl Fn(&Program) -> Result<(), Inaccurate>,
) -> Selection {
    let judge_with_reason = |program: &Program| match unrepresentable(program) {
        Some(constant) => Err(format!("it needs a constant of {constant}")),
        None => judge(program).map_err(|inaccurate| inaccurate.to_string()),
    };
    let attempt = |candidate| Attempt::new(candidate, weight);
    let mut pool: Vec<Attempt> = candidates.into_iter().map(attempt).collect();
    if thoroughness == Some(Thoroughness::Fully) {
        let polish = |attempt: &mut Attempt| attempt.polish(thoroughness, weight);
        pool.iter_mut().for_each(polish);
    }
    let mut refusals = Vec::new();
    loop {
        let mut best = cheapest_of_each_route(&pool);
        for &index in &best {
            pool[index].polish(thoroughness, weight);
        }
        best.sort_by_key(|&index| pool[index].weight);
        let Some(&first) = best.first() else {
            let unpolished = last_resort();
            let polished = unpolished.clone().polished(thoroughness);
            let fallback = match judge_with_reason(&polished.program) {
                Ok(()) => polished,
                Err(_) => unpolished,
            };
            return Selection {
                cheapest: vec![fallback],
                refused: refusals,
            };
        };
        match judge_with_reason(&pool[first].candidate.program) {
            Ok(()) => {
                let cheapest = best.iter().map(|&index| pool[index].candidate.clone());
                return Selection {
                    cheapest: cheapest.collect(),
                    refused: refusals,
                };
            }
            Err(reason) => {
                let attempt = pool.remove(first);
                let Candidate { program, route } = &attempt.candidate;
                refusals.push(RefusedCandidate {
                    route: route.to_string(),
                    why: format!("{}, but {reason}", Count::of(program)),
                });
                // Before its common parts were factored out, the candidate may have been accurate.
                pool.extend(attempt.unpolished(weight));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_outputs::report::Errors;
    use multibody_outputs::{Algorithm, Route};
    use multibody_program::ir::{Builder, InputKind};

    /// `q0 q1 + q2 + .. `, with this number of additions.
    fn candidate(route: Route, additions: usize) -> Candidate {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|at| b.input(InputKind::Q, at));
        let product = b.mul(x, y);
        let value = (0..additions).fold(product, |sum, index| {
            let term = b.input(InputKind::Q, 2 + index);
            b.add(sum, term)
        });
        Candidate {
            program: b.finish(&[value]),
            route,
        }
    }

    fn has_additions(additions: usize) -> impl Fn(&Program) -> bool {
        move |program| Count::of(program).add == additions
    }

    /// The chosen route, the number of its additions and the refused routes, if a program is inaccurate whenever
    /// `is_bad` is true of it.
    fn choice(is_bad: impl Fn(&Program) -> bool) -> (String, usize, Vec<String>) {
        let candidates = vec![
            candidate(Route::Usual(Algorithm::Recursion), 3),
            candidate(Route::Usual(Algorithm::Expanded), 1),
            candidate(Route::Usual(Algorithm::Recursion), 2),
        ];
        let judge = |program: &Program| {
            if is_bad(program) {
                Err(Inaccurate {
                    errors: Errors { f64: 1e9, f32: 1e9 },
                    limit: Errors::NONE,
                })
            } else {
                Ok(())
            }
        };
        let last_resort = || candidate(Route::LinkFrames(Algorithm::Recursion), 4);
        let weight = |program: &Program| Count::of(program).weight();
        let Selection {
            cheapest, refused, ..
        } = choose(
            candidates,
            last_resort,
            Some(Thoroughness::Briefly),
            &weight,
            judge,
        );
        let routes = refused.into_iter().map(|refusal| {
            assert!(refusal.why.contains("1.0e9 ulp in f64"), "{}", refusal.why);
            refusal.route
        });
        (
            cheapest[0].route.to_string(),
            Count::of(&cheapest[0].program).add,
            routes.collect(),
        )
    }

    #[test]
    fn the_cheapest_accurate_candidate_is_selected() {
        let expect = |route: &str, additions, routes: &[&str]| {
            let names = routes.iter().map(|&route| route.to_owned());
            (route.to_owned(), additions, names.collect())
        };
        let expanded = "expanded Lagrangian";
        assert_eq!(choice(|_| false), expect(expanded, 1, &[]));
        assert_eq!(choice(has_additions(1)), expect("tree", 2, &[expanded]));
        let is_short = |program: &Program| Count::of(program).add < 3;
        assert_eq!(choice(is_short), expect("tree", 3, &[expanded, "tree"]));
        let last = expect("tree, frames as read", 4, &[expanded, "tree", "tree"]);
        assert_eq!(choice(|_| true), last);
    }
}
