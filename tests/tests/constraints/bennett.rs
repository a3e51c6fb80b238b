//! Bennett's linkage, with options of a test's own.
#![cfg(all_tests)]

/// Bennett's linkage: four hinges in space, opposite links of the same length and twist, the angles 0.6 and 1.1. Of the
/// rows of its last hinge three are independent almost everywhere, and two where it is closed.
macro_rules! bennett {
    ($name:ident, $($options:tt)*) => {
        #[multibody::multibody(
            gravity = [0.3, -9.81, 1],
            joint one { revolute, parent: world, child: first, axis: z },
            joint two { revolute, parent: first, child: second, axis: z, origin: [1, 0, 0], rotation: rpy(0.6, 0, 0) },
            joint three { revolute, parent: second, child: third, axis: z, origin: [1.5783569285938726, 0, 0],
                rotation: rpy(1.1, 0, 0) },
            body first { mass: 1, com: [0.4, 0.1, -0.2], inertia: diag(0.3, 0.2, 0.4) },
            body second { mass: 1.3, com: [0.4, 0.1, -0.2], inertia: diag(0.3, 0.2, 0.4) },
            body third { mass: 1.6, com: [0.4, 0.1, -0.2], inertia: diag(0.3, 0.2, 0.4) },
            frame start { link: world, origin: [-1.5783569285938726, 0, 0], rpy: [-1.1, 0, 0] },
            frame end { link: third, origin: [1, 0, 0], rpy: [0.6, 0, 0] },
            loop closure { from: start, to: end, leaves: revolute(z) },
            regularization = 1e-5,
            snap = false,
            $($options)*
        )]
        pub struct $name;
    };
}
pub(crate) use bennett;
