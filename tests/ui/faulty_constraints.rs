//! A loop that cannot close, constraints that contradict one another, that hold nothing, that hold too much.

use multibody::multibody;

#[multibody(
    gravity = [0, -9.81, 0],
    joint crank { revolute, parent: world, child: first, axis: z },
    joint coupler { revolute, parent: first, child: second, axis: z, origin: [1, 0, 0] },
    joint rocker { revolute, parent: second, child: third, axis: z, origin: [25, 0, 0] },
    body first { mass: 1, com: [0.5, 0, 0], inertia: diag(0, 0.1, 0.1) },
    body second { mass: 2, com: [1.25, 0, 0], inertia: diag(0, 1, 1) },
    body third { mass: 1.5, com: [1, 0, 0], inertia: diag(0, 0.5, 0.5) },
    loop closure { from: [world, [2.2, 0.1, 0]], to: [third, [2, 0, 0]], leaves: revolute(z) },
)]
pub struct TooLong;

/// An arm of two links in a plane.
macro_rules! arm {
    ($name:ident, $($constraints:tt)*) => {
        #[multibody(
            gravity = [0, -9.81, 0],
            joint shoulder { revolute, parent: world, child: upper, axis: z },
            joint elbow { revolute, parent: upper, child: lower, axis: z, origin: [1, 0, 0] },
            body upper { mass: 1, com: [0.5, 0, 0], inertia: diag(0, 0.1, 0.1) },
            body lower { mass: 1, com: [0.5, 0, 0], inertia: diag(0, 0.1, 0.1) },
            $($constraints)*
        )]
        pub struct $name;
    };
}

arm!(
    Contradiction,
    distance long { from: [world, [1, 1, 0]], to: [lower, [1, 0, 0]], length: 0.7 },
    distance short { from: [world, [1, 1, 0]], to: [lower, [1, 0, 0]], length: 0.5 },
);
arm!(
    Nothing,
    constraint number: 3,
    contact base { at: world },
);
arm!(Nowhere, pin tip { from: upper, to: [hand, [1, 0, 0]] },);
arm!(
    Locked,
    pin tip { from: [world, [1, 1, 0]], to: [lower, [1, 0, 0]] },
);
