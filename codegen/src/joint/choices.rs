//! What joints that turn freely or move in a plane leave to choose: the coordinates of an orientation, and
//! what rates are.

use std::str::FromStr;

use super::Turns;

/// The coordinates of an orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// A unit quaternion.
    Quaternion,
    /// A rotation vector.
    Exponential,
    /// Three angles.
    Turns(Turns),
}

/// What rates are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rates {
    /// Velocities in the axes of the body.
    Body,
    /// The derivatives of the positions.
    Derivative,
}

/// A choice that cannot be so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Its key, `chart` or `rates`.
    pub key: &'static str,
    /// What should be in its place.
    pub wanted: &'static str,
}

/// The keys of choices.
pub const KEYS: [&str; 2] = ["chart", "rates"];

const CHART: &str =
    "a chart: quaternion, exponential, or three axes that are turned about in turn, e.g. zyx";
const RATES: &str = "rates: body or derivative";
const NO_CHART: &str = "nothing: only ball and floating have a chart";
const NO_RATES: &str = "nothing: only ball, floating and planar have a choice of rates";
const WITH_TURNS: &str = "rates: derivative in such a chart";

/// Chart and rates of a joint that a word means, from what is said of them. Rates are by default those of the
/// body, and derivatives where three angles are the chart.
///
/// # Errors
/// All that does not fit.
pub fn chosen(
    word: &str,
    chart: Option<&str>,
    rates: Option<&str>,
) -> Result<(Chart, Rates), Vec<Misfit>> {
    let mut misfits = Vec::new();
    let mut refuse = |key, wanted| misfits.push(Misfit { key, wanted });
    let is_oriented = matches!(word, "ball" | "floating");
    let said = chart.map(str::parse::<Chart>);
    match said {
        Some(_) if !is_oriented => refuse("chart", NO_CHART),
        Some(Err(())) => refuse("chart", CHART),
        _ => {}
    }
    let said_rates = rates.map(str::parse::<Rates>);
    let turns = matches!(said, Some(Ok(Chart::Turns(_))));
    match said_rates {
        Some(_) if !is_oriented && word != "planar" => refuse("rates", NO_RATES),
        Some(Err(())) => refuse("rates", RATES),
        Some(Ok(Rates::Body)) if turns => refuse("rates", WITH_TURNS),
        _ => {}
    }
    match misfits.is_empty() {
        true => {
            let chart = said.and_then(Result::ok).unwrap_or(Chart::Quaternion);
            let usual = match turns {
                true => Rates::Derivative,
                false => Rates::Body,
            };
            Ok((chart, said_rates.and_then(Result::ok).unwrap_or(usual)))
        }
        false => Err(misfits),
    }
}

impl FromStr for Chart {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "quaternion" => Ok(Self::Quaternion),
            "exponential" => Ok(Self::Exponential),
            turns => turns.parse().map(Self::Turns),
        }
    }
}

impl FromStr for Rates {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "body" => Ok(Self::Body),
            "derivative" => Ok(Self::Derivative),
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_that_fit_are_taken_and_all_others_named() {
        let zyx = Chart::Turns("zyx".parse().unwrap());
        let keys = |word, chart, rates| {
            chosen(word, chart, rates).map_err(|misfits| {
                let keys = misfits.iter().map(|misfit| misfit.key);
                keys.collect::<Vec<_>>()
            })
        };
        for (word, chart, rates, expected) in [
            ("ball", None, None, Ok((Chart::Quaternion, Rates::Body))),
            ("ball", Some("zyx"), None, Ok((zyx, Rates::Derivative))),
            (
                "floating",
                Some("zyx"),
                Some("derivative"),
                Ok((zyx, Rates::Derivative)),
            ),
            (
                "floating",
                Some("quaternion"),
                Some("derivative"),
                Ok((Chart::Quaternion, Rates::Derivative)),
            ),
            (
                "planar",
                None,
                Some("body"),
                Ok((Chart::Quaternion, Rates::Body)),
            ),
            (
                "ball",
                None,
                Some("derivative"),
                Ok((Chart::Quaternion, Rates::Derivative)),
            ),
            (
                "floating",
                Some("exponential"),
                None,
                Ok((Chart::Exponential, Rates::Body)),
            ),
            (
                "ball",
                Some("exponential"),
                Some("derivative"),
                Ok((Chart::Exponential, Rates::Derivative)),
            ),
            ("floating", Some("zyx"), Some("body"), Err(vec!["rates"])),
            (
                "floating",
                Some("zzy"),
                Some("bodies"),
                Err(vec!["chart", "rates"]),
            ),
            ("ball", Some("zzy"), Some("derivative"), Err(vec!["chart"])),
            (
                "revolute",
                Some("zyx"),
                Some("body"),
                Err(vec!["chart", "rates"]),
            ),
            (
                "planar",
                Some("zyx"),
                Some("derivative"),
                Err(vec!["chart"]),
            ),
        ] {
            assert_eq!(
                keys(word, chart, rates),
                expected,
                "{word} {chart:?} {rates:?}"
            );
        }
    }
}
