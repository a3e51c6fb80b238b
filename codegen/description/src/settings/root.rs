//! How the root link is joined to the world.

use std::fmt;
use std::str::FromStr;

use crate::fault::{Shown, nearest};
use crate::joint::Kind;
use crate::joint::choices::{self, InvalidChoice, JointChoice};
use multibody_support::word::Unknown;

/// How the root link is joined to the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Root {
    /// It cannot move.
    #[default]
    Fixed,
    /// It is joined by a joint called `root_joint`, along the world's axes.
    By(JointChoice),
}

impl Root {
    /// A floating joint whose orientation is a quaternion and whose rates are in axes of the root.
    pub const FLOATING: Self = Self::By(JointChoice::with_defaults("floating"));
    /// A ball joint whose orientation is a quaternion and whose rates are in axes of the root.
    pub const BALL: Self = Self::By(JointChoice::with_defaults("ball"));
    /// A planar joint in the world's x and y, whose rates are in axes of the root.
    pub const PLANAR: Self = Self::By(JointChoice::with_defaults("planar"));

    /// The words for it; choices may follow them in parentheses.
    pub const NAMES: &'static [&'static str] = &["fixed", "floating", "ball", "planar"];

    /// The root for one of these words, with the given chart and rates. Joints have the same choices.
    ///
    /// # Errors
    /// All choices that do not fit.
    pub fn choose(
        word: &str,
        chart: Option<&str>,
        rates: Option<&str>,
    ) -> Result<Self, Vec<InvalidChoice>> {
        let choice = choices::choose(word, chart, rates)?;
        Ok(choice.map_or(Self::Fixed, Self::By))
    }

    /// The elementary motions of the root in order, each with the coordinate axis along which its z points;
    /// empty if the root does not move.
    #[must_use]
    pub fn motions(self) -> Vec<(Kind, usize)> {
        match self {
            Self::Fixed => Vec::new(),
            Self::By(choice) => choice.motions(),
        }
    }
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed => f.write_str("fixed"),
            Self::By(choice) => choice.fmt(f),
        }
    }
}

impl FromStr for Root {
    type Err = String;

    /// `floating(chart = zyx, rates = derivative)`
    fn from_str(text: &str) -> Result<Self, String> {
        let compact: String = text.split_whitespace().collect();
        let (word, entries) = match compact.strip_suffix(')') {
            Some(call) => call.split_once('(').unwrap_or((&compact, "")),
            None => (compact.as_str(), ""),
        };
        if !Self::NAMES.contains(&word) {
            return Err(unknown_root_message(text, word));
        }
        let mut values = [None; 2];
        for entry in entries.split(',').filter(|entry| !entry.is_empty()) {
            let (key, value) = entry.split_once('=').unwrap_or((entry, ""));
            let slot = choices::KEYS
                .iter()
                .position(|choice_key| *choice_key == key);
            match slot.map(|slot| values[slot].replace(value)) {
                Some(None) => {}
                Some(Some(_)) => return Err(format!("`{key}` is given twice")),
                None => {
                    let (key, keys) = (Shown::from(key), choices::KEYS.join(", "));
                    return Err(format!("`{key}` is not one of {keys}"));
                }
            }
        }
        let [chart, rates] = values;
        Self::choose(word, chart, rates).map_err(|invalid_choices| {
            let message = |invalid: InvalidChoice| {
                let value = if invalid.key == choices::KEYS[0] { chart } else { rates };
                let (label, expected) = (Shown::from(value.unwrap_or("")), invalid.expected);
                format!("expected {expected}; found `{label}`")
            };
            let messages: Vec<String> = invalid_choices.into_iter().map(message).collect();
            messages.join("; ")
        })
    }
}

/// The message for a word that does not name a root, with what to write instead.
fn unknown_root_message(text: &str, word: &str) -> String {
    let names = Root::NAMES;
    let unknown = Unknown {
        found: text.into(),
        known: names,
    };
    match nearest(word, names.iter().copied()) {
        Some(name) => format!("{unknown}; did you mean '{name}'?"),
        None => {
            format!("{unknown}; or e.g. floating(chart = zyx), planar(rates = derivative)")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_read_as_they_are_written() {
        for text in [
            "fixed",
            "floating",
            "ball",
            "planar",
            "floating(rates = derivative)",
            "floating(chart = zyx)",
            "ball(chart = zxz)",
            "floating(chart = exponential)",
            "floating(chart = exponential, rates = derivative)",
            "ball(chart = exponential)",
            "ball(chart = exponential, rates = derivative)",
            "floating(chart = modified_rodrigues)",
            "ball(chart = modified_rodrigues, rates = derivative)",
            "ball(rates = derivative)",
            "planar(rates = derivative)",
        ] {
            let root: Root = text.parse().expect(text);
            assert_eq!(root.to_string(), text);
        }
        for (text, root) in [
            ("ball( chart=quaternion )", "ball"),
            (
                "floating(chart = zyx, rates = derivative)",
                "floating(chart = zyx)",
            ),
            (
                "floating(rates=derivative,chart=quaternion,)",
                "floating(rates = derivative)",
            ),
            ("floating()", "floating"),
            (
                "ball(chart = exponential, rates = body)",
                "ball(chart = exponential)",
            ),
            ("planar(rates = body)", "planar"),
        ] {
            assert_eq!(text.parse(), root.parse::<Root>(), "{text}");
        }
        for (text, complaint) in [
            ("", "`` is not one of fixed, floating, ball, planar"),
            ("floting", "did you mean 'floating'?"),
            (
                "fixed(chart = zyx)",
                "only ball and floating have a chart; found `zyx`",
            ),
            (
                "floating(chart = zzx)",
                "expected a chart: quaternion, exponential, modified_rodrigues, or three axes",
            ),
            (
                "floating(chart = zzx, rates = bodies)",
                "found `zzx`; expected rates: body or derivative; found `bodies`",
            ),
            (
                "floating(chart = zyx, rates = body)",
                "rates: derivative in such a chart",
            ),
            (
                "ball(chart = exponential, rates = world)",
                "expected rates: body or derivative; found `world`",
            ),
            ("planar(chart = zyx)", "only ball and floating have a chart"),
            (
                "floating(chart = zyx, chart = zyx)",
                "`chart` is given twice",
            ),
            ("floating(axis = z)", "`axis` is not one of chart, rates"),
            ("floating(chart = zyx", "is not one of fixed"),
            ("floating()x", "is not one of fixed"),
        ] {
            let message = text.parse::<Root>().expect_err(text);
            assert!(message.contains(complaint), "{text}: {message}");
        }
    }

    #[test]
    fn a_floating_root_with_euler_angles_has_six_motions() {
        let root: Root = "floating(chart = zyx)".parse().expect("a root");
        let motions = root.motions();
        let motions: Vec<_> = motions
            .iter()
            .map(|(kind, axis)| (kind.name(), *axis))
            .collect();
        let slides = [0, 1, 2].map(|axis| ("prismatic", axis));
        let turns = [2, 1, 0].map(|axis| ("continuous", axis));
        assert_eq!(motions, [slides, turns].concat());
    }
}
