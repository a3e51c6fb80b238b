//! The report as a single page without external files, readable in light and dark mode, on paper and without scripts.

mod bars;
mod drawings;
mod moving;
mod policy;
mod robot;
mod words;

use multibody_codegen::Report;
use multibody_codegen::fault::{self, LIST_MAX, Remark};
use multibody_codegen::internal::foreign::{self, Shown};
use multibody_codegen::report::{Figure, FigureMass, MovableRobot, RefusedRoute, SpringReport};

use crate::stage_line;
use crate::text::{ListEntry, RECOGNISED, absent, constraints, facts, not_verified, spring_end};
use moving::Motion;
use words::{code, short_name};

/// The page about a robot from the file of this name, with its warnings. With `motion` readers can move the robot, or read why
/// they cannot. `pose` has the positions at which the figure is drawn, if these are not the neutral ones.
pub fn html(
    report: &Report,
    file: &str,
    warnings: &[Remark],
    motion: Option<&Result<MovableRobot, String>>,
    pose: Option<&[f64]>,
) -> String {
    let Motion {
        section: motion_section,
        script,
        note,
    } = motion.map_or_else(Motion::default, |robot| Motion::of(robot, report));
    let equations = report.equations.clone().unwrap_or_default();
    let mut views = robot::views(&report.figure);
    let position = match pose {
        None => "Neutral position",
        Some(_) => "Position",
    };
    if let Some(q) = pose.filter(|_| !views.is_empty()) {
        let numbers: Vec<String> = q.iter().map(|x| robot::four_digits(*x)).collect();
        views += &format!(
            "<p class=\"note\">Drawn at q = ({}).</p>\n",
            numbers.join(", ")
        );
    }
    let tree = drawings::tree(&report.links, views.is_empty());
    let sections = [
        motion_section,
        beside([
            section(position, "neutral", views),
            section("Tree", "", tree),
        ]),
        beside([
            section("Parameters", "", equations.fields_mathml),
            section(
                "Masses and inertias",
                "masses",
                with_mobile_mass(&equations.masses_mathml, &report.figure),
            ),
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
                entry_table(&absent(report), ["function", "reason"]),
            ),
            section(
                "Not verified",
                "",
                entry_table(&not_verified(report), ["item", "reason"]),
            ),
            section("Constraints", "", constraint_table(report)),
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
    let policy = policy::policy(&script);
    let script_element = match script.as_str() {
        "" => String::new(),
        script => format!("<script>{script}</script>\n"),
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{policy}\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{name}</h1>\n<p>{}</p>\n</header>\n<main>\n{}</main>\n\
         <footer><p>multibody {}</p><p>{note}</p></footer>\n{script_element}</body>\n</html>\n",
        facts_as_html(report, file),
        sections.concat(),
        env!("CARGO_PKG_VERSION")
    )
}

/// The facts below the title. Powers in the name of the file stay as they are.
fn facts_as_html(report: &Report, file: &str) -> String {
    let facts = facts(report, file);
    let (file, other_facts) = facts.split_at(foreign::visible(file).len());
    format!("From {}{}", foreign::html(file), words::powers(other_facts))
}

/// The text about masses, with a sentence on the links that `total_mass()` leaves out.
fn with_mobile_mass(masses: &str, figure: &Figure) -> String {
    let is_mobile = |mass: &&FigureMass| {
        let mut joint = mass.joint.map(|joint| &figure.joints[joint]);
        // A body that no joint carries is placed by expressions, and counts as mobile. The world does not.
        let mut moves = joint.is_none() && mass.name != "world";
        while let Some(carrier) = joint {
            moves |= carrier.q.is_some();
            joint = carrier.parent.map(|parent| &figure.joints[parent]);
        }
        moves
    };
    let fixed: Vec<&FigureMass> = figure
        .masses
        .iter()
        .filter(|mass| !is_mobile(mass))
        .collect();
    let fixed_links = match &fixed[..] {
        [] => return masses.to_owned(),
        [mass] => words::name(&Shown::from(&mass.name).to_string()),
        several => format!("the {} links that are fixed to the world", several.len()),
    };
    let sentence =
        format!(" <code>total_mass()</code> counts what moves: all but {fixed_links}.</p>");
    masses.replacen("</p>", &sentence, 1)
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

/// Warnings, then notes, each with its place in the description and with its remedy. As in the terminal, of many similar remarks
/// the first is shown in full, and the others are listed below it.
fn remarks(remarks: &[Remark]) -> String {
    let (warnings, notes): (Vec<_>, Vec<_>) = remarks
        .iter()
        .partition(|remark| remark.severity == "warning");
    let groups = fault::groups(warnings.into_iter().chain(notes), |remark| {
        Some((remark.kind, remark.help.clone(), remark.file.clone()))
    });
    let lines: String = groups.iter().map(|group| remark_lines(group)).collect();
    if lines.is_empty() {
        lines
    } else {
        format!("<ul class=\"remarks\">\n{lines}</ul>\n")
    }
}

/// The first remark of a group, and a list of the others.
fn remark_lines(group: &[&Remark]) -> String {
    let Some((first, others)) = group.split_first() else {
        return String::new();
    };
    let Remark {
        severity,
        message,
        help,
        file,
        line,
        ..
    } = first;
    let help = match help.as_str() {
        "" => String::new(),
        help => format!("; <span class=\"soft\">{}</span>", code(help)),
    };
    let mut similar: String = (others.iter().take(LIST_MAX))
        .map(|other| format!("<li>line {}: {}</li>\n", other.line, code(&other.message)))
        .collect();
    if others.len() > LIST_MAX {
        similar += &format!("<li>and {} more</li>\n", others.len() - LIST_MAX);
    }
    if !others.is_empty() {
        similar = format!(
            "\n<p>{} more like it:</p>\n<ul>\n{similar}</ul>\n",
            others.len()
        );
    }
    format!(
        "<li class=\"{severity}\"><b>{severity}</b> <span class=\"soft\">{}:{line}:</span> {}{help}{similar}</li>\n",
        foreign::html(&foreign::visible(file)),
        code(message),
    )
}

/// A table of two columns; nothing if there are no entries.
fn entry_table(entries: &[ListEntry], titles: [&str; 2]) -> String {
    let rows = entries.iter().map(|ListEntry { word, text }| {
        // The word of a recognised item is a text with names between backticks; other words are names.
        let word = match text.as_str() {
            RECOGNISED => code(word),
            _ => words::name(word),
        };
        vec![word, code(text)]
    });
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

/// Routes that are cheaper but were refused, and routes that could not be tried, with the reasons. Each function is named once.
fn rejections(report: &Report) -> String {
    let rows = report.functions.iter().flat_map(|function| {
        let routes = function.refused.iter().enumerate();
        routes.map(|(index, RefusedRoute { route, why })| {
            let name = match index {
                0 => format!("<code>{}</code>", short_name(&function.name)),
                _ => String::new(),
            };
            vec![name, code(route), code(why)]
        })
    });
    table(&["function", "route", "reason"], &rows.collect::<Vec<_>>())
}

/// The constraint rows, unless the equations list them.
fn constraint_table(report: &Report) -> String {
    match &report.equations {
        Some(_) => String::new(),
        None => entry_table(&constraints(report), ["constraint", "holds"]),
    }
}

fn springs(report: &Report) -> String {
    let row = |spring: &SpringReport| {
        let [start, end] = spring
            .ends
            .each_ref()
            .map(|end| foreign::html(&spring_end(end)));
        let name = short_name(&spring.name);
        let numbers = [&spring.stiffness, &spring.length, &spring.damping].map(Clone::clone);
        [name, start, end].into_iter().chain(numbers).collect()
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
            .replace("'\">\n<meta", "'\"/>\n<meta")
            .replace("<!DOCTYPE html>\n", "")
    }

    fn warning(severity: &'static str, message: &str) -> Remark {
        Remark {
            kind: "Heavy",
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
        let page = html(&report, "a&b.urdf", &remarks, None, None);
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

    #[test]
    fn more_than_two_warnings_of_one_kind_are_grouped() {
        let two_warnings = [warning("warning", "a `b`"), warning("warning", "c")];
        assert_eq!(remarks(&two_warnings).matches("<b>warning</b>").count(), 2);
        let warnings = vec![warning("warning", "a `b`"); 23];
        let lines = remarks(&warnings);
        assert_eq!(lines.matches("<b>warning</b>").count(), 1);
        assert!(lines.contains("<p>22 more like it:</p>"), "{lines}");
        assert!(
            lines.contains("<li>line 7: a <code>b</code></li>"),
            "{lines}"
        );
        assert!(lines.contains("<li>and 2 more</li>"), "{lines}");
    }

    /// The page counts coordinates from 1, as equations do: it has `q₁` but no `q[0]`. Powers are MathML, and names are code.
    #[test]
    fn indices_powers_and_names_are_written_in_one_way() {
        let mut page = html(&report(), "arm.urdf", &[], None, None);
        assert!(
            !page.contains("q[") && page.contains(": revolute q₁"),
            "{page}"
        );
        assert!(!page.contains("2^") && page.contains("<mn>120</mn></mrow></msup>"));
        page = page.replace(STYLE, "");
        assert!(!page.contains('`') && page.contains("link <code>tip</code> has no mass"));
    }

    /// Links that are fixed to the world have no part in `total_mass()`.
    #[test]
    fn the_total_mass_is_without_fixed_links() {
        let mut report = report();
        let masses = "<p>The total mass is 3 kg.</p>";
        assert_eq!(with_mobile_mass(masses, &report.figure), masses);
        report.figure.masses[0].joint = Some(0);
        let name = report.figure.masses[0].name.clone();
        assert_eq!(
            with_mobile_mass(masses, &report.figure),
            format!(
                "<p>The total mass is 3 kg. <code>total_mass()</code> counts what moves: all but <code>{name}</code>.</p>"
            )
        );
    }

    #[test]
    fn a_chosen_pose_is_named() {
        let report = report();
        let page = html(&report, "arm.urdf", &[], None, Some(&[0.25, -1.0]));
        assert!(page.contains("<h2>Position</h2>") && page.contains("Drawn at q = (0.25, -1)."));
    }

    /// If a table spans all columns, its heading does too. A wide table has a shade at an edge beyond which it scrolls.
    #[test]
    fn the_style_keeps_headings_and_shows_that_tables_scroll() {
        assert!(STYLE.contains(".equations > h3:has(+ .whole) { column-span: all; }"));
        assert!(STYLE.contains(".wide, .equation { background: linear-gradient"));
    }

    /// The time of generation is folded until the reader opens it.
    #[test]
    fn the_time_of_generation_is_folded() {
        let page = html(&report(), "arm.urdf", &[], None, None);
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

    /// Asserts that no column of a table is empty, and that the titles of each table differ.
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
    fn no_column_is_empty_and_titles_differ() {
        let mut report = report();
        assert_full(&html(&report, "arm.urdf", &[], None, None));
        report.functions.truncate(1);
        let page = html(&report, "arm.urdf", &[], None, None);
        assert_full(&page);
        // The page has no column of divisions, and does not mention proofs.
        assert!(!page.contains("÷") && !page.contains("proof"), "{page}");
        for function in &mut report.functions {
            function.refused.push(RefusedRoute {
                route: "harmonics".into(),
                why: "again".into(),
            });
        }
        let again = html(&report, "arm.urdf", &[], None, None);
        let count = again.matches("<code>mass_matrix</code>").count();
        assert_eq!(
            count, 2,
            "among operations and among routes that were not selected"
        );
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
        let source = Source::new("cart.rs", text);
        let adjust = |settings: &mut multibody_codegen::Settings| {
            settings.equations = true;
            settings.proof = false;
            settings.verify = multibody_codegen::settings::Verify::False;
            settings.effort = multibody_codegen::settings::Effort::None;
        };
        let folder = std::path::Path::new(".");
        let robot = from_rust(&source, folder, &Cache::none(), adjust, &mut |_| ())
            .unwrap_or_else(|failure| panic!("{failure}"));
        let page = html(
            &robot.generated.report,
            "cart.rs",
            &robot.warnings,
            None,
            None,
        );
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
    fn the_page_of_an_empty_report_has_no_sections() {
        let report = Report {
            name: "Post".into(),
            ..Report::default()
        };
        let page = html(&report, "post.urdf", &[], None, None);
        let body = page.split_once("<main>").expect("a body").1;
        for part in ["<section", "<div", "<details", "<svg"] {
            assert!(!body.contains(part), "{part}");
        }
    }
}
