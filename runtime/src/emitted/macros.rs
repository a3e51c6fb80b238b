//! Macros that emitted code calls.

/// The body of a function that calls `$with` with the same arguments. `$with` is generic over the arithmetic, which is
/// selected by the processor. Code emitted with the option `dispatch` uses this macro for the bodies of its functions.
#[doc(hidden)]
#[macro_export]
macro_rules! dispatched {
    (
        $robot:ident: $robot_type:ty,
        $with:ident<$($number:ident),+>($($argument:ident: $type:ty),+ $(,)?) -> $result:ty,
        is_long: $is_long:literal $(,)?
    ) => {{
        #[allow(
            non_camel_case_types,
            reason = "no robot's name begins like this, so types of arguments mean here what they mean outside"
        )]
        struct __multibody_Call<'a, T> {
            robot: &'a $robot_type,
            $($argument: $type),+
        }

        impl<'a, T: $crate::Real> $crate::dispatch::Call<T> for __multibody_Call<'a, T> {
            type Output = $result;
            const IS_LONG: bool = $is_long;

            #[inline(always)]
            fn with<A: $crate::dispatch::Arithmetic<T>>(self) -> $result {
                self.robot.$with::<$($number),+>($(self.$argument),+)
            }
        }

        let robot = $robot;
        T::dispatched(__multibody_Call { robot, $($argument),+ })
    }};
}

/// Expands to nothing, or to an error that says why emitted code with the option `dispatch` cannot query the processor.
///
/// Emitted code calls it once. On targets without variants, such as microcontrollers, nothing is missing.
#[cfg(all(target_arch = "x86_64", any(unix, windows), not(feature = "std")))]
#[doc(hidden)]
#[macro_export]
macro_rules! assert_dispatch {
    () => {
        ::core::compile_error!(
            "the option `dispatch` asks the processor by the standard library: turn on the feature `std` of the crate \
             `multibody`, or `avx512`, which has it"
        );
    };
}

/// Expands to nothing, or to an error that says why emitted code with the option `dispatch` cannot query the processor.
///
/// Emitted code calls it once. On targets without variants, such as microcontrollers, nothing is missing.
#[cfg(not(all(target_arch = "x86_64", any(unix, windows), not(feature = "std"))))]
#[doc(hidden)]
#[macro_export]
macro_rules! assert_dispatch {
    () => {};
}

/// Implements `Lanes` for the parameters of a robot, given the names of their fields.
///
/// Emitted code calls it once for each robot with parameters.
#[doc(hidden)]
#[macro_export]
macro_rules! parameter_lanes {
    ($record:ident { $($field:ident),+ $(,)? }) => {
        impl<T: $crate::lanes::Lanes> $crate::lanes::Lanes for $record<T> {
            type One = $record<T::One>;
            type Each<V: ::core::marker::Copy> = T::Each<V>;
            const COUNT: usize = T::COUNT;

            #[inline]
            fn each<V: ::core::marker::Copy>(value: impl ::core::ops::FnMut(usize) -> V) -> T::Each<V> {
                T::each(value)
            }

            #[inline]
            fn gather<'a>(quantity: impl ::core::ops::Fn(usize) -> &'a Self::One) -> Self {
                $record {
                    $($field: $crate::lanes::Lanes::gather(|lane| &quantity(lane).$field)),+
                }
            }

            #[inline]
            fn lane(&self, lane: usize) -> Self::One {
                $record {
                    $($field: $crate::lanes::Lanes::lane(&self.$field, lane)),+
                }
            }
        }
    };
}

/// Expands to its items if this crate's feature `reference` is on, and otherwise to nothing.
///
/// Emitted code wraps its description of the robot in it. The condition is the feature of this crate, so the crate that
/// contains the emitted code needs no feature of its own.
#[cfg(feature = "reference")]
#[doc(hidden)]
#[macro_export]
macro_rules! reference_items {
    ($($item:item)*) => { $($item)* };
}

/// Expands to its items if this crate's feature `reference` is on, and otherwise to nothing.
///
/// Emitted code wraps its description of the robot in it. The condition is the feature of this crate, so the crate that
/// contains the emitted code needs no feature of its own.
#[cfg(not(feature = "reference"))]
#[doc(hidden)]
#[macro_export]
macro_rules! reference_items {
    ($($item:item)*) => {};
}
