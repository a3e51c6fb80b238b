//! The orientation of a body that no joint carries.

use syn::{Expr, ExprArray};

use super::piece::{Context, bare};
use super::reader::TokenReader;
use crate::fault::Fault;
use crate::joint::OrientationChart;
use crate::joint::orientation::RotationVector;
use crate::model::Quantity;
use multibody_program::ir::{Matrix3, Value, Vector3};

/// What is expected in place of an orientation.
pub const ORIENTATION: &str = "angles about axes in turn, e.g. zyx(a, b, c) or y(a), quat_xyzw([x, y, z, w]), exponential([x, y, z]) or three rows";

impl TokenReader<'_> {
    /// The rotation matrix from the axes of a body to those of the world, row by row.
    pub(super) fn orientation(
        &mut self,
        expression: &Expr,
        context: &mut Context<'_>,
    ) -> Option<Matrix3> {
        match expression {
            Expr::Array(rows) => {
                let brackets = rows.bracket_token.span.join();
                let vectors: Vec<Option<Vector3>> = (rows.elems.iter())
                    .map(|row| self.vector_of_values(row, "an orientation", true, context))
                    .collect();
                context.check_count(vectors.len(), 3, "the rows of an orientation", brackets)?;
                vectors
                    .into_iter()
                    .collect::<Option<Vec<_>>>()?
                    .try_into()
                    .ok()
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else {
                    return context.refuse(expression, ORIENTATION);
                };
                let word = path.path.get_ident().map(bare).unwrap_or_default();
                let brackets = call.paren_token.span.join();
                if let Some(axes) = axes(&word) {
                    let (count, noun) = (axes.len(), "the angles");
                    let angles = (self.expressions)
                        .quantities(&call.args, count, noun, brackets, context)?;
                    return self.rotation_sequence(&axes, &angles, context);
                }
                match (word.as_str(), call.args.first()) {
                    ("quat_xyzw", Some(Expr::Array(list))) => {
                        let values = self.components(list, "a quaternion", context)?;
                        if values == [self.expressions.builder.zero(); 4] {
                            let place = context.place(list);
                            context.faults.push(place, Fault::TokenZeroQuaternion);
                            return None;
                        }
                        Some(self.rotation_of_quaternion(values))
                    }
                    ("exponential", Some(Expr::Array(list))) => {
                        let vector = self.components(list, "a rotation vector", context)?;
                        Some(self.rotation_of_vector(vector))
                    }
                    _ => context.refuse(expression, ORIENTATION),
                }
            }
            _ => context.refuse(expression, ORIENTATION),
        }
    }

    /// The N numbers of a quaternion or a rotation vector.
    fn components<const N: usize>(
        &mut self,
        list: &ExprArray,
        noun: &'static str,
        context: &mut Context<'_>,
    ) -> Option<[Value; N]> {
        let brackets = list.bracket_token.span.join();
        let parts = self
            .expressions
            .list::<N>(&list.elems, noun, brackets, context)?;
        let mut values = [Value::ZERO; N];
        for (value, part) in values.iter_mut().zip(&parts) {
            let component = part.value(&mut self.expressions.builder);
            *value = self.refuse_rates(component, part.span(), "an orientation", context)?;
        }
        Some(values)
    }

    /// Rotations about axes of the body in series, as one rotation.
    fn rotation_sequence(
        &mut self,
        axes: &[usize],
        angles: &[Quantity],
        context: &mut Context<'_>,
    ) -> Option<Matrix3> {
        let mut rotation = self.expressions.builder.identity();
        for (axis, angle) in axes.iter().zip(angles) {
            let value = angle.value(&mut self.expressions.builder);
            let rateless_value =
                self.refuse_rates(value, angle.span(), "an orientation", context)?;
            let rotation_about_axis = self.axis_rotation(*axis, rateless_value);
            let b = &mut self.expressions.builder;
            rotation = b.mul_mat(&rotation, &rotation_about_axis);
        }
        Some(rotation)
    }

    /// The rotation by an angle about an axis of the body.
    fn axis_rotation(&mut self, axis: usize, angle: Value) -> Matrix3 {
        let angle = self.expressions.angle(angle);
        let b = &mut self.expressions.builder;
        let (s, c) = b.sin_cos(angle);
        let mut rotation = b.identity();
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        rotation[next][next] = c;
        rotation[last][last] = c;
        rotation[last][next] = s;
        rotation[next][last] = b.neg(s);
        rotation
    }

    /// The rotation of a rotation vector. If only one component is nonzero, this component is the angle about its
    /// axis.
    fn rotation_of_vector(&mut self, vector: [Value; 3]) -> Matrix3 {
        let mut axes = (0..3).filter(|&axis| vector[axis] != Value::ZERO);
        match (axes.next(), axes.next()) {
            (Some(axis), None) => self.axis_rotation(axis, vector[axis]),
            _ => RotationVector.rotation(&mut self.expressions.builder, &vector),
        }
    }

    /// `R = 1 + 2 (w [u]x + [u]x^2) / |quaternion|^2` with `u = (x, y, z)`, the identity 1 and the matrix `[u]x` of the cross
    /// product: the rotation of the normalised quaternion.
    fn rotation_of_quaternion(&mut self, [x, y, z, w]: [Value; 4]) -> Matrix3 {
        let b = &mut self.expressions.builder;
        let squares = [x, y, z, w].map(|part| b.mul(part, part));
        let squared_norm = b.sum(squares);
        let two = b.integer(2);
        let two_over_squared_norm = b.div(two, squared_norm);
        let u = [x, y, z];
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let b = &mut self.expressions.builder;
                if i == j {
                    let other_squares = b.add(squares[(i + 1) % 3], squares[(i + 2) % 3]);
                    let reduction = b.mul(two_over_squared_norm, other_squares);
                    let one = b.one();
                    return b.sub(one, reduction);
                }
                let k = 3 - i - j;
                let (product, skew) = (b.mul(u[i], u[j]), b.mul(w, u[k]));
                // `[u]x` has the entry -u_k at (i, j) if (i, j, k) is a cyclic permutation of (0, 1, 2).
                let sum =
                    if (i + 1) % 3 == j { b.sub(product, skew) } else { b.add(product, skew) };
                b.mul(two_over_squared_norm, sum)
            })
        })
    }
}

/// The axes of a sequence of rotations, from a word of one to three letters in which neighbours differ.
fn axes(word: &str) -> Option<Vec<usize>> {
    let axes: Option<Vec<usize>> = word.chars().map(|c| "xyz".find(c)).collect();
    let is_sequence = |axes: &Vec<usize>| {
        (1..=3).contains(&axes.len()) && axes.windows(2).all(|pair| pair[0] != pair[1])
    };
    axes.filter(is_sequence)
}
