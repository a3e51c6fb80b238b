//! Texts made to exhaust time or memory.

use multibody_codegen::{Settings, Source, examine};

use crate::{TIME_LIMIT, worked};

/// Reads, checks and renders; the length of the report.
fn run(text: &str) -> usize {
    let source = Source::new("hostile.urdf", text);
    examine(&source, &Settings::default()).render(&source).len()
}

/// Texts made to exhaust time or memory, each of about `size` bytes.
fn hostile(size: usize) -> Vec<(&'static str, String)> {
    let many = |piece: &str| piece.repeat(size / piece.len());
    let robot = |inside: String| format!("<robot name=\"r\">{inside}</robot>");
    let numbered =
        |count: usize, piece: fn(usize) -> String| (0..count).map(piece).collect::<String>();
    vec![
        ("open tags", many("<a>")),
        ("empty tags", robot(many("<a/>"))),
        ("links", robot(many("<link name='a'/>"))),
        (
            "attributes",
            format!("<robot {}/>", numbered(size / 12, |n| format!("a{n}='' "))),
        ),
        (
            "namespaces",
            format!(
                "<robot {}/>",
                numbered(size / 20, |n| format!("xmlns:a{n}='{n}' "))
            ),
        ),
        ("brackets", many("<")),
        ("quotes", format!("<robot name=\"{}", many("'"))),
        (
            "one long name",
            robot(format!("<link name='{}'/>", many("a"))),
        ),
        (
            "one long number",
            robot(format!(
                "<link name='a'><inertial><mass value='{}'/></inertial></link>",
                many("1")
            )),
        ),
        ("comment", format!("<!--{}", many("- "))),
        ("references", robot(many("&#65;"))),
        (
            "unknown tags",
            robot(numbered(size / 20, |n| format!("<a{n}/>"))),
        ),
        (
            "tiny numbers",
            robot(many(
                "<link name='a'><inertial><origin xyz='7e-400 7e-400 7e-400'/></inertial></link>",
            )),
        ),
        (
            "misspelt parents",
            robot(
                numbered(size / 200, |n| {
                    format!("<link name='a_link_with_a_long_name_{n}'/>")
                }) + numbered(size / 200, |n| {
                    format!(
                        "<joint name='j{n}' type='fixed'><parent link='a_link_with_long_name_{n}'/>\
                             <child link='a_link_with_a_long_name_{n}'/></joint>"
                    )
                }).as_str(),
            ),
        ),
        (
            "a chain that follows itself",
            robot(
                numbered(size / 200, |n| format!("<link name='a{n}'/>"))
                    + numbered(size / 200, |n| {
                        format!(
                            "<joint name='j{n}' type='continuous'><parent link='a{n}'/><child link='a{}'/>\
                             <mimic joint='j{}'/></joint>",
                            n + 1,
                            n.saturating_sub(1)
                        )
                    }).as_str(),
            ),
        ),
    ]
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn hostile_files_end_in_time() {
    // The largest file, and one of as many elements as are let through; a smaller one suffices where
    // nothing is optimised.
    let sizes: &[usize] = if cfg!(debug_assertions) { &[1 << 20] } else { &[4 << 20, 16 << 20] };
    for (name, text) in sizes.iter().flat_map(|size| hostile(*size)) {
        let begin = worked();
        let reported = run(&text);
        let time = worked() - begin;
        println!("{name}: {time:?}, report of {reported} bytes");
        assert!(reported < 100_000, "{name}: report of {reported} bytes");
        assert!(time < TIME_LIMIT, "{name} takes {time:?}");
    }
}
