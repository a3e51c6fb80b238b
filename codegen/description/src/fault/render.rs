//! Faults as text, in the style of rustc.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::row::Texts;
use super::{Diagnostic, Fault, Report, Severity};
use crate::model::{Source, Span};
use multibody_support::foreign::{Visible, visible};

/// Maximum width of an excerpt, in columns.
const WIDTH: usize = 100;
/// Number of characters shown before the place in a line that is too long to be shown whole.
const LEAD: usize = 20;
/// Maximum number of other places shown for one fault.
const OTHER_PLACES_LIMIT: usize = 6;

/// Up to this number, similar warnings are shown one by one.
const GROUP_LIMIT: usize = 2;
/// Maximum number of lines in a list of similar warnings.
pub const LIST_MAX: usize = 20;

impl Report {
    /// The whole report as text, in the style of rustc; empty if nothing was found. Of more than `GROUP_LIMIT` similar warnings
    /// or notes, the first is shown in full, followed by a list of the others.
    #[must_use]
    pub fn render(&self, source: &Source) -> String {
        render_if(self, source, |_| true)
    }

    /// Only the warnings and notes, for callers that report errors in another way.
    #[must_use]
    pub fn render_remarks(&self, source: &Source) -> String {
        render_if(self, source, |severity| severity != Severity::Error)
    }
}

/// The faults whose severity `is_shown`, as text.
fn render_if(report: &Report, source: &Source, is_shown: impl Fn(Severity) -> bool) -> String {
    let lines = Lines::new(source);
    let diagnostics = report
        .diagnostics
        .iter()
        .filter(|d| is_shown(d.fault.severity()));
    // Each error has to be corrected, so none is listed below another.
    let groups = groups(diagnostics, |diagnostic| {
        let fault = &diagnostic.fault;
        let is_remark = fault.severity() != Severity::Error;
        is_remark.then(|| (fault.kind(), fault.texts().help))
    });
    let mut parts: Vec<String> = groups
        .iter()
        .map(|group| match group[..] {
            [first, ref others @ ..] => {
                render_one(first, &lines) + list_similar(first, others, &lines).as_str()
            }
            [] => String::new(),
        })
        .collect();
    if report.more > 0 {
        parts.push(format!("note: and {} more\n", report.more));
    }
    parts.join("\n")
}

/// Groups of similar items, in the order of their first items. Items with the same key are similar; an item without a key is
/// similar to none. Up to `GROUP_LIMIT` similar items are a group each.
pub fn groups<T, K: Ord>(
    items: impl IntoIterator<Item = T>,
    key: impl Fn(&T) -> Option<K>,
) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = items.into_iter().map(|item| vec![item]).collect();
    let mut similar: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    for (index, group) in groups.iter().enumerate() {
        if let Some(key) = key(&group[0]) {
            similar.entry(key).or_default().push(index);
        }
    }
    for indices in similar
        .values()
        .filter(|indices| indices.len() > GROUP_LIMIT)
    {
        for &index in &indices[1..] {
            let mut members = std::mem::take(&mut groups[index]);
            groups[indices[0]].append(&mut members);
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// The list of the other faults of a group, one line each.
fn list_similar(first: &Diagnostic, others: &[&Diagnostic], lines: &Lines) -> String {
    if others.is_empty() {
        return String::new();
    }
    let place = |diagnostic: &Diagnostic| Place::new(diagnostic.span, '^', "", lines);
    let (gutter, file_start) = (first.gutter(lines), place(first).file_start);
    let mut out = format!("{:gutter$} = note: {} more like it:\n", "", others.len());
    for diagnostic in others.iter().take(LIST_MAX) {
        let place = place(diagnostic);
        let other_file = match lines.source.file_at(place.file_start) {
            other if place.file_start != file_start => format!(" of {}", visible(&other.name)),
            _ => String::new(),
        };
        // A fault of a setting has no line in the description.
        let position = if diagnostic.span == Span::default() {
            String::new()
        } else {
            format!("line {}{other_file}: ", place.number)
        };
        let message = diagnostic.fault.texts().message;
        let _ = writeln!(out, "{:gutter$}   {position}{message}", "");
    }
    if others.len() > LIST_MAX {
        let _ = writeln!(out, "{:gutter$}   and {} more", "", others.len() - LIST_MAX);
    }
    out
}

impl Diagnostic {
    /// This fault alone as text, in the style of rustc.
    #[must_use]
    pub fn render(&self, source: &Source) -> String {
        render_one(self, &Lines::new(source))
    }

    /// All places shown in the excerpt, in order, those in the file of the fault first.
    fn places<'a>(&self, texts: &'a Texts, lines: &Lines) -> Vec<Place<'a>> {
        let others = self.others.iter().take(OTHER_PLACES_LIMIT);
        let mut places: Vec<Place> = others
            .map(|span| Place::new(*span, '-', &texts.second, lines))
            .chain([Place::new(self.span, '^', &texts.label, lines)])
            .collect();
        let file_start = places.last().map_or(0, |place| place.file_start);
        places.sort_by_key(|place| (place.file_start != file_start, place.line, place.start));
        places
    }

    /// Width of the line numbers.
    fn gutter(&self, lines: &Lines) -> usize {
        let texts = Texts::default();
        let places = self.places(&texts, lines);
        let last = places.iter().map(|place| place.number).max();
        last.unwrap_or(1).to_string().len()
    }
}

impl Fault {
    /// Message and help, for callers that show the place themselves.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self.texts();
        if texts.help.is_empty() {
            texts.message
        } else {
            format!("{}\n  = help: {}", texts.message, texts.help)
        }
    }

    /// The fault as text, without an excerpt; for a fault that concerns the whole file.
    #[must_use]
    pub fn render_whole(&self, file: &str) -> String {
        let texts = self.texts();
        let mut out = format!(
            "{}: {}\n --> {}\n",
            self.severity().word(),
            texts.message,
            visible(file)
        );
        if !texts.help.is_empty() {
            let _ = writeln!(out, "  = help: {}", texts.help);
        }
        out
    }
}

/// The positions at which the lines of a source begin. Each file begins with a new line.
struct Lines<'a> {
    source: &'a Source,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(source: &'a Source) -> Self {
        let breaks = source.text.match_indices('\n');
        let starts = std::iter::once(0)
            .chain(breaks.map(|(newline, _)| newline + 1))
            .collect();
        Lines { source, starts }
    }

    /// The number of the line that contains a byte, counted from 0.
    fn line_of(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte) - 1
    }

    /// A line without its end.
    fn text(&self, line: usize) -> &'a str {
        let end = self
            .starts
            .get(line + 1)
            .map_or(self.source.text.len(), |next| next - 1);
        let text = &self.source.text[self.starts[line]..end];
        text.strip_suffix('\r').unwrap_or(text)
    }
}

/// A place to underline: a range of bytes in one line, counted from the beginning of the line.
struct Place<'a> {
    /// The number of the line in the source, counted from 0.
    line: usize,
    /// The first byte of the file, which identifies the file.
    file_start: usize,
    /// The number of the line in the file, counted from 1.
    number: usize,
    start: usize,
    end: usize,
    mark: char,
    label: &'a str,
}

impl<'a> Place<'a> {
    /// The part of a span that is in its first line.
    fn new(span: Span, mark: char, label: &'a str, lines: &Lines) -> Self {
        let start = lines.source.boundary(span.start);
        let line = lines.line_of(start);
        let line_start = lines.starts[line];
        let length = lines.text(line).len();
        let start = (start - line_start).min(length);
        let end = lines
            .source
            .boundary(span.end)
            .saturating_sub(line_start)
            .clamp(start, length);
        let file_start = lines.source.file_at(line_start).span.start;
        Place {
            line,
            file_start,
            number: line + 1 - lines.line_of(file_start),
            start,
            end,
            mark,
            label,
        }
    }

    /// Its file, line and column.
    fn position(&self, lines: &Lines) -> String {
        let name = lines.source.file_at(self.file_start).name;
        let column = lines.text(self.line)[..self.start].chars().count() + 1;
        format!("{}:{}:{column}", visible(&name), self.number)
    }
}

fn render_one(diagnostic: &Diagnostic, lines: &Lines) -> String {
    let texts = diagnostic.fault.texts();
    // A fault without a label has no place in the file, since it concerns a setting or the whole file. A
    // fault about a command-line option has the default span, so it has no place either.
    if texts.label.is_empty() || diagnostic.span == Span::default() {
        return diagnostic.fault.render_whole(&lines.source.name);
    }
    let primary = Place::new(diagnostic.span, '^', &texts.label, lines);
    let places = diagnostic.places(&texts, lines);
    let gutter = diagnostic.gutter(lines);
    let mut out = format!(
        "{}: {}\n",
        diagnostic.fault.severity().word(),
        texts.message
    );
    let _ = writeln!(out, "{:gutter$}--> {}", "", primary.position(lines));
    let _ = writeln!(out, "{:gutter$} |", "");
    write_excerpt(&places, lines, gutter, &mut out);
    if !texts.help.is_empty() {
        let _ = writeln!(out, "{:gutter$} = help: {}", "", texts.help);
    }
    out
}

/// The lines of `places`, each underlined.
fn write_excerpt(places: &[Place], lines: &Lines, gutter: usize, out: &mut String) {
    let mut previous: Option<(usize, String)> = None;
    let mut file_start = places.first().map_or(0, |place| place.file_start);
    for place in places {
        if place.file_start != file_start {
            (file_start, previous) = (place.file_start, None);
            let position = place.position(lines);
            let _ = writeln!(out, "{:gutter$}::: {position}\n{:gutter$} |", "", "");
        }
        let (text, underline) = window(lines.text(place.line), place);
        if previous
            .as_ref()
            .is_some_and(|(line, _)| line + 1 < place.line)
        {
            out.push_str("...\n");
        }
        let row = (place.line, text);
        if previous.as_ref() != Some(&row) {
            let _ = writeln!(out, "{:>gutter$} | {}", place.number, row.1);
        }
        let _ = writeln!(
            out,
            "{}",
            format!("{:gutter$} | {underline} {}", "", place.label).trim_end()
        );
        previous = Some(row);
    }
}

/// The part of a line around a place, and the underline for it.
fn window(line: &str, place: &Place) -> (String, String) {
    // A character has at most four bytes. Bytes are compared first, so that the characters of a very long line are not counted.
    let is_short = line.len() <= 4 * WIDTH && columns(line) <= WIDTH;
    let start = match line[..place.start].char_indices().rev().nth(LEAD) {
        Some((index, _)) if !is_short => index,
        _ => 0,
    };
    let mut text = if start > 0 { String::from("...") } else { String::new() };
    let mut indent = columns(&text);
    let mut width = 0;
    for (index, c) in line[start..]
        .char_indices()
        .map(|(index, c)| (start + index, c))
    {
        let piece = printable(c);
        if columns(&text) + columns(&piece) > WIDTH {
            text.push_str("...");
            break;
        }
        if index < place.start {
            indent += columns(&piece);
        } else if index < place.end {
            width += columns(&piece);
        }
        text.push_str(&piece);
    }
    let underline = format!(
        "{}{}",
        " ".repeat(indent),
        place.mark.to_string().repeat(width.max(1))
    );
    (text, underline)
}

/// A character as it appears in an excerpt.
fn printable(c: char) -> String {
    if c == '\t' { " ".repeat(4) } else { Visible(c).to_string() }
}

fn columns(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render_fault(text: &str, start: usize, end: usize, spans: &[(usize, usize)]) -> String {
        let source = Source::new("robots/arm.urdf", text);
        let others = spans
            .iter()
            .map(|&(start, end)| Span { start, end })
            .collect();
        let fault = Fault::ZeroAxis {
            joint: "elbow".into(),
        };
        Diagnostic {
            fault,
            span: Span { start, end },
            others,
        }
        .render(&source)
    }

    #[test]
    fn a_fault_looks_as_in_rustc() {
        let text = "\n".repeat(40) + "    <axis xyz=\"0 0 0\"/>\n";
        assert_eq!(
            render_fault(&text, 50, 61, &[]),
            r#"error: joint `elbow` has a zero axis
  --> robots/arm.urdf:41:11
   |
41 |     <axis xyz="0 0 0"/>
   |           ^^^^^^^^^^^ needs a non-zero length
   = help: name a direction, e.g. 0 0 1, or make the joint fixed
"#
        );
    }

    #[test]
    fn tabs_and_control_characters_keep_the_underline_in_place() {
        let text = "\t\u{1}ab\r\n";
        let out = render_fault(text, 2, 4, &[]);
        assert!(
            out.contains("1 |     \\u{1}ab\n  |          ^^ needs"),
            "{out}"
        );
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("{}HERE{}", "x".repeat(500_000), "y".repeat(500_000));
        let out = render_fault(&text, 500_000, 500_004, &[]);
        assert!(
            out.lines().all(|line| line.chars().count() <= WIDTH + 10),
            "{out}"
        );
        let column = |mark| out.lines().find_map(|line| line.find(mark));
        assert_eq!(column("HERE"), column("^^^^ needs"), "{out}");
    }

    #[test]
    fn a_place_at_the_end_or_beyond_is_shown() {
        assert!(render_fault("ab", 2, 2, &[]).contains("1 | ab\n  |   ^ needs"));
        assert!(render_fault("ab", 90, 99, &[]).contains("1 | ab\n  |   ^ needs"));
        // The empty span at the beginning is that of a setting, which has no place in the file.
        assert!(!render_fault("", 0, 0, &[]).contains("needs"));
    }

    #[test]
    fn a_place_of_several_lines_shows_the_first_line() {
        assert!(render_fault("abc\ndef\n", 1, 6, &[]).contains("1 | abc\n  |  ^^ needs"));
    }

    #[test]
    fn both_sides_of_a_conflict_are_shown() {
        let out = render_fault("one\ntwo\nthree\nfour\n", 14, 18, &[(0, 3)]);
        assert!(
            out.contains("1 | one\n  | ---\n...\n4 | four\n  | ^^^^ needs"),
            "{out}"
        );
        assert!(out.contains("--> robots/arm.urdf:4:1\n"), "{out}");
    }
}
