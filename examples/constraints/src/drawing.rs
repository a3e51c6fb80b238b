//! A picture of chains of rods at several times.

use std::fmt::Write as _;

/// The width of the picture and its margin, in pixels.
const WIDTH: f64 = 720.0;
const MARGIN: f64 = 24.0;

/// Draws a title, and chains of points (x, z) in m, with x to the right and z up. Earlier chains are paler, and the
/// last one has a dot at each point.
pub fn svg(title: &str, chains: &[Vec<[f64; 2]>]) -> String {
    let points = || chains.iter().flatten();
    let range = |k: usize| {
        let values = points().map(|point| point[k]);
        values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        })
    };
    let ([left, right], [bottom, top]) = (range(0), range(1));
    let scale = (WIDTH - 2.0 * MARGIN) / (right - left).max(top - bottom);
    let height = (top - bottom) * scale + 3.0 * MARGIN;
    let place = |[x, z]: [f64; 2]| {
        let (x, y) = (
            (x - left) * scale + MARGIN,
            (top - z) * scale + 2.0 * MARGIN,
        );
        format!("{x:.1},{y:.1}")
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" font-family=\"sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"{MARGIN}\" font-size=\"15\">{title}</text>\n"
    );
    let count = chains.len().max(1) as f64;
    for (index, chain) in chains.iter().enumerate() {
        let strength = 0.15 + 0.85 * (index + 1) as f64 / count;
        let line: Vec<String> = chain.iter().copied().map(place).collect();
        writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"3\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\" opacity=\"{strength:.2}\"/>",
            line.join(" ")
        )
        .expect("writing to a string never fails");
    }
    for pivot in chains.last().into_iter().flatten() {
        let place = place(*pivot);
        let (x, y) = place.split_once(',').expect("two numbers");
        writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"#1f5fa8\"/>"
        )
        .expect("writing to a string never fails");
    }
    out + "</svg>\n"
}
