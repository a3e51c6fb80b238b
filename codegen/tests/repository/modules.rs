//! The modules of a crate have layers: none imports one that imports it, over however many others. So have the
//! files of a folder, but for those folders that are listed here with a reason. A file whose method calls a method of
//! the same type in another file counts as one that imports it.
//! `cargo test --test repository modules -- --nocapture` shows the layers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use multibody_codegen::internal::generator::CRATES;
use multibody_codegen::internal::sources::is_source;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::methods::{Methods, methods};

/// Of each module those that it imports, each with a file that does.
type Imports = BTreeMap<String, BTreeMap<String, PathBuf>>;

/// What a folder itself is called among its files.
const FOLDER: &str = "mod";

/// Folders whose files import one another in circles, and why they do.
const CIRCLES: [(&str, &str); 11] = [
    (
        "program/ir",
        "a node calls a function, whose derivative is built of nodes",
    ),
    (
        "program/ir/function",
        "functions are listed in the folder's own file, and derivatives are made of others on the list",
    ),
    (
        "derive/accuracy",
        "scales of constrained functions need the diagonal of M and the places of outputs, which `scale` has",
    ),
    (
        "derive/functions/articulated_bodies",
        "the pass inwards has its steps in the folder's own file, which begins it",
    ),
    (
        "description/function",
        "what a function is asked, its row in the table answers, and rows name functions",
    ),
    (
        "description/source/tokens",
        "an expression may name a coordinate, and a coordinate may be defined by an expression",
    ),
    (
        "emit/rust/body",
        "a pack is a statement, and its operands are printed as those of all statements",
    ),
    (
        "prove",
        "equations of constrained functions are in `constraints`, and need forces from `equations`",
    ),
    (
        "prove/equations",
        "the folder's own file has the table of equations and what all of them need",
    ),
    (
        "prove/lagrangian",
        "the energies of bodies and those of expressions are one sum, in the folder's own file",
    ),
    (
        "verify",
        "a function that only calls another is verified once that is, whatever its form",
    ),
];

#[test]
fn files_of_a_folder_import_one_another_in_layers() {
    let pieces = &imports_below(&src("derive"), Path::new("symbolic"))["cutter"];
    assert!(pieces.contains_key("pieces"), "{pieces:?}");
    let mut mistake = Vec::new();
    for (name, _) in CRATES {
        let src = src(name.trim_start_matches("multibody-"));
        for folder in folders(&src) {
            let name = Path::new(name.trim_start_matches("multibody-")).join(&folder);
            let name = name.to_str().unwrap().trim_end_matches('/');
            let reason = CIRCLES.iter().find(|(known, _)| *known == name);
            let result = imports_below(&src, &folder);
            match (layers(&result), reason) {
                (Err(circle), None) => mistake.push(format!("{name}:\n{circle}")),
                (Ok(_), Some(_)) => {
                    mistake.push(format!("{name} has no circle: take it off the list\n"));
                }
                (Ok(layers), None) => println!("{name}: {layers:?}"),
                (Err(_), Some(_)) => {}
            }
        }
    }
    assert!(mistake.is_empty(), "{}", mistake.concat());
}

#[test]
fn circles_are_found_over_all_kinds_of_paths() {
    let b = ("b.rs", "fn f() { crate::c::f() } // crate::a");
    let c = ("c/mod.rs", "#[cfg(test)] mod tests { use crate::a; }");
    let open = imports(
        Path::new(""),
        &[("a.rs", "use crate::{b, c::{self, d}};"), b, c],
    );
    assert_eq!(layers(&open), Ok(vec![vec!["c"], vec!["b"], vec!["a"]]));
    for back in [
        "use crate::a::f;",
        "use crate::{c, a};",
        "use super::super::a;",
    ] {
        let closed = imports(
            Path::new(""),
            &[("a.rs", "use crate::b;"), b, ("c/d.rs", back)],
        );
        let circle = "a imports b (a.rs)\nb imports c (b.rs)\nc imports a (c/d.rs)\n";
        assert_eq!(layers(&closed), Err(circle.into()), "{back}");
    }
}

#[test]
fn circles_inside_a_folder_are_found_by_way_of_what_it_passes_on() {
    let folder = Path::new("f");
    let face = "mod a; mod b; pub use a::{A, C}; use crate::g::Z; pub struct Own;";
    let files = |b: &'static str| {
        [
            ("f/mod.rs", face),
            ("f/a.rs", "use super::b::B;"),
            ("f/b.rs", b),
        ]
    };
    for unrelated in [
        "use super::Z;",
        "use crate::g::a;",
        "use super::super::a;",
        "use super::Own;",
    ] {
        assert!(
            layers(&imports(folder, &files(unrelated))).is_ok(),
            "{unrelated}"
        );
    }
    for back in [
        "use super::a;",
        "use super::{Own, C};",
        "use crate::f::A;",
        "use crate::f::{a::{A}};",
    ] {
        let circle = "a imports b (f/a.rs)\nb imports a (f/b.rs)\n";
        assert_eq!(
            layers(&imports(folder, &files(back))),
            Err(circle.into()),
            "{back}"
        );
    }
    let used = [
        ("f/mod.rs", "mod a; use a::A; struct Own(A);"),
        ("f/a.rs", "use super::Own;"),
    ];
    let circle = "a imports mod (f/a.rs)\nmod imports a (f/mod.rs)\n";
    assert_eq!(layers(&imports(folder, &used)), Err(circle.into()));
}

#[test]
fn circles_are_found_over_methods_of_a_type() {
    let a = ("a.rs", "impl Walk { fn step(&self) { self.rest() } }");
    for (back, is_circle) in [
        ("impl Walk { fn rest(&self) { self.step() } }", true),
        (
            "impl Other { fn step(&self) { self.rest() } } impl Walk { fn rest(&self) {} }",
            false,
        ),
        ("impl Walk { fn rest(&self) { self.walk.step() } }", false),
    ] {
        let result = imports(Path::new(""), &[a, ("b.rs", back)]);
        assert_eq!(layers(&result).is_err(), is_circle, "{back}");
    }
}

/// The sources of one of the generator's crates.
fn src(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    match name {
        "codegen" => folder.join("src"),
        _ => folder.join(name).join("src"),
    }
}

/// The imports among the modules of a folder, which is named from the root of a crate.
fn imports_below(src: &Path, folder: &Path) -> Imports {
    let content = files(&src.join(folder)).into_iter();
    let read = content.map(|file| {
        let text = fs::read_to_string(&file).unwrap();
        let file = file.strip_prefix(src).unwrap().to_str().unwrap();
        // What a folder itself is.
        let file = if file == "lib.rs" { "mod.rs" } else { file };
        (file.to_owned(), text)
    });
    let texts: Vec<(String, String)> = read.collect();
    let texts: Vec<(&str, &str)> = texts.iter().map(|(a, b)| (&a[..], &b[..])).collect();
    imports(folder, &texts)
}

/// The same of files and their texts.
fn imports(folder: &Path, texts: &[(&str, &str)]) -> Imports {
    let files = texts.iter().map(|(file, text)| {
        let mut named = Vec::new();
        paths(text.parse().unwrap(), &mut named);
        let file = Path::new(file);
        (file, file.strip_prefix(folder).unwrap(), named)
    });
    let files: Vec<_> = files.collect();
    let modules: BTreeSet<String> = files.iter().map(|(_, content, _)| top(content)).collect();
    let face = files
        .iter()
        .find(|(_, content, _)| *content == Path::new("mod.rs"));
    let passed_on: BTreeMap<&str, &Named> = (face.iter().flat_map(|(.., named)| named))
        .filter_map(|named| Some((named.path.last()?.as_str(), named)))
        .filter(|(_, named)| named.is_use)
        .collect();
    let mut imports = Imports::new();
    for (file, content, named) in &files {
        let (own, result) = (top(content), imports.entry(top(content)).or_default());
        for named in named {
            let is_face = own == FOLDER;
            let Some(name) = named.inside(folder, depth(content), is_face) else {
                continue;
            };
            let is_known = modules.contains(name);
            let to = match passed_on.get(name) {
                _ if is_known => Some(name),
                _ if is_face && !is_known => None,
                // Of a file of the folder, or of another.
                Some(from) => from
                    .inside(folder, 0, true)
                    .filter(|from| modules.contains(*from)),
                None => Some(FOLDER),
            };
            assert!(
                is_known || modules.contains(FOLDER),
                "{}: `crate::{name}` is no module; name the one that has it",
                file.display()
            );
            let is_passed_on = is_face && named.is_public;
            if let Some(to) = to.filter(|to| *to != own && !is_passed_on) {
                result
                    .entry(to.to_owned())
                    .or_insert_with(|| file.to_path_buf());
            }
        }
    }
    for (file, to) in calls_between(folder, texts) {
        let result = imports.entry(top(file.strip_prefix(folder).unwrap()));
        result.or_default().entry(to).or_insert(file);
    }
    imports
}

/// The files whose methods call a method of the same type in another module of a folder, with that module.
fn calls_between(folder: &Path, texts: &[(&str, &str)]) -> Vec<(PathBuf, String)> {
    let files = texts.iter().map(|(file, text)| {
        let module = top(Path::new(file).strip_prefix(folder).unwrap());
        (*file, module, methods(text.parse().unwrap()))
    });
    let files: Vec<(&str, String, Vec<Methods>)> = files.collect();
    let defining = |of: &str, name: &String| -> BTreeSet<&str> {
        let defines = |methods: &Methods| methods.of == of && methods.defined.contains(name);
        let modules = files.iter().filter(|(_, _, all)| all.iter().any(defines));
        modules.map(|(_, module, _)| module.as_str()).collect()
    };
    let mut calls = Vec::new();
    for (file, module, blocks) in &files {
        for Methods { of, called, .. } in blocks {
            let modules = called.iter().map(|name| defining(of, name));
            // What a module defines itself, it does not call in another, whose type has the same name.
            let others = modules.filter(|modules| !modules.contains(module.as_str()));
            calls.extend(others.flatten().map(|to| (file.into(), to.to_owned())));
        }
    }
    calls
}

/// All Rust files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let below = |path: PathBuf| {
        if path.is_dir() { files(&path) } else { vec![path] }
    };
    let result = paths.into_iter().flat_map(below);
    result
        .filter(|path| is_source(path))
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .collect()
}

/// All folders of modules, from the root of the crate.
fn folders(src: &Path) -> BTreeSet<PathBuf> {
    let files = files(src).into_iter();
    let content = files.map(|file| file.strip_prefix(src).unwrap().to_owned());
    let faces = content.filter(|file| file.ends_with("mod.rs") || file.ends_with("lib.rs"));
    faces
        .map(|face| face.parent().unwrap().to_owned())
        .collect()
}

/// The module of a folder that a file in it is of.
fn top(content: &Path) -> String {
    let first = content.iter().next().unwrap().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// How many `super` lead from the module of a file to the folder.
fn depth(content: &Path) -> usize {
    content.iter().filter(|part| *part != "mod.rs").count()
}

/// A path in a text.
#[derive(Debug)]
struct Named {
    path: Vec<String>,
    is_use: bool,
    /// Passed on to others.
    is_public: bool,
}

impl Named {
    /// The name that follows the folder's, from so many modules below it, or in the folder's own file.
    fn inside(&self, folder: &Path, depth: usize, is_face: bool) -> Option<&str> {
        let from_root = folder.iter().map(|part| part.to_str().unwrap());
        let from_root: Vec<&str> = ["crate"].into_iter().chain(from_root).collect();
        let supers = self.path.iter().take_while(|part| *part == "super").count();
        let starts = |prefix: &[&str]| {
            let is_longer = self.path.len() > prefix.len();
            is_longer && self.path.iter().zip(prefix).all(|(a, b)| a == b)
        };
        let index = match () {
            () if starts(&from_root) => from_root.len(),
            () if supers > 0 => (supers == depth).then_some(supers)?,
            () if is_face && self.path[0] == "self" => 1,
            () if is_face && self.path[0] != "crate" => 0,
            () => return None,
        };
        self.path.get(index).map(String::as_str)
    }
}

/// Adds the paths of a text, outside unit tests.
fn paths(text: TokenStream, results: &mut Vec<Named>) {
    let tokens: Vec<TokenTree> = text.into_iter().collect();
    let is = |index: usize, word: &str| tokens.get(index).is_some_and(|t| t.to_string() == word);
    let mut index = 0;
    while index < tokens.len() {
        if is(index, "#") && is(index + 1, "[cfg (test)]") && is(index + 2, "mod") {
            index += 5;
            continue;
        }
        let is_use = index > 0 && is(index - 1, "use");
        let is_public =
            is_use && index > 1 && (is(index - 2, "pub") || index > 2 && is(index - 3, "pub"));
        let is_first = index < 2 || !(is(index - 1, ":") && is(index - 2, ":"));
        let is_path = is_use || is(index + 1, ":") && is(index + 2, ":");
        if let (TokenTree::Ident(_), true, true) = (&tokens[index], is_first, is_path) {
            let all = expanded(&tokens[index..]).into_iter();
            results.extend(all.map(|path| Named {
                path,
                is_use,
                is_public,
            }));
        }
        if let TokenTree::Group(group) = &tokens[index] {
            paths(group.stream(), results);
        }
        index += 1;
    }
}

/// The paths that tokens begin with, several where they go on in braces.
fn expanded(tokens: &[TokenTree]) -> Vec<Vec<String>> {
    let is_colon =
        |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == ':');
    match &tokens[0] {
        TokenTree::Ident(first) => {
            let first = first.to_string();
            let continues = is_colon(1) && is_colon(2);
            let rest = tokens.get(3..).filter(|rest| continues && !rest.is_empty());
            let rest = rest.map_or(vec![Vec::new()], expanded);
            rest.into_iter()
                .map(|rest| [vec![first.clone()], rest].concat())
                .collect()
        }
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            let content: Vec<TokenTree> = group.stream().into_iter().collect();
            let parts = content.split(|token| token.to_string() == ",");
            parts
                .filter(|part| !part.is_empty())
                .flat_map(expanded)
                .collect()
        }
        _ => vec![Vec::new()],
    }
}

/// The modules that import none, those that import only such, and so on; or a circle, an import a line.
fn layers(imports: &Imports) -> Result<Vec<Vec<&str>>, String> {
    let mut layers = Vec::new();
    let mut below = BTreeSet::new();
    while below.len() < imports.len() {
        let open = imports
            .iter()
            .filter(|(module, _)| !below.contains(*module));
        let free = open.filter(|(_, imported)| imported.keys().all(|to| below.contains(to)));
        let layer: Vec<&String> = free.map(|(module, _)| module).collect();
        if layer.is_empty() {
            return Err(circle(imports, &below));
        }
        below.extend(layer.iter().copied());
        layers.push(layer.into_iter().map(String::as_str).collect());
    }
    Ok(layers)
}

/// A circle among the modules that are not `below`, each of which imports another such.
fn circle(imports: &Imports, below: &BTreeSet<&String>) -> String {
    let next = |module: &String| {
        let mut imported = imports[module].iter();
        imported.find(|(to, _)| !below.contains(to)).unwrap()
    };
    let mut path = vec![imports.keys().find(|m| !below.contains(m)).unwrap()];
    let begin = loop {
        let (to, _) = next(path[path.len() - 1]);
        match path.iter().position(|module| *module == to) {
            Some(begin) => break begin,
            None => path.push(to),
        }
    };
    let lines = path[begin..].iter().map(|module| {
        let (to, file) = next(module);
        format!("{module} imports {to} ({})\n", file.display())
    });
    lines.collect()
}
