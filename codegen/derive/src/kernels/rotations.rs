//! Matrices of moments in rotated axes.

use multibody_program::ir::{Builder, Matrix3, Value};
use multibody_tree::Inertia;

/// The kinds of rotations that the hand-written kernels distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RotationKind {
    /// All entries are 0, 1 or -1.
    Quarter([[i64; 3]; 3]),
    /// About a coordinate axis, by an angle that is not a constant.
    About(usize),
    /// Any other rotation.
    Any,
}

impl RotationKind {
    /// The kind of a rotation, as far as its entries show it.
    pub fn of(b: &mut Builder, r: &Matrix3) -> Self {
        let quarter = quarter_turn(b, r).map(Self::Quarter);
        quarter
            .or_else(|| axis_rotation(b, r).map(|turn| Self::About(turn.axis)))
            .unwrap_or(Self::Any)
    }
}

/// The entries, if all are 0, 1 or -1.
pub fn quarter_turn(b: &mut Builder, r: &Matrix3) -> Option<[[i64; 3]; 3]> {
    let entries = [-1, 0, 1].map(|entry| (b.integer(entry), entry));
    let mut turn = [[0; 3]; 3];
    for (entry, value) in turn.iter_mut().flatten().zip(r.iter().flatten()) {
        *entry = entries.iter().find(|(number, _)| number == value)?.1;
    }
    Some(turn)
}

/// The moments in rotated axes.
pub fn rotate_inertia(b: &mut Builder, inertia: &Inertia, rotation: &Matrix3) -> Inertia {
    Inertia {
        mass: inertia.mass,
        first_moment: b.mul_vec(rotation, &inertia.first_moment),
        second_moment: rotate_symmetric(b, rotation, &inertia.second_moment),
    }
}

/// `R S R^T` for a symmetric S. If R turns about a coordinate axis by a variable angle, this takes 9 multiplications and 7
/// additions.
pub fn rotate_symmetric(b: &mut Builder, r: &Matrix3, s: &Matrix3) -> Matrix3 {
    match axis_rotation(b, r) {
        Some(AxisRotation { axis, sin, cos }) => rotate_moments_about(b, axis, sin, cos, s),
        None => {
            let product = b.mul_mat(r, s);
            let rows: [[Value; 3]; 3] = std::array::from_fn(|i| {
                std::array::from_fn(|j| if j < i { b.zero() } else { b.dot(&product[i], &r[j]) })
            });
            std::array::from_fn(|i| std::array::from_fn(|j| rows[i.min(j)][i.max(j)]))
        }
    }
}

/// `R H R^T` for any H.
pub fn rotate(b: &mut Builder, r: &Matrix3, h: &Matrix3) -> Matrix3 {
    match axis_rotation(b, r) {
        Some(AxisRotation { axis, sin, cos }) => rotate_about(b, axis, sin, cos, h),
        None => {
            let product = b.mul_mat(r, h);
            b.mul_mat(&product, &Builder::transpose(r))
        }
    }
}

/// `R H R^T` for a rotation about axis k, with sine s and cosine c.
///
/// With W = s (Hii - Hjj) + c (Hij + Hji), the entries are Hii - s W, c W - Hji, c W - Hij and Hjj + s W. The entries
/// that couple axis k to i and j rotate as vectors.
fn rotate_about(b: &mut Builder, k: usize, sin: Value, cos: Value, h: &Matrix3) -> Matrix3 {
    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
    let (difference, sum) = (b.sub(h[i][i], h[j][j]), b.add(h[i][j], h[j][i]));
    let (left, right) = (b.mul(sin, difference), b.mul(cos, sum));
    let w = b.add(left, right);
    let (shift, mixed) = (b.mul(sin, w), b.mul(cos, w));
    let mut matrix = *h;
    matrix[i][i] = b.sub(h[i][i], shift);
    matrix[j][j] = b.add(h[j][j], shift);
    matrix[i][j] = b.sub(mixed, h[j][i]);
    matrix[j][i] = b.sub(mixed, h[i][j]);
    [matrix[i][k], matrix[j][k]] = rotate_pair(b, sin, cos, [h[i][k], h[j][k]]);
    [matrix[k][i], matrix[k][j]] = rotate_pair(b, sin, cos, [h[k][i], h[k][j]]);
    matrix
}

/// The rotated components of a vector perpendicular to the axis.
fn rotate_pair(b: &mut Builder, sin: Value, cos: Value, [x, y]: [Value; 2]) -> [Value; 2] {
    let (cx, sy) = (b.mul(cos, x), b.mul(sin, y));
    let (sx, cy) = (b.mul(sin, x), b.mul(cos, y));
    [b.sub(cx, sy), b.add(sx, cy)]
}

/// A rotation about a coordinate axis.
struct AxisRotation {
    axis: usize,
    sin: Value,
    cos: Value,
}

/// The coordinate axis of a rotation by a variable angle, with sine and cosine. None if the entries do not show such an axis.
fn axis_rotation(b: &mut Builder, r: &Matrix3) -> Option<AxisRotation> {
    (0..3).find_map(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let is_axis_fixed = r[k][k] == b.one()
            && [r[k][i], r[k][j], r[i][k], r[j][k]]
                .iter()
                .all(|&entry| b.is_zero(entry));
        let opposite = b.neg(r[j][i]);
        let is_constant = b.as_constant(r[i][i]).is_some();
        let is_rotation = is_axis_fixed && r[i][i] == r[j][j] && r[i][j] == opposite;
        (is_rotation && !is_constant).then_some(AxisRotation {
            axis: k,
            sin: r[j][i],
            cos: r[i][i],
        })
    })
}

/// `R S R^T` for a symmetric S and a rotation about axis k, with sine s and cosine c.
///
/// With W = s (Sii - Sjj) + 2 c Sij, the entries are Sii - s W, Sjj + s W and c W - Sij. The moments that couple axis k
/// to i and j rotate as a vector.
fn rotate_moments_about(b: &mut Builder, k: usize, sin: Value, cos: Value, s: &Matrix3) -> Matrix3 {
    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
    let two = b.integer(2);
    let difference = b.sub(s[i][i], s[j][j]);
    let double_entry = b.mul(two, s[i][j]);
    let w = {
        let (left, right) = (b.mul(sin, difference), b.mul(cos, double_entry));
        b.add(left, right)
    };
    let shift = b.mul(sin, w);
    let mut moments = *s;
    moments[i][i] = b.sub(s[i][i], shift);
    moments[j][j] = b.add(s[j][j], shift);
    let mixed = b.mul(cos, w);
    moments[i][j] = b.sub(mixed, s[i][j]);
    moments[j][i] = moments[i][j];
    [moments[k][i], moments[k][j]] = rotate_pair(b, sin, cos, [s[k][i], s[k][j]]);
    moments[i][k] = moments[k][i];
    moments[j][k] = moments[k][j];
    moments
}
