//! The table of functions: one row for each, in the order of emission.
//!
//! Each file has the rows of one topic, as a macro that adds them to the rows of the files before it and passes all to the
//! macro `$next`. The last macro is `functions` below, which makes the enum. The key `frames` of a row names the functions
//! whose cheapest frames are tried for the function of the row. `FunctionRow::summary` explains the placeholders of summaries.

mod center_of_mass;
mod constrained_inverse;
mod constraints;
mod derivative_products;
mod derivatives;
mod energies;
mod equation_of_motion;
mod forces;
mod links;

use super::product_records::{FORCE_JVP, FORCE_VJP, MOTION_JVP, MOTION_VJP};
use super::records::{
    ACCELERATION_DERIVATIVES, CENTROIDAL, CONSTRAINED_ACCELERATION, CONSTRAINED_FORCES,
    CONSTRAINT_IMPULSE, FORCE_DERIVATIVES, FORCE_DERIVATIVES_UNDER_WRENCHES, GRAVITY_STIFFNESS,
    MOTION_DERIVATIVES, MOTION_DERIVATIVES_UNDER_WRENCHES, MOTOR_FORCES, PIVOTED_ACCELERATION,
    VELOCITY_DERIVATIVES, field,
};
use super::sources::{
    CENTER_OF_MASS_DERIVATIVES, CHRISTOFFEL, COMPOSITE_BODIES, CONSTRAINT_FACTORS,
    COORDINATE_PARTITIONING, DECLARED_CONSTRAINTS, FORCES_RESULT, FORWARD_MODE, FREE_BODIES,
    HESSIAN, JOINT_WRENCH_RESULT, KKT_FACTORS, LAGRANGE, LEAST_SQUARES_RESULT, MASS_MATRIX_FACTORS,
    MULTIPLIERS_RESULT, PIVOTS_RESULT, RESIDUAL_RESULT, REVERSE_MODE, SOLUTION_WITH_FACTORS,
    SOLUTION_WITH_INVERSE, STEPWISE_DERIVATIVES, SUBTREE_EQUATIONS, SUMS_OVER_BODIES,
    TRANSFORM_PRODUCTS, TWISTS, common,
};
use super::{
    Axes, DerivativeProduct, Derivatives, Frames, FunctionRow, Offered, Quantity, RecordShape,
    Response, Shape, Terms,
};
use center_of_mass::center_of_mass;
use constrained_inverse::constrained_inverse;
use constraints::constraints;
use derivative_products::derivative_products;
use derivatives::derivatives;
use energies::energies;
use equation_of_motion::equation_of_motion;
use forces::forces;
use links::links;
use multibody_program::ir::InputKind::{
    Control, Direction, Feedback, Multipliers, Q, Qd, Qdd, Restitution, Selector, Tau, Weight,
    Weights, Wrench,
};

/// A name that not every row has.
macro_rules! optional {
    () => {
        None
    };
    ($name:literal) => {
        Some($name)
    };
}

/// The functions whose frames are tried, if a row names some.
macro_rules! frames {
    () => {
        Frames::PLAIN
    };
    ($frames:expr) => {
        $frames
    };
}

/// Makes the enum of functions and the table. Rows leave out `name_for_link`, `trait_name` and `frames` where there are none.
macro_rules! functions {
    (; $(
        $(#[doc = $doc:literal])+
        $function:ident {
            name: $name:literal,
            $(name_for_link: $name_for_link:literal,)?
            $(trait_name: $trait_name:literal,)?
            $(frames: $frames:expr,)?
            quantity: $quantity:expr,
            $($key:ident: $value:expr,)+
        }
    )+) => {
        /// A function of a robot.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Function {
            $($(#[doc = $doc])+ $function),+
        }

        const COUNT: usize = [$($name),+].len();

        impl Function {
            /// Every function, in the order of emission.
            pub const ALL: [Self; COUNT] = [$(Self::$function),+];

            /// The names of all functions.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// Its row of the table.
            #[must_use]
            pub fn row(self) -> &'static FunctionRow {
                match self {
                    $(Self::$function => const { &FunctionRow {
                        name: $name,
                        name_for_link: optional!($($name_for_link)?),
                        trait_name: optional!($($trait_name)?),
                        frames: frames!($($frames)?),
                        quantity: $quantity,
                        $($key: $value),+
                    } }),+
                }
            }
        }
    };
}

equation_of_motion! { derivatives derivative_products energies links center_of_mass forces constraints constrained_inverse functions; }
