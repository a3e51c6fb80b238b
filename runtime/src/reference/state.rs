//! States at which quantities are computed.

use std::{vec, vec::Vec};

use super::Model;

/// Positions, rates and forces at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Time, in s.
    pub t: f64,
    /// Positions, `nq` long.
    pub q: Vec<f64>,
    /// Rates, `nv` long.
    pub qd: Vec<f64>,
    /// Accelerations, `nv` long.
    pub qdd: Vec<f64>,
    /// Generalized forces, `nv` long.
    pub tau: Vec<f64>,
    /// Force, then moment, in world axes at the link's origin: one for each link on which the robot's functions take a
    /// wrench.
    pub wrenches: Vec<[f64; 6]>,
    /// Gains `[ks, kd]` for the feedback of constraint errors.
    pub feedback: [f64; 2],
    /// The coefficient of restitution of constraint impulses.
    pub restitution: f64,
    /// The weight of multipliers relative to motor forces, for constrained inverse dynamics.
    pub weight: f64,
    /// Given multipliers, for constrained inverse dynamics with multipliers; `nc` long.
    pub lambda: Vec<f64>,
    /// 1 for active constraint rows, otherwise 0; `nc` long.
    pub selectors: Vec<f64>,
    /// The direction of derivatives: changes of positions along rates, of `qd`, and of `qdd` or `tau`, each `nv` long.
    pub direction: [Vec<f64>; 3],
    /// Weights of values in the sum that is differentiated, `nv` long.
    pub weights: Vec<f64>,
    /// Controls, one for each actuator.
    pub ctrl: Vec<f64>,
}

impl Model {
    /// The neutral position: zeros, and identity quaternions.
    pub fn neutral(&self) -> Vec<f64> {
        let mut q = vec![0.0; self.nq];
        self.normalize(&mut q);
        q
    }

    /// A random state with `wrenches` wrenches; the same seed gives the same state.
    ///
    /// Positions are uniformly distributed within their [limits](Self::limited), or between -pi and pi; quaternions are then
    /// scaled to unit length. Selectors are 0 or 1. All other numbers, time included, are uniformly distributed between -pi
    /// and pi.
    pub fn random_state(&self, seed: u64, wrenches: usize) -> State {
        let mut random = Random::new(seed);
        let mut q: Vec<f64> = self
            .ranges
            .iter()
            .map(|&(lower, upper)| random.between(lower, upper))
            .collect();
        self.normalize(&mut q);
        let mut number = || random.between(-std::f64::consts::PI, std::f64::consts::PI);
        let mut state = State {
            t: 0.0,
            q,
            qd: (0..self.nv).map(|_| number()).collect(),
            qdd: (0..self.nv).map(|_| number()).collect(),
            tau: (0..self.nv).map(|_| number()).collect(),
            wrenches: (0..wrenches)
                .map(|_| std::array::from_fn(|_| number()))
                .collect(),
            feedback: [0.0; 2],
            restitution: 0.0,
            weight: 0.0,
            lambda: Vec::new(),
            selectors: Vec::new(),
            direction: [const { Vec::new() }; 3],
            weights: Vec::new(),
            ctrl: Vec::new(),
        };
        state.t = number();
        state.feedback = [number(), number()];
        state.restitution = number();
        state.weight = number();
        state.lambda = (0..self.nc()).map(|_| number()).collect();
        let selector = |x: f64| if x > 0.0 { 1.0 } else { 0.0 };
        state.selectors = (0..self.nc()).map(|_| selector(number())).collect();
        let mut vector = || (0..self.nv).map(|_| number()).collect();
        state.direction = [vector(), vector(), vector()];
        state.weights = vector();
        state.ctrl = self.actuators.iter().map(|_| number()).collect();
        state
    }
}

/// The generator SplitMix64 (Steele, Lea and Flood 2014): small, and good enough for random states.
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A uniformly distributed number from `lower` up to, but without, `upper`.
    pub fn between(&mut self, lower: f64, upper: f64) -> f64 {
        // 53 random bits: all multiples of 2^-53 in [0, 1) are equally likely.
        let unit = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        lower + (upper - lower) * unit
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn splitmix_gives_the_published_sequence() {
        // The first outputs for this seed in the reference implementation of Vigna (2015).
        let mut random = Random::new(1234567);
        let first = [random.next(), random.next(), random.next()];
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn numbers_fill_their_range() {
        let mut random = Random::new(1);
        let numbers: [f64; 1000] = core::array::from_fn(|_| random.between(-2.0, 6.0));
        assert!(numbers.iter().all(|x| (-2.0..6.0).contains(x)));
        let mean = numbers.iter().sum::<f64>() / 1000.0;
        // The mean of 1000 such numbers is typically off by 8 / sqrt(12 * 1000) = 0.07.
        assert!((mean - 2.0).abs() < 0.3);
    }
}
