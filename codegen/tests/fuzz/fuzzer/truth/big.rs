//! Numbers of 512 bits.

use std::cell::RefCell;
use std::ops::{Add, Div, Mul, Neg, Sub};

use astro_float::{BigFloat, Consts, Radix, RoundingMode, Sign};

const BITS: usize = 512;
const NEAREST: RoundingMode = RoundingMode::ToEven;

thread_local! {
    static SHARED: RefCell<Consts> = RefCell::new(Consts::new().expect("memory for a table of constants"));
}

/// Such a number.
#[derive(Clone, Debug)]
pub struct Big(BigFloat);

impl Big {
    /// Of a float, which it is exactly.
    pub fn of(x: f64) -> Self {
        Self(BigFloat::from_f64(x, BITS))
    }

    /// Of a decimal as written.
    pub fn parsed(text: &str) -> Self {
        SHARED.with_borrow_mut(|shared| {
            Self(BigFloat::parse(text, Radix::Dec, BITS, NEAREST, shared))
        })
    }

    pub fn pi() -> Self {
        SHARED.with_borrow_mut(|shared| Self(shared.pi(BITS, NEAREST)))
    }

    /// `2^-n`
    pub fn half_power(n: i32) -> Self {
        Self::of(libm::scalbn(1.0, -n))
    }

    pub fn zero() -> Self {
        Self::of(0.0)
    }

    pub fn sqrt(&self) -> Self {
        Self(self.0.sqrt(BITS, NEAREST))
    }

    /// `sin`, `cos`, `tan`, `exp`, `ln` or `sqrt`.
    pub fn called(&self, function: &str) -> Self {
        SHARED.with_borrow_mut(|shared| {
            Self(match function {
                "sin" => self.0.sin(BITS, NEAREST, shared),
                "cos" => self.0.cos(BITS, NEAREST, shared),
                "tan" => self.0.tan(BITS, NEAREST, shared),
                "exp" => self.0.exp(BITS, NEAREST, shared),
                "ln" => self.0.ln(BITS, NEAREST, shared),
                _ => self.0.sqrt(BITS, NEAREST),
            })
        })
    }

    /// A whole power.
    pub fn power(&self, exponent: i64) -> Self {
        let power = Self(self.0.powi(exponent.unsigned_abs() as usize, BITS, NEAREST));
        if exponent < 0 { &Self::of(1.0) / &power } else { power }
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// The leading 53 bits.
    pub fn near(&self) -> f64 {
        let Some((words, _, sign, exponent, _)) = self.0.as_raw_parts() else {
            return f64::NAN;
        };
        let leading = words.last().copied().unwrap_or(0) as f64;
        let magnitude = libm::scalbn(leading, exponent.saturating_sub(64));
        match sign {
            Sign::Pos => magnitude,
            Sign::Neg => -magnitude,
        }
    }
}

macro_rules! operation {
    ($trait:ident $method:ident) => {
        impl $trait for &Big {
            type Output = Big;
            fn $method(self, other: &Big) -> Big {
                Big(self.0.$method(&other.0, BITS, NEAREST))
            }
        }
        impl $trait for Big {
            type Output = Big;
            fn $method(self, other: Big) -> Big {
                (&self).$method(&other)
            }
        }
    };
}

operation!(Add add);
operation!(Sub sub);
operation!(Mul mul);
operation!(Div div);

impl Neg for &Big {
    type Output = Big;
    fn neg(self) -> Big {
        Big(BigFloat::neg(&self.0))
    }
}

impl std::iter::Sum for Big {
    fn sum<I: Iterator<Item = Big>>(terms: I) -> Big {
        terms.fold(Big::zero(), |a, b| a + b)
    }
}
