//! Primes of 61 bits.

/// The smallest prime above `number` that is 3 modulo 4; `number` is at least 31 and below 2^61.
pub fn prime_above(number: u64) -> u64 {
    let mut candidate = number + 1 + (2_u64.wrapping_sub(number) & 3);
    while !is_prime(candidate) {
        candidate += 4;
    }
    candidate
}

/// Bases with which the Miller-Rabin test is exact for all numbers below 2^64 (Jaeschke 1993, Sorenson and Webster 2015).
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// Whether an odd number above all bases is prime.
#[must_use]
pub fn is_prime(number: u64) -> bool {
    if BASES.iter().any(|base| number.is_multiple_of(*base)) {
        return false;
    }
    let twos = (number - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let mut power = power(base, (number - 1) >> twos, number);
        if power == 1 || power == number - 1 {
            return true;
        }
        (1..twos).any(|_| {
            power = times(power, power, number);
            power == number - 1
        })
    })
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, base, modulus);
        }
        base = times(base, base, modulus);
        exponent >>= 1;
    }
    power
}

fn times(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_prime_is_found_for_every_remainder() {
        let is_divided = |n: u64| {
            (2..n)
                .take_while(|d| d * d <= n)
                .any(|d| n.is_multiple_of(d))
        };
        for number in 40..3000 {
            let expected = (number + 1..).find(|&n| n % 4 == 3 && !is_divided(n));
            assert_eq!(Some(prime_above(number)), expected, "{number}");
        }
        assert_eq!(prime_above((1 << 61) - 2), (1 << 61) - 1);
        // A strong pseudoprime to the bases 2, 3, 5 and 7.
        assert!(!is_prime(3_215_031_751));
    }
}
