//! Drawings as SVG inside the page, whose style sheet gives them their colours.

use std::fmt::Write;

use multibody_codegen::internal::foreign::{Shown, html};
use multibody_codegen::report::{Freedom, LinkReport};

/// Height of a row of the tree.
const ROW: usize = 22;
/// Width available for all levels of indentation.
const INDENTATION: usize = 360;

/// The tree of links: each link has a row below the link that carries it. `with_legend` adds a legend, which is
/// needed unless another drawing has one. Nothing if there are no links.
pub fn tree(links: &[LinkReport], with_legend: bool) -> String {
    if links.is_empty() {
        return String::new();
    }
    let mut depths: Vec<usize> = Vec::new();
    for link in links {
        let depth = link.parent.map_or(0, |parent| depths[parent] + 1);
        depths.push(depth);
    }
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let step = (INDENTATION / (deepest + 1)).clamp(4, 26);
    let place = |index: usize| (12 + step * depths[index], ROW / 2 + ROW * index);
    let words = |link: &LinkReport| {
        short_name(&link.name).chars().count()
            + short_name(&link.joint).chars().count()
            + link.moves.chars().count()
    };
    let longest = links.iter().map(words).max().unwrap_or(0);
    let (width, height) = (40 + step * deepest + 9 * longest, ROW * links.len());
    let mut drawing = format!(
        "<div class=\"wide\"><svg class=\"tree\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Tree of links\">\n"
    );
    for (index, link) in links.iter().enumerate() {
        let (x, y) = place(index);
        if let Some((px, py)) = link.parent.map(place) {
            let _ = writeln!(
                drawing,
                "<path class=\"branch\" d=\"M{px} {} V{y} H{}\"/>",
                py + 6,
                x - 6
            );
        }
        let _ = writeln!(
            drawing,
            "<circle class=\"{}\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>",
            link.freedom
        );
        let _ = writeln!(
            drawing,
            "<text x=\"{}\" y=\"{}\"><tspan class=\"link\">{}</tspan><tspan class=\"joint\" dx=\"12\">{}: {}</tspan></text>",
            x + 12,
            y + 5,
            short_name(&link.name),
            short_name(&link.joint),
            html(&link.moves),
        );
    }
    let legend = if with_legend {
        legend(links)
    } else {
        String::new()
    };
    format!("{drawing}</svg></div>\n{legend}")
}

/// The marks of the kinds of joints that occur.
fn legend(links: &[LinkReport]) -> String {
    let is_drawn = |name: &&&str| links.iter().any(|link| link.freedom.name() == **name);
    let marks = Freedom::NAMES.iter().filter(is_drawn).map(|freedom| {
        let words = freedom.replace('_', " ");
        format!("<span class=\"dot {freedom}\"></span> {words}")
    });
    let marks: Vec<String> = marks.collect();
    format!("<p class=\"note\">{}</p>\n", marks.join(" "))
}

/// A name, short enough for a row.
fn short_name(name: &str) -> String {
    html(&Shown::from(name).to_string())
}

/// The sparsity pattern of a matrix, with a square for each entry; nothing if the pattern is empty.
pub fn pattern(text: &str) -> String {
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    if rows.is_empty() {
        return String::new();
    }
    let cell = (440 / rows.len()).clamp(6, 26);
    let size = cell * rows.len();
    let mut drawing = format!(
        "<div class=\"wide\"><svg class=\"pattern\" width=\"{size}\" height=\"{size}\" viewBox=\"0 0 {size} {size}\" role=\"img\" aria-label=\"Pattern of the mass matrix\">\n"
    );
    for (i, row) in rows.iter().enumerate() {
        for (j, mark) in row.iter().enumerate() {
            let kind = match *mark {
                "x" => "varies",
                "c" => "constant",
                _ => "zero",
            };
            let _ = writeln!(
                drawing,
                "<rect class=\"{kind}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"1.5\"/>",
                j * cell + 1,
                i * cell + 1,
                cell - 2,
                cell - 2,
            );
        }
    }
    let marks = [("x", "varies"), ("c", "constant"), ("·", "zero")];
    let keys = marks.into_iter().filter(|(mark, _)| text.contains(mark));
    let keys: Vec<String> = keys
        .map(|(_, kind)| format!("<span class=\"square {kind}\"></span> {kind}"))
        .collect();
    format!(
        "{drawing}</svg></div>\n<p class=\"note\">{}</p>\n",
        keys.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(name: &str, parent: Option<usize>, moves: &str, freedom: Freedom) -> LinkReport {
        LinkReport {
            name: name.into(),
            parent,
            joint: format!("to_{name}"),
            moves: moves.into(),
            freedom,
        }
    }

    #[test]
    fn a_tree_has_a_row_for_each_link_and_a_branch_to_each_but_the_first() {
        let links = [
            link("base", None, "fixed", Freedom::Fixed),
            link("arm<1>", Some(0), "ball q[0..4]", Freedom::Turns),
            link("thumb", Some(1), "screw q[4]", Freedom::TurnsAndSlides),
        ];
        let drawing = tree(&links, true);
        assert_eq!(drawing.matches("<path").count(), 2);
        // Each mark has a style, and the marks that are drawn appear in the legend.
        let style = include_str!("style.css");
        for freedom in Freedom::NAMES {
            let is_drawn = drawing.contains(&format!("<circle class=\"{freedom}\""));
            assert_eq!(is_drawn, *freedom != "slides", "{freedom}");
            let is_explained = drawing.contains(&format!("<span class=\"dot {freedom}\"></span>"));
            assert_eq!(is_explained, is_drawn, "{freedom}");
            for mark in ["circle", ".dot"] {
                assert!(
                    style.contains(&format!("{mark}.{freedom} {{")),
                    "{mark} {freedom}"
                );
            }
        }
        assert!(drawing.contains("arm&lt;1&gt;"));
        assert!(!tree(&links, false).contains("class=\"dot"));
        assert_eq!(tree(&[], true), "");
    }

    #[test]
    fn a_pattern_has_a_square_for_each_entry() {
        let drawing = pattern("x ·\n· c\n");
        let squares = |kind| drawing.matches(&format!("<rect class=\"{kind}\"")).count();
        assert_eq!(
            (squares("varies"), squares("constant"), squares("zero")),
            (1, 1, 2)
        );
        // Only what is drawn is explained.
        assert!(!pattern("x x\nx x\n").contains("constant"));
        assert_eq!(pattern(""), "");
    }
}
