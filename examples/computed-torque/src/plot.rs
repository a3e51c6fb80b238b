//! Line plots over time as SVG: panels one below another, with axes, grid and a legend.

use std::fmt::Write;

const WIDTH: f64 = 900.0;
const PANEL_HEIGHT: f64 = 250.0;
const MARGIN_LEFT: f64 = 70.0;
const MARGIN_RIGHT: f64 = 150.0;
const MARGIN_TOP: f64 = 34.0;
const MARGIN_BOTTOM: f64 = 40.0;

/// A line in a panel.
#[derive(Clone, Debug)]
pub struct Line {
    /// The name in the legend; lines without a name are not in it.
    pub name: Option<String>,
    /// The colour, as in CSS.
    pub color: &'static str,
    /// Whether the line is dashed.
    pub dashed: bool,
    /// Points of time in s and value.
    pub points: Vec<(f64, f64)>,
}

/// Lines over time with a common axis.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What the panel shows, with its unit.
    pub title: String,
    /// The lines, in the order in which they are drawn.
    pub lines: Vec<Line>,
}

/// Draws panels one below another. Points that are not finite are left out.
#[must_use]
pub fn svg(panels: &[Panel]) -> String {
    let height = PANEL_HEIGHT * panels.len() as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (k, panel) in panels.iter().enumerate() {
        out += &draw_panel(panel, PANEL_HEIGHT * k as f64);
    }
    out + "</svg>\n"
}

/// An axis, which maps data to positions on the page.
struct Axis {
    ticks: Vec<f64>,
    decimals: usize,
    /// The range of the data.
    data: (f64, f64),
    /// The positions on the page to which the ends of this range are mapped.
    page: (f64, f64),
}

impl Axis {
    /// An axis that covers all values, with about `intervals` intervals between ticks at multiples of 1, 2 or 5 times a power of ten.
    fn new(values: impl Iterator<Item = f64>, intervals: f64, page: (f64, f64)) -> Self {
        let (low, high) = values
            .filter(|x| x.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            });
        let (low, high) = if low < high { (low, high) } else { (-1.0, 1.0) };
        let rough_step = (high - low) / intervals;
        let power = rough_step.log10().floor();
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|times| times * 10_f64.powf(power))
            .into_iter()
            .find(|step| *step >= rough_step)
            .unwrap_or(rough_step);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let ticks = (first as i64..=last as i64)
            .map(|k| k as f64 * step)
            .collect();
        Self {
            ticks,
            decimals: (-step.log10().floor()).max(0.0) as usize,
            data: (first * step, last * step),
            page,
        }
    }

    /// The position of a value on the page.
    fn place(&self, x: f64) -> f64 {
        let ((a, b), (from, to)) = (self.data, self.page);
        from + (to - from) * (x - a) / (b - a)
    }
}

fn draw_panel(panel: &Panel, top: f64) -> String {
    let points = || panel.lines.iter().flat_map(|line| &line.points);
    let x = Axis::new(
        points().map(|p| p.0),
        8.0,
        (MARGIN_LEFT, WIDTH - MARGIN_RIGHT),
    );
    let y = Axis::new(
        points().map(|p| p.1),
        5.0,
        (top + PANEL_HEIGHT - MARGIN_BOTTOM, top + MARGIN_TOP),
    );
    let mut out = axes(&panel.title, &x, &y);
    for line in &panel.lines {
        let finite = line
            .points
            .iter()
            .filter(|(t, v)| t.is_finite() && v.is_finite());
        let places: Vec<String> = finite
            .map(|(t, v)| format!("{:.2},{:.2}", x.place(*t), y.place(*v)))
            .collect();
        let _ = writeln!(
            out,
            "<polyline fill=\"none\" {} points=\"{}\"/>",
            stroke(line),
            places.join(" ")
        );
    }
    out + &legend(panel, y.page.1)
}

/// The title, the grid, and numbers at the grid's lines.
fn axes(title: &str, x: &Axis, y: &Axis) -> String {
    let ((left, right), (bottom, top)) = (x.page, y.page);
    let mut out = format!(
        "<text x=\"{left}\" y=\"{}\" font-weight=\"bold\">{}</text>\n",
        top - 12.0,
        escape(title)
    );
    for tick in &x.ticks {
        let (position, low) = (x.place(*tick), bottom + 16.0);
        let _ = writeln!(
            out,
            "<path d=\"M{position:.2} {bottom}V{top}\" stroke=\"#e4e4e4\"/>\
             <text x=\"{position:.2}\" y=\"{low}\" text-anchor=\"middle\">{tick:.*}</text>",
            x.decimals
        );
    }
    for tick in &y.ticks {
        let (position, label_x) = (y.place(*tick), left - 8.0);
        let _ = writeln!(
            out,
            "<path d=\"M{left} {position:.2}H{right}\" stroke=\"#e4e4e4\"/>\
             <text x=\"{label_x}\" y=\"{position:.2}\" dy=\"4\" text-anchor=\"end\">{tick:.*}</text>",
            y.decimals
        );
    }
    let _ = writeln!(
        out,
        "<path d=\"M{left} {top}V{bottom}H{right}\" fill=\"none\" stroke=\"black\"/>\
         <text x=\"{right}\" y=\"{}\" text-anchor=\"end\">time [s]</text>",
        bottom + 32.0
    );
    out
}

fn legend(panel: &Panel, top: f64) -> String {
    let entries = panel
        .lines
        .iter()
        .filter_map(|line| Some((line, line.name.as_ref()?)));
    let (from, to) = (WIDTH - MARGIN_RIGHT + 14.0, WIDTH - MARGIN_RIGHT + 38.0);
    let entry = |(k, (line, name)): (usize, (&Line, &String))| {
        let y = top + 8.0 + 17.0 * k as f64;
        format!(
            "<path d=\"M{from} {y}H{to}\" {}/><text x=\"{}\" y=\"{y}\" dy=\"4\">{}</text>\n",
            stroke(line),
            to + 6.0,
            escape(name)
        )
    };
    entries.enumerate().map(entry).collect()
}

fn stroke(line: &Line) -> String {
    let dashes = if line.dashed { " stroke-dasharray=\"5 4\"" } else { "" };
    format!("stroke=\"{}\" stroke-width=\"1.6\"{dashes}", line.color)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
