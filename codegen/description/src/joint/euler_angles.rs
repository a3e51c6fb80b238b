//! Orientations by three angles.

use std::fmt;
use std::str::FromStr;

/// Three successive turns, each about a coordinate axis of the frame that the turn before has made: proper Euler
/// angles, such as `zxz`, or Cardan angles, such as `zyx`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EulerAngles([usize; 3]);

/// The letters of the axes.
const LETTERS: [char; 3] = ['x', 'y', 'z'];

impl EulerAngles {
    /// The axes of the turns: 0, 1 or 2.
    #[must_use]
    pub fn axes(self) -> [usize; 3] {
        self.0
    }
}

impl FromStr for EulerAngles {
    type Err = ();

    /// Reads three letters, of which no two neighbours are the same.
    fn from_str(text: &str) -> Result<Self, ()> {
        let axis = |letter| {
            LETTERS
                .iter()
                .position(|&axis_letter| axis_letter == letter)
        };
        let axes: Option<Vec<usize>> = text.chars().map(axis).collect();
        let axes: [usize; 3] = axes.and_then(|axes| axes.try_into().ok()).ok_or(())?;
        let differ = axes.windows(2).all(|pair| pair[0] != pair[1]);
        differ.then_some(Self(axes)).ok_or(())
    }
}

impl fmt::Display for EulerAngles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|&axis| write!(f, "{}", LETTERS[axis]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_sequences_of_axes_are_valid() {
        let triples = LETTERS.iter().flat_map(|a| {
            LETTERS
                .iter()
                .flat_map(move |b| LETTERS.iter().map(move |c| [*a, *b, *c]))
        });
        let words = triples.map(|letters| letters.iter().collect::<String>());
        let turns: Vec<String> = words
            .filter(|word| {
                word.parse::<EulerAngles>()
                    .is_ok_and(|turns| turns.to_string() == *word)
            })
            .collect();
        assert_eq!(turns.len(), 12);
        for word in ["", "z", "zy", "zzy", "zyxz", "zyw", "ZYX"] {
            assert_eq!(word.parse::<EulerAngles>(), Err(()), "{word}");
        }
    }
}
