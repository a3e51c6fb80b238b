//! Rotation vectors, which are an axis times an angle, by Stumpff's functions.

use multibody_program::exact::integer;
use multibody_program::ir::{Builder, Function, Matrix3, Value, Vector3};

/// The rotation matrix of a rotation vector, with `x = |q|^2`: `c_0(x) 1 + c_1(x) [q]x + c_2(x) q q^T`.
pub fn rotation(b: &mut Builder, q: Vector3) -> Matrix3 {
    let square = b.dot(&q, &q);
    let [c0, c1, c2] = [0, 1, 2].map(|k| b.call(Function::Stumpff(k), square));
    let hat = hat(b, q);
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let product = b.mul(q[i], q[j]);
            let (outer, turned) = (b.mul(c2, product), b.mul(c1, hat[i][j]));
            let same = if i == j { c0 } else { b.zero() };
            b.sum([same, turned, outer])
        })
    })
}

/// The matrix, by rows, that maps the angular velocity in body axes to the derivative of a rotation
/// vector, with `y = |q|^2 / 4`: `1 + [q]x / 2 + e [q]x^2`, `e = (c_2(y) - c_3(y)) / (4 c_1(y))`.
pub fn vector_rate(b: &mut Builder, q: Vector3) -> Matrix3 {
    let y = quarter_square(b, q);
    let [c1, c2, c3] = [1, 2, 3].map(|k| b.call(Function::Stumpff(k), y));
    let (above, below) = (b.sub(c2, c3), b.scale(&integer(4), c1));
    let (half, e) = (b.constant(&(integer(1) / integer(2))), b.div(above, below));
    series(b, q, half, e)
}

/// The quaternion x y z w of a rotation vector, with `y = |q|^2 / 4`: `(c_1(y) q / 2, c_0(y))`.
pub fn quaternion(b: &mut Builder, q: Vector3) -> [Value; 4] {
    let y = quarter_square(b, q);
    let [c0, c1] = [0, 1].map(|k| b.call(Function::Stumpff(k), y));
    let half = b.scale(&(integer(1) / integer(2)), c1);
    let [x, y, z] = q.map(|component| b.mul(half, component));
    [x, y, z, c0]
}

/// `1 + s [q]x + t [q]x^2`
pub fn series(b: &mut Builder, q: Vector3, s: Value, t: Value) -> Matrix3 {
    let hat = hat(b, q);
    let twice = b.mul_mat(&hat, &hat);
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let same = if i == j { b.one() } else { b.zero() };
            let (once, twice) = (b.mul(s, hat[i][j]), b.mul(t, twice[i][j]));
            b.sum([same, once, twice])
        })
    })
}

fn quarter_square(b: &mut Builder, q: Vector3) -> Value {
    let square = b.dot(&q, &q);
    b.scale(&(integer(1) / integer(4)), square)
}

fn hat(b: &mut Builder, [x, y, z]: Vector3) -> Matrix3 {
    let (o, nx, ny, nz) = (b.zero(), b.neg(x), b.neg(y), b.neg(z));
    [[o, nz, y], [z, o, nx], [ny, x, o]]
}
