//! Lagrange's equations by central differences.

use super::big::Big;
use super::energies::State;
use super::places::{Origin, dot};
use crate::fuzzer::description::Constraint;
use crate::fuzzer::expression::Expr;

/// A step of positions and time; energies are smooth, and differences wrong by some `2^-140`.
const STEP: i32 = 70;

/// A value and how large the parts are that it is the sum of.
#[derive(Clone, Debug)]
pub struct Sum {
    pub value: Big,
    pub size: f64,
}

impl Sum {
    fn of(parts: &[Big]) -> Self {
        Self {
            value: parts.iter().cloned().sum(),
            size: parts.iter().map(|part| part.near().abs()).sum(),
        }
    }

    pub fn plus(&self, other: &Self) -> Self {
        Self {
            value: &self.value + &other.value,
            size: self.size + other.size,
        }
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negative())
    }

    pub fn negative(&self) -> Self {
        Self {
            value: -&self.value,
            size: self.size,
        }
    }
}

/// A matrix times a vector.
pub fn times(matrix: &[Vec<Sum>], vector: &[Big]) -> Vec<Sum> {
    let product = |row: &Vec<Sum>| {
        let parts = row.iter().zip(vector);
        let parts = parts.map(|(sum, x)| Sum {
            value: &sum.value * x,
            size: sum.size * x.near().abs(),
        });
        parts.fold(Sum::of(&[]), |sum, part| sum.plus(&part))
    };
    matrix.iter().map(product).collect()
}

/// Of each part of a sum, `(f(x + h) - f(x - h)) / (2 h)`.
fn differences(function: impl Fn(&Big) -> Vec<Big>, step: &Big) -> Vec<Big> {
    let twice = step + step;
    let (after, before) = (function(step), function(&-step));
    after
        .iter()
        .zip(&before)
        .map(|(a, b)| &(a - b) / &twice)
        .collect()
}

/// The functions of a system at a state.
#[derive(Clone)]
pub struct Equations<'a> {
    pub origin: &'a Origin<'a>,
    pub state: State,
    pub nv: usize,
}

impl Equations<'_> {
    fn with_rates(&self, rates: Vec<Big>) -> State {
        State {
            rates,
            ..self.state.clone()
        }
    }

    fn zeros(&self) -> Vec<Big> {
        vec![Big::zero(); self.nv]
    }

    fn displace(state: &State, index: usize, step: &Big) -> State {
        let mut state = state.clone();
        state.displaced[index] = &state.displaced[index] + step;
        state
    }

    pub fn kinetic_energy(&self) -> Sum {
        Sum::of(&self.origin.kinetic(&self.state))
    }

    pub fn potential_energy(&self) -> Sum {
        Sum::of(&self.origin.potential(&self.state))
    }

    pub fn spring_energy(&self) -> Sum {
        Sum::of(&self.origin.springs(&self.state))
    }

    /// M: T is a polynomial of second degree in the rates, so that steps of 1 leave nothing out.
    pub fn mass_matrix(&self) -> Vec<Vec<Sum>> {
        let kinetic = |i: usize, j: usize, [a, b]: [f64; 2]| {
            let mut rates = self.zeros();
            rates[i] = &rates[i] + &Big::of(a);
            rates[j] = &rates[j] + &Big::of(b);
            self.origin.kinetic(&self.with_rates(rates))
        };
        let entry = |i: usize, j: usize| {
            let corners = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]]
                .map(|signs| kinetic(i, j, signs));
            let quarter = Big::of(0.25);
            let part = |k: usize| {
                let [a, b, c, d] = corners.each_ref().map(|corner| &corner[k]);
                &quarter * &(&(a - b) - &(c - d))
            };
            Sum::of(&(0..corners[0].len()).map(part).collect::<Vec<_>>())
        };
        (0..self.nv)
            .map(|i| (0..self.nv).map(|j| entry(i, j)).collect())
            .collect()
    }

    /// `d/dt dT/dqd_i` with rates that stay, and `-d(T - V)/dq_i`.
    pub fn bias(&self) -> Vec<Sum> {
        let step = Big::half_power(STEP);
        let entry = |i: usize| {
            let momentum = |by: &Big| {
                let later = self.state.later(by);
                let unit = Big::of(1.0);
                let shifted = |by: &Big| {
                    let mut state = later.clone();
                    state.rates[i] = &state.rates[i] + by;
                    self.origin.kinetic(&state)
                };
                differences(shifted, &unit)
            };
            let rate = Sum::of(&differences(momentum, &step));
            let kinetic = |by: &Big| self.origin.kinetic(&Self::displace(&self.state, i, by));
            let potential = |by: &Big| self.origin.potential(&Self::displace(&self.state, i, by));
            let kinetic = Sum::of(&differences(kinetic, &step));
            let potential = Sum::of(&differences(potential, &step));
            rate.minus(&kinetic).plus(&potential)
        };
        (0..self.nv).map(entry).collect()
    }

    /// `d(V - T0)/dq`
    pub fn gravity(&self) -> Vec<Sum> {
        let (step, still) = (Big::half_power(STEP), self.with_rates(self.zeros()));
        let entry = |i: usize| {
            let potential = |by: &Big| self.origin.potential(&Self::displace(&still, i, by));
            let kinetic = |by: &Big| self.origin.kinetic(&Self::displace(&still, i, by));
            let potential = Sum::of(&differences(potential, &step));
            potential.minus(&Sum::of(&differences(kinetic, &step)))
        };
        (0..self.nv).map(entry).collect()
    }

    /// Q: of springs, dampers, friction, and what expressions say.
    pub fn forces(&self) -> Vec<Sum> {
        let step = Big::half_power(STEP);
        let axis = |i: usize, function: &dyn Fn(&State) -> Vec<Big>| {
            differences(|by| function(&Self::displace(&self.state, i, by)), &step)
        };
        let names = self.origin.names_at(&self.state);
        let lengthened = differences(|by| self.origin.lengths(&self.state.later(by)), &step);
        let entry = |i: usize| {
            let mut parts: Vec<Big> = axis(i, &|state| self.origin.springs(state))
                .iter()
                .map(|part| -part)
                .collect();
            let shares = axis(i, &|state| self.origin.lengths(state));
            for ((spring, rate), share) in
                self.origin.of.springs.iter().zip(&lengthened).zip(&shares)
            {
                if let Some(damping) = &spring.damping {
                    parts.push(-&(&self.origin.fields.value(damping) * &(rate * share)));
                }
            }
            let pushed = self
                .origin
                .of
                .placed
                .iter()
                .filter_map(|placed| placed.force.as_ref());
            let moved = axis(i, &|state| {
                self.origin.push(state).into_iter().flatten().collect()
            });
            for (force, moved) in pushed.zip(moved.chunks_exact(3)) {
                let moved = [0, 1, 2].map(|k| moved[k].clone());
                parts.push(dot(&names.vector(force), &moved));
            }
            for (name, value) in &self.origin.of.forces {
                if self.origin.starts[name][1] == i {
                    parts.push(names.value(value));
                }
            }
            for joint in &self.origin.of.joints {
                if self
                    .origin
                    .starts
                    .get(&joint.name)
                    .is_none_or(|start| start[1] != i)
                {
                    continue;
                }
                let rate = &self.state.rates[i];
                let value = |of: &Expr| self.origin.fields.value(of);
                if let Some(damping) = &joint.damping {
                    parts.push(-&(&value(damping) * rate));
                }
                if let Some(friction) = &joint.friction {
                    let smooth = &(rate * rate) + &Big::parsed("0.0001");
                    parts.push(-&(&(&value(friction) * rate) / &smooth.sqrt()));
                }
            }
            Sum::of(&parts)
        };
        (0..self.nv).map(entry).collect()
    }

    /// The value of a constraint, none of one on rates, which has no position to be off by; its derivatives by positions, or by rates where it names them, and its second derivative by
    /// time, or its first, with rates that stay.
    pub fn constraint(
        &self,
        of: &Constraint,
        number: usize,
    ) -> Option<(Option<Big>, Vec<Big>, Big)> {
        let value = |state: &State| self.origin.constraint(of, number, state);
        let still = value(&self.with_rates(self.zeros()))?;
        let (step, here) = (Big::half_power(STEP), value(&self.state)?);
        let is_of_rates = match of {
            Constraint::Expression(value) => {
                value.any(&|e| matches!(e, Expr::Name(name) if name.ends_with("_dot")))
            }
            _ => false,
        };
        let one = |state: &State| vec![value(state).expect("it has a value")];
        let later = |by: &Big| one(&self.state.later(by));
        if is_of_rates {
            let row = |i: usize| {
                let mut rates = self.zeros();
                rates[i] = Big::of(1.0);
                &one(&self.with_rates(rates))[0] - &still
            };
            let rate = differences(later, &step).remove(0);
            return Some((None, (0..self.nv).map(row).collect(), rate));
        }
        let row =
            |i: usize| differences(|by| one(&Self::displace(&self.state, i, by)), &step).remove(0);
        let (after, before) = (later(&step).remove(0), later(&-&step).remove(0));
        let second = &(&(&after + &before) - &(&here + &here)) / &(&step * &step);
        Some((Some(here), (0..self.nv).map(row).collect(), second))
    }
}
