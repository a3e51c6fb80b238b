//! Broken files end in a report: never in a panic, never late.
//!
//! Each round changes a case of `tests/faults` at random places. `MULTIBODY_MUTATIONS` sets the number of
//! rounds, the seed is fixed; a failure prints the round and the text.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use multibody_codegen::check::check;
use multibody_codegen::fault::Faults;
use multibody_codegen::model::Source;
use multibody_codegen::source::urdf;

const ROUNDS: u64 = 20_000;
/// Far above what one read takes, so that a busy machine does not matter.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Texts that are worth inserting.
const PIECES: [&str; 32] = [
    "<",
    ">",
    "/>",
    "</link>",
    "\"",
    "'",
    "&",
    "&#48;",
    "&#x0;",
    "&a;",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "<!DOCTYPE a>",
    "<link name=\"base\"/>",
    "<joint name=\"a\" type=\"fixed\">",
    "<inertial>",
    "<mimic joint=\"elbow\"/>",
    "<axis xyz=\"0 0 0\"/>",
    "xacro:",
    "${",
    " xmlns:a=\"b\"",
    "1e999",
    "-1e-400",
    "NaN",
    "0 0 0 0",
    "\u{feff}",
    "\u{202e}",
    "\0",
    "\r\n\t",
];

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `bound`, which must not be 0.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Changes a text at one place.
fn mutate(text: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(text.len() + 1);
    let end = (at + 1 + random.below(30)).min(text.len());
    match random.below(6) {
        0 if at < text.len() => text[at] = random.next() as u8,
        1 => drop(text.drain(at..end)),
        2 => {
            let piece = text[at..end].to_vec();
            let to = random.below(text.len() + 1);
            drop(text.splice(to..to, piece));
        }
        3 => text.truncate(at),
        _ => {
            let piece = PIECES[random.below(PIECES.len())];
            drop(text.splice(at..at, piece.bytes()));
        }
    }
}

/// Reads, checks and renders; the length of the report.
fn run(text: &str) -> usize {
    let source = Source {
        name: "mutated.urdf".into(),
        text: text.into(),
    };
    let mut faults = Faults::new();
    if let Some(model) = urdf(&source, &mut faults) {
        let structure = check(&model, &mut faults);
        assert_eq!(structure.is_none(), faults.has_errors());
    }
    faults.finish().render(&source).len()
}

/// The cases to start from.
fn cases() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults");
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "urdf"))
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| fs::read(path).unwrap())
        .collect()
}

#[test]
fn mutated_files_end_in_a_report() {
    let rounds = std::env::var("MULTIBODY_MUTATIONS").map_or(ROUNDS, |n| n.parse().unwrap());
    let cases = cases();
    let (mut reported, mut sound) = (0, 0);
    for round in 0..rounds {
        let mut random = Random(round);
        let mut bytes = cases[random.below(cases.len())].clone();
        for _ in 0..=random.below(4) {
            mutate(&mut bytes, &mut random);
        }
        let text = String::from_utf8_lossy(&bytes);
        let begin = Instant::now();
        let length = std::panic::catch_unwind(|| run(&text));
        let length = length.unwrap_or_else(|_| panic!("round {round} panics on:\n{text}"));
        assert!(
            begin.elapsed() < TIME_LIMIT,
            "round {round} takes {:?} on:\n{text}",
            begin.elapsed()
        );
        *(if length > 0 {
            &mut reported
        } else {
            &mut sound
        }) += 1;
    }
    // Not vacuous: mutations break files, and not all of them.
    assert!(
        reported > sound && sound > 0,
        "{reported} reported, {sound} sound"
    );
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
fn hostile_files_end_in_time() {
    // The largest file, and one of as many elements as are let through; a smaller one suffices where
    // nothing is optimised.
    let sizes: &[usize] = if cfg!(debug_assertions) {
        &[1 << 20]
    } else {
        &[4 << 20, 16 << 20]
    };
    for (name, text) in sizes.iter().flat_map(|size| hostile(*size)) {
        let begin = Instant::now();
        let reported = run(&text);
        println!("{name}: {:?}, report of {reported} bytes", begin.elapsed());
        assert!(reported < 100_000, "{name}: report of {reported} bytes");
        assert!(
            begin.elapsed() < TIME_LIMIT,
            "{name} takes {:?}",
            begin.elapsed()
        );
    }
}
