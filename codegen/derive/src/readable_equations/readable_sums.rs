//! Lagrange's equations of a small system in the form that is shortest to read, entry by entry.
//!
//! An entry may be written with products of sines and cosines. Their angles are then coordinates, or sums of angles
//! about parallel axes. It may also be written without products, as harmonics: sines and cosines of sums. Which form is
//! shortest depends on the entry. Textbooks choose in the same way.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::expanded::{ExpandedEquations, Variables, choices_if_small, lagrange, to_plain_data};
use crate::lagrangian::{Angles, Lagrangian, Sums, arguments, is_of_high_power, number_program};
use crate::local_terms::local_terms;
use multibody_algebra::harmonics::{Harmonics, InputMultiple};
use multibody_algebra::polynomial::{Addend, Ring, WORK_LIMIT};
use multibody_outputs::local::JointTerms;
use multibody_outputs::readable_sums::ReadableSums;
use multibody_passes::polynomials::{self, Polynomial};
use multibody_program::exact::Rational;
use multibody_program::ir::{Input, InputKind, Node, Program, evaluate};
use multibody_program::terms::{Angle, Factor, Sum, Term};
use multibody_tree::Tree;

/// M, C, g and the drive of a tree, after `replace` has changed the program of its numbers. None if the tree is
/// too large, or not of the kind that can be expanded. To be called inside [`enter`](multibody_algebra::enter).
pub fn readable_sums(
    tree: &Tree,
    replace: impl FnOnce(&Program) -> Program,
) -> Option<ReadableSums> {
    let choices = choices_if_small(tree, COORDINATE_LIMIT)?;
    let mut joints: BTreeMap<usize, JointTerms> = BTreeMap::new();
    for body in &tree.bodies {
        if let Entry::Vacant(entry) = joints.entry(body.type_index) {
            entry.insert(local_terms(&*body.kind).ok()?);
        }
    }
    let terms: Vec<&JointTerms> = (tree.bodies.iter())
        .map(|body| &joints[&body.type_index])
        .collect();
    let program = replace(&number_program(tree, &terms));
    let mut forms = Vec::new();
    for sums in choices {
        for lagrangian in lagrangians(tree, &program, &sums) {
            let equations = lagrange(&lagrangian, &vec![None; tree.nv]);
            let reader = SumReader::new(&equations.variables, tree.findings.has_drive);
            forms.push(reader.readable_sums(&equations, |sum| sum));
            // Harmonics are the same for all choices of angles, so the first form gives them.
            if sums.iter().all(Option::is_none) && forms.len() == 1 {
                let mut harmonics = Harmonics::new(reader.multiples());
                let harmonic = |sum| harmonics.of(&sum).unwrap_or(sum);
                forms.push(reader.readable_sums(&equations, harmonic));
            }
        }
    }
    shortest(forms)
}

/// The outputs of a program of positions and rates as sums, each in its shortest form. None if the tree is too
/// large, or if an output is not a polynomial in sines and cosines. To be called inside
/// [`enter`](multibody_algebra::enter).
pub fn shortest_sums(tree: &Tree, program: &Program) -> Option<Vec<Sum>> {
    if is_of_high_power(program) {
        return None;
    }
    let mut best: Option<Vec<Sum>> = None;
    for sums in choices_if_small(tree, COORDINATE_LIMIT)? {
        let angles = Angles {
            sums,
            from_frames: false,
        };
        let mut inputs: Vec<Input> = (program.nodes().iter())
            .filter_map(|node| match *node {
                Node::Input(input) => Some(input),
                _ => None,
            })
            .collect();
        inputs.sort_unstable();
        inputs.dedup();
        let mut ring = Ring::new(arguments(tree, program, &angles)?, inputs, WORK_LIMIT);
        let values = evaluate(program, &mut ring);
        if ring.refusal.is_some() || !values.iter().all(|value| ring.is_decided(value)) {
            return None;
        }
        let variables = Variables {
            nv: tree.nv,
            arguments: ring.arguments().to_vec(),
            inputs: ring.inputs().to_vec(),
        };
        let reader = SumReader::new(&variables, false);
        let plain_sums: Vec<Sum> = values
            .iter()
            .map(|value| reader.sum(&to_plain_data(&ring, value)))
            .collect();
        let mut harmonics = Harmonics::new(reader.multiples());
        let harmonic_sums = (angles.sums.iter().all(Option::is_none))
            .then(|| {
                plain_sums
                    .iter()
                    .map(|sum| harmonics.of(sum).unwrap_or_else(|| sum.clone()))
            })
            .map(Iterator::collect);
        for form in harmonic_sums.into_iter().chain([plain_sums]) {
            match &mut best {
                None => best = Some(form),
                Some(best) => best.iter_mut().zip(&form).for_each(|(a, b)| shorten(a, b)),
            }
        }
    }
    best
}

/// Largest number of rates of a system whose equations are written as sums.
const COORDINATE_LIMIT: usize = 4;

/// The Lagrangian in its shortest form, and the forms in which the same square is replaced for all angles: that of
/// the sine, or that of the cosine.
fn lagrangians(tree: &Tree, program: &Program, sums: &Sums) -> Vec<Lagrangian> {
    let angles = Angles {
        sums: sums.clone(),
        from_frames: false,
    };
    let Some(shortest) = Lagrangian::new(tree, program, &angles) else {
        return Vec::new();
    };
    let variant = |is_cosine| {
        let arguments = shortest.ring.arguments().iter().enumerate();
        let mismatched = arguments.filter(|(_, a)| a.replaces_cosine_squares != is_cosine);
        let indices: Vec<usize> = mismatched.map(|(index, _)| index).collect();
        let flip = |lagrangian: Lagrangian, &index: &usize| lagrangian.with_other_squares(index);
        (!indices.is_empty()).then(|| {
            indices
                .iter()
                .skip(1)
                .fold(shortest.with_other_squares(indices[0]), flip)
        })
    };
    let others: Vec<Lagrangian> = [false, true].into_iter().filter_map(variant).collect();
    std::iter::once(shortest).chain(others).collect()
}

/// Selects, for each entry, the shortest of its forms; the first one if several are equally short.
fn shortest(forms: Vec<ReadableSums>) -> Option<ReadableSums> {
    fn shorten_rows(best: &mut [Vec<Sum>], other: &[Vec<Sum>]) {
        for (best, other) in best.iter_mut().flatten().zip(other.iter().flatten()) {
            shorten(best, other);
        }
    }
    let mut candidates = forms.into_iter();
    let mut best = candidates.next()?;
    for other in candidates {
        shorten_rows(&mut best.mass_matrix, &other.mass_matrix);
        shorten_rows(&mut best.coriolis_matrix, &other.coriolis_matrix);
        for (best, other) in best.gravity.iter_mut().zip(&other.gravity) {
            shorten(best, other);
        }
        let drives = best.drive.iter_mut().flatten();
        for (best, other) in drives.zip(other.drive.iter().flatten()) {
            shorten(best, other);
        }
    }
    Some(best)
}

/// Replaces a sum by another one, if the other one is shorter.
fn shorten(best: &mut Sum, other: &Sum) {
    if length(other) < length(best) {
        best.clone_from(other);
    }
}

/// The length of a sum. Sums are compared by the number of terms, then by the number of sines and cosines, then by the
/// number of coordinates in these.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Length {
    terms: usize,
    sines_and_cosines: usize,
    coordinates: usize,
}

fn length(sum: &Sum) -> Length {
    let is_trigonometric = |factor: &Factor| !matches!(factor, Factor::Input(_));
    let degree = |term: &Term| -> usize {
        let trigonometric = term.powers.iter().filter(|(f, _)| is_trigonometric(f));
        trigonometric.map(|(_, &power)| power as usize).sum()
    };
    let coordinate_count = |term: &Term| -> usize {
        let count = |factor: &Factor| match factor {
            Factor::Sine(angle) | Factor::Cosine(angle) => angle.len(),
            Factor::Input(_) => 0,
        };
        term.powers.keys().map(count).sum()
    };
    Length {
        terms: sum.len(),
        sines_and_cosines: sum.iter().map(degree).sum(),
        coordinates: sum.iter().map(coordinate_count).sum(),
    }
}

/// A sum times a rate.
fn with_rate(mut sum: Sum, v: usize) -> Sum {
    let rate = Factor::Input(Input::new(InputKind::Qd, v));
    for term in &mut sum {
        *term.powers.entry(rate.clone()).or_insert(0) += 1;
    }
    sum
}

/// Converts polynomials to sums, by the meaning of their variables.
struct SumReader<'a> {
    variables: &'a Variables,
    /// For each angle, the multiples of inputs that add up to it.
    angles: Vec<Angle>,
    has_drive: bool,
}

impl<'a> SumReader<'a> {
    fn new(variables: &'a Variables, has_drive: bool) -> Self {
        let mut angles: Vec<Angle> = Vec::new();
        for argument in &variables.arguments {
            let mut angle = Angle::from([(argument.input, argument.factor.clone())]);
            if let Some(Addend { index, sign }) = argument.addend {
                for (&input, multiple) in &angles[index] {
                    angle.insert(input, multiple * Rational::from(sign));
                }
            }
            angles.push(angle);
        }
        Self {
            variables,
            angles,
            has_drive,
        }
    }

    /// The multiples of inputs in the angles, in ascending order: of each angle its own multiple, without the earlier angle to which
    /// it is added.
    fn multiples(&self) -> Vec<InputMultiple> {
        let mut entries: Vec<_> = self
            .variables
            .arguments
            .iter()
            .map(|a| InputMultiple {
                input: a.input,
                factor: a.factor.clone(),
            })
            .collect();
        entries.sort();
        entries
    }

    /// The equations as sums, each of which `rewrite` may replace by an equal one.
    fn readable_sums(
        &self,
        equations: &ExpandedEquations,
        mut rewrite: impl FnMut(Sum) -> Sum,
    ) -> ReadableSums {
        let mut sum = |polynomial: &Polynomial| rewrite(self.sum(polynomial));
        let n = equations.mass_matrix.len();
        let mass_matrix: Vec<Vec<Sum>> = (equations.mass_matrix.iter())
            .map(|row| row.iter().map(&mut sum).collect())
            .collect();
        // C_kj = sum of Gamma_k,ij qd_i
        let mut entry = |k: usize, j: usize| -> Sum {
            let term = |i: usize| with_rate(sum(&equations.christoffel[k][i][j]), i);
            (0..n).flat_map(term).collect()
        };
        let coriolis_matrix = (0..n)
            .map(|k| (0..n).map(|j| entry(k, j)).collect())
            .collect();
        let mut drive = |k: usize| -> Sum {
            let at_rest = sum(&equations.drive_at_rest[k]);
            let term = |j: usize| with_rate(sum(&equations.drive_matrix[k][j]), j);
            at_rest.into_iter().chain((0..n).flat_map(term)).collect()
        };
        let drive = self.has_drive.then(|| (0..n).map(&mut drive).collect());
        ReadableSums {
            mass_matrix,
            coriolis_matrix,
            gravity: equations.gravity.iter().map(sum).collect(),
            drive,
        }
    }

    fn sum(&self, polynomial: &Polynomial) -> Sum {
        let term = |term: &polynomials::Monomial| {
            let mut powers = BTreeMap::new();
            for &variable in &term.factors {
                *powers
                    .entry(self.factor(usize::from(variable)))
                    .or_insert(0) += 1;
            }
            Term {
                coefficient: term.coefficient.clone(),
                powers,
            }
        };
        polynomial.iter().map(term).collect()
    }

    /// The sine, cosine or input that a variable is.
    fn factor(&self, variable: usize) -> Factor {
        // The first variable of an angle is its cosine if squares of the cosine are replaced, otherwise its sine.
        let index = variable / 2;
        match self.variables.arguments.get(index) {
            Some(argument) if variable.is_multiple_of(2) == argument.replaces_cosine_squares => {
                Factor::Cosine(self.angles[index].clone())
            }
            Some(_) => Factor::Sine(self.angles[index].clone()),
            None => Factor::Input(self.variables.inputs[variable - 2 * self.angles.len()]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::integer;

    #[test]
    fn each_entry_uses_its_shortest_form() {
        let q = |at| Input::new(InputKind::Q, at);
        let cosine = |coordinates: &[usize]| {
            let angle = coordinates.iter().map(|&at| (q(at), integer(1))).collect();
            Term {
                coefficient: integer(1),
                powers: BTreeMap::from([(Factor::Cosine(angle), 1)]),
            }
        };
        let readable_sums = |entry: Sum, gravity: Sum| ReadableSums {
            drive: None,
            mass_matrix: vec![vec![entry]],
            coriolis_matrix: vec![vec![Vec::new()]],
            gravity: vec![gravity],
        };
        let first_form = readable_sums(vec![cosine(&[0])], vec![cosine(&[0]), cosine(&[1])]);
        let second_form = readable_sums(vec![cosine(&[0, 1])], vec![cosine(&[0, 1])]);
        let best = shortest(vec![first_form, second_form]).unwrap();
        assert_eq!(
            best,
            readable_sums(vec![cosine(&[0])], vec![cosine(&[0, 1])])
        );
        assert_eq!(shortest(Vec::new()), None);
    }
}
