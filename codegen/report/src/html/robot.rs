//! The robot at one position, as three orthographic views with the same scale.

use std::ops::Range;

use multibody_codegen::report::{Figure, FigureJoint, Freedom, TieKind};

use super::words::{coordinate_names, short_name};

/// A view: its name, and which of the world's axes point right and up.
struct View {
    name: &'static str,
    right: usize,
    up: usize,
}

/// The views from the robot's right, from the front, and from above, with x ahead, y to the left and z up.
const VIEWS: [View; 3] = [
    View {
        name: "side",
        right: 0,
        up: 2,
    },
    View {
        name: "front",
        right: 1,
        up: 2,
    },
    View {
        name: "top",
        right: 0,
        up: 1,
    },
];
const AXES: [&str; 3] = ["x", "y", "z"];

/// Maximum width and height of a view in pixels, without its margins: a telephone shows such a width.
const MAX_WIDTH: f64 = 284.0;
const MAX_HEIGHT: f64 = 480.0;
/// Maximum width of all views together, without their margins: they are in one row of a usual window.
const MAX_ROW_WIDTH: f64 = 580.0;
/// Margins beside a drawing, and above and below it, for labels and marks.
const MARGINS: [f64; 2] = [52.0, 34.0];
/// Half the length of the stroke along a joint's axis.
const HALF_STROKE: f64 = 15.0;
/// The length of the drawn axes of the world.
const WORLD_AXIS_LENGTH: f64 = 24.0;
/// If half of an axis's stroke would be drawn shorter than this, the axis points at the viewer and is drawn as a ring.
const MIN_HALF_STROKE: f64 = 4.0;
/// Radius of the dot of a mobile joint, of the dot of a fixed joint, and of the ring.
const DOT_RADIUS: f64 = 4.0;
const SMALL_DOT_RADIUS: f64 = 2.5;
const RING_RADIUS: f64 = 7.5;
/// Radius of the mark of the largest mass, and of the smallest.
const MAX_MASS_RADIUS: f64 = 12.0;
const MIN_MASS_RADIUS: f64 = 2.5;

/// The views with their legend; nothing if everything is at the world's origin.
pub fn views(figure: &Figure) -> String {
    let Some(scale) = Scale::of(figure) else {
        return String::new();
    };
    let views: String = VIEWS
        .iter()
        .map(|view| draw(view, figure, &scale))
        .collect();
    let mut notes = Vec::new();
    if figure
        .ties
        .iter()
        .any(|tie| tie.kind == TieKind::Loop && is_open(tie.ends))
    {
        notes.push(
            "Dashed lines join points that constraints bring together; they are apart here."
                .to_owned(),
        );
    }
    if !figure.parameters_set_to_one.is_empty() {
        let names: Vec<String> = (figure.parameters_set_to_one.iter())
            .map(|name| format!("<code>{}</code>", short_name(name)))
            .collect();
        notes.push(format!("Drawn with {} = 1.", names.join(" = ")));
    }
    let notes: String = (notes.iter())
        .map(|note| format!("<p class=\"note\">{note}</p>\n"))
        .collect();
    format!(
        "<div class=\"views\">\n{views}</div>\n{}{notes}",
        legend(figure, &scale)
    )
}

/// Whether the ends of a tie are apart.
fn is_open([a, b]: [[f64; 3]; 2]) -> bool {
    a.iter().zip(b).any(|(a, b)| (a - b).abs() > 1e-6)
}

/// The scale from metres to pixels, which is the same in all views.
struct Scale {
    /// Pixels per metre.
    pixels: f64,
    /// The ranges of the figure along the axes, with the world's origin in it, m.
    ranges: [Range<f64>; 3],
    /// The largest mass, kg.
    heaviest: f64,
}

impl Scale {
    /// The scale of a figure; `None` if everything is at the world's origin.
    fn of(figure: &Figure) -> Option<Self> {
        let ranges = figure.ranges();
        let [x, y, z] = ranges.each_ref().map(|range| range.end - range.start);
        let pixels = (MAX_WIDTH / x.max(y))
            .min(MAX_HEIGHT / y.max(z))
            .min(MAX_ROW_WIDTH / (2.0 * x + y));
        let masses = figure.masses.iter().map(|mass| mass.mass);
        pixels.is_finite().then_some(Self {
            pixels,
            ranges,
            heaviest: masses.fold(0.0, f64::max),
        })
    }

    /// The position of a point in a view, in pixels from the upper left corner.
    fn at(&self, view: &View, point: [f64; 3]) -> [f64; 2] {
        let [right, up] = [&self.ranges[view.right], &self.ranges[view.up]];
        [
            MARGINS[0] + self.pixels * (point[view.right] - right.start),
            MARGINS[1] + self.pixels * (up.end - point[view.up]),
        ]
    }

    /// The width and height of a view in pixels, with its margins.
    fn size(&self, view: &View) -> [f64; 2] {
        [(view.right, MARGINS[0]), (view.up, MARGINS[1])].map(|(axis, margin)| {
            let range = &self.ranges[axis];
            2.0 * margin + self.pixels * (range.end - range.start)
        })
    }

    /// The radius of a mark whose area is proportional to the mass, or else the smallest radius.
    fn radius(&self, mass: f64) -> f64 {
        (MAX_MASS_RADIUS * (mass / self.heaviest).sqrt()).max(MIN_MASS_RADIUS)
    }

    /// The length of a scale bar: a round number of metres that takes at most 100 pixels, and its number of decimal places.
    fn bar(&self) -> (f64, usize) {
        let longest = 100.0 / self.pixels;
        let exponent = longest.log10().floor();
        let power = 10f64.powi(exponent as i32);
        let digit = [5.0, 2.0, 1.0]
            .into_iter()
            .find(|digit| digit * power <= longest);
        let decimals = if exponent < 0.0 { -exponent as usize } else { 0 };
        (digit.unwrap_or(1.0) * power, decimals)
    }
}

/// A number of pixels, rounded to a tenth.
fn px(x: f64) -> String {
    let text = format!("{x:.1}");
    match text.as_str() {
        "-0.0" => "0.0".to_owned(),
        _ => text,
    }
}

/// A view as SVG, with a caption.
fn draw(view: &View, figure: &Figure, scale: &Scale) -> String {
    let View { name, right, up } = view;
    let [width, height] = scale.size(view).map(px);
    let (right, up) = (AXES[*right], AXES[*up]);
    let mut drawing = Drawing::new(view, scale);
    drawing.lines(figure);
    drawing.masses(figure);
    drawing.world();
    drawing.joints(figure);
    drawing.labels(figure);
    format!(
        "<figure><svg class=\"robot\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"Robot, {name}\">\n{}</svg>\n<figcaption>{name} ({right}, {up})</figcaption></figure>\n",
        drawing.text
    )
}

/// A view that is being drawn.
struct Drawing<'a> {
    view: &'a View,
    scale: &'a Scale,
    text: String,
    /// Points on lines and marks, which labels avoid if possible.
    drawn_points: Vec<[f64; 2]>,
    /// Labels, and dots that they must not cover.
    occupied: Vec<Label>,
}

impl<'a> Drawing<'a> {
    fn new(view: &'a View, scale: &'a Scale) -> Self {
        Self {
            view,
            scale,
            text: String::new(),
            drawn_points: Vec::new(),
            occupied: Vec::new(),
        }
    }

    fn at(&self, point: [f64; 3]) -> [f64; 2] {
        self.scale.at(self.view, point)
    }

    /// A line between two points of the view, with the text of its tooltip.
    fn line(&mut self, class: &str, [[x1, y1], [x2, y2]]: [[f64; 2]; 2], title: &str) {
        let length = (x2 - x1).hypot(y2 - y1);
        if length < 0.05 {
            return;
        }
        let steps = 1.0 + (length / 3.0).floor();
        let point = |part: f64| [x1 + part * (x2 - x1), y1 + part * (y2 - y1)];
        let points = (0..=steps as usize).map(|step| point(step as f64 / steps));
        self.drawn_points.extend(points);
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(px);
        let title = match title {
            "" => String::new(),
            title => format!("<title>{}</title>", short_name(title)),
        };
        let path = format!("<path class=\"{class}\" d=\"M{x1} {y1} L{x2} {y2}\">{title}</path>\n");
        self.text.push_str(&path);
    }

    /// Lines from joint to joint and to centres of mass, and the lines of loops and springs.
    fn lines(&mut self, figure: &Figure) {
        let mut line = |class: &str, ends: [[f64; 3]; 2], title: &str| {
            self.line(class, ends.map(|end| self.at(end)), title);
        };
        for mass in &figure.masses {
            if let Some(joint) = mass.joint {
                line("arm", [figure.joints[joint].place, mass.place], "");
            }
        }
        for joint in &figure.joints {
            match joint.parent.map(|parent| &figure.joints[parent]) {
                Some(parent) => line("rod", [parent.place, joint.place], &parent.link),
                None => line("ground", [[0.0; 3], joint.place], ""),
            }
        }
        for tie in &figure.ties {
            line(tie.kind.name(), tie.ends, &tie.name);
        }
        for (kind, end) in figure
            .ties
            .iter()
            .flat_map(|tie| tie.ends.map(|end| (tie.kind, end)))
        {
            let ([x, y], class) = (self.at(end).map(px), kind.name());
            self.text += &format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"3\"/>\n");
        }
    }

    fn masses(&mut self, figure: &Figure) {
        for mass in &figure.masses {
            let ([x, y], r) = (self.at(mass.place), self.scale.radius(mass.mass));
            let marks = [[x, y], [x - r, y], [x + r, y], [x, y - r], [x, y + r]];
            self.drawn_points.extend(marks);
            let [x, y, r] = [x, y, r].map(px);
            let title = format!("{}: {} kg", short_name(&mass.name), four_digits(mass.mass));
            self.text += &mass_mark(&x, &y, &r, &title);
        }
    }

    /// The world's axes with their names.
    fn world(&mut self) {
        let [x, y] = self.at([0.0; 3]);
        let [right, top] = [x + WORLD_AXIS_LENGTH, y - WORLD_AXIS_LENGTH];
        let ends = [
            (self.view.right, [right, y], [right - 3.0, y + 13.0]),
            (self.view.up, [x, top], [x - 11.0, top + 5.0]),
        ];
        for (axis, end, place) in ends {
            self.line("world", [[x, y], end], "");
            self.label("world", AXES[axis], place);
        }
    }

    /// A dot for each joint, and for each of its axes a stroke along it, or a ring if it points at the viewer.
    fn joints(&mut self, figure: &Figure) {
        // Mobile joints are drawn over fixed ones.
        let fixed = figure.joints.iter().filter(|joint| joint.q.is_none());
        let mobile = figure.joints.iter().filter(|joint| joint.q.is_some());
        for joint in fixed.chain(mobile) {
            let [x, y] = self.at(joint.place);
            let class = joint.freedom.name();
            let title = title(joint);
            self.text += &format!("<g class=\"pivot {class}\"><title>{title}</title>\n");
            let circle = |class: &str, r: f64| {
                let [x, y, r] = [x, y, r].map(px);
                format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>\n")
            };
            for axis in &joint.axes {
                let [dx, dy] = [
                    HALF_STROKE * axis[self.view.right],
                    -HALF_STROKE * axis[self.view.up],
                ];
                if dx.hypot(dy) < MIN_HALF_STROKE {
                    self.text += &circle("ring", RING_RADIUS)
                } else {
                    self.line("axis", [[x - dx, y - dy], [x + dx, y + dy]], "")
                }
            }
            let radius = if joint.q.is_some() { DOT_RADIUS } else { SMALL_DOT_RADIUS };
            self.text += &circle(class, radius);
            self.text.push_str("</g>\n");
        }
    }

    /// The coordinates of joints, next to their dots, if there is room for them. Tooltips show all of them. Joints that
    /// coincide in the view share a label.
    fn labels(&mut self, figure: &Figure) {
        let mut groups: Vec<([f64; 2], Vec<Range<usize>>)> = Vec::new();
        for joint in &figure.joints {
            let ([x, y], Some(q)) = (self.at(joint.place), &joint.q) else {
                continue;
            };
            let coincide = |[u, v]: [f64; 2]| (x - u).hypot(y - v) < DOT_RADIUS;
            match groups.iter_mut().find(|(place, _)| coincide(*place)) {
                Some((_, ranges)) => ranges.push(q.clone()),
                None => groups.push(([x, y], vec![q.clone()])),
            }
        }
        let names_by_place: Vec<([f64; 2], String)> = (groups.into_iter())
            .map(|(place, ranges)| (place, coordinate_names(&ranges)))
            .collect();
        let dots = names_by_place.iter().map(|&([x, y], _)| Label {
            position: [x - DOT_RADIUS, y + LINE_HEIGHT / 2.0],
            width: 2.0 * DOT_RADIUS,
        });
        self.occupied.extend(dots);
        let size = self.scale.size(self.view);
        for ([x, y], name) in names_by_place {
            let shift = -Label::new([0.0; 2], &name).width;
            let offsets = [
                (10.0, 4.0),
                (shift - 10.0, 4.0),
                (8.0, -8.0),
                (8.0, 16.0),
                (shift - 8.0, -8.0),
                (shift - 8.0, 16.0),
            ];
            let free_position = |may_cover: bool| {
                offsets.into_iter().find_map(|(dx, dy)| {
                    let label = Label::new([x + dx, y + dy], &name);
                    let is_free = label.is_within(size)
                        && !self.occupied.iter().any(|other| label.overlaps(other))
                        && (may_cover
                            || !self.drawn_points.iter().any(|&point| label.covers(point)));
                    is_free.then_some(label.position)
                })
            };
            if let Some(position) = free_position(false).or_else(|| free_position(true)) {
                self.label("q", &name, position);
            }
        }
    }

    fn label(&mut self, class: &str, name: &str, position: [f64; 2]) {
        let [x, y] = position.map(px);
        self.text += &format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{name}</text>\n");
        self.occupied.push(Label::new(position, name));
    }
}

/// A circle with two filled quarters, as drawings mark centres of mass.
fn mass_mark(x: &str, y: &str, r: &str, title: &str) -> String {
    let title = match title {
        "" => String::new(),
        title => format!("<title>{title}</title>"),
    };
    format!(
        "<g class=\"com\">{title}<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>\
         <path d=\"M{x} {y} h{r} a{r} {r} 0 0 0 -{r} -{r} z M{x} {y} h-{r} a{r} {r} 0 0 0 {r} {r} z\"/></g>\n"
    )
}

/// A number with four significant digits, without zeros at the end of its decimals. Digits before the point are all kept.
pub fn four_digits(x: f64) -> String {
    let decimals = (3.0 - x.abs().max(1e-9).log10().floor()).clamp(0.0, 9.0);
    let text = format!("{x:.*}", decimals as usize);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// The tooltip of a joint: its name, positions, link and place.
fn title(joint: &FigureJoint) -> String {
    let place = joint.place.map(|x| {
        let text = format!("{x:.4}");
        match text.trim_end_matches('0').trim_end_matches('.') {
            "-0" => "0".to_owned(),
            digits => digits.to_owned(),
        }
    });
    let coordinate = coordinate(joint).map_or(String::new(), |q| format!(" {q}"));
    let [name, link] = [&joint.name, &joint.link].map(|name| short_name(name));
    format!(
        "{name}{coordinate}, moves {link}; at ({}) m",
        place.join(", ")
    )
}

/// The positions of a joint, written as in the tree of links.
fn coordinate(joint: &FigureJoint) -> Option<String> {
    Some(coordinate_names(&[joint.q.clone()?]))
}

/// A line of text, placed by the left end of its baseline.
struct Label {
    position: [f64; 2],
    width: f64,
}

/// Width of a letter of a label, and height of a line, pixels.
const LETTER_WIDTH: f64 = 7.0;
const LINE_HEIGHT: f64 = 12.0;

impl Label {
    fn new(position: [f64; 2], text: &str) -> Self {
        let letters = text.chars().map(|letter| match letter {
            '₀'..='₉' => 0.7,
            '…' => 1.6,
            _ => 1.0,
        });
        let width = LETTER_WIDTH * letters.sum::<f64>();
        Self { position, width }
    }

    /// Whether two labels overlap.
    fn overlaps(&self, other: &Self) -> bool {
        let ([x, y], [u, v]) = (self.position, other.position);
        x < u + other.width && u < x + self.width && (y - v).abs() < LINE_HEIGHT
    }

    fn covers(&self, [x, y]: [f64; 2]) -> bool {
        let [start, base] = self.position;
        (start - 1.0..=start + self.width).contains(&x)
            && (base - LINE_HEIGHT..=base + 1.0).contains(&y)
    }

    fn is_within(&self, [width, height]: [f64; 2]) -> bool {
        let [x, y] = self.position;
        x >= 0.0 && x + self.width <= width && y >= LINE_HEIGHT && y <= height
    }
}

/// The legend: the marks that are drawn, and the scale.
fn legend(figure: &Figure, scale: &Scale) -> String {
    let mut keys = Vec::new();
    let key = |inner: &str, words: &str| {
        format!(
            "<span class=\"key\"><svg class=\"robot\" width=\"26\" height=\"20\" viewBox=\"0 0 26 20\">{inner}</svg> {words}</span>"
        )
    };
    for &name in Freedom::NAMES {
        let is_drawn = |joint: &FigureJoint| joint.freedom.name() == name;
        if figure.joints.iter().any(is_drawn) {
            let dot = format!("<circle class=\"{name}\" cx=\"13\" cy=\"10\" r=\"4\"/>");
            keys.push(key(&dot, &name.replace('_', " ")));
        }
    }
    if figure.joints.iter().any(|joint| !joint.axes.is_empty()) {
        let axis = "<g class=\"pivot\"><path class=\"axis\" d=\"M1 10 L25 10\"/></g>";
        keys.push(key(axis, "axis"));
        let ring = "<g class=\"pivot\"><circle class=\"ring\" cx=\"13\" cy=\"10\" r=\"7.5\"/></g>";
        keys.push(key(ring, "axis towards the eye"));
    }
    if !figure.masses.is_empty() {
        keys.push(key(
            &mass_mark("13", "10", "7", ""),
            "centre of mass, area by mass",
        ));
    }
    for (kind, words) in [(TieKind::Loop, "constraint"), (TieKind::Spring, "spring")] {
        if figure.ties.iter().any(|tie| tie.kind == kind) {
            let line = format!("<path class=\"{}\" d=\"M1 10 L25 10\"/>", kind.name());
            keys.push(key(&line, words));
        }
    }
    let (metres, decimals) = scale.bar();
    let width = scale.pixels * metres;
    keys.push(format!(
        "<span class=\"key\"><svg class=\"robot\" width=\"{0}\" height=\"20\" viewBox=\"0 0 {0} 20\">\
         <path class=\"world\" d=\"M1 6 V14 M1 10 H{1} M{1} 6 V14\"/></svg> {metres:.decimals$} m</span>",
        px(width + 2.0),
        px(width + 1.0),
    ));
    format!("<p class=\"note keys\">{}</p>\n", keys.join("\n"))
}

#[cfg(test)]
mod tests {
    use multibody_codegen::report::{FigureMass, FigureTie};

    use super::*;

    /// Two links of 1 m and 0.5 m along x, hinges about y; masses at their middles, one four times the other.
    fn arm() -> Figure {
        let joint = |name: &str, index: usize, x: f64| FigureJoint {
            name: name.into(),
            link: format!("link<{index}>"),
            parent: index.checked_sub(1),
            place: [x, 0.0, 0.0],
            axes: vec![[0.0, 1.0, 0.0]],
            freedom: Freedom::Turns,
            q: Some(index..index + 1),
        };
        let mass = |index: usize, mass: f64, x: f64| FigureMass {
            name: format!("link<{index}>"),
            mass,
            place: [x, 0.0, 0.0],
            joint: Some(index),
        };
        Figure {
            joints: vec![joint("shoulder", 0, 0.0), joint("elbow", 1, 1.0)],
            masses: vec![mass(0, 4.0, 0.5), mass(1, 1.0, 1.25)],
            ties: vec![FigureTie {
                name: "closure".into(),
                kind: TieKind::Loop,
                ends: [[1.5, 0.0, 0.0], [1.5, 0.0, 0.2]],
            }],
            parameters_set_to_one: Vec::new(),
        }
    }

    /// The elements of a view that have this tag and this class.
    fn elements<'a>(view: &'a str, tag: &str, class: &str) -> Vec<&'a str> {
        let start = format!("<{tag} class=\"{class}\"");
        view.match_indices('<')
            .filter(|(at, _)| view[*at..].starts_with(&start))
            .map(|(at, _)| view[at..].split_once('>').expect("an end").0)
            .collect()
    }

    #[test]
    fn all_views_have_the_same_scale() {
        let text = views(&arm());
        let figures: Vec<&str> = text.split("<figure>").skip(1).collect();
        assert_eq!(figures.len(), 3);
        // 284 pixels are 1.5 m, and the highest point is 0.2 m above the joints.
        let level = MARGINS[1] + 284.0 / 1.5 * 0.2;
        let expected = [
            ([52.0, 52.0 + 284.0 / 1.5], level),
            ([52.0, 52.0], level),
            ([52.0, 52.0 + 284.0 / 1.5], MARGINS[1]),
        ];
        for (view, (x, y)) in figures.iter().zip(expected) {
            let circles = elements(view, "circle", "turns");
            assert_eq!(
                circles.len(),
                2 + usize::from(view.contains("keys")),
                "{view}"
            );
            for (circle, x) in circles.iter().zip(x) {
                let attributes = format!("cx=\"{}\" cy=\"{}\"", px(x), px(y));
                assert!(circle.contains(&attributes), "{circle}: {attributes}");
            }
        }
        // The axes are along y: they point at the viewer in the side view, and lie in the plane of the other views.
        let axes = |view: &str| {
            let drawing = view.split("class=\"note keys\"").next().unwrap_or(view);
            let (strokes, rings) = (
                elements(drawing, "path", "axis"),
                elements(drawing, "circle", "ring"),
            );
            (strokes.len(), rings.len())
        };
        assert_eq!(
            [figures[0], figures[1], figures[2]].map(axes),
            [(0, 2), (2, 0), (2, 0)]
        );
        for view in &figures[..2] {
            assert_eq!(elements(view, "path", "loop").len(), 1, "{view}");
        }
        assert!(text.contains("they are apart here"));
        assert!(text.contains("link&lt;1&gt;") && !text.contains("link<1>"));
        assert!(text.contains(" 0.5 m</span>"), "{text}");
    }

    #[test]
    fn areas_of_marks_are_proportional_to_masses() {
        let text = views(&arm());
        let radius = |title: &str| {
            let position = text
                .find(&format!("<title>{title}</title>"))
                .expect("a mark");
            let (_, tail) = text[position..].split_once("r=\"").expect("a circle");
            tail.split_once('"')
                .expect("an end")
                .0
                .parse::<f64>()
                .expect("a number")
        };
        let [heavy, light] = ["link&lt;0&gt;: 4 kg", "link&lt;1&gt;: 1 kg"].map(radius);
        assert_eq!((heavy, light), (12.0, 6.0));
    }

    /// Joints at one place share a label. Labels of joints next to one another are put around them, and those without room
    /// are left to the tooltips.
    #[test]
    fn labels_do_not_cover_one_another() {
        let mut figure = arm();
        let elbow = figure.joints[1].clone();
        for index in 2..12 {
            let q = Some(index..index + 1);
            figure.joints.push(FigureJoint { q, ..elbow.clone() });
        }
        let text = views(&figure);
        // From the front, these joints also coincide with the shoulder.
        let labels = [">q₂…q₁₂</text>", ">q₁…q₁₂</text>", ">q₂…q₁₂</text>"];
        for (view, label) in text.split("<figure>").skip(1).zip(labels) {
            assert!(view.contains(label), "{view}");
        }
        assert_eq!(text.matches("q₁₂, moves").count(), 3);
        // Now they are about six pixels apart.
        for index in 2..12 {
            figure.joints[index].place[0] += 0.03 * index as f64;
        }
        let text = views(&figure);
        for view in text.split("<figure>").skip(1) {
            let labels = view.split("<text class=\"q\" x=\"").skip(1);
            let labels: Vec<Label> = labels
                .map(|label| {
                    let (x, rest) = label.split_once('"').expect("an end");
                    let (_, rest) = rest.split_once('"').expect("y");
                    let (y, rest) = rest.split_once("\">").expect("an end");
                    let (name, _) = rest.split_once('<').expect("an end");
                    let number = |text: &str| text.parse().expect("a number");
                    Label::new([number(x), number(y)], name)
                })
                .collect();
            for (index, label) in labels.iter().enumerate() {
                assert!(
                    !labels[..index].iter().any(|other| other.overlaps(label)),
                    "{view}"
                );
            }
        }
    }

    /// The three views of a robot are in one row.
    #[test]
    fn all_views_fit_into_one_row() {
        let mut figure = arm();
        figure.joints[1].place[1] = 1.5;
        let scale = Scale::of(&figure).expect("points");
        let width: f64 = VIEWS.iter().map(|view| scale.size(view)[0]).sum();
        assert!(
            (width - 6.0 * MARGINS[0] - MAX_ROW_WIDTH).abs() < 1e-9,
            "{width}"
        );
    }

    #[test]
    fn a_robot_at_the_origin_is_not_drawn() {
        assert_eq!(views(&Figure::default()), "");
        let mut point = arm();
        point.joints.truncate(1);
        point.masses.clear();
        point.ties.clear();
        assert_eq!(views(&point), "");
    }

    #[test]
    fn a_bar_is_round_and_not_longer_than_a_hundred_pixels() {
        for (pixels, bar) in [
            (100.0, (1.0, 0)),
            (99.0, (1.0, 0)),
            (45.0, (2.0, 0)),
            (300.0, (0.2, 1)),
            (2500.0, (0.02, 2)),
            (0.9, (100.0, 0)),
        ] {
            let scale = Scale {
                pixels,
                ranges: [0.0..0.0, 0.0..0.0, 0.0..0.0],
                heaviest: 1.0,
            };
            assert_eq!(scale.bar(), bar, "{pixels}");
        }
    }
}
