pub struct Arm;

impl Arm {
    pub fn gravity<T: multibody::Real>(&self, q: &[T; 2]) -> [T; 2] {
        let a: T = T::lit(4.4145) * (q[0] + q[1]).sin();
        let b = T::lit(18.1485) * q[0].sin() + a;
        let entries: [T; 2] = [b, a];
        let (_, [first, _]): (T, [T; 2]) = (a, entries);
        let mut c = first;
        c += a;
        c *= T::lit(2.);
        c /= T::lit(2.);
        c -= a;
        let mut rows = [[T::ZERO; 2]; 2];
        rows[1] = [c, a];
        rows[0][0] = a;
        rows[0][0] += c;
        let mut _x = rows[1];
        _x = [rows[0][0] - a, _x[1]];
        return _x;
    }

    pub fn gravity_into<T: multibody::Real>(&self, q: &[T; 2], out: &mut [T; 2]) {
        let [b, a] = self.gravity(q);
        *out = [b, b];
        out[1] -= b - a;
    }
}
