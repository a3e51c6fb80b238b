/// A waist that turns about z, and a shoulder and an elbow that turn about y.
pub struct Arm;

impl Arm {
    /// Newton-Euler equations, as textbooks have them: Siciliano, Sciavicco, Villani and Oriolo, section 7.5, in the axes of the
    /// links. The base accelerates upwards by 9.81 m/s^2 instead of gravity.
    pub fn inverse_dynamics<T: multibody::Real>(
        &self,
        q: &[T; 3],
        qd: &[T; 3],
        qdd: &[T; 3],
    ) -> [T; 3] {
        let (s2, c2) = q[1].sin_cos();
        let (s3, c3) = q[2].sin_cos();

        // Outwards, upper arm: angular velocity and acceleration, and acceleration of the shoulder.
        let wx = -s2 * qd[0];
        let wy = qd[1];
        let wz = c2 * qd[0];
        let ax = -s2 * qdd[0] - wz * qd[1];
        let ay = qdd[1];
        let az = c2 * qdd[0] + wx * qd[1];
        let px = -T::lit(9.81) * s2;
        let pz = T::lit(9.81) * c2;

        // Lower arm, whose origin is 0.5 m along x: p + a x r + w x (w x r).
        let length = T::lit(0.5);
        let ex = px - length * (wy * wy + wz * wz);
        let ey = length * (az + wx * wy);
        let ez = pz + length * (wx * wz - ay);
        let ux = c3 * wx - s3 * wz;
        let uy = wy + qd[2];
        let uz = s3 * wx + c3 * wz;
        let bx = c3 * ax - s3 * az - uz * qd[2];
        let by = ay + qdd[2];
        let bz = s3 * ax + c3 * az + ux * qd[2];
        let rx = c3 * ex - s3 * ez;
        let rz = s3 * ex + c3 * ez;

        // Inwards: forces at the centre of mass, 0.2 m along x, and the moment at the elbow.
        let lower = T::lit(1.2);
        let arm = T::lit(0.2);
        let fx = lower * (rx - arm * (uy * uy + uz * uz));
        let fy = lower * (ey + arm * (bz + ux * uy));
        let fz = lower * (rz + arm * (ux * uz - by));
        let nx = T::lit(0.002) * bx + (T::lit(0.016) - T::lit(0.017)) * uy * uz;
        let ny = T::lit(0.017) * by + (T::lit(0.002) - T::lit(0.016)) * uz * ux - arm * fz;
        let nz = T::lit(0.016) * bz + (T::lit(0.017) - T::lit(0.002)) * ux * uy + arm * fy;

        // The same for the upper arm, with what the lower arm exerts, in the axes of the upper arm.
        let upper = T::lit(2.0);
        let half = T::lit(0.25);
        let hy = upper * (half * (az + wx * wy));
        let hz = upper * (pz + half * (wx * wz - ay));
        let gx = c3 * nx + s3 * nz;
        let gz = c3 * nz - s3 * nx;
        let kz = c3 * fz - s3 * fx;
        let mx = T::lit(0.003) * ax + (T::lit(0.041) - T::lit(0.042)) * wy * wz + gx;
        let my = T::lit(0.042) * ay + (T::lit(0.003) - T::lit(0.041)) * wz * wx - half * hz + ny
            - length * kz;
        let mz = T::lit(0.041) * az + (T::lit(0.042) - T::lit(0.003)) * wx * wy + half * hy + gz
            + length * fy;

        // The waist carries the moment about its axis.
        let waist = T::lit(0.03) * qdd[0] + c2 * mz - s2 * mx;
        [waist, my, ny]
    }
}
