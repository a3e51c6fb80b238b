//! Corresponding inputs of isomorphic limbs, which are parts of a system with the same structure, such as the legs of a
//! robot.

use std::collections::BTreeMap;

use super::Input;

/// The inputs of isomorphic limbs.
#[derive(Clone, Debug, Default)]
pub struct Limbs {
    inputs: BTreeMap<Input, LimbInput>,
    /// The number of limbs of each shape.
    counts: Vec<usize>,
}

/// Where an input is in the limbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimbInput {
    /// Index of the limb among all limbs.
    pub limb: usize,
    /// Index of the limb's shape, which all limbs isomorphic to it have.
    pub shape: usize,
    /// Index of the input among those of its limb.
    pub place: usize,
}

impl Limbs {
    /// Adds limbs of one shape, each with its inputs in corresponding order.
    pub fn add(&mut self, limbs: &[Vec<Input>]) {
        let shape = self.counts.len();
        let first_limb: usize = self.counts.iter().sum();
        for (limb, inputs) in (first_limb..).zip(limbs) {
            let places = inputs.iter().enumerate();
            self.inputs
                .extend(places.map(|(place, &input)| (input, LimbInput { limb, shape, place })));
        }
        self.counts.push(limbs.len());
    }

    /// Whether there are no limbs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Where an input is in the limbs. None: it belongs to no limb.
    #[must_use]
    pub fn find(&self, input: Input) -> Option<LimbInput> {
        self.inputs.get(&input).copied()
    }

    /// The number of limbs of each shape.
    #[must_use]
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }
}
