//! The Stumpff functions `c_k(x) = sum_i (-x)^i / (k + 2 i)!`. With them, formulas for rotations by a vector have
//! neither a branch nor a division by zero.

use crate::Real;

/// Numbers that depend only on an integer n below [`COUNT`]. They are computed at compile time: otherwise every call would
/// compute them, in double precision even for `f32`.
pub(crate) struct Constants<F> {
    /// The number of terms after the first with which the series is as accurate as the float.
    terms: u32,
    /// `1 / (n (n - 1))`.
    quotients: [F; COUNT],
    /// `1 / n!`.
    inverse_factorials: [F; COUNT],
}

/// Enough for the series of each `k < 16`, and for those of its derivatives.
const COUNT: usize = 64;

macro_rules! constants {
    ($float:ident, $terms:literal) => {{
        let (mut quotients, mut inverse_factorials) = ([0.0; COUNT], [1.0; COUNT]);
        let (mut n, mut factorial) = (2, 1.0_f64);
        while n < COUNT {
            let number = n as f64;
            factorial *= number;
            quotients[n] = (1.0 / (number * (number - 1.0))) as $float;
            inverse_factorials[n] = (1.0 / factorial) as $float;
            n += 1;
        }
        Constants {
            terms: $terms,
            quotients,
            inverse_factorials,
        }
    }};
}

pub(crate) static SINGLE: Constants<f32> = constants!(f32, 8);
/// For `|x| <= 10` and every `k` these terms are enough.
pub(crate) static DOUBLE: Constants<f64> = constants!(f64, 14);

/// The entry at n. All callers stay below the bound; without it the compiler would emit code for a panic.
#[inline(always)]
fn entry<F: Copy>(numbers: &[F; COUNT], n: u32) -> F {
    numbers[(n as usize).min(COUNT - 1)]
}

/// `c_k(x)` from its series. `lit` converts a constant.
#[inline]
pub(crate) fn series<T: Real, F: Copy>(
    x: T,
    k: u32,
    constants: &Constants<F>,
    lit: impl Fn(F) -> T,
) -> T {
    let mut sum = T::ONE;
    for i in (1..=constants.terms).rev() {
        sum = T::ONE - x * lit(entry(&constants.quotients, k + 2 * i)) * sum;
    }
    sum * lit(entry(&constants.inverse_factorials, k))
}

/// `c_k(x)` from `c_0 = cos sqrt x` or `c_1 = sin sqrt x / sqrt x` by the recurrence `c_(n+2) = (1/n! - c_n) / x`. For
/// small x the difference suffers from cancellation, and at x = 0 the result is NaN, except for `c_0`.
#[inline]
pub(crate) fn recurrence<T: Real>(x: T, k: u32, constants: &Constants<T>) -> T {
    let root = x.sqrt();
    let mut c = match k % 2 {
        0 => root.cos(),
        _ => root.sin() / root,
    };
    let mut n = k % 2;
    while n < k {
        c = (entry(&constants.inverse_factorials, n) - c) / x;
        n += 2;
    }
    c
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x and `c_0 .. c_7` of it, computed to 60 digits with mpmath, then rounded.
    const EXACT_VALUES: [(f64, [f64; 8]); 12] = [
        (
            0.0,
            [
                1.0,
                1.0,
                0.5,
                0.16666666666666666,
                0.041666666666666664,
                0.008333333333333333,
                0.001388888888888889,
                0.0001984126984126984,
            ],
        ),
        (
            1e-300,
            [
                1.0,
                1.0,
                0.5,
                0.16666666666666666,
                0.041666666666666664,
                0.008333333333333333,
                0.001388888888888889,
                0.0001984126984126984,
            ],
        ),
        (
            1e-12,
            [
                0.9999999999995,
                0.9999999999998334,
                0.4999999999999583,
                0.16666666666665833,
                0.04166666666666528,
                0.008333333333333135,
                0.001388888888888864,
                0.00019841269841269565,
            ],
        ),
        (
            0.001,
            [
                0.9995000416652778,
                0.9998333416664683,
                0.4999583347221974,
                0.16665833353174328,
                0.04166527780257909,
                0.008333134923390627,
                0.0013888640875771585,
                0.00019840994270582795,
            ],
        ),
        (
            0.7,
            [
                0.6699461865679736,
                0.8873492685706683,
                0.47150544776003783,
                0.1609296163276167,
                0.04070650319994594,
                0.008195786198642812,
                0.001371662095315322,
                0.00019649590670074474,
            ],
        ),
        (
            1.9,
            [
                0.19120676827786556,
                0.7120910541144724,
                0.4256806482748076,
                0.15153102415027772,
                0.039115448276417046,
                0.007966127640204703,
                0.0013427465211840104,
                0.00019326615427822655,
            ],
        ),
        (
            3.7,
            [
                -0.34547234964286827,
                0.4878659695294688,
                0.3636411755791536,
                0.13841460282987328,
                0.036853736329958496,
                0.007635692928863074,
                0.001300791982894101,
                0.00018855146066763765,
            ],
        ),
        (
            6.5,
            [
                -0.8297800348470932,
                0.21890113461039082,
                0.28150462074570665,
                0.12016905621378603,
                0.03361467373142975,
                0.007153478531212406,
                0.001238768143882603,
                0.0001815161234032196,
            ],
        ),
        (
            9.87,
            [
                -0.9999999980179631,
                -2.004067246469376e-05,
                0.2026342449866224,
                0.10131915305698731,
                0.03012824265586399,
                0.006620822047586562,
                0.0011690399200407979,
                0.00017350671588113194,
            ],
        ),
        (
            15.5,
            [
                -0.6999911065592404,
                -0.1813946776503353,
                0.10967684558446712,
                0.07621901146131195,
                0.025182138994550508,
                0.005835332593893852,
                0.0010635179143300747,
                0.0001611613380283536,
            ],
        ),
        (
            40.0,
            [
                0.9991443830469295,
                0.006539307734329603,
                2.1390423826761247e-05,
                0.02483651730664176,
                0.012499465239404331,
                0.003545753734000623,
                0.0007291800356815584,
                0.00011968948998331777,
            ],
        ),
        (
            2000.0,
            [
                0.7391004465673924,
                0.015062047169689138,
                0.0001304497767163038,
                0.0004924689764151555,
                0.00024993477511164186,
                8.308709884512575e-05,
                2.070836594577751e-05,
                4.1251231172441035e-06,
            ],
        ),
    ];

    /// `n!`, exact for n up to 22.
    fn factorial(n: u32) -> f64 {
        (1..=n).fold(1.0, |product, factor| product * f64::from(factor))
    }

    /// The error in units in the last place of `1 / k!`, the largest value of the function.
    fn error_in_ulp<T: Real + Into<f64>>(value: T, truth: f64, k: u32, epsilon: f64) -> f64 {
        (value.into() - truth).abs() * factorial(k) / epsilon
    }

    #[test]
    fn floats_are_accurate_for_x_of_any_size() {
        for (x, values) in EXACT_VALUES {
            for (k, truth) in (0..).zip(values) {
                // The angle sqrt x is rounded to within half an ulp of itself.
                let angle = Real::sqrt(x) / 2.0;
                let error = error_in_ulp(x.stumpff(k), truth, k, f64::EPSILON);
                assert!(error <= 4.0 + angle, "c_{k}({x}) is off by {error} ulp");
                // x itself is rounded; `|c_k'|` is less than 1/k!.
                let x_f32 = f32::lit(x);
                let rounding = (f64::from(x_f32) - x).abs() / f64::from(f32::EPSILON);
                let error = error_in_ulp(x_f32.stumpff(k), truth, k, f32::EPSILON.into());
                assert!(
                    error <= 4.0 + angle + rounding,
                    "c_{k}({x}f32) is off by {error} ulp"
                );
            }
        }
    }

    #[test]
    fn the_series_alone_is_accurate_for_x_up_to_10() {
        for (x, values) in EXACT_VALUES.into_iter().filter(|(x, _)| *x <= 10.0) {
            for (k, truth) in (0..).zip(values) {
                let value = series(x, k, &DOUBLE, f64::lit);
                let error = error_in_ulp(value, truth, k, f64::EPSILON);
                assert!(error <= 8.0, "c_{k}({x}) is off by {error} ulp");
            }
        }
    }
}
