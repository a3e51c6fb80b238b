//! Which functions are computed by calls of other functions: some always, most only with the option `size`.

use multibody_description::function::{Function, Quantity, Terms};
use multibody_outputs::Call;
use multibody_tree::Tree;

/// How a function can be computed by calls of others with the option `size`; `None` if it cannot. `forces` is the
/// function that gives all generalized forces.
#[must_use]
pub fn call_of(function: Function, forces: Function, tree: &Tree) -> Option<Call> {
    let gives = |terms: Terms| function != forces && gives_terms(forces, terms, tree);
    match function.quantity() {
        Quantity::Force(Terms::CORIOLIS) => Some(Call::Product),
        Quantity::Force(terms) => gives(terms).then_some(Call::AtZero(forces)),
        Quantity::Acceleration(terms) => {
            gives(terms.without_qdd()).then_some(Call::Solution(forces))
        }
        Quantity::MassMatrixInverse => Some(Call::Inverse),
        // Expressions may contain energies of degree 0 or 1 in the rates, which are not part of the mass matrix.
        Quantity::KineticEnergy => tree.symbolic.is_empty().then_some(Call::Energy),
        _ => None,
    }
}

/// How a function is computed by calls even without the option `size`: with more than a few rates, products of matrices are
/// faster in a loop.
#[must_use]
pub fn usual_call_of(function: Function, tree: &Tree) -> Option<Call> {
    match function.callees(tree.nv)[..] {
        [accelerations, forces, _] => Some(Call::Derivatives {
            accelerations,
            forces,
        }),
        _ => None,
    }
}

/// Whether `forces` gives exactly these terms when it is called with zero accelerations and wrenches, and with
/// zero rates unless the terms depend on rates.
fn gives_terms(forces: Function, terms: Terms, tree: &Tree) -> bool {
    let Quantity::Force(call_terms) = forces.quantity() else {
        return false;
    };
    // A term that the call includes without request does no harm if it is 0.
    let is_harmless =
        |requested: bool, included: bool, acts: bool| requested == included || included && !acts;
    // The call passes the rates if the terms depend on them; otherwise it passes zeros.
    let depends_on_rates = terms.velocity || terms.drive || terms.passive;
    is_harmless(terms.gravity, call_terms.gravity, true)
        && is_harmless(terms.velocity, call_terms.velocity, depends_on_rates)
        && is_harmless(terms.drive, call_terms.drive, tree.findings.has_drive)
        && is_harmless(terms.passive, call_terms.passive, tree.has_forces())
        && is_harmless(terms.acceleration, call_terms.acceleration, false)
        && is_harmless(terms.wrenches, call_terms.wrenches, false)
}
