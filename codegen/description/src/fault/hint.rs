//! Suggestions for an unknown name.

use std::fmt;

use super::Shown;

/// Maximum length of a name that is compared, in bytes.
const LENGTH_LIMIT: usize = 100;

/// Help for an unknown name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// No suggestion.
    None,
    /// One known name is close to what was written.
    Nearest(Shown),
    /// The name is known, but it belongs in another element.
    BelongsIn(&'static str),
    /// The name is an attribute of this element, not an element in it.
    AsAttribute(&'static str),
    /// All names that are allowed here.
    Known(&'static [&'static str]),
    /// All words that are allowed here, where something other than a word was written, e.g. a word in quotes.
    Unquoted(&'static [&'static str]),
    /// Names of the description that are allowed here.
    OneOf(String),
    /// Something else to write.
    Write(&'static str),
}

impl Hint {
    /// The hint for a number followed by a unit.
    pub const WITHOUT_UNIT: Hint =
        Hint::Write("leave out the unit; numbers are in SI units and rad");

    /// This hint, or `fallback` if this one is [`Hint::None`].
    #[must_use]
    pub fn or(self, fallback: Hint) -> Hint {
        match self {
            Hint::None => fallback,
            hint => hint,
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hint::None => Ok(()),
            Hint::Nearest(name) => write!(f, "did you mean `{name}`?"),
            Hint::BelongsIn(tag) => write!(f, "it belongs in <{tag}>"),
            Hint::AsAttribute(tag) => write!(f, "write it as an attribute of <{tag}>"),
            Hint::Known([]) => write!(f, "nothing is allowed here"),
            Hint::Known(names) => write!(f, "known here: {}", names.join(", ")),
            Hint::Unquoted(names) => write!(
                f,
                "write one of these, without quotes: {}",
                names.join(", ")
            ),
            Hint::OneOf(names) => write!(f, "known here: {names}"),
            Hint::Write(text) => f.write_str(text),
        }
    }
}

/// Steps that one search for the nearest name may take.
const BUDGET: usize = 1_000_000;

/// The candidate nearest to `name`, if it is near enough to be a misspelling of it.
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut budget = BUDGET;
    nearest_within(name, candidates, &mut budget)
}

/// As [`nearest`], but with a budget of steps that several searches share.
///
/// `budget` is the number of steps left; a hostile file can use it up.
pub(super) fn nearest_within<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    budget: &mut usize,
) -> Option<&'a str> {
    let name = fold(name)?;
    // Up to a third of the letters may differ; of two letters, one.
    let farthest = name.len().max(3) / 3;
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let Some(other_name) = fold(candidate) else {
            continue;
        };
        let cost = 1 + name.len() * other_name.len();
        if *budget < cost {
            break;
        }
        *budget -= cost;
        let distance = edit_distance(&name, &other_name);
        // No other name is near to a name of one letter.
        if distance <= farthest
            && distance < name.len()
            && best.is_none_or(|(least, _)| distance < least)
        {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The candidate that differs from `name` by a part at its beginning or end, divided from the rest, such as the prefix in
/// `left_finger`. Of several candidates, the one with the longest beginning in common with `neighbour`, then the shortest.
pub(super) fn nearest_by_part<'a>(
    name: &str,
    neighbour: &str,
    candidates: &[&'a str],
    budget: &mut usize,
) -> Option<&'a str> {
    let cost = candidates.iter().map(|c| 1 + c.len().min(name.len())).sum();
    *budget = budget.checked_sub(cost)?;
    let common_length =
        |a: &str, b: &str| a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let preference = |candidate: &&&str| {
        let length = candidate.len();
        (
            common_length(candidate, neighbour),
            std::cmp::Reverse(length),
        )
    };
    let related = candidates
        .iter()
        .filter(|candidate| is_part(name, candidate) || is_part(candidate, name));
    // `max_by_key` returns the last of equal candidates, and in reverse order this is the first.
    related.rev().max_by_key(preference).copied()
}

/// Whether `part` is the beginning or the end of a longer name, divided from the rest by something other than a letter
/// or digit. A single letter does not count.
fn is_part(part: &str, name: &str) -> bool {
    let divides = |c: char| !c.is_alphanumeric();
    let is_long_enough = part.len() > 1;
    let prefix = name.strip_suffix(part);
    let suffix = name.strip_prefix(part);
    is_long_enough
        && (prefix.is_some_and(|prefix| prefix.ends_with(divides))
            || suffix.is_some_and(|suffix| suffix.starts_with(divides)))
}

/// The characters of a name in lower case; `None` if it is too long to be compared.
fn fold(name: &str) -> Option<Vec<char>> {
    (name.len() <= LENGTH_LIMIT).then(|| name.chars().flat_map(char::to_lowercase).collect())
}

/// The least number of insertions, deletions, substitutions and swaps of neighbours that turn `a`
/// into `b` (optimal string alignment).
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let substituted = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = substituted.min(last[j] + 1).min(row[j - 1] + 1);
            // Neighbours are swapped.
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = last;
        last = row;
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(name: &str, candidates: &[&'static str]) -> Option<&'static str> {
        nearest(name, candidates.iter().copied())
    }

    #[test]
    fn a_misspelling_finds_its_name() {
        assert_eq!(near("jiont", &["link", "joint"]), Some("joint"));
        assert_eq!(near("Elbow", &["elbow", "below"]), Some("elbow"));
        assert_eq!(
            near("upper_am_link", &["upper_arm_link", "lower_arm_link"]),
            Some("upper_arm_link")
        );
        assert_eq!(near("banana", &["link", "joint"]), None);
        assert_eq!(near("m", &["l", "g"]), None);
    }

    #[test]
    fn a_name_without_its_prefix_finds_the_one_beside() {
        let by_part = |name, neighbour, candidates: &[&'static str]| {
            nearest_by_part(name, neighbour, candidates, &mut { 1000 })
        };
        let candidates = ["left_index_1", "right_index_1", "left_thumb"];
        assert_eq!(
            by_part("index_1", "right_index_2", &candidates),
            Some("right_index_1")
        );
        assert_eq!(
            by_part("index_1", "left_index_2", &candidates),
            Some("left_index_1")
        );
        assert_eq!(
            by_part("robot/left_thumb", "", &candidates),
            Some("left_thumb")
        );
        assert_eq!(
            by_part("left_thumb_joint", "", &candidates),
            Some("left_thumb")
        );
        assert_eq!(by_part("dex_1", "left_index_2", &candidates), None);
        assert_eq!(by_part("1", "left_index_2", &candidates), None);
        assert_eq!(
            nearest_by_part("index_1", "", &candidates, &mut { 10 }),
            None
        );
    }

    #[test]
    fn searches_stay_within_the_budget() {
        let mut budget = 30;
        assert_eq!(
            nearest_within("jiont", ["mimic", "joint"], &mut budget),
            None
        );
        assert_eq!(budget, 4);
    }
}
