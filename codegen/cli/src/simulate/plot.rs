//! Lines over time as SVG: panels one below the other, with axes, grids and legends.

use std::fmt::Write;

use multibody_codegen::internal::foreign::html;

const PAGE_WIDTH: f64 = 1000.0;
/// Margins of a panel; the legend is in the right one.
const LEFT_MARGIN: f64 = 92.0;
const RIGHT_MARGIN: f64 = 190.0;
const TOP_MARGIN: f64 = 46.0;
const BOTTOM_MARGIN: f64 = 44.0;
/// The least height of the area in which lines are drawn; it is larger if the legend needs more.
const MIN_HEIGHT: f64 = 190.0;
/// Height of an entry of the legend.
const ENTRY_HEIGHT: f64 = 18.0;

/// Colours that everybody can distinguish on white, as far as that is possible with ten.
const COLORS: [&str; 10] = [
    "#2f6fdb", "#d9731a", "#2c9160", "#c2334d", "#7a4fd0", "#8a6d3b", "#c957a0", "#56616c",
    "#8f9a1f", "#1796ab",
];

/// Lines with common axes.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The title.
    pub title: &'static str,
    /// The unit of the values.
    pub unit: &'static str,
    /// The lines, in the order in which they are drawn.
    pub lines: Vec<Line>,
}

/// A value over time.
#[derive(Clone, Debug)]
pub struct Line {
    /// The name in the legend.
    pub name: String,
    /// Whether it is the sum of the other lines; it is dashed, since a solid line could hide them.
    pub is_sum: bool,
    /// A value for each time.
    pub values: Vec<f64>,
}

/// A page of panels over the same times. All values are finite; `title` and names are shown unchanged.
pub fn svg(title: &str, times: &[f64], panels: &[Panel]) -> String {
    const HEAD_HEIGHT: f64 = 44.0;
    let heights: Vec<f64> = panels.iter().map(panel_height).collect();
    let height = HEAD_HEIGHT + heights.iter().sum::<f64>();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {PAGE_WIDTH} {height}\" font-size=\"13\" \
         font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif\" fill=\"#1c2024\">\n\
         <rect width=\"{PAGE_WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT_MARGIN}\" y=\"30\" font-size=\"18\" font-weight=\"600\">{}</text>\n",
        html(title)
    );
    let mut top = HEAD_HEIGHT;
    for (panel, height) in panels.iter().zip(heights) {
        draw_panel(&mut out, panel, times, top, height);
        top += height;
    }
    out + "</svg>\n"
}

/// The height of a panel with its margins.
fn panel_height(panel: &Panel) -> f64 {
    TOP_MARGIN + MIN_HEIGHT.max(ENTRY_HEIGHT * panel.lines.len() as f64) + BOTTOM_MARGIN
}

/// The largest number that is drawn. Differences of such numbers are finite, and so are the steps of their axes.
const LARGEST: f64 = 1e300;

/// The nearest number that can be drawn.
fn clamp(x: f64) -> f64 {
    x.clamp(-LARGEST, LARGEST)
}

/// An interval from one number to another, in either direction.
#[derive(Clone, Copy)]
struct Interval {
    from: f64,
    to: f64,
}

/// An axis, which maps data to the page.
struct Axis {
    /// The numbers at which there are ticks.
    ticks: Vec<f64>,
    /// The difference of neighbouring ticks.
    step: f64,
    /// The numbers at the ends of the axis.
    data: Interval,
    /// The positions of these ends on the page, where y grows downwards.
    page: Interval,
}

impl Axis {
    /// An axis with about `intervals` intervals between ticks, whose step is 1, 2 or 5 times a power of ten. If `tight`, it ends
    /// with the data, not at a tick.
    fn new(values: impl Iterator<Item = f64>, intervals: f64, page: Interval, tight: bool) -> Self {
        let (low, high) = values
            .map(clamp)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            });
        // Data that hardly changes is drawn as a straight line, without its rounding errors.
        let min_range = (1e-9 * low.abs().max(high.abs())).max(1.0 / LARGEST);
        let (low, high) = if high - low > min_range {
            (low, high)
        } else {
            (
                low - 0.5 * low.abs().max(1.0),
                high + 0.5 * high.abs().max(1.0),
            )
        };
        let rough_step = (high - low) / intervals;
        let power = 10_f64.powf(rough_step.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = steps
            .into_iter()
            .find(|step| *step >= rough_step)
            .unwrap_or(rough_step);
        // Without this tolerance, in units of the step, rounding could drop or add a tick.
        let tolerance = 1e-9;
        let (first, last) = if tight {
            (
                (low / step - tolerance).ceil(),
                (high / step + tolerance).floor(),
            )
        } else {
            (
                (low / step + tolerance).floor(),
                (high / step - tolerance).ceil(),
            )
        };
        let ticks = (0..=(last - first) as usize).map(|k| (first + k as f64) * step);
        Self {
            ticks: ticks.collect(),
            step,
            data: if tight {
                Interval {
                    from: low,
                    to: high,
                }
            } else {
                Interval {
                    from: first * step,
                    to: last * step,
                }
            },
            page,
        }
    }

    /// The position of a number on the page.
    fn place(&self, x: f64) -> f64 {
        let (Interval { from: a, to: b }, Interval { from, to }) = (self.data, self.page);
        from + (to - from) * (clamp(x) - a) / (b - a)
    }

    /// The number at a tick, with a power of ten if it would be long.
    fn label(&self, tick: f64) -> String {
        let largest = self.data.from.abs().max(self.data.to.abs());
        let text = if (1e-3..1e5).contains(&largest) {
            format!("{tick:.*}", (-self.step.log10().floor()).max(0.0) as usize)
        } else {
            let power = largest.log10().floor();
            let digits = (power - self.step.log10().floor()).max(0.0) as usize;
            let mantissa = format!("{:.digits$}", tick / 10_f64.powf(power));
            if mantissa.trim_matches(['-', '0', '.']).is_empty() {
                "0".into()
            } else {
                format!("{mantissa}e{power}")
            }
        };
        match text.strip_prefix('-') {
            Some(zero) if zero.trim_matches(['0', '.']).is_empty() => zero.into(),
            _ => text.replace('-', "\u{2212}"),
        }
    }
}

/// Appends a panel that begins at the height `top` of the page.
fn draw_panel(out: &mut String, panel: &Panel, times: &[f64], top: f64, height: f64) {
    let (right, top_edge, bottom_edge) = (
        PAGE_WIDTH - RIGHT_MARGIN,
        top + TOP_MARGIN,
        top + height - BOTTOM_MARGIN,
    );
    let x_range = Interval {
        from: LEFT_MARGIN,
        to: right,
    };
    let y_range = Interval {
        from: bottom_edge,
        to: top_edge,
    };
    let x = Axis::new(times.iter().copied(), 8.0, x_range, true);
    let values = panel
        .lines
        .iter()
        .flat_map(|line| line.values.iter().copied());
    let y = Axis::new(values, 5.0, y_range, false);
    let _ = writeln!(
        out,
        "<text x=\"{LEFT_MARGIN}\" y=\"{}\" font-weight=\"600\">{} <tspan font-weight=\"400\" fill=\"#646b73\">[{}]</tspan></text>",
        top_edge - 14.0,
        html(panel.title),
        panel.unit
    );
    draw_grid(out, &x, &y);
    for (k, line) in panel.lines.iter().enumerate() {
        let pairs = times.iter().zip(&line.values);
        let points: Vec<_> = pairs.map(|(t, v)| (x.place(*t), y.place(*v))).collect();
        let few_points = thin_out(&points).into_iter();
        let texts: Vec<String> = few_points.map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
        let _ = writeln!(
            out,
            "<polyline fill=\"none\" stroke-linejoin=\"round\" {} points=\"{}\"/>",
            stroke(line, k),
            texts.join(" ")
        );
        let (start, middle) = (right + 16.0, top_edge + 8.0 + ENTRY_HEIGHT * k as f64);
        let _ = writeln!(
            out,
            "<path d=\"M{start} {middle}h24\" {}/><text x=\"{}\" y=\"{middle}\" dy=\"4.5\">{}</text>",
            stroke(line, k),
            start + 32.0,
            html(&line.name)
        );
    }
}

/// The first, the lowest, the highest and the last point in each unit of the page's width. The line looks the
/// same as with all points.
fn thin_out(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let columns = points.chunk_by(|a, b| a.0.floor() == b.0.floor());
    let extremes = |column: &[(f64, f64)]| {
        let by_height = |a: &usize, b: &usize| column[*a].1.total_cmp(&column[*b].1);
        let indices = || 0..column.len();
        let ends = [indices().min_by(by_height), indices().max_by(by_height)];
        let mut indices_drawn: Vec<usize> = ends.into_iter().flatten().collect();
        indices_drawn.extend([0, column.len() - 1]);
        indices_drawn.sort_unstable();
        indices_drawn.dedup();
        indices_drawn
            .into_iter()
            .map(|index| column[index])
            .collect::<Vec<_>>()
    };
    columns.flat_map(extremes).collect()
}

/// Appends the axes and their grid, with a number at each tick.
fn draw_grid(out: &mut String, x: &Axis, y: &Axis) {
    let Interval {
        from: left,
        to: right,
    } = x.page;
    let Interval {
        from: bottom,
        to: top,
    } = y.page;
    for &tick in &x.ticks {
        let (place, baseline, label) = (x.place(tick), bottom + 18.0, x.label(tick));
        let _ = writeln!(
            out,
            "<path d=\"M{place:.2} {bottom}V{top}\" stroke=\"#e6e8eb\"/>\
             <text x=\"{place:.2}\" y=\"{baseline}\" text-anchor=\"middle\" fill=\"#646b73\">{label}</text>"
        );
    }
    for &tick in &y.ticks {
        let (place, label_end, label) = (y.place(tick), left - 10.0, y.label(tick));
        let _ = writeln!(
            out,
            "<path d=\"M{left} {place:.2}H{right}\" stroke=\"#e6e8eb\"/>\
             <text x=\"{label_end}\" y=\"{place:.2}\" dy=\"4.5\" text-anchor=\"end\" fill=\"#646b73\">{label}</text>"
        );
    }
    let _ = writeln!(
        out,
        "<path d=\"M{left} {top}V{bottom}H{right}\" fill=\"none\" stroke=\"#9aa3ac\"/>\
         <text x=\"{right}\" y=\"{}\" dx=\"24\" fill=\"#646b73\">t [s]</text>",
        bottom + 18.0
    );
}

/// The style of the line with this index in its panel: a sum is dashed in the colour of text; other lines are coloured, and
/// dashed from the eleventh on.
fn stroke(line: &Line, index: usize) -> String {
    if line.is_sum {
        return "stroke=\"#1c2024\" stroke-width=\"1.8\" stroke-dasharray=\"7 4\"".into();
    }
    let dashes = ["", " stroke-dasharray=\"6 4\"", " stroke-dasharray=\"2 3\""];
    let color = COLORS[index % COLORS.len()];
    let dashes = dashes[(index / COLORS.len()).min(2)];
    format!("stroke=\"{color}\" stroke-width=\"1.8\"{dashes}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(end: f64) -> Interval {
        Interval { from: 0.0, to: end }
    }

    #[test]
    fn ticks_are_round_numbers_around_the_data() {
        let axis = Axis::new([-0.31, 0.84].into_iter(), 5.0, page(100.0), false);
        let labels: Vec<String> = axis.ticks.iter().map(|tick| axis.label(*tick)).collect();
        assert_eq!(labels, ["\u{2212}0.5", "0.0", "0.5", "1.0"]);
        assert_eq!(axis.place(0.25), 50.0);
        let small = Axis::new([-2.1e-9, 1e-9].into_iter(), 5.0, page(1.0), false);
        let labels: Vec<String> = small.ticks.iter().map(|tick| small.label(*tick)).collect();
        assert_eq!(
            labels,
            [
                "\u{2212}3e\u{2212}9",
                "\u{2212}2e\u{2212}9",
                "\u{2212}1e\u{2212}9",
                "0",
                "1e\u{2212}9"
            ]
        );
        let constant_axis = Axis::new([2.0, 2.0].into_iter(), 5.0, page(1.0), false);
        assert!(constant_axis.data.from <= 1.0 && constant_axis.data.to >= 3.0);
    }

    #[test]
    fn many_points_become_few_and_keep_their_extremes() {
        let points: Vec<(f64, f64)> = (0..100_000)
            .map(|k| {
                let x = f64::from(k) * 1e-3;
                (x, (40.0 * x).sin() + if k == 54_321 { 9.0 } else { 0.0 })
            })
            .collect();
        let few_points = thin_out(&points);
        assert!(
            (100..=400).contains(&few_points.len()),
            "{}",
            few_points.len()
        );
        assert!(few_points.is_sorted_by(|a, b| a.0 < b.0));
        assert!(few_points.contains(&points[0]) && few_points.contains(&points[54_321]));
        assert_eq!(few_points.last(), points.last());
        let sparse: Vec<(f64, f64)> = (0..50).map(|k| (f64::from(2 * k), 0.0)).collect();
        assert_eq!(thin_out(&sparse), sparse);
    }

    #[test]
    fn a_panel_has_a_line_and_an_entry_for_each_value() {
        let line = |k: usize| Line {
            name: format!("<{k}>"),
            is_sum: false,
            values: vec![0.0, k as f64],
        };
        let panel = Panel {
            title: "angles",
            unit: "rad",
            lines: (0..30).map(line).collect(),
        };
        let page = svg("a & b", &[0.0, 1.0], &[panel]);
        assert_eq!(page.matches("<polyline").count(), 30);
        assert!(page.contains("&lt;29&gt;") && page.contains("a &amp; b"));
        // The legend has room for thirty lines.
        assert!(
            page.contains("viewBox=\"0 0 1000 674\""),
            "{}",
            &page[..120]
        );
    }
}
