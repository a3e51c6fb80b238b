//! The cheapest program among all choices of angles, rates and factorings.

use std::collections::BTreeMap;

use super::equations::ExpandedEquations;
use super::sums::{differences, pull_back, pull_back_matrix, pull_back_symmetric, push_forward};
use crate::functions::factor;
use crate::lagrangian::Sums;
use multibody_description::function::{Function, Quantity, Target, Terms};
use multibody_passes::polynomials::{
    Monomial, Polynomial, Polynomials, SharingOrder, Variable, share, to_program,
};
use multibody_program::exact::{Rational, integer};
use multibody_program::ir::{Builder, Count, InputKind, Program, Value};

/// Factorings other than the first are tried only for functions with at most this many terms, since each takes long.
const FACTORING_LIMIT: usize = 160;
/// Functions with more terms, including those of definitions, are left to the recursions.
const EXPANSION_LIMIT: usize = 280;

/// How many choices of angles and rates are tried with all factorings: those that are cheapest with the first
/// factoring. If there are many rates, fewer are tried, since each takes long.
const FAVOURITES: usize = 3;
const FAVOURITES_OF_MANY_RATES: usize = 1;
/// A system with at least this many rates has many.
const MANY_RATES: usize = 4;

/// How the polynomials of the equations are written as a program.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Factoring {
    /// Whether the entries of M and of the Christoffel symbols are multiplied out; otherwise they are variables of their own.
    is_expanded: bool,
    /// Whether factors that depend only on parameters are gathered in coefficients; otherwise parameters are variables like all
    /// others.
    is_prepared: bool,
    order: SharingOrder,
}

impl Factoring {
    /// The factoring that is tried with all choices of angles and rates.
    const FIRST: Self = Self {
        is_expanded: false,
        is_prepared: false,
        order: SharingOrder::SumsFirst,
    };

    /// The factorings that are tried only with the favourites.
    fn others() -> impl Iterator<Item = Self> {
        let factorings = [false, true].into_iter().flat_map(|is_prepared| {
            [false, true].into_iter().flat_map(move |is_expanded| {
                SharingOrder::ALL.map(|order| Self {
                    is_expanded,
                    is_prepared,
                    order,
                })
            })
        });
        factorings.filter(|factoring| *factoring != Self::FIRST)
    }
}

/// The program of a target that weighs least. None if only the recursions compute the target, or if it has too many
/// terms in every choice of the equations.
pub fn cheapest(choices: &[ExpandedEquations], target: Target) -> Option<Program> {
    let has_parameters = choices.iter().any(|e| e.variables.has_parameters());
    let try_factoring = |equations, factoring| {
        let assembly = Assembly {
            equations,
            factoring,
            definitions: Vec::new(),
            has_entries: false,
        };
        let program = assembly.program(target.function)?;
        Some((Count::of(&program).weight(), program))
    };
    let mut first_programs: Vec<(usize, Program, &ExpandedEquations)> = (choices.iter())
        .filter_map(|equations| {
            let (weight, program) = try_factoring(equations, Factoring::FIRST)?;
            Some((weight, program, equations))
        })
        .collect();
    first_programs.sort_by_key(|(weight, ..)| *weight);
    let favourite_count = match choices.first()?.variables.nv {
        MANY_RATES.. => FAVOURITES_OF_MANY_RATES,
        _ => FAVOURITES,
    };
    let favourites: Vec<&ExpandedEquations> = first_programs
        .iter()
        .take(favourite_count)
        .map(|(_, _, equations)| *equations)
        .collect();
    let others = favourites
        .into_iter()
        .flat_map(|equations| Factoring::others().map(move |factoring| (equations, factoring)))
        .filter(|(_, factoring)| has_parameters || !factoring.is_prepared)
        .filter_map(|(equations, factoring)| try_factoring(equations, factoring));
    let candidates = first_programs
        .into_iter()
        .map(|(weight, program, _)| (weight, program))
        .chain(others);
    candidates
        .min_by_key(|(weight, _)| *weight)
        .map(|(_, program)| program)
}

/// The polynomials of a function, composed of those of the equations.
struct Assembly<'a> {
    equations: &'a ExpandedEquations,
    factoring: Factoring,
    /// The entries that are variables of their own.
    definitions: Vec<Polynomial>,
    /// Whether any entry that was used has several terms, so that it could be a variable of its own.
    has_entries: bool,
}

impl Assembly<'_> {
    /// The program of a function. None if the recursions compute it, or if it has too many terms.
    fn program(mut self, function: Function) -> Option<Program> {
        // The rates are those of the coordinates, not of sums.
        let has_plain_rates = self.equations.sums.iter().all(Option::is_none);
        match function.quantity() {
            Quantity::MassMatrix => {
                let m = self.mass_matrix();
                self.write_program(m, |b, rates, m| pull_back_symmetric(b, rates, &mirror(m)))
            }
            Quantity::CoriolisMatrix => {
                let c = self.coriolis_matrix();
                self.write_program(c, |b, rates, c| {
                    pull_back_matrix(b, rates, rows_of_square(c)).concat()
                })
            }
            // Wrenches are not part of a Lagrangian. The caller adds all other forces that act.
            Quantity::Force(terms) if !terms.wrenches => self.forces(terms),
            Quantity::Acceleration(terms) if !terms.wrenches => {
                let mut outputs = self.mass_matrix();
                outputs.extend(self.force_polynomials(terms.without_qdd()));
                self.write_program(outputs, forward_dynamics)
            }
            Quantity::MassMatrixInverse => {
                let m = self.mass_matrix();
                self.write_program(m, mass_matrix_inverse)
            }
            Quantity::KineticEnergy => {
                let energy = self.kinetic_energy();
                self.write_program(vec![energy], |_, _, energy| energy)
            }
            // The next two do not depend on rates, so one choice of rates is enough.
            Quantity::PotentialEnergy if has_plain_rates => {
                let energy = self.equations.potential.clone();
                self.write_program(vec![energy], |_, _, energy| energy)
            }
            Quantity::CenterOfMass if has_plain_rates => {
                let center = self.center_of_mass()?;
                self.write_program(center, |_, _, center| center)
            }
            // All other functions are left to the recursions.
            _ => None,
        }
    }

    /// The program of generalized forces with these terms.
    fn forces(mut self, terms: Terms) -> Option<Program> {
        let tau = self.force_polynomials(terms);
        self.write_program(tau, |b, rates, mut tau| {
            pull_back(b, rates, &mut tau);
            tau
        })
    }

    /// The program that computes these outputs, and then applies `convert` to them. None if they have too many terms, or if an
    /// equal program is tried with another factoring.
    fn write_program(
        self,
        outputs: Vec<Polynomial>,
        convert: impl FnOnce(&mut Builder, &Sums, Vec<Value>) -> Vec<Value>,
    ) -> Option<Program> {
        let variables = &self.equations.variables;
        let mut polynomials = Polynomials {
            atom_count: variables.count(),
            definitions: self.definitions,
            outputs,
        };
        let coefficients = if self.factoring.is_prepared {
            prepare(&mut polynomials, &|v| variables.is_parameter(v))
        } else {
            Vec::new()
        };
        let terms = polynomials.terms();
        let is_first = self.factoring == Factoring::FIRST;
        // If no entry could be a variable of its own, multiplying out makes no difference.
        let is_repeated = self.factoring.is_expanded && !self.has_entries;
        if terms > EXPANSION_LIMIT || (!is_first && (terms > FACTORING_LIMIT || is_repeated)) {
            return None;
        }
        let shared = share(&polynomials, self.factoring.order);
        let mut b = Builder::new();
        let mut inputs = variables.values(&mut b, &self.equations.sums);
        let coefficients = Polynomials {
            atom_count: inputs.len(),
            definitions: Vec::new(),
            outputs: coefficients,
        };
        inputs.extend(to_program(&mut b, &coefficients, &inputs));
        let values = to_program(&mut b, &shared, &inputs);
        let outputs = convert(&mut b, &self.equations.sums, values);
        Some(b.finish(&outputs))
    }

    /// M, the upper triangle by rows.
    fn mass_matrix(&mut self) -> Vec<Polynomial> {
        let n = self.equations.variables.nv;
        let pairs = (0..n).flat_map(|i| (i..n).map(move |j| (i, j)));
        pairs
            .map(|(i, j)| self.equations.mass_matrix[i][j].clone())
            .collect()
    }

    /// `C_kj = sum over i of Gamma_kij w_i`, with the rates w of the sums.
    fn coriolis_matrix(&mut self) -> Vec<Polynomial> {
        let (equations, n) = (self.equations, self.equations.variables.nv);
        let mut c = Vec::new();
        for k in 0..n {
            for j in 0..n {
                let mut sum = WeightedSum::default();
                for i in 0..n {
                    let entry = self.entry(&equations.christoffel[k][i][j]);
                    sum.add(&entry, &integer(1), &[equations.variables.rate(i)]);
                }
                c.push(sum.finish());
            }
        }
        c
    }

    /// g, `Gamma(w, w)`, the drive and `M a`, as far as they are requested.
    fn force_polynomials(&mut self, terms: Terms) -> Vec<Polynomial> {
        let (equations, n) = (self.equations, self.equations.variables.nv);
        let variables = &equations.variables;
        (0..n)
            .map(|k| {
                let mut sum = WeightedSum::default();
                if terms.gravity {
                    sum.add(&equations.gravity[k], &integer(1), &[]);
                }
                if terms.drive {
                    sum.add(&equations.drive_at_rest[k], &integer(1), &[]);
                }
                for i in 0..n {
                    if terms.drive {
                        let entry = self.entry(&equations.drive_matrix[k][i]);
                        sum.add(&entry, &integer(1), &[variables.rate(i)]);
                    }
                    if terms.acceleration {
                        let entry = self.entry(&equations.mass_matrix[k][i]);
                        sum.add(&entry, &integer(1), &[variables.acceleration(i)]);
                    }
                    for j in (i..n).filter(|_| terms.velocity) {
                        let entry = self.entry(&equations.christoffel[k][i][j]);
                        let count = integer(if i == j { 1 } else { 2 });
                        sum.add(&entry, &count, &[variables.rate(i), variables.rate(j)]);
                    }
                }
                sum.finish()
            })
            .collect()
    }

    /// `w . M w / 2 + T1 + T0`
    fn kinetic_energy(&mut self) -> Polynomial {
        let (equations, n) = (self.equations, self.equations.variables.nv);
        let mut sum = WeightedSum::default();
        sum.add(&equations.kinetic_at_rest, &integer(1), &[]);
        for i in 0..n {
            let rate = equations.variables.rate(i);
            sum.add(&equations.momenta_at_rest[i], &integer(1), &[rate]);
            for j in i..n {
                let entry = self.entry(&equations.mass_matrix[i][j]);
                let factor = integer(1) / integer(if i == j { 2 } else { 1 });
                let (x, y) = (equations.variables.rate(i), equations.variables.rate(j));
                sum.add(&entry, &factor, &[x, y]);
            }
        }
        sum.finish()
    }

    /// `sum m r / sum m`; None if the mass is 0 or depends on parameters.
    fn center_of_mass(&self) -> Option<Vec<Polynomial>> {
        let [
            Monomial {
                coefficient: mass,
                factors,
            },
        ] = self.equations.mass.as_slice()
        else {
            return None;
        };
        let inverse = factors.is_empty().then(|| Rational::ONE / mass)?;
        let scaled = |moment: &Polynomial| {
            let mut sum = WeightedSum::default();
            sum.add(moment, &inverse, &[]);
            sum.finish()
        };
        Some(self.equations.first_moment.iter().map(scaled).collect())
    }

    /// An entry as it is used in a function: itself, or a variable of its own.
    fn entry(&mut self, entry: &Polynomial) -> Polynomial {
        self.has_entries |= entry.len() > 1;
        if self.factoring.is_expanded || self.is_single(entry) {
            return entry.clone();
        }
        // Proportional entries share a variable.
        let (scale, quotient) = split_scale(entry);
        let index = index_of(&mut self.definitions, quotient);
        let variable = self.equations.variables.count() + index;
        vec![Monomial {
            coefficient: scale,
            factors: vec![variable as Variable],
        }]
    }

    /// Whether an entry is one term, after parameters are gathered in prepared coefficients.
    fn is_single(&self, entry: &Polynomial) -> bool {
        let variables = &self.equations.variables;
        let other_factors = |term: &Monomial| -> Vec<Variable> {
            let factors = term.factors.iter().copied();
            factors
                .filter(|&variable| !variables.is_parameter(variable))
                .collect()
        };
        let is_alike = |pair: &[Monomial]| other_factors(&pair[0]) == other_factors(&pair[1]);
        entry.len() < 2 || self.factoring.is_prepared && entry.windows(2).all(is_alike)
    }
}

/// Replaces all coefficients that depend only on parameters by new variables, which follow the existing atoms. Returns
/// the polynomials of the new variables.
fn prepare(
    polynomials: &mut Polynomials,
    is_parameter: &dyn Fn(Variable) -> bool,
) -> Vec<Polynomial> {
    let (mut coefficients, mut quotients): (Vec<Polynomial>, Vec<Polynomial>) = Default::default();
    // The terms of a polynomial, each with the index of the new variable that multiplies it, unless its coefficient is a number.
    let mut collect = |polynomial: &Polynomial| -> Vec<(Monomial, Option<usize>)> {
        let mut coefficient_of: BTreeMap<Vec<Variable>, Polynomial> = BTreeMap::new();
        for term in polynomial {
            let (parameters, others) =
                (term.factors.iter()).partition(|&&variable| is_parameter(variable));
            coefficient_of.entry(others).or_default().push(Monomial {
                coefficient: term.coefficient.clone(),
                factors: parameters,
            });
        }
        let terms = coefficient_of.into_iter().map(|(factors, sum)| {
            let (scale, quotient) = split_scale(&sum);
            if quotient.len() == 1 && quotient[0].factors.is_empty() {
                let coefficient = scale;
                return (
                    Monomial {
                        coefficient,
                        factors,
                    },
                    None,
                );
            }
            // Of proportional coefficients, the first one is computed as it is; the others are multiples of it.
            let index = index_of(&mut quotients, quotient);
            if index == coefficients.len() {
                coefficients.push(sum);
            }
            let coefficient = scale / &coefficients[index][0].coefficient;
            (
                Monomial {
                    coefficient,
                    factors,
                },
                Some(index),
            )
        });
        terms.collect()
    };
    let all_polynomials = (polynomials.outputs.iter_mut()).chain(&mut polynomials.definitions);
    let pairs: Vec<_> = all_polynomials
        .map(|polynomial| (collect(polynomial), polynomial))
        .collect();
    let (count, shift) = (polynomials.atom_count, coefficients.len());
    for (terms, polynomial) in pairs {
        let shifted_terms = terms.into_iter().map(|(mut term, variable)| {
            for factor in &mut term.factors {
                // Definitions come after all atoms.
                if usize::from(*factor) >= count {
                    *factor += shift as Variable;
                }
            }
            term.factors
                .extend(variable.map(|index| (count + index) as Variable));
            term.factors.sort_unstable();
            term
        });
        *polynomial = shifted_terms.collect();
    }
    polynomials.atom_count += shift;
    coefficients
}

/// Splits a polynomial into its first coefficient and the polynomial divided by that, which is the same for all
/// polynomials that are proportional.
fn split_scale(polynomial: &Polynomial) -> (Rational, Polynomial) {
    let scale = polynomial[0].coefficient.clone();
    let mut sum = WeightedSum::default();
    sum.add(polynomial, &(Rational::ONE / &scale), &[]);
    (scale, sum.finish())
}

/// The index of a polynomial in a list. A polynomial that is not in the list is added.
fn index_of(list: &mut Vec<Polynomial>, polynomial: Polynomial) -> usize {
    let index = list.iter().position(|entry| *entry == polynomial);
    index.unwrap_or_else(|| {
        list.push(polynomial);
        list.len() - 1
    })
}

/// A sum of polynomials, in which like terms are combined.
#[derive(Default)]
struct WeightedSum {
    terms: BTreeMap<Vec<Variable>, Rational>,
}

impl WeightedSum {
    /// Adds `factor * product of variables * polynomial`.
    fn add(&mut self, polynomial: &Polynomial, factor: &Rational, product: &[Variable]) {
        for term in polynomial {
            let mut factors = [&term.factors, product].concat();
            factors.sort_unstable();
            *self.terms.entry(factors).or_insert(Rational::ZERO) += &term.coefficient * factor;
        }
    }

    fn finish(self) -> Polynomial {
        let terms = self.terms.into_iter().filter(|(_, c)| *c != Rational::ZERO);
        terms
            .map(|(factors, coefficient)| Monomial {
                coefficient,
                factors,
            })
            .collect()
    }
}

/// A symmetric matrix from its upper triangle.
fn mirror(upper: Vec<Value>) -> Vec<Vec<Value>> {
    let n = (0..)
        .find(|n| n * (n + 1) / 2 == upper.len())
        .expect("a triangle");
    let index = |i: usize, j: usize| i * n - i * (i + 1) / 2 + j;
    (0..n)
        .map(|i| (0..n).map(|j| upper[index(i.min(j), i.max(j))]).collect())
        .collect()
}

/// A matrix from its rows.
fn rows_of_square(entries: Vec<Value>) -> Vec<Vec<Value>> {
    let n = (0..).find(|n| n * n == entries.len()).expect("a square");
    entries.chunks_exact(n).map(<[Value]>::to_vec).collect()
}

/// Solves for the accelerations of the sums, and converts them to those of the coordinates.
fn forward_dynamics(b: &mut Builder, rates: &Sums, mut values: Vec<Value>) -> Vec<Value> {
    let n = rates.len();
    let bias = values.split_off(values.len() - n);
    let factors = factor(b, mirror(values));
    let mut tau: Vec<Value> = (0..n).map(|v| b.input(InputKind::Tau, v)).collect();
    push_forward(b, rates, &mut tau);
    let forces = tau
        .iter()
        .zip(bias)
        .map(|(&tau, bias)| b.sub(tau, bias))
        .collect();
    let a = factors.solve(b, forces);
    differences(b, rates, &a)
}

/// `A^-1 M^-1 A^-T`, where M is that of the sums, and A maps rates of the coordinates to rates of the sums.
fn mass_matrix_inverse(b: &mut Builder, rates: &Sums, values: Vec<Value>) -> Vec<Value> {
    let n = rates.len();
    let factors = factor(b, mirror(values));
    let columns: Vec<Vec<Value>> = (0..n)
        .map(|column| {
            let mut unit: Vec<Value> = (0..n)
                .map(|row| if row == column { b.one() } else { b.zero() })
                .collect();
            push_forward(b, rates, &mut unit);
            let a = factors.solve(b, unit);
            differences(b, rates, &a)
        })
        .collect();
    // Both triangles have the entries of one, so that the result is exactly symmetric.
    (0..n * n)
        .map(|entry| columns[(entry / n).max(entry % n)][(entry / n).min(entry % n)])
        .collect()
}
