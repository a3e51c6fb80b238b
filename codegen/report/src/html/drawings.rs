//! Drawings as SVG inside the page. The page's style sheet has their colours.

use std::fmt::Write;

use multibody_codegen::internal::foreign::{Shown, html};
use multibody_codegen::report::{Freedom, LinkReport, MatrixPattern, PatternReport};

use super::words::{short_name, with_positions};
use crate::text::counts_text;

/// Height of a row of the tree, in pixels.
const ROW_HEIGHT: usize = 22;
/// Width in pixels into which all levels of indentation should fit. Very deep trees exceed it.
const MAX_INDENTATION: usize = 360;

/// The tree of links: each link has a row below its parent. The legend follows if `with_legend`: if no other drawing of
/// the page has it. Empty if there are no links.
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
    let step = (MAX_INDENTATION / (deepest + 1)).clamp(4, 26);
    let place = |index: usize| {
        (
            12 + step * depths[index],
            ROW_HEIGHT / 2 + ROW_HEIGHT * index,
        )
    };
    // Names of links are bold, and larger than the rest. Capitals are wide.
    let width_of = |(link, depth): (&LinkReport, &usize)| {
        let pixels = |text: &str| {
            let text = Shown::from(text).to_string();
            let capitals = text.chars().filter(char::is_ascii_uppercase).count();
            7 * text.chars().count() + 2 * capitals
        };
        let names = 5 * pixels(&link.name) / 4 + pixels(&link.joint);
        step * depth + names + pixels(&link.moves) + 14
    };
    let longest = links.iter().zip(&depths).map(width_of).max().unwrap_or(0);
    let (width, height) = (40 + longest, ROW_HEIGHT * links.len());
    let mut drawing = format!(
        "<div class=\"wide\"><svg class=\"tree\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Tree of links\">\n"
    );
    for (index, link) in links.iter().enumerate() {
        let (x, y) = place(index);
        if let Some((parent_x, parent_y)) = link.parent.map(place) {
            let _ = writeln!(
                drawing,
                "<path class=\"branch\" d=\"M{parent_x} {} V{y} H{}\"/>",
                parent_y + 6,
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
            html(&with_positions(&link.moves)),
        );
    }
    let legend = if with_legend { legend(links) } else { String::new() };
    let has_positions = links.iter().any(|link| link.moves.contains("q["));
    let indices = if has_positions { INDEX_NOTE } else { "" };
    format!("{drawing}</svg></div>\n{legend}{indices}")
}

/// How positions are counted.
const INDEX_NOTE: &str =
    "<p class=\"note\">q₁ is the first position of <code>q</code>, with index 0 in Rust.</p>\n";

/// The legend: the marks of the kinds of joints that occur.
fn legend(links: &[LinkReport]) -> String {
    let is_drawn = |name: &&&str| links.iter().any(|link| link.freedom.name() == **name);
    let marks = Freedom::NAMES.iter().filter(is_drawn).map(|freedom| {
        let words = freedom.replace('_', " ");
        format!("<span class=\"dot {freedom}\"></span> {words}")
    });
    let marks: Vec<String> = marks.collect();
    format!("<p class=\"note\">{}</p>\n", marks.join(" "))
}

/// The width, and height, in pixels into which a pattern should fit: that of a single matrix, and one beside others.
/// Larger patterns have squares of the least size.
const MAX_WIDTHS: [usize; 2] = [440, 330];

/// The sparsity pattern of the mass matrix, with a square for each entry; nothing if the pattern is empty.
pub fn mass_matrix(drawing: &str) -> String {
    let matrix = MatrixPattern {
        name: "the mass matrix".into(),
        drawing: drawing.into(),
    };
    if drawing.is_empty() {
        String::new()
    } else {
        format!(
            "<div class=\"wide\">{}</div>\n{}",
            squares(&matrix, MAX_WIDTHS[0]),
            entry_legend(&[matrix], "varies")
        )
    }
}

/// The sparsity patterns of derivatives, those of a function beside each other.
pub fn patterns(functions: &[PatternReport]) -> String {
    let drawings = functions
        .iter()
        .map(|PatternReport { function, matrices }| {
            let figures = matrices.iter().map(|matrix| {
                format!(
                    "<figure>{}<figcaption>{}: {}</figcaption></figure>\n",
                    squares(matrix, MAX_WIDTHS[1]),
                    html(&matrix.name),
                    counts_text(matrix)
                )
            });
            format!(
                "<h3><code>{}</code></h3>\n<div class=\"patterns\">\n{}</div>\n{}",
                short_name(function),
                figures.collect::<String>(),
                entry_legend(matrices, "may be nonzero")
            )
        });
    drawings.collect()
}

/// A matrix with a square for each entry.
fn squares(matrix: &MatrixPattern, max_width: usize) -> String {
    let rows = matrix.rows();
    let columns = rows.first().map_or(0, Vec::len);
    let cell = (max_width / rows.len().max(columns).max(1)).clamp(6, 26);
    let (width, height) = (cell * columns, cell * rows.len());
    let mut drawing = format!(
        "<svg class=\"pattern\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Pattern of {}\">\n",
        html(&matrix.name)
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
    drawing + "</svg>"
}

/// The legend of the kinds of entries that matrices have; `varies` are the words for those that are neither constant nor zero.
fn entry_legend(matrices: &[MatrixPattern], varies: &str) -> String {
    let marks = [
        ("x", "varies", varies),
        ("c", "constant", "constant"),
        (MatrixPattern::ZERO, "zero", "zero"),
    ];
    let has = |mark| matrices.iter().any(|matrix| matrix.drawing.contains(mark));
    let keys = marks.into_iter().filter(|(mark, ..)| has(*mark));
    let keys: Vec<String> = keys
        .map(|(_, kind, words)| format!("<span class=\"square {kind}\"></span> {words}"))
        .collect();
    format!("<p class=\"note\">{}</p>\n", keys.join(" "))
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
        let drawing = mass_matrix("x ·\n· c\n");
        let squares = |kind| drawing.matches(&format!("<rect class=\"{kind}\"")).count();
        assert_eq!(
            (squares("varies"), squares("constant"), squares("zero")),
            (1, 1, 2)
        );
        // Only what is drawn is explained.
        assert!(!mass_matrix("x x\nx x\n").contains("constant"));
        assert_eq!(mass_matrix(""), "");
    }

    #[test]
    fn a_function_has_a_drawing_of_each_matrix() {
        let matrix = |name: &str, drawing: &str| MatrixPattern {
            name: name.into(),
            drawing: drawing.into(),
        };
        let drawing = patterns(&[PatternReport {
            function: "a(b)".into(),
            matrices: vec![matrix("dq", "x ·\n"), matrix("dwrenches", "x x x\nx · c\n")],
        }]);
        assert!(drawing.contains("<h3><code>a(b)</code></h3>"));
        assert!(drawing.contains("<figcaption>dq: 1 of 2"));
        assert!(drawing.contains("<figcaption>dwrenches: 5 of 6"));
        // A matrix of 2 rows and 3 columns is wider than high. All matrices have one legend.
        assert!(drawing.contains("viewBox=\"0 0 78 52\""), "{drawing}");
        assert_eq!(drawing.matches("class=\"note\"").count(), 1);
        assert_eq!(patterns(&[]), "");
    }
}
