//! Numbers of Rust and C, and their bits.

use multibody::Real;

/// A number of both languages.
pub trait Number: Real + PartialEq + Into<f64> {
    /// The words of a compiler's command line for it.
    const FLAGS: &'static [&'static str];

    /// The distance of 1 to the next number.
    const PRECISION: f64;

    /// Its bytes.
    fn bytes(self) -> Vec<u8>;

    /// The numbers with these bytes.
    fn all(bytes: &[u8]) -> Vec<Self>;

    /// Its bits as text; all NaN are the same.
    fn bits(self) -> String;
}

macro_rules! number {
    ($float:ident, $size:literal, $flags:expr) => {
        impl Number for $float {
            const FLAGS: &'static [&'static str] = $flags;
            const PRECISION: f64 = $float::EPSILON as f64;

            fn bytes(self) -> Vec<u8> {
                self.to_ne_bytes().to_vec()
            }

            fn all(bytes: &[u8]) -> Vec<Self> {
                let (numbers, rest) = bytes.as_chunks::<$size>();
                assert!(rest.is_empty());
                numbers.iter().copied().map(Self::from_ne_bytes).collect()
            }

            fn bits(self) -> String {
                if self.is_nan() {
                    "NaN".to_owned()
                } else {
                    format!("{:x} ({self:e})", self.to_bits())
                }
            }
        }
    };
}

number!(f64, 8, &[]);
number!(f32, 4, &["-Dreal=float"]);

/// Random numbers, uniform from 0 to 1.
pub struct Draws(u64);

impl Draws {
    pub fn new() -> Self {
        Self(1)
    }

    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}
