//! Forces other than gravity: those of force elements, computed from the potentials that define them, of springs between
//! points, and of actuators; constant and symbolic forces.

use super::{Displacement, MAX_RATE_DRAWS, Path, SystemAtState};
use crate::arithmetic::{
    Affine, Jet, Residue,
    direction::{self, TIME},
};
use crate::evaluation::{ForcePrograms, JetEvaluator};
use multibody_description::force::ForceVariable;
use multibody_program::ir::{Algebra, Function, Input, InputKind, evaluate};

/// A force on a link.
pub struct LinkForce {
    /// The link.
    pub link: usize,
    /// The point of application.
    pub point: [Residue; 3],
    /// The force.
    pub force: [Residue; 3],
}

impl SystemAtState<'_> {
    /// Redraws rates until every argument of a root in Rayleigh's functions (the potentials of damping and friction,
    /// which depend on rates) is a square, and fixes these roots in the state. These roots leave no equation undecided:
    /// the argument of each root is a polynomial in a rate, or in a sum of rates, without double zeros, and no two different
    /// polynomials have a factor in common. So no root, and no product of roots, can be expressed by the others and the
    /// remaining quantities, and an equation that fails at such a point fails for every choice of signs.
    pub(super) fn draw_rates_with_roots(&mut self) {
        for v in 0..self.state.values(InputKind::Qd).len() {
            for _ in 0..MAX_RATE_DRAWS {
                let arguments = self.root_arguments(v);
                if arguments.iter().all(|x| x.square_root().is_some()) {
                    self.state.fix_roots(arguments);
                    break;
                }
                self.state.draw_again(Input::new(InputKind::Qd, v));
            }
        }
    }

    /// The arguments of the roots in Rayleigh's functions whose last rate is this one.
    fn root_arguments(&mut self, v: usize) -> Vec<Residue> {
        let qd = self.state.values(InputKind::Qd).to_vec();
        let mut arguments = Vec::new();
        for (programs, coefficients) in self.programs.forces.iter().zip(&self.numbers.forces) {
            if programs.last_rate() == Some(v) && programs.variable == ForceVariable::Rate {
                let rate = rate_of_position(programs, &qd);
                let numbers = std::iter::once(rate).chain(coefficients.iter().copied());
                self.state.set(InputKind::Local, numbers.collect());
                arguments.extend(evaluate(&programs.roots, &mut self.state));
            }
        }
        arguments
    }

    /// `w . passive`: minus the derivatives of the potentials of force elements, plus the power of springs between
    /// points, of constant forces and of symbolic forces.
    pub fn passive_power(&mut self, w: &[Residue], qd: &[Residue]) -> Residue {
        let element_power = (0..self.numbers.forces.len()).fold(Residue::ZERO, |sum, force| {
            let programs = &self.programs.forces[force];
            let change = Jet::along(direction::FIRST, rate_of_position(programs, w));
            sum - self
                .force_potential(force, qd, change)
                .coefficient(direction::FIRST)
        });
        let link_power = self.spring_power(w, qd) + self.constant_power(w);
        element_power + link_power + self.symbolic_power(w)
    }

    /// `w . tau` of the actuators.
    pub fn actuator_power(&mut self, w: &[Residue]) -> Residue {
        let forces = evaluate(&self.programs.actuators, &mut self.state).into_iter();
        let actuators = self.system.actuators.iter();
        let rates = actuators.flat_map(|actuator| &actuator.rates);
        let pairs = rates.zip(forces);
        pairs.fold(Residue::ZERO, |sum, ((v, _), force)| sum + force * w[*v])
    }

    /// The power of the constant forces along `w`.
    fn constant_power(&mut self, w: &[Residue]) -> Residue {
        if self.numbers.constant_forces.is_empty() {
            return Residue::ZERO;
        }
        let path = Path::<2>::from_rates(w.iter().map(|&x| Jet::constant(x)).collect());
        let placements = self.trajectory(&path, Displacement::ShiftThenRate).links;
        let forces = self.system.constant_forces.iter();
        let pairs = forces.zip(&self.numbers.constant_forces);
        pairs.fold(Residue::ZERO, |sum, (constant, [point, force])| {
            let position = point_in_world(&placements[constant.link], point);
            (0..3).fold(sum, |sum, k| sum + position[k].coefficient(TIME) * force[k])
        })
    }

    /// The square of the length of each spring between points, and half its derivative along the given rates.
    fn squared_lengths_with_rates(&mut self, rates: &[Residue]) -> Vec<[Residue; 2]> {
        let path = Path::<2>::from_rates(rates.iter().map(|&x| Jet::constant(x)).collect());
        let placements = self.trajectory(&path, Displacement::ShiftThenRate).links;
        let position = |link: Option<usize>, point: &[Residue; 3]| match link {
            Some(link) => point_in_world(&placements[link], point),
            None => point.map(Jet::constant),
        };
        let springs = self.system.point_springs.iter().zip(&self.numbers.springs);
        springs
            .map(|(element, spring)| {
                let [first, second] =
                    [0, 1].map(|k| position(element.ends[k].link, &spring.points[k]));
                let square = (0..3).fold(Jet::ZERO, |sum, k| {
                    let component = second[k] - first[k];
                    sum + component * component
                });
                [square.value(), square.coefficient(TIME) * Residue::half()]
            })
            .collect()
    }

    /// The square of the length of each spring between points.
    pub fn square_lengths(&mut self) -> Vec<Residue> {
        if self.numbers.springs.is_empty() {
            return Vec::new();
        }
        let zero_rates = vec![Residue::ZERO; self.state.values(InputKind::Qd).len()];
        let squares = self.squared_lengths_with_rates(&zero_rates).into_iter();
        squares.map(|[square, _]| square).collect()
    }

    /// Fixes the lengths of springs, which are square roots, in the state.
    pub(super) fn fix_length_roots(&mut self) {
        let squares = self.square_lengths();
        self.state.fix_roots(squares);
    }

    /// The stretch of each spring between points, and its derivative along the given rates.
    fn stretches(&mut self, rates: &[Residue]) -> Vec<[Residue; 2]> {
        if self.numbers.springs.is_empty() {
            return Vec::new();
        }
        let squares = self.squared_lengths_with_rates(rates).into_iter();
        let lengths = squares.map(|[square, half_change]| {
            let length = self.state.call(Function::Sqrt, &square, None);
            [length, self.state.div(&half_change, &length)]
        });
        let lengths: Vec<_> = lengths.collect();
        let springs = self.numbers.springs.iter().zip(lengths);
        springs
            .map(|(spring, [length, rate])| [length - spring.length, rate])
            .collect()
    }

    /// The forces of springs between points, and the constant forces, on links with these placements.
    pub fn link_forces<const N: usize>(
        &mut self,
        placements: &[Affine<N>],
        qd: &[Residue],
    ) -> Vec<LinkForce> {
        let mut forces = Vec::new();
        for (index, [stretch, rate]) in self.stretches(qd).into_iter().enumerate() {
            let spring = &self.numbers.springs[index];
            let ends = self.system.point_springs[index].ends;
            let [first, second] = [0, 1].map(|k| {
                let point = spring.points[k];
                ends[k].link.map_or(point, |link| {
                    std::array::from_fn(|i| {
                        let x = |j: usize| placements[link].entry(i, j).value();
                        (0..3).fold(x(3), |sum, j| sum + x(j) * point[j])
                    })
                })
            });
            let tension = spring.stiffness * stretch + spring.damping * rate;
            let length = stretch + spring.length;
            // Force density: tension per length.
            let density = self.state.div(&tension, &length);
            let force: [Residue; 3] = std::array::from_fn(|k| density * (second[k] - first[k]));
            let reaction = force.map(|x| -x);
            let loads = [(ends[0], first, force), (ends[1], second, reaction)];
            forces.extend(loads.into_iter().filter_map(|(end, point, force)| {
                let link = end.link?;
                Some(LinkForce { link, point, force })
            }));
        }
        let constant_forces = self.system.constant_forces.iter();
        let pairs = constant_forces.zip(&self.numbers.constant_forces);
        forces.extend(pairs.map(|(constant, [point, force])| LinkForce {
            link: constant.link,
            point: point_in_world(&placements[constant.link], point).map(|x| x.value()),
            force: *force,
        }));
        forces
    }

    /// The power of the springs between points along `w`: minus the sum over springs of `(k (l - l0) + c dl/dt) l'`, with the
    /// stiffness k, the damping c, the length l, the length l0 at rest, and the derivative `l'` of l along `w`.
    fn spring_power(&mut self, w: &[Residue], qd: &[Residue]) -> Residue {
        let (along_w, along_qd) = (self.stretches(w), self.stretches(qd));
        let springs = self
            .numbers
            .springs
            .iter()
            .zip(along_w.iter().zip(&along_qd));
        springs.fold(
            Residue::ZERO,
            |sum, (spring, ([stretch, rate_along_w], [_, rate]))| {
                sum - (spring.stiffness * *stretch + spring.damping * *rate) * *rate_along_w
            },
        )
    }

    /// The energy that force elements and springs between points store.
    pub fn spring_energy(&mut self) -> Residue {
        let has_energy =
            |force: &usize| self.programs.forces[*force].variable == ForceVariable::Position;
        let elements: Vec<usize> = (0..self.numbers.forces.len()).filter(has_energy).collect();
        let element_energy = elements.into_iter().fold(Residue::ZERO, |sum, force| {
            sum + self.force_potential(force, &[], Jet::ZERO).value()
        });
        let zero_rates = vec![Residue::ZERO; self.state.values(InputKind::Qd).len()];
        let stretches = self.stretches(&zero_rates);
        let pairs = self.numbers.springs.iter().zip(stretches);
        pairs.fold(element_energy, |sum, (spring, [stretch, _])| {
            sum + Residue::half() * spring.stiffness * stretch * stretch
        })
    }

    /// The potential of a force element if its variable, the position along which it acts or the rate of this position, changes by
    /// `change`.
    fn force_potential(&mut self, force: usize, qd: &[Residue], change: Jet<4>) -> Jet<4> {
        let programs = &self.programs.forces[force];
        let variable = match programs.variable {
            ForceVariable::Position => evaluate(&programs.position, &mut self.state)[0],
            ForceVariable::Rate => rate_of_position(programs, qd),
        };
        let numbers = std::iter::once(variable).chain(self.numbers.forces[force].iter().copied());
        self.state.set(InputKind::Local, numbers.collect());
        let inputs = [(Input::new(InputKind::Local, 0), change)];
        JetEvaluator::new(&mut self.state, inputs).evaluate(&programs.potential)[0]
    }
}

/// The position of a point of a link in the world.
fn point_in_world<const N: usize>(placement: &Affine<N>, point: &[Residue; 3]) -> [Jet<N>; 3] {
    let constant = point.map(Jet::constant);
    std::array::from_fn(|i| {
        let row = &placement.0[i];
        (0..3).fold(row[3], |sum, k| sum + row[k] * constant[k])
    })
}

/// The rate of the position along which a force element acts.
fn rate_of_position(programs: &ForcePrograms, rates: &[Residue]) -> Residue {
    programs
        .rates
        .iter()
        .fold(Residue::ZERO, |sum, (v, factor)| {
            let factor = Residue::of(factor).unwrap_or(Residue::ZERO);
            sum + factor * rates[*v]
        })
}
