//! Energies and constraints next to a state.

use super::big::Big;
use super::places::{Matrix, Origin, Place, Places, applied, dot, minus, plus};
use crate::fuzzer::description::Constraint;
use crate::fuzzer::expression::Expr;

/// Half the time between the two places that a velocity is found by.
const STEP: i32 = 80;

/// Displacements, rates and time.
#[derive(Clone, Debug)]
pub struct State {
    pub displaced: Vec<Big>,
    pub rates: Vec<Big>,
    pub t: Big,
}

impl State {
    /// A while later, all rates the same.
    pub fn later(&self, duration: &Big) -> Self {
        let displaced = self.displaced.iter().zip(&self.rates);
        Self {
            displaced: displaced.map(|(d, rate)| d + &(rate * duration)).collect(),
            rates: self.rates.clone(),
            t: &self.t + duration,
        }
    }
}

/// A body: mass, moments about its centre, its centre and its axes.
type Body = (Big, [[Big; 3]; 3], Place, Matrix);

impl Origin<'_> {
    fn at(&self, state: &State) -> Places {
        self.places(&state.displaced, &state.t)
    }

    /// All names at a state, of rates too.
    pub fn names_at(&self, state: &State) -> super::places::Names {
        let mut names = self.at(state).names;
        self.name_rates(state, &mut names);
        names
    }

    fn name_rates(&self, state: &State, names: &mut super::places::Names) {
        let single = self.of.joints.iter().filter(|joint| joint.kind.is_single());
        let of_joints = single.map(|joint| &joint.name);
        for name in of_joints.chain(&self.of.coordinates) {
            if let Some([_, v]) = self.starts.get(name) {
                names
                    .numbers
                    .insert(format!("{name}_dot"), state.rates[*v].clone());
            }
        }
    }

    /// All that has a mass.
    fn bodies(&self, places: &Places) -> Vec<Body> {
        let mut bodies = Vec::new();
        for (joint, (rotation, place)) in self.of.joints.iter().zip(&places.links) {
            let body = &joint.body;
            let [xx, xy, xz, yy, yz, zz] =
                body.inertia.each_ref().map(|part| self.fields.value(part));
            let inertia = [
                [xx, xy.clone(), xz.clone()],
                [xy, yy, yz.clone()],
                [xz, yz, zz],
            ];
            let center = plus(place, &applied(rotation, &self.fields.vector(&body.com)));
            bodies.push((
                self.fields.value(&body.mass),
                inertia,
                center,
                rotation.clone(),
            ));
        }
        for placed in &self.of.placed {
            let mut inertia = [(); 3].map(|()| [(); 3].map(|()| Big::zero()));
            let mut axes = inertia.clone();
            if let Some((moments, orientation)) = &placed.rigid {
                let moments = self.fields.vector(moments);
                (0..3).for_each(|k| inertia[k][k] = moments[k].clone());
                axes = places.orientation(orientation);
            }
            let place = places.names.vector(&placed.position);
            bodies.push((self.fields.value(&placed.mass), inertia, place, axes));
        }
        bodies
    }

    /// T, of each body and expression.
    pub fn kinetic(&self, state: &State) -> Vec<Big> {
        let step = Big::half_power(STEP);
        let [after, before] =
            [step.clone(), -&step].map(|by| self.bodies(&self.at(&state.later(&by))));
        let twice = &step + &step;
        let half = Big::of(0.5);
        let mut energies: Vec<Big> = Vec::new();
        for (one, other) in after.iter().zip(&before) {
            let velocity = minus(&one.2, &other.2).map(|part| &part / &twice);
            energies.push(&half * &(&one.0 * &dot(&velocity, &velocity)));
            // tr(R' J R'^T) / 2 with J = tr(I) / 2 - I
            let rate = [0, 1, 2].map(|i| minus(&one.3[i], &other.3[i]).map(|part| &part / &twice));
            let trace = &(&one.1[0][0] + &one.1[1][1]) + &one.1[2][2];
            let second =
                [0, 1, 2].map(|i| {
                    [0, 1, 2].map(|k| {
                        if i == k { &(&half * &trace) - &one.1[i][k] } else { -&one.1[i][k] }
                    })
                });
            let rotation = rate
                .iter()
                .map(|row| dot(row, &applied(&second, row)))
                .sum();
            energies.push(&half * &rotation);
        }
        for joint in &self.of.joints {
            if let Some(armature) = &joint.armature {
                let rate = &state.rates[self.starts[&joint.name][1]];
                energies.push(&half * &(&self.fields.value(armature) * &(rate * rate)));
            }
        }
        let names = self.names_at(state);
        energies.extend(self.of.kinetic.iter().map(|term| names.value(term)));
        energies
    }

    /// V, of each body and expression.
    pub fn potential(&self, state: &State) -> Vec<Big> {
        let places = self.at(state);
        let gravity = match &self.of.gravity {
            Some(gravity) => self.fields.vector(gravity),
            None => [Big::zero(), Big::zero(), Big::parsed("-9.81")],
        };
        // What no joint moves has no potential energy: it would be a constant.
        let moves = |at: usize| self.of.is_moved(Some(at));
        let count = self.of.joints.len();
        let bodies = self.bodies(&places).into_iter().enumerate();
        let bodies = bodies
            .filter(|(at, _)| *at >= count || moves(*at))
            .map(|(_, body)| body);
        let bodies: Vec<Body> = bodies.collect();
        let mut terms: Vec<Big> = (bodies.iter())
            .map(|(mass, _, place, _)| -&(mass * &dot(&gravity, place)))
            .collect();
        terms.extend(
            self.of
                .potential
                .iter()
                .map(|term| places.names.value(term)),
        );
        terms
    }

    /// What each spring stores.
    pub fn springs(&self, state: &State) -> Vec<Big> {
        let places = self.at(state);
        let half = Big::of(0.5);
        let stored = |k: &Expr, stretched: Big| {
            &half * &(&self.fields.value(k) * &(&stretched * &stretched))
        };
        let mut forces = Vec::new();
        for joint in &self.of.joints {
            if let Some([k, rest]) = &joint.spring {
                let own = &places.names.numbers[&joint.name];
                forces.push(stored(k, own - &self.fields.value(rest)));
            }
        }
        for (spring, length) in self.of.springs.iter().zip(lengths(self, &places)) {
            forces.push(stored(
                &spring.stiffness,
                length - self.fields.value(&spring.length),
            ));
        }
        forces
    }

    /// How long springs between points are.
    pub fn lengths(&self, state: &State) -> Vec<Big> {
        lengths(self, &self.at(state))
    }

    /// Where what is pushed is.
    pub fn push(&self, state: &State) -> Vec<Place> {
        let places = self.at(state);
        let pushed = self
            .of
            .placed
            .iter()
            .filter(|placed| placed.force.is_some());
        pushed
            .map(|placed| places.names.vector(&placed.position))
            .collect()
    }

    /// A row of a constraint, whose number tells those of a circle from one another; none: the constraint has several rows and is
    /// no circle.
    pub fn constraint(&self, of: &Constraint, row: usize, state: &State) -> Option<Big> {
        let places = self.at(state);
        match of {
            Constraint::Expression(value) => Some(self.names_at(state).value(value)),
            Constraint::Distance([from, to], length) => {
                let separation = minus(&places.point(to), &places.point(from));
                let length = self.fields.value(length);
                Some(&Big::of(0.5) * &(dot(&separation, &separation) - &length * &length))
            }
            Constraint::Surface(index, equation) => {
                let mut names = places.names.clone();
                for (name, value) in ["x", "y", "z"].into_iter().zip(places.point(index)) {
                    names.numbers.insert(name.into(), value);
                }
                Some(names.value(equation))
            }
            Constraint::Circle(index, axis, (link, centre), radius) => {
                let d = minus(
                    &places.point(index),
                    &places.point(&(*link, centre.clone())),
                );
                let axis = ('x'..='z').position(|other| other == *axis)?;
                let unit = [0, 1, 2].map(|k| Big::of(if k == axis { 1.0 } else { 0.0 }));
                let unit = places.direction(*link, &unit);
                let radius = self.fields.value(radius);
                Some(match row {
                    0 => dot(&d, &unit),
                    _ => &(dot(&d, &d) - &radius * &radius) / &(&radius + &radius),
                })
            }
            _ => None,
        }
    }
}

fn lengths(origin: &Origin<'_>, places: &Places) -> Vec<Big> {
    let length = |ends: &[crate::fuzzer::description::Point; 2]| {
        let [from, to] = ends.each_ref().map(|end| places.point(end));
        let separation = minus(&to, &from);
        dot(&separation, &separation).sqrt()
    };
    origin
        .of
        .springs
        .iter()
        .map(|spring| length(&spring.ends))
        .collect()
}
