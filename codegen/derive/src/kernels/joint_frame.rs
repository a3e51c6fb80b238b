//! A joint's transform and motion subspace at the positions of one body.

use super::Twist;
use super::rotations::rotate_inertia;
use multibody_outputs::local::JointTerms;
use multibody_program::ir::{Builder, InputKind, Pose, Value};
use multibody_tree::{Body, Inertia, turn_about_z};

/// The pose of a body's frame in its parent's and the motion of its joint, as values of a program.
#[derive(Clone, Debug)]
pub struct JointFrame<'a> {
    /// From the parent's frame to the joint's fixed frame. Constant, unless the parent's frame does not turn with the
    /// parent's joint ([`JointFrame::of_hinge`]).
    pub placement: Pose,
    /// X(q): from the joint's fixed frame to the body's.
    pub transform: Pose,
    /// S, a twist in the body's frame for each rate.
    pub axes: Vec<Twist>,
    /// dS/dt.
    pub axis_rates: Vec<Twist>,
    /// The joint's positions.
    pub positions: Vec<Value>,
    /// The body's moments in its frame.
    pub moments: Inertia,
    /// Whether some child is not a hinge with a parallel axis. Without such a child, no motion of a child depends on the
    /// components of the body's angular acceleration perpendicular to z.
    pub has_nonparallel_child: bool,
    /// The terms derived for the joint's type.
    pub terms: &'a JointTerms,
}

impl<'a> JointFrame<'a> {
    /// The frame of a body, with its joint's local terms evaluated and lengths in `unit`.
    pub fn of(b: &mut Builder, body: &Body, terms: &'a JointTerms, unit: Value) -> Self {
        let rates = body.rates(b, InputKind::Qd);
        let mut frame = Self {
            moments: body.inertia,
            ..Self::new(b, body.placement, body.positions.clone(), &rates, terms)
        };
        let one = b.one();
        let inverse_unit = b.div(one, unit);
        let mut convert = |length: &mut Value| *length = b.mul(inverse_unit, *length);
        frame
            .transform
            .translation
            .iter_mut()
            .for_each(&mut convert);
        for axis in frame.axes.iter_mut().chain(&mut frame.axis_rates) {
            axis.linear.iter_mut().for_each(&mut convert);
        }
        frame
    }

    /// The frame of a hinge about z at `angle`. If `turns_moments`, the frame does not turn with the hinge, and the body's
    /// moments are rotated instead, so that no vector has to be rotated by the angle.
    pub fn of_hinge(
        b: &mut Builder,
        body: &Body,
        placement: Pose,
        angle: Value,
        turns_moments: bool,
        terms: &'a JointTerms,
    ) -> Self {
        let (s, c) = b.sin_cos(angle);
        let turn = turn_about_z(b, s, c);
        let (rotation, moments) = if turns_moments {
            (b.identity(), rotate_inertia(b, &body.inertia, &turn))
        } else {
            (turn, body.inertia)
        };
        let (zeros, axis) = (b.zeros(), [b.zero(), b.zero(), b.one()]);
        Self {
            placement,
            transform: Pose {
                rotation,
                translation: zeros,
            },
            axes: vec![Twist {
                linear: zeros,
                angular: axis,
            }],
            axis_rates: vec![Twist::zero(b)],
            positions: body.positions.clone(),
            moments,
            has_nonparallel_child: true,
            terms,
        }
    }

    /// The frame of a joint with this placement, and with local terms at these positions and rates; its body's moments
    /// are 0.
    pub fn new(
        b: &mut Builder,
        placement: Pose,
        positions: Vec<Value>,
        rates: &[Value],
        terms: &'a JointTerms,
    ) -> Self {
        let local: Vec<Value> = positions.iter().chain(rates).copied().collect();
        let mut inline_terms = |program| b.inline(program, |_, input| local[input.index as usize]);
        let x = inline_terms(&terms.transform);
        let axes = twists(&inline_terms(&terms.subspace));
        let axis_rates = twists(&inline_terms(&terms.subspace_rate));
        let transform = Pose {
            rotation: [[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]]],
            translation: [x[9], x[10], x[11]],
        };
        Self {
            placement,
            transform,
            axes,
            axis_rates,
            positions,
            moments: Inertia::zero(b),
            has_nonparallel_child: true,
            terms,
        }
    }

    /// Whether the joint only turns its body about z.
    pub fn turns_about_z(&self, b: &Builder) -> bool {
        let (zeros, z_axis) = (b.zeros(), [b.zero(), b.zero(), b.one()]);
        let r = &self.transform.rotation;
        self.transform.translation == zeros
            // The third row and the third column of the rotation.
            && [r[2], [r[0][2], r[1][2], r[2][2]]] == [z_axis; 2]
            && self.axes
                == [Twist {
                    linear: zeros,
                    angular: z_axis,
                }]
            && self.axis_rates == [Twist::zero(b)]
    }

    /// Whether the joint moves its body freely, with rates along the axes of the body: linear rates in any unit of
    /// length, then angular rates.
    pub fn is_floating(&self, b: &Builder) -> bool {
        let [first, ..] = &self.axes[..] else {
            return false;
        };
        let (length, one) = (first.linear[0], b.one());
        let unit_vector = |k: usize, start: usize, unit: Value| {
            std::array::from_fn(|i| if start + i == k { unit } else { Value::ZERO })
        };
        let unit_twists = (0..6).map(|k| Twist {
            linear: unit_vector(k, 0, length),
            angular: unit_vector(k, 3, one),
        });
        self.axes.iter().copied().eq(unit_twists) && self.axis_rates == [Twist::zero(b); 6]
    }
}

fn twists(values: &[Value]) -> Vec<Twist> {
    values
        .chunks_exact(6)
        .map(|t| Twist {
            linear: [t[0], t[1], t[2]],
            angular: [t[3], t[4], t[5]],
        })
        .collect()
}
