//! The report as one page: no script, nothing to load, readable by day, by night and on paper.

mod bars;
mod drawings;

use multibody_codegen::Report;
use multibody_codegen::internal::foreign::{self, Shown};
use multibody_codegen::report::SpringReport;

use super::text::{constraints, header, spring_end};
use crate::progress;

/// The page on a robot from the file of this name; `remarks` are the warnings about it, as text.
pub fn html(report: &Report, file: &str, remarks: &str) -> String {
    let equations = report.equations.as_ref().map_or("", |e| e.mathml.as_str());
    let sections = [
        ("Warnings and notes", verbatim(remarks)),
        ("Tree", drawings::tree(&report.links)),
        (
            "Parameters",
            pairs(&report.parameters, ["field", "default"]),
        ),
        ("Equations", equations.to_owned()),
        (
            "Pattern of the mass matrix",
            drawings::pattern(&report.sparsity),
        ),
        ("Operations", bars::functions(report)),
        ("Not taken", refused(report)),
        ("Absent", pairs(&report.absent, ["function", "reason"])),
        ("Snapped", snaps(report)),
        ("Springs between points", springs(report)),
        (
            "Constraints",
            pairs(&constraints(report), ["constraint", "holds"]),
        ),
        ("Time", times(report)),
    ];
    let name = foreign::html(&report.name);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{name}</h1>\n<p>{}</p>\n</header>\n<main>\n",
        foreign::html(&header(report, file)),
    );
    for (title, body) in sections.into_iter().filter(|(_, body)| !body.is_empty()) {
        page += &format!("<section>\n<h2>{title}</h2>\n{body}</section>\n");
    }
    page += &format!(
        "</main>\n<footer><p>multibody {}</p></footer>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    page
}

const STYLE: &str = include_str!("style.css");

/// Text as it is; nothing where there is none.
fn verbatim(text: &str) -> String {
    match text.trim_end() {
        "" => String::new(),
        text => format!("<pre>{}</pre>\n", foreign::html(text)),
    }
}

/// Rows of two columns; nothing where there are none.
fn pairs(pairs: &[(String, String)], titles: [&str; 2]) -> String {
    let rows = pairs
        .iter()
        .map(|(a, b)| vec![foreign::html(a), foreign::html(b)]);
    table(&titles, &rows.collect::<Vec<_>>())
}

/// Rows below titles; nothing where there are no rows. Cells are HTML.
fn table(titles: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let titles: String = titles
        .iter()
        .map(|title| format!("<th>{title}</th>"))
        .collect();
    let row = |row: &Vec<String>| {
        let cells: String = row.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{titles}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
}

/// What would have been cheaper, and why it was not taken.
fn refused(report: &Report) -> String {
    let rows = report.functions.iter().flat_map(|function| {
        let refused = function.refused.iter();
        refused.map(|(way, why)| {
            [&function.name, way, why]
                .map(|text| foreign::html(text))
                .to_vec()
        })
    });
    table(&["function", "way", "reason"], &rows.collect::<Vec<_>>())
}

fn springs(report: &Report) -> String {
    let row = |spring: &SpringReport| {
        let [from, to] = spring
            .ends
            .each_ref()
            .map(|end| foreign::html(&spring_end(end)));
        let name = foreign::html(&Shown::from(&spring.name).to_string());
        let numbers = [&spring.stiffness, &spring.length, &spring.damping].map(Clone::clone);
        [name, from, to].into_iter().chain(numbers).collect()
    };
    let titles = ["spring", "from", "to", "stiffness", "length", "damping"];
    table(&titles, &report.springs.iter().map(row).collect::<Vec<_>>())
}

fn snaps(report: &Report) -> String {
    let row = |snap: &multibody_codegen::report::Snap| {
        vec![code(&snap.place), format!("{:.1e}", snap.change)]
    };
    let rows: Vec<Vec<String>> = report.snaps.iter().map(row).collect();
    let table = table(&["number taken to be its neighbour", "change"], &rows);
    match rows.is_empty() {
        true => table,
        false => {
            table + "<p class=\"note\"><code>--snap 0</code> keeps the file to the letter.</p>\n"
        }
    }
}

/// Text between backticks as code.
fn code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(at, part)| match at % 2 {
            0 => foreign::html(part),
            _ => format!("<code>{}</code>", foreign::html(part)),
        })
        .collect()
}

fn times(report: &Report) -> String {
    let lines: Vec<String> = report.stages.iter().map(progress::line).collect();
    verbatim(&lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::super::example::report;
    use super::*;

    /// HTML that is XML, too, once the elements without an end have one.
    fn parsed(page: &str) -> String {
        let closed = page.replace("charset=\"utf-8\">", "charset=\"utf-8\"/>");
        let closed = closed.replace("initial-scale=1\">", "initial-scale=1\"/>");
        closed.replace("<!DOCTYPE html>\n", "")
    }

    #[test]
    fn a_page_is_well_formed_and_says_everything() {
        let mut report = report();
        report.name = "Arm<&>".into();
        let page = html(&report, "a&b.urdf", "warning: <link> is heavy\n\n");
        let xml = parsed(&page);
        let page_tree =
            roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{error}\n{xml}"));
        let titles: Vec<&str> = (page_tree.descendants())
            .filter(|node| node.has_tag_name("h2"))
            .filter_map(|node| node.text())
            .collect();
        assert_eq!(
            titles,
            [
                "Warnings and notes",
                "Tree",
                "Parameters",
                "Equations",
                "Pattern of the mass matrix",
                "Operations",
                "Not taken",
                "Absent",
                "Snapped",
                "Springs between points",
                "Constraints",
                "Time"
            ]
        );
        assert!(page.contains("&lt;link&gt; is heavy") && page.contains("Arm&lt;&amp;&gt;"));
        for outside in ["http:", "https:", "<script", "src=", "url(", "@import"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn nothing_is_said_about_nothing() {
        let report = Report {
            name: "Post".into(),
            ..Report::default()
        };
        assert!(!html(&report, "post.urdf", "").contains("<section>"));
    }
}
