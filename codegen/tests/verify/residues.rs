//! Numbers modulo a prime that occurs nowhere in the verifier, with circle points for angles.

/// A prime below 2^63 that occurs nowhere in the verifier; it is 3 modulo 4.
pub const PRIME: u128 = 9_223_372_036_854_775_783;
/// A number modulo the prime and, if it is an angle, its circle point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub value: u128,
    pub point: Option<[u128; 2]>,
}

pub fn times(a: u128, b: u128) -> u128 {
    a * b % PRIME
}

fn power(mut base: u128, mut exponent: u128) -> u128 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    result
}

pub fn inverse(a: u128) -> u128 {
    power(a, PRIME - 2)
}

/// The residue of a decimal or a fraction.
pub fn residue(text: &str) -> Option<u128> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let (digits, exponent) = numerator.split_once('e').unwrap_or((numerator, "0"));
    let (integer, places) = digits.split_once('.').unwrap_or((digits, ""));
    let number = |digits: String| {
        let digits = digits
            .bytes()
            .map(|digit| digit.is_ascii_digit().then_some(digit - b'0'));
        digits.into_iter().try_fold(0, |sum, digit| {
            Some((sum * 10 + u128::from(digit?)) % PRIME)
        })
    };
    let exponent = exponent.parse::<i64>().ok()? - places.len() as i64;
    let scale = power(10, u128::from(exponent.unsigned_abs()));
    let scale = if exponent < 0 { inverse(scale) } else { scale };
    let value = times(number(format!("{integer}{places}"))?, scale);
    let value = times(value, inverse(number(denominator.to_owned())?));
    Some(if negative { (PRIME - value) % PRIME } else { value })
}

impl Number {
    pub fn plain(value: u128) -> Self {
        Self { value, point: None }
    }

    pub fn plus(self, other: Self) -> Self {
        let points = self.point.zip(other.point);
        Self {
            value: (self.value + other.value) % PRIME,
            point: points.map(|([c, s], [d, t])| {
                let cos = (times(c, d) + PRIME - times(s, t)) % PRIME;
                [cos, (times(s, d) + times(c, t)) % PRIME]
            }),
        }
    }

    pub fn minus(self) -> Self {
        Self {
            value: (PRIME - self.value) % PRIME,
            point: self.point.map(|[c, s]| [c, (PRIME - s) % PRIME]),
        }
    }

    /// Cosine and sine; those of a number that is no angle are unrelated numbers.
    pub fn circle(self) -> [u128; 2] {
        self.point.unwrap_or_else(|| {
            let mixed = |with: u128| times(power(self.value + with, 65_537), 0x9e37_79b9_7f4a_7c15);
            [mixed(1), mixed(2)]
        })
    }
}

/// An input that a seed determines, with a circle point.
pub fn input(seed: u64, name: &str, index: usize) -> Number {
    let mut mixed = u128::from(seed) + 17 * index as u128 + 3;
    for byte in name.bytes() {
        mixed = power(times(mixed, 257) + u128::from(byte), 65_537);
    }
    let tangent = power(mixed + 5, 65_539);
    let square = times(tangent, tangent);
    let factor = inverse((1 + square) % PRIME);
    Number {
        value: mixed,
        point: Some([
            times((1 + PRIME - square) % PRIME, factor),
            times(2 * tangent % PRIME, factor),
        ]),
    }
}

/// A number that another one, a name and an order determine.
pub fn mixed(number: Number, name: &str, order: usize) -> Number {
    let seed = u64::try_from(number.value).expect("below the prime");
    Number::plain(input(seed, name, order).value)
}
