//! Choices for joints that turn freely or move in a plane: the coordinates of an orientation, and the
//! meaning of the rates.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::LazyLock;

use super::orientation::CHARTS;
pub use super::rates::Rates;
use super::{EulerAngles, Kind, OrientationChart, ball_in, floating_in, kind_of_word};

/// The coordinates of an orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// One of [`CHARTS`].
    Listed(&'static dyn OrientationChart),
    /// Three angles, about three axes in turn.
    EulerAngles(EulerAngles),
}

impl Chart {
    /// The chart if none is named.
    const DEFAULT: Self = Self::Listed(CHARTS[0]);
}

/// A choice that the joint does not have, or a value that it cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidChoice {
    /// The key of the choice, `chart` or `rates`.
    pub key: &'static str,
    /// What is expected in its place.
    pub expected: &'static str,
}

/// The keys of the choices.
pub const KEYS: [&str; 2] = ["chart", "rates"];

// What messages expect in place of an invalid choice.
static CHART: LazyLock<String> = LazyLock::new(|| {
    let words = CHARTS.map(OrientationChart::word).join(", ");
    format!("a chart: {words}, or three axes that are turned about in turn, e.g. zyx")
});
const RATES: &str = "rates: body or derivative";
const NO_CHART: &str = "nothing: only ball and floating have a chart";
const NO_RATES: &str =
    "nothing: rates are derivatives of the positions, only ball, floating and planar have a choice";
const DERIVATIVES_ONLY: &str = "rates: derivative in such a chart";

/// A joint type that has choices, and the values chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointChoice {
    word: &'static str,
    chart: Chart,
    rates: Rates,
}

impl JointChoice {
    /// The words of joints with choices.
    pub const WORDS: [&'static str; 3] = ["floating", "ball", "planar"];

    /// The joint that one of these words names without choices in parentheses: with a quaternion, and with rates in
    /// body axes.
    #[must_use]
    pub const fn with_defaults(word: &'static str) -> Self {
        let (chart, rates) = (Chart::DEFAULT, Rates::Body);
        Self { word, chart, rates }
    }

    /// The elementary motions in order, each with the coordinate axis along which its z points.
    #[must_use]
    pub fn motions(self) -> Vec<(Kind, usize)> {
        let motion = |word, axis| (kind_of_word(word).expect("a known word"), axis);
        let slides = |axes: Range<usize>| axes.map(|axis| motion("prismatic", axis));
        let along_z = |kind: Kind| vec![(kind, 2)];
        let orientation = match (self.word, self.chart, self.rates) {
            ("planar", _, Rates::Derivative) => {
                return slides(0..2).chain([motion("continuous", 2)]).collect();
            }
            ("planar", ..) => return vec![motion("planar", 2)],
            ("floating", Chart::Listed(chart), Rates::Body) => return along_z(floating_in(chart)),
            // A translation, then a ball joint. There is no floating joint with the four derivatives of a quaternion.
            ("floating", Chart::Listed(chart), Rates::Derivative) if chart.has_unit_norm() => {
                along_z(ball_in(chart, Rates::Body))
            }
            (_, Chart::Listed(chart), rates) => along_z(ball_in(chart, rates)),
            (_, Chart::EulerAngles(turns), _) => {
                turns.axes().map(|axis| motion("continuous", axis)).into()
            }
        };
        match self.word {
            "floating" => slides(0..3).chain(orientation).collect(),
            _ => orientation,
        }
    }
}

/// The text of the option; default choices are left out.
impl fmt::Display for JointChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chart = match self.chart {
            chart if chart == Chart::DEFAULT => None,
            Chart::Listed(chart) => Some(format!("chart = {}", chart.word())),
            Chart::EulerAngles(turns) => Some(format!("chart = {turns}")),
        };
        // With Euler angles, rates are always derivatives.
        let has_rates =
            self.rates == Rates::Derivative && !matches!(self.chart, Chart::EulerAngles(_));
        let rates = has_rates.then(|| "rates = derivative".to_owned());
        let options: Vec<String> = chart.into_iter().chain(rates).collect();
        if options.is_empty() {
            f.write_str(self.word)
        } else {
            write!(f, "{}({})", self.word, options.join(", "))
        }
    }
}

/// The joint that a word names with the given chart and rates; `None` if joints of this word have no choices. If
/// `rates` is `None`, rates are in body axes, or derivatives if the chart is three angles.
///
/// # Errors
/// All choices that do not fit.
pub fn choose(
    word: &str,
    chart: Option<&str>,
    rates: Option<&str>,
) -> Result<Option<JointChoice>, Vec<InvalidChoice>> {
    let mut invalid_choices = Vec::new();
    let mut refuse = |key, expected| invalid_choices.push(InvalidChoice { key, expected });
    let is_oriented = matches!(word, "ball" | "floating");
    let parsed_chart = chart.map(str::parse::<Chart>);
    match parsed_chart {
        Some(_) if !is_oriented => refuse("chart", NO_CHART),
        Some(Err(())) => refuse("chart", CHART.as_str()),
        _ => {}
    }
    let parsed_rates = rates.map(str::parse::<Rates>);
    let has_euler_angles = matches!(parsed_chart, Some(Ok(Chart::EulerAngles(_))));
    match parsed_rates {
        Some(_) if !is_oriented && word != "planar" => refuse("rates", NO_RATES),
        Some(Err(())) => refuse("rates", RATES),
        Some(Ok(Rates::Body)) if has_euler_angles => refuse("rates", DERIVATIVES_ONLY),
        _ => {}
    }
    if invalid_choices.is_empty() {
        let chart = parsed_chart.and_then(Result::ok).unwrap_or(Chart::DEFAULT);
        let default_rates = if has_euler_angles { Rates::Derivative } else { Rates::Body };
        let rates = parsed_rates.and_then(Result::ok).unwrap_or(default_rates);
        let name = JointChoice::WORDS.into_iter().find(|name| *name == word);
        Ok(name.map(|word| JointChoice { word, chart, rates }))
    } else {
        Err(invalid_choices)
    }
}

impl FromStr for Chart {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match CHARTS.into_iter().find(|chart| chart.word() == text) {
            Some(chart) => Ok(Self::Listed(chart)),
            None => text.parse().map(Self::EulerAngles),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_choices_are_kept_and_all_others_reported() {
        let choice = |word, chart, rates| Ok(Some(JointChoice { word, chart, rates }));
        let zyx = Chart::EulerAngles("zyx".parse().unwrap());
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
            let result = choose(word, chart, rates).map_err(|invalid_choices| {
                let keys = invalid_choices.iter().map(|choice| choice.key);
                keys.collect::<Vec<_>>()
            });
            assert_eq!(result, expected, "{word} {chart:?} {rates:?}");
        }
    }
}
