//! Smooth motion through way points.

/// A motion to the next way point within a given time, which ends at rest.
#[derive(Clone, Copy, Debug)]
pub struct Leg<const N: usize> {
    /// Duration, s.
    pub seconds: f64,
    /// The way point, rad or m.
    pub to: [f64; N],
}

/// A motion from way point to way point, with a stop at each.
#[derive(Clone, Debug)]
pub struct Trajectory<const N: usize> {
    /// The initial position, rad or m.
    pub start: [f64; N],
    /// The legs, in the order of time.
    pub legs: Vec<Leg<N>>,
}

/// The desired motion of the joints at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reference<const N: usize> {
    /// Position, rad or m.
    pub q: [f64; N],
    /// Its first derivative, per s.
    pub qd: [f64; N],
    /// Its second derivative, per s^2.
    pub qdd: [f64; N],
}

impl<const N: usize> Trajectory<N> {
    /// The duration, in s.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.legs.iter().map(|leg| leg.seconds).sum()
    }

    /// The motion at a time in s; at rest before the start and after the end.
    #[must_use]
    pub fn at(&self, time: f64) -> Reference<N> {
        let (mut from, mut begin) = (self.start, 0.0);
        for leg in &self.legs {
            if time < begin + leg.seconds {
                return interpolate(&from, leg, (time - begin).max(0.0));
            }
            begin += leg.seconds;
            from = leg.to;
        }
        let zeros = [0.0; N];
        Reference {
            q: from,
            qd: zeros,
            qdd: zeros,
        }
    }
}

/// Interpolates with `s(u) = 10 u^3 - 15 u^4 + 6 u^5`, the polynomial of least degree with zero speed and acceleration
/// at both ends.
fn interpolate<const N: usize>(from: &[f64; N], leg: &Leg<N>, time: f64) -> Reference<N> {
    let (total, u) = (leg.seconds, time / leg.seconds);
    let s = u.powi(3) * (10.0 - 15.0 * u + 6.0 * u * u);
    let sd = 30.0 * (u * (1.0 - u)).powi(2) / total;
    let sdd = 60.0 * u * (1.0 - u) * (1.0 - 2.0 * u) / (total * total);
    let displacement: [f64; N] = std::array::from_fn(|i| leg.to[i] - from[i]);
    Reference {
        q: std::array::from_fn(|i| from[i] + s * displacement[i]),
        qd: displacement.map(|distance| sd * distance),
        qdd: displacement.map(|distance| sdd * distance),
    }
}
