//! Numbers side by side as one number: what registers and the types of the crate `wide` share.

/// Implements [`Real`](crate::Real) for a type with lanes, each of which has the bits of one number of type `$one`.
/// `$sines` determines how `sin_cos`, `sin_cos_all` and `mul_add` compute. All other functions except the square root are
/// computed lane by lane.
macro_rules! impl_real_in_lanes {
    ($lanes:ty: [$float:ident; $count:literal], $one:ty, $sines:ty, { $($item:item)* }) => {
        impl $crate::Real for $lanes {
            const ZERO: Self = Self::ZERO;
            const ONE: Self = Self::ONE;

            #[inline(always)]
            fn lit(x: f64) -> Self {
                $crate::arithmetic::sines::Number::of(x)
            }

            #[inline(always)]
            fn sin_cos(self) -> (Self, Self) {
                <$float as $crate::arithmetic::sines::Angle>::sin_cos_alone_in_lanes::<Self, $sines, $count>(self)
            }

            #[inline(always)]
            fn sin_cos_all<const N: usize>(angles: [Self; N]) -> ([Self; N], [Self; N]) {
                use $crate::arithmetic::sines::sin_cos_in_lanes;
                let (mut sines, mut cosines) = ([Self::ZERO; N], [Self::ZERO; N]);
                for k in 0..N {
                    (sines[k], cosines[k]) = match N {
                        1 => $crate::Real::sin_cos(angles[k]),
                        _ => sin_cos_in_lanes::<Self, $float, $sines, $count>(angles[k]),
                    };
                }
                (sines, cosines)
            }

            #[inline(always)]
            fn mul_add(self, factor: Self, term: Self) -> Self {
                use $crate::arithmetic::sines::{Number, Sines};
                if <$sines>::HAS_FMA { self.fused_mul_add(factor, term) } else { self * factor + term }
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                Self::sqrt(self)
            }

            $crate::arithmetic::lane_by_lane::functions!([$float; $count], $one: sin cos exp ln atan);

            #[inline]
            fn stumpff(self, k: u32) -> Self {
                let stumpff = |x| <$one as $crate::Real>::stumpff(x, k);
                $crate::arithmetic::lane_by_lane::each!(self, [$float; $count], $one, stumpff)
            }

            $($item)*
        }
    };
}
pub(super) use impl_real_in_lanes;

/// Implements functions of one argument, lane by lane.
macro_rules! functions {
    ([$float:ident; $count:literal], $one:ty: $($function:ident)+) => { $(
        #[inline]
        fn $function(self) -> Self {
            $crate::arithmetic::lane_by_lane::each!(self, [$float; $count], $one, <$one as $crate::Real>::$function)
        }
    )+ };
}
pub(super) use functions;

/// Applies a function to each lane.
macro_rules! each {
    ($lanes:expr, [$float:ident; $count:literal], $one:ty, $function:expr) => {{
        use $crate::dispatch::Arithmetic;
        let numbers: [$float; $count] = $lanes.into();
        let function = $function;
        Self::from(numbers.map(|x| function(<$one>::load(x)).store()))
    }};
}
pub(super) use each;
