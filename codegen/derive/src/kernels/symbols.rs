//! The symbols of quantities in names of emitted values.

use multibody_program::ir::{SymbolIndex, ValueSymbol};

/// Makes the enum of symbols from each symbol's name and its text in emitted names, grouped by what its index counts
/// ([`SymbolIndex`]).
macro_rules! symbols {
    ($($index:ident { $($(#[$doc:meta])* $name:ident $text:literal)* })*) => {
        /// A quantity, as the literature writes it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Symbol { $($($(#[$doc])* $name,)*)* }

        impl Symbol {
            /// All symbols.
            #[cfg(test)]
            const ALL: &[Self] = &[$($(Self::$name),*),*];
        }

        impl From<Symbol> for ValueSymbol {
            fn from(symbol: Symbol) -> Self {
                match symbol {
                    $($(Symbol::$name => const { Self::new($text, SymbolIndex::$index) },)*)*
                }
            }
        }
    };
}

symbols! {
    Body {
        /// Angular velocity.
        AngularVelocity "w"
        /// Velocity of the origin.
        LinearVelocity "v"
        /// Angular acceleration.
        AngularAcceleration "dw"
        /// Acceleration of the origin.
        LinearAcceleration "a"
        /// Derivative of the components of the velocity of the origin.
        LinearVelocityRate "dv"
        /// Angular acceleration minus that at qdd = 0.
        AngularIncrement "aw"
        /// Acceleration of the origin minus that at qdd = 0.
        LinearIncrement "al"
        /// The matrix U of `a + U r`, the acceleration of a point r (Khalil and Dombre 2002, chapter 9).
        AccelerationGradient "u"
        /// Acceleration of gravity.
        Gravity "g"
        /// Force.
        Force "f"
        /// Moment.
        Moment "n"
        /// Mass of a composite.
        Mass "mass"
        /// `sum m r` of a composite.
        FirstMoment "mr"
        /// `sum m r r^T` of a composite.
        SecondMoment "mrr"
        /// `sum m r'` of a composite.
        Momentum "mv"
        /// `sum m r r'^T` of a composite.
        MixedMoment "mrv"
        /// `2 sum m r'` of a composite, relative to its frame.
        RelativeMomentum "pr"
        /// `2 sum m r' r^T` of a composite, relative to its frame.
        RelativeMixedMoment "kr"
        /// `sum m r''` of a composite, relative to its frame.
        RelativeForce "fr"
        /// `sum m r x r''` of a composite, relative to its frame.
        RelativeMoment "nr"
        /// Articulated-body inertia: moment per angular acceleration.
        ArticulatedAngular "ia"
        /// Articulated-body inertia: moment per acceleration.
        ArticulatedCoupling "ha"
        /// Articulated-body inertia: force per acceleration.
        ArticulatedLinear "ma"
        /// Articulated-body bias force.
        BiasForce "pf"
        /// Articulated-body bias moment.
        BiasMoment "pn"
        /// Force of `U = I^A S`.
        AxisForce "uf"
        /// Moment of `U = I^A S`.
        AxisMoment "un"
        /// Rotation of a body in the world.
        Rotation "r"
        /// Position of a body in the world.
        Position "p"
    }
    Other {
        /// `D = S^T U`
        AxisInertia "d"
        /// `1 / D`
        InverseAxisInertia "dinv"
        /// `u = tau - S^T p^A`
        AxisLoad "ut"
        /// Generalized force.
        GeneralizedForce "tau"
        /// Generalized acceleration.
        GeneralizedAcceleration "qdd"
        /// Constraint multiplier.
        Multiplier "lambda"
        /// Any other result.
        Result "y"
    }
    Matrix {
        /// Entry of the mass matrix.
        MassMatrix "m"
        /// Entry of the inverse mass matrix.
        MassMatrixInverse "minv"
        /// Entry of the Coriolis matrix.
        CoriolisMatrix "c"
        /// Entry of a Jacobian.
        Jacobian "j"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_quantities_have_the_same_letters() {
        let symbols = Symbol::ALL.iter().map(|&symbol| ValueSymbol::from(symbol));
        let letters = symbols
            .chain([ValueSymbol::DEFINITION])
            .map(|symbol| symbol.to_string());
        assert_eq!(
            letters.collect::<BTreeSet<_>>().len(),
            Symbol::ALL.len() + 1
        );
    }
}
