//! The layout of results in Rust.

use multibody_description::function::Layout;

/// A result, or one of several, that is written in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultPart {
    /// The expression that reaches it, e.g. `out`.
    pub place: String,
    /// How it is laid out.
    pub layout: Layout,
}

impl ResultPart {
    /// The places of its numbers, in order.
    pub fn places(&self) -> Vec<String> {
        let place = &self.place;
        match self.layout {
            Layout::Scalar => vec![place.clone()],
            Layout::Vector(n) => entries(place, &[n]),
            Layout::Matrix(rows, columns) => entries(place, &[rows, columns]),
            Layout::Cube(n) => entries(place, &[n, n, n]),
            Layout::Pose => tuple(place, &[&[3, 3], &[3]]),
            Layout::Pair(first, second) => tuple(place, &[&[first], &[second]]),
            Layout::Triple(first, second, third) => tuple(place, &[&[first], &[second], &[third]]),
        }
    }
}

/// A result filled with zeros.
pub fn zeros(layout: Layout) -> String {
    match layout {
        Layout::Scalar => "T::ZERO".into(),
        Layout::Vector(n) => array(&[n]),
        Layout::Matrix(rows, columns) => array(&[rows, columns]),
        Layout::Cube(n) => array(&[n, n, n]),
        Layout::Pose => format!("({}, {})", array(&[3, 3]), array(&[3])),
        Layout::Pair(first, second) => format!("({}, {})", array(&[first]), array(&[second])),
        Layout::Triple(first, second, third) => {
            format!(
                "({}, {}, {})",
                array(&[first]),
                array(&[second]),
                array(&[third])
            )
        }
    }
}

/// An array of zeros; with several sizes, an array of arrays.
fn array(sizes: &[usize]) -> String {
    let zero = "T::ZERO".to_owned();
    sizes
        .iter()
        .rev()
        .fold(zero, |inner, size| format!("[{inner}; {size}]"))
}

/// The entries of an array; with several sizes, of an array of arrays.
fn entries(place: &str, sizes: &[usize]) -> Vec<String> {
    let Some((&size, inner)) = sizes.split_first() else {
        return vec![place.to_owned()];
    };
    (0..size)
        .flat_map(|k| entries(&format!("{place}[{k}]"), inner))
        .collect()
}

/// The entries of arrays in a tuple.
fn tuple(place: &str, arrays: &[&[usize]]) -> Vec<String> {
    let arrays = arrays.iter().enumerate();
    let each = arrays.flat_map(|(k, sizes)| entries(&format!("{place}.{k}"), sizes));
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_place() {
        let layouts = [
            Layout::Scalar,
            Layout::Vector(4),
            Layout::Matrix(2, 3),
            Layout::Cube(2),
            Layout::Pose,
            Layout::Pair(2, 1),
            Layout::Triple(1, 2, 3),
        ];
        for layout in layouts {
            let place = "out".to_owned();
            let places = ResultPart { place, layout }.places();
            assert_eq!(places.len(), layout.count());
        }
        let place = "out.a".to_owned();
        let pose = ResultPart {
            place,
            layout: Layout::Pose,
        }
        .places();
        assert_eq!(
            [&pose[0], &pose[5], &pose[11]],
            ["out.a.0[0][0]", "out.a.0[1][2]", "out.a.1[2]"]
        );
        assert_eq!(zeros(Layout::Matrix(2, 3)), "[[T::ZERO; 3]; 2]");
        assert_eq!(zeros(Layout::Pose), "([[T::ZERO; 3]; 3], [T::ZERO; 3])");
    }
}
