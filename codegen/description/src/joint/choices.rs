//! Choices for joints that turn freely or move in a plane: the coordinates of an orientation, and the
//! meaning of the rates.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::LazyLock;

use super::orientation::CHARTS;
pub use super::rates::Rates;
use super::{Kind, OrientationChart, Turns, ball_in, floating_in, kind_of_word};

/// The coordinates of an orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// One of [`CHARTS`].
    Listed(&'static dyn OrientationChart),
    /// Three angles.
    Turns(Turns),
}

impl Chart {
    /// The chart where none is named.
    const USUAL: Self = Self::Listed(CHARTS[0]);
}

/// A choice that is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Its key, `chart` or `rates`.
    pub key: &'static str,
    /// What is expected in its place.
    pub expected: &'static str,
}

/// The keys of choices.
pub const KEYS: [&str; 2] = ["chart", "rates"];

static CHART: LazyLock<String> = LazyLock::new(|| {
    let words = CHARTS.map(OrientationChart::word).join(", ");
    format!("a chart: {words}, or three axes that are turned about in turn, e.g. zyx")
});
const RATES: &str = "rates: body or derivative";
const NO_CHART: &str = "nothing: only ball and floating have a chart";
const NO_RATES: &str =
    "nothing: rates are derivatives of the positions, only ball, floating and planar have a choice";
const WITH_TURNS: &str = "rates: derivative in such a chart";

/// A joint with choices, and what is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointChoice {
    word: &'static str,
    chart: Chart,
    rates: Rates,
}

impl JointChoice {
    /// The words of joints with choices.
    pub const WORDS: [&'static str; 3] = ["floating", "ball", "planar"];

    /// What one of these words means without choices in parentheses: a quaternion, and rates in body
    /// axes.
    #[must_use]
    pub const fn of(word: &'static str) -> Self {
        let (chart, rates) = (Chart::USUAL, Rates::Body);
        Self { word, chart, rates }
    }

    /// The elementary motions in order, each with the coordinate axis along which its z points.
    #[must_use]
    pub fn motions(self) -> Vec<(Kind, usize)> {
        let motion = |word, axis| (kind_of_word(word).expect("a known word"), axis);
        let slides = |axes: Range<usize>| axes.map(|axis| motion("prismatic", axis));
        let z_motion = |kind: Kind| vec![(kind, 2)];
        let orientation = match (self.word, self.chart, self.rates) {
            ("planar", _, Rates::Derivative) => {
                return slides(0..2).chain([motion("continuous", 2)]).collect();
            }
            ("planar", ..) => return vec![motion("planar", 2)],
            ("floating", Chart::Listed(chart), Rates::Body) => return z_motion(floating_in(chart)),
            // A translation, then a ball joint. There is no floating joint with the four derivatives of a quaternion.
            ("floating", Chart::Listed(chart), Rates::Derivative) if chart.has_unit_norm() => {
                z_motion(ball_in(chart, Rates::Body))
            }
            (_, Chart::Listed(chart), rates) => z_motion(ball_in(chart, rates)),
            (_, Chart::Turns(turns), _) => {
                turns.axes().map(|axis| motion("continuous", axis)).into()
            }
        };
        match self.word {
            "floating" => slides(0..3).chain(orientation).collect(),
            _ => orientation,
        }
    }
}

/// The text for an option; choices that are the default are left out.
impl fmt::Display for JointChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chart = match self.chart {
            usual if usual == Chart::USUAL => None,
            Chart::Listed(chart) => Some(format!("chart = {}", chart.word())),
            Chart::Turns(turns) => Some(format!("chart = {turns}")),
        };
        let is_given = self.rates == Rates::Derivative && !matches!(self.chart, Chart::Turns(_));
        let rates = is_given.then(|| "rates = derivative".to_owned());
        let options: Vec<String> = chart.into_iter().chain(rates).collect();
        if options.is_empty() {
            f.write_str(self.word)
        } else {
            write!(f, "{}({})", self.word, options.join(", "))
        }
    }
}

/// What a word means with the given chart and rates; `None` if the word has no choices. If `rates` is
/// `None`, rates are those of the body, or derivatives if the chart is three angles.
///
/// # Errors
/// All choices that do not fit.
pub fn choose(
    word: &str,
    chart: Option<&str>,
    rates: Option<&str>,
) -> Result<Option<JointChoice>, Vec<Misfit>> {
    let mut misfits = Vec::new();
    let mut refuse = |key, expected| misfits.push(Misfit { key, expected });
    let is_oriented = matches!(word, "ball" | "floating");
    let given_chart = chart.map(str::parse::<Chart>);
    match given_chart {
        Some(_) if !is_oriented => refuse("chart", NO_CHART),
        Some(Err(())) => refuse("chart", CHART.as_str()),
        _ => {}
    }
    let given_rates = rates.map(str::parse::<Rates>);
    let turns = matches!(given_chart, Some(Ok(Chart::Turns(_))));
    match given_rates {
        Some(_) if !is_oriented && word != "planar" => refuse("rates", NO_RATES),
        Some(Err(())) => refuse("rates", RATES),
        Some(Ok(Rates::Body)) if turns => refuse("rates", WITH_TURNS),
        _ => {}
    }
    if misfits.is_empty() {
        let chart = given_chart.and_then(Result::ok).unwrap_or(Chart::USUAL);
        let usual = if turns { Rates::Derivative } else { Rates::Body };
        let rates = given_rates.and_then(Result::ok).unwrap_or(usual);
        let name = JointChoice::WORDS.into_iter().find(|name| *name == word);
        Ok(name.map(|word| JointChoice { word, chart, rates }))
    } else {
        Err(misfits)
    }
}

impl FromStr for Chart {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match CHARTS.into_iter().find(|chart| chart.word() == text) {
            Some(chart) => Ok(Self::Listed(chart)),
            None => text.parse().map(Self::Turns),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_that_fit_are_kept_and_all_others_named() {
        let choice = |word, chart, rates| Ok(Some(JointChoice { word, chart, rates }));
        let zyx = Chart::Turns("zyx".parse().unwrap());
        let [quaternion, vector] = [CHARTS[0], CHARTS[1]].map(Chart::Listed);
        let (body, derivative) = (Rates::Body, Rates::Derivative);
        for (word, chart, rates, expected) in [
            ("ball", None, None, choice("ball", quaternion, body)),
            ("ball", Some("zyx"), None, choice("ball", zyx, derivative)),
            (
                "floating",
                Some("zyx"),
                Some("derivative"),
                choice("floating", zyx, derivative),
            ),
            (
                "floating",
                Some("quaternion"),
                Some("derivative"),
                choice("floating", quaternion, derivative),
            ),
            (
                "planar",
                None,
                Some("body"),
                choice("planar", quaternion, body),
            ),
            (
                "ball",
                None,
                Some("derivative"),
                choice("ball", quaternion, derivative),
            ),
            (
                "floating",
                Some("exponential"),
                None,
                choice("floating", vector, body),
            ),
            (
                "ball",
                Some("exponential"),
                Some("derivative"),
                choice("ball", vector, derivative),
            ),
            ("revolute", None, None, Ok(None)),
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
            let result = choose(word, chart, rates).map_err(|misfits| {
                let keys = misfits.iter().map(|misfit| misfit.key);
                keys.collect::<Vec<_>>()
            });
            assert_eq!(result, expected, "{word} {chart:?} {rates:?}");
        }
    }
}
