/// A double pendulum, as textbooks have it: Spong, Hutchinson and Vidyasagar, section 7.4.
pub struct Pendulum;

impl Pendulum {
    /// `M(q)`
    pub fn mass_matrix<T: multibody::Real>(&self, q: &[T; 2]) -> [[T; 2]; 2] {
        let c2 = q[1].cos();
        // a = I1 + I2 + m1 r1^2 + m2 (l1^2 + r2^2), b = m2 l1 r2, d = I2 + m2 r2^2
        let a = T::lit(0.06) + T::lit(0.04) + T::lit(2.0) * T::lit(0.4) * T::lit(0.4)
            + T::lit(1.5) * (T::lit(0.7) * T::lit(0.7) + T::lit(0.3) * T::lit(0.3));
        let b = T::lit(1.5) * T::lit(0.7) * T::lit(0.3);
        let d = T::lit(0.04) + T::lit(1.5) * T::lit(0.3) * T::lit(0.3);
        let coupling = d + b * c2;
        let m11 = a + T::lit(2.0) * b * c2;
        [[m11, coupling], [coupling, d]]
    }

    /// `C(q, qd) qd + g(q)`
    pub fn bias<T: multibody::Real>(&self, q: &[T; 2], qd: &[T; 2]) -> [T; 2] {
        let s2 = q[1].sin();
        let h = T::lit(1.5) * T::lit(0.7) * T::lit(0.3) * s2;
        let gravity = T::lit(9.81);
        let g2 = T::lit(1.5) * T::lit(0.3) * gravity * (q[0] + q[1]).sin();
        let g1 = (T::lit(2.0) * T::lit(0.4) + T::lit(1.5) * T::lit(0.7)) * gravity * q[0].sin() + g2;
        let first = -h * (T::lit(2.0) * qd[0] * qd[1] + qd[1] * qd[1]) + g1;
        let second = h * qd[0] * qd[0] + g2;
        [first, second]
    }

    /// `M^-1 (tau - bias)` by Cramer's rule.
    pub fn forward_dynamics<T: multibody::Real>(&self, q: &[T; 2], qd: &[T; 2], tau: &[T; 2]) -> [T; 2] {
        let (s2, c2) = q[1].sin_cos();
        let m22 = T::lit(0.175);
        let m12 = m22 + T::lit(0.315) * c2;
        let m11 = T::lit(1.29) + T::lit(0.63) * c2;
        let h = T::lit(0.315) * s2;
        let g2 = T::lit(4.4145) * (q[0] + q[1]).sin();
        let f1 = tau[0] + h * (T::lit(2.0) * qd[0] + qd[1]) * qd[1] - T::lit(18.1485) * q[0].sin() - g2;
        let f2 = tau[1] - h * qd[0] * qd[0] - g2;
        let determinant = m11 * m22 - m12 * m12;
        [(m22 * f1 - m12 * f2) / determinant, (m11 * f2 - m12 * f1) / determinant]
    }
}
