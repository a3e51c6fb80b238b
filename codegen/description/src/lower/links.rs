//! Links: mass, centre of mass, and inertia in the link's axes.

use super::numbers::{Numbers, Turn};
use crate::fault::Shown;
use crate::model::{self, Quantity};
use crate::system::Link;
use multibody_program::exact::rotation;
use multibody_program::ir::{Builder, Matrix3};

/// The link of the system for a link of the model.
pub fn link(numbers: &mut Numbers, link: &model::Link) -> Link {
    let name = link.name.value.clone();
    let Some(inertial) = &link.inertial else {
        let (zero, zeros) = (numbers.builder.zero(), numbers.builder.zeros());
        return Link {
            name,
            mass: zero,
            com: zeros,
            inertia: [zeros; 3],
            is_intermediate: link.is_intermediate,
        };
    };
    let axes = numbers.rotation(&inertial.origin, || {
        format!("inertia of link `{}`", Shown::from(&name))
    });
    let inertia = rotate_inertia(numbers, &axes, &inertial.inertia);
    let b = &mut numbers.builder;
    Link {
        mass: inertial.mass.value(b),
        com: inertial.origin.xyz.each_ref().map(|n| n.value(b)),
        inertia,
        is_intermediate: link.is_intermediate,
        name,
    }
}

/// `R I R^T`, the inertia in the link's axes.
fn rotate_inertia(numbers: &mut Numbers, axes: &Turn, entries: &[Quantity; 6]) -> Matrix3 {
    if let (Turn::Exact(axes), Some(exact)) = (axes, Quantity::all_exact(entries)) {
        let inertia = symmetric(exact.map(|number| number.value.clone()));
        let product = rotation::product(axes, &inertia);
        return numbers.matrix(&rotation::product(&product, &rotation::transpose(axes)));
    }
    let axes = numbers.values(axes);
    let b = &mut numbers.builder;
    let inertia = symmetric(entries.each_ref().map(|entry| entry.value(b)));
    if axes == b.identity() {
        return inertia;
    }
    let product = b.mul_mat(&axes, &inertia);
    b.mul_mat(&product, &Builder::transpose(&axes))
}

/// The symmetric matrix with the entries xx xy xz yy yz zz.
fn symmetric<T: Clone>([xx, xy, xz, yy, yz, zz]: [T; 6]) -> [[T; 3]; 3] {
    [
        [xx, xy.clone(), xz.clone()],
        [xy, yy, yz.clone()],
        [xz, yz, zz],
    ]
}
