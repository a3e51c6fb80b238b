//! How many trials a search makes.

use multibody_description::settings::Effort;
use multibody_tree::Tree;

/// Number of trials per limb of a search, for constants of this many bits on average. It is lower for large robots and for robots
/// with long numbers, whose trials take longer, so a build takes seconds with the default effort, and minutes with a high one.
/// With a high effort it is also lower for small robots, which have few choices. The number of digits in a trial's exact numbers
/// grows with the number of bodies in a chain: beyond 50 bodies, the time of a trial grows with the square of the number of bodies
/// or faster. There the default effort has fewer than [`LEAST_TRIALS`], so it makes no search.
pub fn trials_per_limb(tree: &Tree, bits: usize, effort: Effort) -> usize {
    let square = (tree.bodies.len() + 4).pow(2);
    let trials = match effort {
        Effort::None => 0,
        Effort::Default => (8000 / square)
            .max(LEAST_TRIALS)
            .min(1_500_000 / tree.bodies.len().max(1).pow(3)),
        Effort::High => (480_000 / square)
            .min(300 * tree.bodies.len())
            .clamp(LEAST_TRIALS, 2000),
    };
    trials * SHORT_BITS.pow(2) / bits.max(SHORT_BITS).pow(2)
}

/// Fewest trials for which a search is worthwhile.
pub const LEAST_TRIALS: usize = 12;
/// Numbers with at most this many bits on average do not count as long. Robots whose axes are at right angles have about
/// this many.
const SHORT_BITS: usize = 160;

/// Number of trials of a search whose cost counts the operations after common parts are factored out, which takes longer.
pub fn refinement_trials(tree: &Tree) -> usize {
    (72_000 / (tree.bodies.len() + 4).pow(2)).clamp(12, 300)
}
