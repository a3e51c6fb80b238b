//! Names are made of the field's words, prose is without the phrases that only this code had, and types of the
//! generator's crates have names of their own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use multibody_codegen::fault::Fault;
use multibody_codegen::internal::function::Function;
use multibody_codegen::internal::generator::CRATES;
use multibody_codegen::internal::options::CHOICES;
use proc_macro2::{TokenStream, TokenTree};

/// Words that no name has: of variables, functions, tests, types, options, faults, keys, files and folders.
const WORDS: [&str; 42] = [
    "apart", "detect", "detects", "knew", "ask", "asked", "asks", "comes", "goes", "heard", "held",
    "hold", "holds", "knows", "lies", "met", "said", "say", "says", "settle", "settled", "settles",
    "shy", "spared", "stand", "stands", "swirl", "taken", "tell", "tells", "told", "unmet", "want",
    "wanted", "wants", "whoever", "wish", "wished", "wishes", "felt", "feels", "thinned",
];

/// Names with such a word: the file, the name, and why.
const EXCEPTIONS: [(&str, &str, &str); 0] = [];

/// Phrases that no prose and no name of a test has, and what to write.
const PHRASES: [(&str, &str); 32] = [
    ("is held", "is constrained, is fixed"),
    ("are held", "are constrained, are fixed"),
    ("be held", "be constrained, be fixed"),
    ("held by", "constrained by"),
    ("held at", "fixed at"),
    ("held to", "fixed to"),
    ("is met", "is satisfied"),
    ("are met", "are satisfied"),
    ("be met", "be satisfied"),
    ("met by", "satisfied by"),
    ("which are met it is not", "are not satisfied"),
    ("is told", "is reported, is distinguished"),
    ("are told", "are reported, are distinguished"),
    ("told of", "reported"),
    ("is said", "is stated, is reported"),
    ("are said", "are stated, are reported"),
    ("is wanted", "is requested, is needed"),
    ("are wanted", "are requested, are needed"),
    ("was wanted", "was requested"),
    ("were wanted", "were requested"),
    ("ask for", "request, require"),
    ("asks for", "requests, requires"),
    ("asked for", "requested"),
    ("to the letter", "as written"),
    ("at hand", "host"),
    ("as seen from", "relative to"),
    ("rows on rates", "velocity-level rows"),
    ("rows on positions", "position-level rows"),
    ("taken rows", "joint-pivoted rows"),
    ("what becomes of", "how each is treated"),
    ("for want of", "without"),
    ("has to say", "writes"),
];

/// Names of several public types, and why.
const SHARED_TYPES: [(&str, &str); 14] = [
    ("Actuator", STAGES),
    ("Constraint", STAGES),
    ("End", STAGES),
    ("Frame", STAGES),
    ("Joint", STAGES),
    ("Link", STAGES),
    ("Mimic", STAGES),
    ("PlacedBody", STAGES),
    ("PointSpring", STAGES),
    ("PrivateFolder", "one for each kind of operating system"),
    (
        "Quantity",
        "of the description, and of a function: both are the field's word",
    ),
    ("Report", "of faults, and of a robot: both are public"),
    ("Spring", STAGES),
    ("SymbolicTerms", STAGES),
];

/// One concept, as it is read, chosen and lowered.
const STAGES: &str = "one concept at several stages";

/// The folders with Rust code.
const CODE: [&str; 6] = [
    "codegen", "macros", "runtime", "tests", "examples", "benches",
];

/// The folders with documents besides.
const DOCUMENTS: [&str; 2] = ["docs", "runtime/guide"];

/// What is not read: this file, which has them all.
const OWN: &str = "codegen/tests/repository/words.rs";

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
}

/// All files below the folders, relative to the repository, in order.
fn files(folders: &[&str]) -> Vec<String> {
    let mut open: Vec<PathBuf> = folders.iter().map(|of| repository().join(of)).collect();
    let mut results = Vec::new();
    while let Some(path) = open.pop() {
        let is_hidden = (path.file_name())
            .is_some_and(|name| name.as_encoded_bytes().starts_with(b".") || name == "target");
        if is_hidden || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("a folder");
            open.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else {
            let name = path.strip_prefix(repository()).expect("inside");
            results.extend(name.to_str().map(str::to_owned));
        }
    }
    results.sort();
    results.retain(|file| file != OWN);
    results
}

fn has_ending(file: &str, ending: &str) -> bool {
    Path::new(file).extension().is_some_and(|of| of == ending)
}

fn text(file: &str) -> String {
    fs::read_to_string(repository().join(file)).expect(file)
}

/// The words of a name: split at all that is no letter, and before capitals.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let letters: Vec<char> = name.chars().collect();
    for (index, &letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| letters[before]);
        let after = letters.get(index + 1);
        let is_first = letter.is_uppercase()
            && (before.is_some_and(char::is_lowercase) || after.is_some_and(|c| c.is_lowercase()));
        if is_first || !letter.is_alphabetic() {
            words.push(String::new());
        }
        if let (true, Some(last)) = (letter.is_alphabetic(), words.last_mut()) {
            last.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn is_forbidden(name: &str) -> bool {
    let words = words(name);
    words.iter().any(|word| WORDS.contains(&word.as_str()))
}

/// Adds the names of a text: those of tests to the second list, all others to the first.
fn names(code: TokenStream, (results, tests): (&mut BTreeSet<String>, &mut BTreeSet<String>)) {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let mut is_test = false;
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(name) => {
                let name = name.to_string();
                let is_function = index > 0 && tokens[index - 1].to_string() == "fn";
                if is_function && std::mem::take(&mut is_test) {
                    tests.insert(name)
                } else {
                    results.insert(name)
                };
            }
            TokenTree::Group(group) => {
                is_test |= group.to_string() == "[test]" && tokens[index - 1].to_string() == "#";
                names(group.stream(), (results, tests));
            }
            _ => {}
        }
    }
}

/// A text as one line: without the marks of comments and of lines that go on.
fn prose(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = line.trim().trim_start_matches(['/', '!', '|', '>', '*']);
        line.trim_end_matches('\\').trim()
    });
    let text = lines.collect::<Vec<_>>().join(" ").to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Each forbidden phrase of a prose, with some letters around it.
fn phrases(prose: &str) -> Vec<String> {
    let mut results = Vec::new();
    for (phrase, instead) in PHRASES {
        for (index, _) in prose.match_indices(phrase) {
            let end = index + phrase.len();
            let is_letter = |c: char| c.is_alphanumeric() || c == '_';
            let is_whole =
                !prose[..index].ends_with(is_letter) && !prose[end..].starts_with(is_letter);
            if is_whole {
                let begin = prose[..index]
                    .char_indices()
                    .rev()
                    .nth(30)
                    .map_or(0, |(index, _)| index);
                results.push(format!("`..{}`: write {instead}", &prose[begin..end]));
            }
        }
    }
    results
}

#[test]
fn names_have_no_private_words() {
    let mut mistake = BTreeSet::new();
    let mut unused: BTreeSet<_> = EXCEPTIONS.iter().collect();
    let mut count = 0;
    let mut judge = |place: &str, name: &str| {
        count += 1;
        if !is_forbidden(name) {
            return;
        }
        let exception = EXCEPTIONS.iter().find(|of| (of.0, of.1) == (place, name));
        match exception {
            Some(of) => _ = unused.remove(of),
            None => _ = mistake.insert(format!("{place}: {name}")),
        }
    };
    for file in files(&CODE) {
        judge("file", &file);
        // Cases of parsers are no Rust.
        let code = has_ending(&file, "rs").then(|| text(&file).parse().ok());
        if let Some(code) = code.flatten() {
            let (mut result, mut tests) = Default::default();
            names(code, (&mut result, &mut tests));
            result
                .iter()
                .chain(&tests)
                .for_each(|name| judge(&file, name));
        }
    }
    files(&DOCUMENTS)
        .iter()
        .for_each(|file| judge("file", file));
    CHOICES.iter().for_each(|of| judge("option", of.name));
    Fault::KINDS.iter().for_each(|kind| judge("fault", kind));
    Function::ALL
        .iter()
        .for_each(|of| judge("function", of.name()));
    let keys = include_str!("../../description/src/source/tokens/keys.md");
    let keys = keys.split('`').skip(1).step_by(2);
    keys.for_each(|key| judge("key", key));
    assert!(mistake.is_empty(), "{mistake:#?}");
    assert!(unused.is_empty(), "{unused:#?} is not needed");
    assert!(EXCEPTIONS.len() <= 20);
    assert!(count > 10_000, "{count}");
}

#[test]
fn prose_has_no_private_phrases() {
    let root = [
        "README.md",
        "AGENTS.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
    ];
    let (mut mistake, mut count) = (Vec::new(), 0);
    let content = files(&[&CODE[..], &DOCUMENTS].concat());
    for file in root.into_iter().chain(content.iter().map(String::as_str)) {
        if !["rs", "md", "expected", "stderr", "snap"]
            .iter()
            .any(|ending| has_ending(file, ending))
        {
            continue;
        }
        let text = text(file);
        count += text.split_whitespace().count();
        let mut result = phrases(&prose(&text));
        if has_ending(file, "rs") {
            let (mut others, mut tests) = Default::default();
            names(text.parse().unwrap_or_default(), (&mut others, &mut tests));
            let tests = tests.iter().map(|name| name.replace('_', " "));
            result.extend(tests.flat_map(|name| phrases(&name)));
        }
        mistake.extend(result.iter().map(|result| format!("{file}: {result}")));
    }
    assert!(mistake.is_empty(), "{mistake:#?}");
    assert!(count > 500_000, "{count}");
}

#[test]
fn public_types_of_the_generator_have_names_of_their_own() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    // The verifier has parts like those of the generator, which it does not know.
    let crates = CRATES
        .iter()
        .map(|(name, _)| name.trim_start_matches("multibody-"));
    let folders = crates
        .filter(|name| *name != "verify")
        .map(|name| match name {
            "codegen" => "codegen/src".to_owned(),
            name => format!("codegen/{name}/src"),
        });
    let folders: Vec<String> = folders.collect();
    let folders: Vec<&str> = folders
        .iter()
        .map(String::as_str)
        .chain(["codegen/cli/src"])
        .collect();
    for file in files(&folders) {
        if has_ending(&file, "rs") {
            let items = syn::parse_file(&text(&file)).expect("Rust").items;
            for name in items.iter().filter_map(public_type) {
                places.entry(name).or_default().push(file.clone());
            }
        }
    }
    assert!(places.len() > 400, "{}", places.len());
    let is_shared = |name: &str| SHARED_TYPES.iter().any(|(shared, _)| *shared == name);
    let several = places.iter().filter(|(_, files)| files.len() > 1);
    let (shared, mistake): (Vec<_>, Vec<_>) = several.partition(|(name, _)| is_shared(name));
    assert!(mistake.is_empty(), "{mistake:#?}");
    assert_eq!(
        shared.len(),
        SHARED_TYPES.len(),
        "a name on the list has one type: {shared:#?}"
    );
}

/// The name of a public struct, enum or trait.
fn public_type(item: &syn::Item) -> Option<String> {
    let (visibility, name) = match item {
        syn::Item::Struct(of) => (&of.vis, &of.ident),
        syn::Item::Enum(of) => (&of.vis, &of.ident),
        syn::Item::Trait(of) => (&of.vis, &of.ident),
        _ => return None,
    };
    matches!(visibility, syn::Visibility::Public(_)).then(|| name.to_string())
}

#[test]
fn words_and_phrases_are_found_in_all_forms() {
    assert_eq!(words("HTMLPage_of2-arms"), ["html", "page", "of", "arms"]);
    for name in [
        "is_held",
        "SettingMotorHeld",
        "HELD",
        "held2",
        "arm-held.rs",
        "UNTIL_TOLD",
    ] {
        assert!(is_forbidden(name), "{name}");
    }
    assert!(!is_forbidden("withheld") && !is_forbidden("method"));
    let code = "fn f() { let said = quote!(#told); }\n\
                #[test]\n#[ignore = \"long\"]\nfn what_is_said() {}\nfn stands() {}";
    let (mut result, mut tests) = Default::default();
    names(code.parse().expect("code"), (&mut result, &mut tests));
    let mistake: Vec<&str> = result
        .iter()
        .map(String::as_str)
        .filter(|of| is_forbidden(of))
        .collect();
    assert_eq!(mistake, ["said", "stands", "told"]);
    assert_eq!(tests, BTreeSet::from(["what_is_said".to_owned()]));
    let split = "    /// A row that is\n    /// held. \"It is \\\n     met; withheld byte\"";
    assert_eq!(
        phrases(&prose(split)).len(),
        2,
        "{:?}",
        phrases(&prose(split))
    );
}
