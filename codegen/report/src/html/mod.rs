//! The report as a single page without external files, readable in light and dark mode, on paper and without scripts.

mod bars;
mod drawings;
mod moving;
mod robot;

use multibody_codegen::Report;
use multibody_codegen::fault::Remark;
use multibody_codegen::internal::foreign::{self, Shown};
use multibody_codegen::report::{MovableRobot, RefusedRoute, SpringReport};

use crate::stage_line;
use crate::text::{ListEntry, absent, constraints, facts, not_verified, spring_end};

/// The page about a robot from the file of this name, with its warnings. With `motion` readers can move the robot, or
/// read why not.
pub fn html(
    report: &Report,
    file: &str,
    warnings: &[Remark],
    motion: Option<&Result<MovableRobot, String>>,
) -> String {
    let moving = motion.map(|motion| match motion {
        Ok(motion) => moving::moving(motion, report),
        Err(reason) => Err(reason.clone()),
    });
    let (moving, static_reason) = match moving {
        Some(Ok(moving)) => (Some(moving), None),
        Some(Err(reason)) => (None, Some(reason)),
        None => (None, None),
    };
    let equations = report.equations.clone().unwrap_or_default();
    let views = robot::views(&report.figure);
    let tree = drawings::tree(&report.links, views.is_empty());
    let sections = [
        moving.as_ref().map_or(String::new(), motion_section),
        beside([
            section("Neutral position", "neutral", views),
            section("Tree", "", tree),
        ]),
        beside([
            section("Parameters", "", equations.fields_mathml),
            section("Masses and inertias", "masses", equations.masses_mathml),
        ]),
        section("Springs between points", "", springs(report)),
        section("Equations of motion", "equations", equations.mathml),
        section("Warnings and notes", "", remarks(warnings)),
        section("Operations", "operations", bars::functions(report)),
        section("Not selected", "", rejections(report)),
        beside([
            section(
                "Pattern of the mass matrix",
                "",
                drawings::mass_matrix(&report.sparsity),
            ),
            section(
                "Absent",
                "",
                entries(&absent(report), ["function", "reason"]),
            ),
            section(
                "Not verified",
                "",
                entries(&not_verified(report), ["item", "reason"]),
            ),
            section("Constraints", "", rows_of_constraints(report)),
            section("Snapped", "", snaps(report)),
        ]),
        section(
            "Patterns of derivatives",
            "",
            drawings::patterns(&report.patterns),
        ),
        times(report),
    ];
    let name = foreign::html(&report.name);
    let script = moving.as_ref().map_or("", |moving| &moving.script);
    let policy = moving::policy(script);
    let script = match script {
        "" => String::new(),
        script => format!("<script>{script}</script>\n"),
    };
    let note = moving.as_ref().map_or("", |moving| &moving.note);
    let static_note = static_reason.map_or(String::new(), |reason| {
        format!(
            "The robot of this page does not move: {}.",
            foreign::html(&reason)
        )
    });
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{policy}\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{name}</h1>\n<p>{}</p>\n</header>\n<main>\n{}</main>\n\
         <footer><p>multibody {}</p><p>{note}{static_note}</p></footer>\n{script}</body>\n</html>\n",
        foreign::html(&format!("From {}", facts(report, file))),
        sections.concat(),
        env!("CARGO_PKG_VERSION")
    )
}

/// The section that moves. Its script shows it, and hides the neutral position.
fn motion_section(moving: &moving::MotionSection) -> String {
    format!(
        "<section class=\"motion\" id=\"motion\" hidden>\n<h2>Motion</h2>\n{}</section>\n",
        moving.section
    )
}

/// A section with a title; nothing if the body is empty.
fn section(title: &str, class: &str, body: String) -> String {
    let class = match class {
        "" => String::new(),
        class => format!(" class=\"{class}\""),
    };
    if body.is_empty() {
        body
    } else {
        format!("<section{class}>\n<h2>{title}</h2>\n{body}</section>\n")
    }
}

/// Sections beside each other, in the width of the page; nothing if all of them are empty.
fn beside<const N: usize>(sections: [String; N]) -> String {
    let content = sections.concat();
    if content.is_empty() {
        content
    } else {
        format!("<div class=\"beside\">\n{content}</div>\n")
    }
}

const STYLE: &str = include_str!("style.css");

/// Warnings, then notes, each with its source location and with what to do about it.
fn remarks(remarks: &[Remark]) -> String {
    let (warnings, notes): (Vec<_>, Vec<_>) = remarks
        .iter()
        .partition(|remark| remark.severity == "warning");
    let line = |remark: &&Remark| {
        let Remark {
            severity,
            message,
            help,
            file,
            line,
        } = remark;
        let help = match help.as_str() {
            "" => String::new(),
            help => format!("; <span class=\"soft\">{}</span>", code(help)),
        };
        format!(
            "<li class=\"{severity}\"><b>{severity}</b> <span class=\"soft\">{}:{line}:</span> {}{help}</li>\n",
            foreign::html(&foreign::whole(file)),
            code(message),
        )
    };
    let lines: String = warnings.iter().chain(&notes).map(line).collect();
    if lines.is_empty() {
        lines
    } else {
        format!("<ul class=\"remarks\">\n{lines}</ul>\n")
    }
}

/// Rows of two columns; nothing if there are no rows.
fn entries(entries: &[ListEntry], titles: [&str; 2]) -> String {
    let rows = entries
        .iter()
        .map(|ListEntry { word, text }| vec![foreign::html(word), foreign::html(text)]);
    table(&titles, &rows.collect::<Vec<_>>())
}

/// A table with titles, without empty columns; nothing if there are no rows. Cells are HTML.
fn table(titles: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let has_content = |column: &usize| rows.iter().any(|row| !row[*column].is_empty());
    let columns: Vec<usize> = (0..titles.len()).filter(has_content).collect();
    let titles: String = (columns.iter())
        .map(|&column| format!("<th>{}</th>", titles[column]))
        .collect();
    let row = |row: &Vec<String>| {
        let cells = columns.iter().map(|&k| format!("<td>{}</td>", row[k]));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{titles}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
}

/// Cheaper programs that were not selected, with the reasons. Each function is named once.
fn rejections(report: &Report) -> String {
    let rows = report.functions.iter().flat_map(|function| {
        let routes = function.refused.iter().enumerate();
        routes.map(|(index, RefusedRoute { route, why })| {
            let name = Shown::from(&function.name).to_string();
            let name = match index {
                0 => format!("<code>{}</code>", foreign::html(&name)),
                _ => String::new(),
            };
            vec![name, foreign::html(route), foreign::html(why)]
        })
    });
    table(&["function", "route", "reason"], &rows.collect::<Vec<_>>())
}

/// The constraint rows, unless the equations list them.
fn rows_of_constraints(report: &Report) -> String {
    match &report.equations {
        Some(_) => String::new(),
        None => entries(&constraints(report), ["constraint", "holds"]),
    }
}

fn springs(report: &Report) -> String {
    let row = |spring: &SpringReport| {
        let [first, second] = spring
            .ends
            .each_ref()
            .map(|end| foreign::html(&spring_end(end)));
        let name = foreign::html(&Shown::from(&spring.name).to_string());
        let numbers = [&spring.stiffness, &spring.length, &spring.damping].map(Clone::clone);
        [name, first, second].into_iter().chain(numbers).collect()
    };
    let titles = ["spring", "from", "to", "stiffness", "length", "damping"];
    table(&titles, &report.springs.iter().map(row).collect::<Vec<_>>())
}

fn snaps(report: &Report) -> String {
    let row = |snap: &multibody_codegen::report::Snap| {
        vec![code(&snap.place), format!("{:.1e}", snap.change)]
    };
    let rows: Vec<Vec<String>> = report.snaps.iter().map(row).collect();
    let table = table(&["rounded number", "change"], &rows);
    if rows.is_empty() {
        table
    } else {
        table
            + "<p class=\"note\">Set <code>snap = false</code> to keep the numbers as written.</p>\n"
    }
}

/// A text whose parts between backticks are set as code.
fn code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(index, part)| match index % 2 {
            0 => foreign::html(part),
            _ => format!("<code>{}</code>", foreign::html(part)),
        })
        .collect()
}

/// The times of the stages, folded, since they say nothing about the robot.
fn times(report: &Report) -> String {
    let lines: Vec<String> = report.stages.iter().map(stage_line).collect();
    if lines.is_empty() {
        String::new()
    } else {
        format!(
            "<details>\n<summary>Time of generation</summary>\n<pre>{}</pre>\n</details>\n",
            foreign::html(&lines.join("\n"))
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::report;
    use super::*;

    /// The page as XML, after the elements without an end tag have got one.
    fn xml(page: &str) -> String {
        page.replace("charset=\"utf-8\">", "charset=\"utf-8\"/>")
            .replace("initial-scale=1\">", "initial-scale=1\"/>")
            .replace("<!DOCTYPE html>\n", "")
    }

    fn warning(severity: &'static str, message: &str) -> Remark {
        Remark {
            severity,
            message: message.into(),
            help: "weigh `it`".into(),
            file: "a&b.urdf".into(),
            line: 7,
        }
    }

    #[test]
    fn a_page_is_well_formed_and_has_everything_in_order() {
        let mut report = report();
        report.name = "Arm<&>".into();
        let remarks = [warning("note", "so"), warning("warning", "<link> is heavy")];
        let page = html(&report, "a&b.urdf", &remarks, None);
        let xml = xml(&page);
        let page_tree =
            roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{error}\n{xml}"));
        let titles: Vec<&str> = (page_tree.descendants())
            .filter(|node| node.has_tag_name("h2") || node.has_tag_name("summary"))
            .filter_map(|node| node.text())
            .collect();
        assert_eq!(
            titles,
            [
                "Neutral position",
                "Tree",
                "Parameters",
                "Masses and inertias",
                "Springs between points",
                "Equations of motion",
                "Warnings and notes",
                "Operations",
                "Not selected",
                "Pattern of the mass matrix",
                "Absent",
                "Not verified",
                "Snapped",
                "Patterns of derivatives",
                "Time of generation"
            ]
        );
        // Warnings come before notes, each with its place and what to do.
        let lines = page.lines().filter(|line| line.starts_with("<li"));
        let lines: Vec<&str> = lines.collect();
        assert!(
            lines[0].contains("a&amp;b.urdf:7:</span> &lt;link&gt; is heavy"),
            "{lines:?}"
        );
        assert!(
            lines[0].contains("weigh <code>it</code>") && lines[1].contains("so"),
            "{lines:?}"
        );
        assert!(page.contains("Arm&lt;&amp;&gt;"));
        for reference in ["http:", "https:", "<script", "src=", "url(", "@import"] {
            assert!(!page.contains(reference), "{reference}");
        }
    }

    /// The time of generation is folded until the reader opens it.
    #[test]
    fn the_time_of_generation_is_folded() {
        let page = html(&report(), "arm.urdf", &[], None);
        let (head, folded) = page.split_once("<details>").expect("folded");
        assert!(
            !head.contains("250.0 ms") && folded.contains("250.0 ms"),
            "{page}"
        );
    }

    /// The texts of the cells of each table, by rows, with the titles first.
    fn tables(page: &str) -> Vec<Vec<Vec<String>>> {
        let xml = xml(page);
        let tree = roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{error}"));
        let content = |node: roxmltree::Node<'_, '_>| -> String {
            let texts = node.descendants().filter(roxmltree::Node::is_text);
            texts.filter_map(|node| node.text()).collect()
        };
        let tables = tree.descendants().filter(|node| node.has_tag_name("table"));
        let rows = |table: roxmltree::Node<'_, '_>| {
            let rows = table.descendants().filter(|node| node.has_tag_name("tr"));
            rows.map(|row| {
                let cells = row.children().filter(roxmltree::Node::is_element);
                cells.map(content).collect()
            })
            .collect()
        };
        tables.map(rows).collect()
    }

    #[track_caller]
    fn assert_full(page: &str) {
        let tables = tables(page);
        assert!(!tables.is_empty());
        for table in tables {
            let (titles, rows) = table.split_first().expect("titles");
            for column in 0..titles.len() {
                let has_content = rows.iter().any(|row| !row[column].trim().is_empty());
                assert!(has_content, "column {column} of {table:?}");
            }
            let mut known_titles = std::collections::BTreeSet::new();
            for title in titles.iter().filter(|title| !title.is_empty()) {
                assert!(known_titles.insert(title), "{title} twice in {titles:?}");
            }
        }
    }

    #[test]
    fn no_column_is_empty() {
        let mut report = report();
        assert_full(&html(&report, "arm.urdf", &[], None));
        report.functions.truncate(1);
        let page = html(&report, "arm.urdf", &[], None);
        assert_full(&page);
        // The page has no column of divisions, and does not mention proofs.
        assert!(!page.contains("÷") && !page.contains("proof"), "{page}");
        for function in &mut report.functions {
            function.refused.push(RefusedRoute {
                route: "harmonics".into(),
                why: "again".into(),
            });
        }
        let again = html(&report, "arm.urdf", &[], None);
        let name = again.matches("<code>mass_matrix</code>").count();
        assert_eq!(name, 2, "among operations and among what was not taken");
    }

    /// The full page of a derived cart-pole, whose fields have no defaults.
    #[cfg(feature = "symbolica")]
    #[test]
    fn a_page_of_a_robot_has_each_field_once() {
        use multibody_codegen::internal::robot_file::from_rust;
        use multibody_codegen::{Cache, Source};
        let text = "#[multibody(
            gravity = [0, 0, -downwards],
            joint rail { prismatic, parent: world, child: cart, axis: x },
            joint hinge { revolute, parent: cart, child: pole, axis: y },
            body cart { mass: cart_mass },
            body pole { mass: pole_mass, com: [0, 0, length / 2], inertia: diag(0.1, 0.1, 0) },
        )]
        pub struct CartPole { downwards: f64, cart_mass: f64, pole_mass: f64, length: f64 }";
        let source = Source {
            name: "cart.rs".into(),
            text: text.into(),
        };
        let adjust = |settings: &mut multibody_codegen::Settings| {
            settings.equations = true;
            settings.proof = false;
            settings.verify = multibody_codegen::settings::Verify::False;
            settings.effort = multibody_codegen::settings::Effort::None;
        };
        let folder = std::path::Path::new(".");
        let robot = from_rust(&source, folder, &Cache::none(), adjust, &mut |_| ())
            .unwrap_or_else(|failure| panic!("{failure}"));
        let page = html(&robot.generated.report, "cart.rs", &robot.warnings, None);
        assert_full(&page);
        for field in ["downwards", "cart_mass", "pole_mass", "length"] {
            let rows = tables(&page).into_iter().flatten();
            let rows_of_field = rows.filter(|row| row.iter().any(|cell| cell == field));
            assert_eq!(rows_of_field.count(), 1, "{field}");
        }
        let titles = [
            "Neutral position",
            "Masses and inertias",
            "Equations of motion",
        ];
        let order = titles.map(|title| page.find(&format!("<h2>{title}")).expect(title));
        assert!(order.is_sorted());
        assert!(page.contains(
            "Drawn with <code>cart_mass</code> = <code>pole_mass</code> = <code>length</code> = 1."
        ));
    }

    #[test]
    fn an_empty_report_is_empty() {
        let report = Report {
            name: "Post".into(),
            ..Report::default()
        };
        let page = html(&report, "post.urdf", &[], None);
        let body = page.split_once("<main>").expect("a body").1;
        for part in ["<section", "<div", "<details", "<svg"] {
            assert!(!body.contains(part), "{part}");
        }
    }
}
