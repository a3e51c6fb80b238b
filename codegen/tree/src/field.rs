//! The properties of a parameter field before it has a value: enough to draw plausible values.

use std::collections::BTreeSet;

use multibody_description::system::System;
use multibody_program::exact::Rational;
use multibody_program::ir::{InputKind, Node};

/// One parameter, or an array of them.
#[derive(Clone, Debug)]
pub struct ParameterField {
    /// The number of its parameters.
    pub count: usize,
    /// The values that the description gives, if any.
    pub default: Option<Vec<Rational>>,
    /// Whether a mass, an inertia or an armature depends on the field, so that its values have to be positive.
    pub is_positive: bool,
}

impl ParameterField {
    /// All fields of a robot, in the order of its parameters.
    #[must_use]
    pub fn all(system: &System) -> Vec<Self> {
        let masses = system.tree.links.iter().flat_map(|link| {
            let inertia = link.inertia.into_iter().flatten();
            inertia.chain([link.mass])
        });
        let armatures = system.tree.joints.iter().map(|joint| joint.armature);
        let symbolic_masses = system.symbolic.bodies.iter().flat_map(|body| {
            let inertia = body.inertia.into_iter().flatten();
            inertia.chain([body.mass])
        });
        let positive_values: Vec<_> = masses.chain(armatures).chain(symbolic_masses).collect();
        let program = system.builder.finish(&positive_values);
        let positive_parameters: BTreeSet<usize> = (program.nodes().iter())
            .filter_map(|node| match node {
                Node::Input(input) if input.kind == InputKind::Parameter => {
                    Some(input.index as usize)
                }
                _ => None,
            })
            .collect();
        let fields = system.parameters.iter().map(|parameter| {
            let count = parameter.shape.count();
            let mut indices = parameter.first..parameter.first + count;
            Self {
                count,
                default: parameter.default.clone(),
                is_positive: indices.any(|index| positive_parameters.contains(&index)),
            }
        });
        fields.collect()
    }
}
