//! Properties that symbolic terms must have, checked at random states.

use crate::arithmetic::{DrawResidues, Jet, Residue};
use crate::lagrangian::Path;
use crate::random_states::at_random_states;
use multibody_description::system::System;
use multibody_support::random::Random;

/// The index of the first term of T that is not a polynomial of at most second degree in the rates.
#[must_use]
pub fn find_nonquadratic_term(system: &System) -> Option<usize> {
    let terms = at_random_states(system, |system_at_state, seed| {
        let mut random = Random::new(!seed);
        let [x, y] = [0; 2].map(|_| random.residues(system.nv()));
        system_at_state.find_nonquadratic_term(&x, &y)
    });
    terms.into_iter().flatten().next()
}

/// Whether the system has a drive: expressions depend on time, or T has terms linear in the rates.
#[must_use]
pub fn has_drive(system: &System) -> bool {
    system.is_timed() || has_linear_terms(system)
}

fn has_linear_terms(system: &System) -> bool {
    if system.symbolic.kinetic.is_empty() {
        return false;
    }
    let results = at_random_states(system, |system_at_state, seed| {
        let rates = Random::new(!seed).residues(system.nv());
        system_at_state.has_linear_terms(&rates)
    });
    results.contains(&true)
}

/// The index of the first placed body whose axes are not those of a rotation: `R R^T = 1` fails.
#[must_use]
pub fn find_body_without_rotation(system: &System) -> Option<usize> {
    let indices = at_random_states(system, |system_at_state, _| {
        let zero_rates = vec![Jet::<2>::ZERO; system.nv()];
        let bodies = system_at_state.bodies(&Path::from_rates(zero_rates));
        bodies.iter().position(|body| {
            let rows = body.0.map(|row| row.map(|entry| entry.value()));
            (0..9).any(|index| {
                let (i, j) = (index / 3, index % 3);
                let product = (0..3).fold(Residue::ZERO, |sum, k| sum + rows[i][k] * rows[j][k]);
                product != if i == j { Residue::ONE } else { Residue::ZERO }
            })
        })
    });
    indices.into_iter().flatten().next()
}
