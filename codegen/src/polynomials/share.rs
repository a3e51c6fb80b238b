//! Common factors and common parts of sums, taken out one after the other.
//!
//! Two moves: a sum of two terms that occurs in several places, up to a factor, becomes a variable
//! (`x y + x z = x t`, which is also Horner's rule), and so does a product of two factors. Rajski and Vasudevamurthy 1992 (double-cube and single-cube divisors),
//! there for logic, here with coefficients; Hosangadi, Fallah and Kastner 2006 for polynomials.

use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::magnitudes::{Magnitudes, UNIT};
use super::tables::{Monomials, insert, split, without};
use super::{Polynomial, Polynomials, Term, Variable};
use crate::exact::Rational;

/// Which move comes next. None is the best for all polynomials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// A sum as long as one saves anything: factors first.
    SumsFirst,
    /// What saves most; a product only if it saves two operations more than any sum.
    SumsFavoured,
    /// What saves most; a product if it saves as much as any sum.
    ProductsFavoured,
}

impl Order {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::SumsFirst, Self::SumsFavoured, Self::ProductsFavoured];

    /// The rank of a move among others: the highest comes next.
    fn rank(self, is_sum: bool, saved: isize) -> (bool, isize) {
        match (self, is_sum) {
            (Self::SumsFirst, _) => (is_sum, saved),
            (Self::SumsFavoured, true) | (Self::ProductsFavoured, false) => (false, saved + 1),
            _ => (false, saved),
        }
    }
}

/// The same polynomials, their common parts as definitions.
#[must_use]
pub fn share(polynomials: &Polynomials, order: Order) -> Polynomials {
    let mut sharing = Sharing::new(polynomials, order);
    sharing.settle();
    while let Some(candidate) = sharing.best() {
        match candidate {
            Candidate::Sum(at) => sharing.take_sum(at),
            Candidate::Product(at) => sharing.take_product(at),
        }
        sharing.settle();
    }
    sharing.finish()
}

/// A term is compared with so many terms before it in its row: a row of hundreds, such as a robot's
/// kinetic energy, has little in common from one end to the other.
pub const WINDOW: usize = 100;

/// Something that may become a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Candidate {
    Product(usize),
    Sum(usize),
}

/// A term in its place.
#[derive(Clone, Debug)]
struct Slot {
    row: usize,
    negative: bool,
    /// Position of the coefficient's magnitude.
    magnitude: usize,
    factors: Vec<Variable>,
    alive: bool,
}

/// `u + ratio v`, where u and v have no factor in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sum {
    u: usize,
    v: usize,
    negative: bool,
    magnitude: usize,
}

#[derive(Clone, Debug)]
struct SumPlaces {
    sum: Sum,
    /// The terms that u and v come from.
    places: Vec<(usize, usize)>,
    /// Once it has been defined.
    definition: Option<Definition>,
}

/// A variable that is a multiple of a sum: sign and magnitude of the coefficient of u in it.
#[derive(Clone, Copy, Debug)]
struct Definition {
    variable: Variable,
    negative: bool,
    magnitude: usize,
}

/// One of the two factors of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Factor {
    /// The magnitude of a coefficient.
    Constant(usize),
    Variable(Variable),
}

#[derive(Clone, Debug)]
struct ProductPlaces {
    factors: (Factor, Variable),
    places: Vec<usize>,
}

/// See [`Order::rank`].
type Rank = (bool, isize);

struct Sharing {
    order: Order,
    given: usize,
    outputs: usize,
    /// First of the rows that are sums of two terms or products of two factors by construction.
    pairs: usize,
    slots: Vec<Slot>,
    /// Outputs, then definitions: the terms that are alive.
    rows: Vec<Vec<usize>>,
    magnitudes: Magnitudes,
    monomials: Monomials,
    sums: Vec<SumPlaces>,
    sum_of: FxHashMap<Sum, usize>,
    products: Vec<ProductPlaces>,
    product_of: FxHashMap<(Factor, Variable), usize>,
    /// Candidates that have found new places.
    changed: Vec<Candidate>,
    /// The rank of each candidate when it was last looked at.
    queue: BinaryHeap<(Rank, Candidate)>,
}

impl Sharing {
    fn new(polynomials: &Polynomials, order: Order) -> Self {
        let mut sharing = Self {
            order,
            given: polynomials.given,
            outputs: polynomials.outputs.len(),
            pairs: polynomials.outputs.len() + polynomials.definitions.len(),
            slots: Vec::new(),
            rows: vec![Vec::new(); polynomials.outputs.len() + polynomials.definitions.len()],
            magnitudes: Magnitudes::default(),
            monomials: Monomials::default(),
            sums: Vec::new(),
            sum_of: FxHashMap::default(),
            products: Vec::new(),
            product_of: FxHashMap::default(),
            changed: Vec::new(),
            queue: BinaryHeap::new(),
        };
        for (row, polynomial) in polynomials
            .outputs
            .iter()
            .chain(&polynomials.definitions)
            .enumerate()
        {
            for term in polynomial {
                let (negative, magnitude) = sharing.magnitudes.split(&term.coefficient);
                sharing.add(row, negative, magnitude, term.factors.clone());
            }
        }
        sharing
    }

    /// Adds a term to a row and notes what it has in common with others.
    fn add(&mut self, row: usize, negative: bool, magnitude: usize, factors: Vec<Variable>) {
        let twin = self.rows[row]
            .iter()
            .copied()
            .find(|&at| self.slots[at].factors == factors);
        if let Some(twin) = twin {
            return self.merge(row, twin, negative, magnitude);
        }
        let new = self.slots.len();
        self.slots.push(Slot {
            row,
            negative,
            magnitude,
            factors,
            alive: true,
        });
        let row_before = &self.rows[row];
        let near = row_before[row_before.len().saturating_sub(WINDOW)..].to_vec();
        for other in near {
            self.note_sum(other, new);
        }
        self.rows[row].push(new);
        self.note_products(new);
    }

    /// Adds a term where another has the same factors.
    fn merge(&mut self, row: usize, twin: usize, negative: bool, magnitude: usize) {
        let signed = |negative: bool, x: &Rational| if negative { -x.clone() } else { x.clone() };
        let own = signed(
            self.slots[twin].negative,
            &self.magnitudes[self.slots[twin].magnitude],
        );
        let sum = own + signed(negative, &self.magnitudes[magnitude]);
        let factors = self.slots[twin].factors.clone();
        self.remove(twin);
        if sum != Rational::ZERO {
            let (negative, magnitude) = self.magnitudes.split(&sum);
            self.add(row, negative, magnitude, factors);
        }
    }

    fn remove(&mut self, at: usize) {
        self.slots[at].alive = false;
        let row = self.slots[at].row;
        self.rows[row].retain(|&other| other != at);
    }

    fn note_sum(&mut self, a: usize, b: usize) {
        let (common, rest_a, rest_b) = split(&self.slots[a].factors, &self.slots[b].factors);
        let (u, v) = (self.monomials.number(rest_a), self.monomials.number(rest_b));
        let (a, b, u, v) = if u < v { (a, b, u, v) } else { (b, a, v, u) };
        let negative = self.slots[a].negative != self.slots[b].negative;
        let magnitude = self
            .magnitudes
            .ratio(self.slots[b].magnitude, self.slots[a].magnitude);
        let sum = Sum {
            u,
            v,
            negative,
            magnitude,
        };
        let next = self.sums.len();
        let at = *self.sum_of.entry(sum.clone()).or_insert(next);
        if at == next {
            self.sums.push(SumPlaces {
                sum,
                places: Vec::new(),
                definition: None,
            });
        }
        let Slot {
            row,
            negative,
            magnitude,
            ..
        } = self.slots[a];
        if common == 0 && row >= self.pairs {
            let variable = self.variable(row);
            self.sums[at].definition = Some(Definition {
                variable,
                negative,
                magnitude,
            });
        } else {
            self.sums[at].places.push((a, b));
        }
        // A sum without common factor or coefficient saves nothing the first time.
        let SumPlaces {
            sum,
            places,
            definition,
        } = &self.sums[at];
        let scaled_alike = sum.magnitude == UNIT && magnitude != UNIT;
        if common > 0 || scaled_alike || places.len() > 1 || definition.is_some() {
            self.changed.push(Candidate::Sum(at));
        }
    }

    fn note_products(&mut self, at: usize) {
        let slot = &self.slots[at];
        let whole = usize::from(slot.magnitude != UNIT) + slot.factors.len();
        // A definition that is a product of two stands for itself.
        if whole < 2 || (slot.row >= self.pairs && whole == 2 && self.rows[slot.row].len() == 1) {
            return;
        }
        let factors = slot.factors.clone();
        let constant = (slot.magnitude != UNIT).then_some(Factor::Constant(slot.magnitude));
        let mut pairs: Vec<(Factor, Variable)> = Vec::new();
        for (k, &factor) in factors.iter().enumerate() {
            pairs.extend(constant.map(|constant| (constant, factor)));
            pairs.extend(
                factors[..k]
                    .iter()
                    .map(|&other| (Factor::Variable(other), factor)),
            );
        }
        pairs.sort_unstable();
        pairs.dedup();
        for pair in pairs {
            let next = self.products.len();
            let known = *self.product_of.entry(pair).or_insert(next);
            if known == next {
                self.products.push(ProductPlaces {
                    factors: pair,
                    places: Vec::new(),
                });
            }
            self.products[known].places.push(at);
            self.changed.push(Candidate::Product(known));
        }
    }

    /// Looks again at all candidates that have found new places.
    fn settle(&mut self) {
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        for candidate in changed {
            if let Some(rank) = self.rank(candidate) {
                self.queue.push((rank, candidate));
            }
        }
    }

    /// The candidate of the highest rank.
    fn best(&mut self) -> Option<Candidate> {
        while let Some((promised, candidate)) = self.queue.pop() {
            let rank = self.rank(candidate);
            if rank == Some(promised) {
                return Some(candidate);
            }
            if let Some(rank) = rank {
                self.queue.push((rank, candidate));
            }
        }
        None
    }

    /// None: nothing is saved.
    fn rank(&mut self, candidate: Candidate) -> Option<Rank> {
        let saved = self.saved(candidate);
        let is_sum = matches!(candidate, Candidate::Sum(_));
        (saved > 0).then(|| self.order.rank(is_sum, saved))
    }

    fn saved(&mut self, candidate: Candidate) -> isize {
        match candidate {
            Candidate::Sum(at) => self.best_scale(at).0,
            Candidate::Product(at) => {
                let slots = &self.slots;
                self.products[at].places.retain(|&place| slots[place].alive);
                let places = &self.products[at].places;
                let ProductPlaces { factors, .. } = self.products[at];
                let uses: usize = places
                    .iter()
                    .map(|&at| times(&self.slots[at], factors))
                    .sum();
                uses as isize - 1
            }
        }
    }

    /// Places of a sum that do not overlap.
    fn places(&mut self, at: usize) -> Vec<(usize, usize)> {
        let slots = &self.slots;
        self.sums[at]
            .places
            .retain(|&(a, b)| slots[a].alive && slots[b].alive);
        let mut used: Vec<usize> = Vec::new();
        let mut free = Vec::new();
        for &(a, b) in &self.sums[at].places {
            if !used.contains(&a) && !used.contains(&b) {
                used.extend([a, b]);
                free.push((a, b));
            }
        }
        free
    }

    /// How many operations it saves to take a sum out, and the coefficient that u best gets in it.
    fn best_scale(&mut self, at: usize) -> (isize, usize) {
        let places = self.places(at);
        if places.is_empty() {
            return (0, UNIT);
        }
        let sum = self.sums[at].sum.clone();
        let (u, v) = (self.monomials[sum.u].len(), self.monomials[sum.v].len());
        let before: isize = places
            .iter()
            .map(|&(a, b)| 1 + self.slots[a].multiplications() + self.slots[b].multiplications())
            .sum();
        let after = |slots: &[Slot], scale: usize| -> isize {
            let uses = places.iter().map(|&(a, _)| {
                multiplications(slots[a].magnitude != scale, slots[a].factors.len() - u + 1)
            });
            uses.sum()
        };
        if let Some(definition) = self.sums[at].definition {
            return (
                before - after(&self.slots, definition.magnitude),
                definition.magnitude,
            );
        }
        let mut scales = vec![UNIT, self.magnitudes.ratio(UNIT, sum.magnitude)];
        scales.extend(places.iter().take(4).map(|&(a, _)| self.slots[a].magnitude));
        let mut best = (isize::MIN, UNIT);
        for scale in scales {
            let other = self.magnitudes.product(scale, sum.magnitude);
            let own = 1 + multiplications(scale != UNIT, u) + multiplications(other != UNIT, v);
            let saved = before - own - after(&self.slots, scale);
            if saved > best.0 {
                best = (saved, scale);
            }
        }
        best
    }

    fn take_sum(&mut self, at: usize) {
        let (_, scale) = self.best_scale(at);
        let places = self.places(at);
        let sum = self.sums[at].sum.clone();
        let u = self.monomials[sum.u].clone();
        let definition = match self.sums[at].definition {
            Some(definition) => definition,
            None => {
                let (variable, row) = self.define();
                let other = self.magnitudes.product(scale, sum.magnitude);
                let v = self.monomials[sum.v].clone();
                self.add(row, false, scale, u.clone());
                self.add(row, sum.negative, other, v);
                Definition {
                    variable,
                    negative: false,
                    magnitude: scale,
                }
            }
        };
        for (a, b) in places {
            let Slot {
                row,
                negative,
                magnitude,
                factors,
                ..
            } = self.slots[a].clone();
            if !self.slots[a].alive || !self.slots[b].alive {
                continue;
            }
            self.remove(a);
            self.remove(b);
            let mut factors = without(&factors, &u);
            insert(&mut factors, definition.variable);
            let magnitude = self.magnitudes.ratio(magnitude, scale);
            // Computed now, so that ratios of ratios never go deep.
            let _ = &self.magnitudes[magnitude];
            self.add(row, negative != definition.negative, magnitude, factors);
        }
    }

    fn take_product(&mut self, at: usize) {
        let ProductPlaces {
            factors: pair,
            places,
        } = self.products[at].clone();
        let (variable, row) = self.define();
        let (magnitude, factors) = match pair {
            (Factor::Constant(magnitude), x) => (magnitude, vec![x]),
            (Factor::Variable(x), y) => (UNIT, vec![x, y]),
        };
        self.add(row, false, magnitude, factors.clone());
        for place in places {
            let mut slot = self.slots[place].clone();
            if !slot.alive {
                continue;
            }
            self.remove(place);
            for _ in 0..times(&slot, pair) {
                slot.factors = without(&slot.factors, &factors);
                insert(&mut slot.factors, variable);
            }
            if magnitude != UNIT {
                slot.magnitude = UNIT;
            }
            self.add(slot.row, slot.negative, slot.magnitude, slot.factors);
        }
    }

    /// A new variable and the row of its definition.
    fn define(&mut self) -> (Variable, usize) {
        let row = self.rows.len();
        self.rows.push(Vec::new());
        (self.variable(row), row)
    }

    /// What a row defines.
    fn variable(&self, row: usize) -> Variable {
        Variable::try_from(self.given + row - self.outputs).expect("fewer than 2^16 variables")
    }

    fn finish(self) -> Polynomials {
        let polynomial = |row: &Vec<usize>| -> Polynomial {
            row.iter()
                .map(|&at| {
                    let slot = &self.slots[at];
                    let magnitude = self.magnitudes[slot.magnitude].clone();
                    let coefficient = if slot.negative { -magnitude } else { magnitude };
                    Term {
                        coefficient,
                        factors: slot.factors.clone(),
                    }
                })
                .collect()
        };
        Polynomials {
            given: self.given,
            outputs: self.rows[..self.outputs].iter().map(polynomial).collect(),
            definitions: self.rows[self.outputs..].iter().map(polynomial).collect(),
        }
    }
}

impl Slot {
    fn multiplications(&self) -> isize {
        multiplications(self.magnitude != UNIT, self.factors.len())
    }
}

/// Of a term with so many factors; a constant costs none.
fn multiplications(scaled: bool, factors: usize) -> isize {
    if factors == 0 {
        0
    } else {
        factors as isize - 1 + isize::from(scaled)
    }
}

/// How often a product can be taken out of a term.
fn times(slot: &Slot, (first, second): (Factor, Variable)) -> usize {
    let power = |x: Variable| slot.factors.iter().filter(|&&factor| factor == x).count();
    match first {
        Factor::Constant(magnitude) => {
            usize::from(slot.magnitude == magnitude && power(second) > 0)
        }
        Factor::Variable(first) if first == second => power(first) / 2,
        Factor::Variable(first) => power(first).min(power(second)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::integer;
    use crate::ir::{Builder, Count, Exact, Input, InputKind, Program};
    use crate::polynomials::lower;

    fn polynomial(terms: &[(i64, &[Variable])]) -> Polynomial {
        let term = |&(coefficient, factors): &(i64, &[Variable])| Term {
            coefficient: integer(coefficient),
            factors: factors.to_vec(),
        };
        terms.iter().map(term).collect()
    }

    fn program(polynomials: &Polynomials) -> Program {
        let mut b = Builder::new();
        let given: Vec<_> = (0..polynomials.given)
            .map(|at| b.input(InputKind::Q, at))
            .collect();
        let values = lower(&mut b, polynomials, &given);
        b.finish(&values)
    }

    fn at_a_point(program: &Program, given: usize) -> Vec<Rational> {
        let mut point = Exact::default();
        for at in 0..given {
            let value = integer(7 * at as i64 - 5) / integer(3 + at as i64);
            point.numbers.insert(Input::new(InputKind::Q, at), value);
        }
        point.evaluate(program).expect("polynomials")
    }

    fn shared(outputs: Vec<Polynomial>, given: usize, order: Order) -> Count {
        let polynomials = Polynomials {
            given,
            definitions: Vec::new(),
            outputs,
        };
        let (before, after) = (program(&polynomials), program(&share(&polynomials, order)));
        assert_eq!(
            at_a_point(&before, given),
            at_a_point(&after, given),
            "{order:?}"
        );
        Count::of(&after)
    }

    #[test]
    fn factors_come_out_as_in_horners_rule() {
        for order in Order::ALL {
            // x^3 + 2 x^2 - 3 x + 4
            let cubic = polynomial(&[(1, &[0, 0, 0]), (2, &[0, 0]), (-3, &[0]), (4, &[])]);
            let count = shared(vec![cubic], 1, order);
            assert_eq!((count.mul, count.add), (2, 3), "{order:?}");
        }
    }

    #[test]
    fn a_multiple_of_a_sum_is_the_same_sum() {
        for order in Order::ALL {
            // 3 x + 6 y, z (x + 2 y), w (2 y + x) - 1
            let outputs = vec![
                polynomial(&[(3, &[0]), (6, &[1])]),
                polynomial(&[(1, &[0, 2]), (2, &[1, 2])]),
                polynomial(&[(2, &[1, 3]), (1, &[0, 3]), (-1, &[])]),
            ];
            let count = shared(outputs, 4, order);
            assert_eq!((count.mul, count.add), (4, 2), "{order:?}");
        }
    }

    #[test]
    fn products_and_scaled_variables_are_computed_once() {
        for order in Order::ALL {
            let outputs = vec![
                polynomial(&[(1, &[0, 1, 2]), (1, &[3])]),
                polynomial(&[(5, &[0, 1]), (1, &[2])]),
                polynomial(&[(5, &[0, 1, 3]), (1, &[])]),
            ];
            let count = shared(outputs, 4, order);
            assert_eq!((count.mul, count.add), (4, 3), "{order:?}");
        }
    }
}
