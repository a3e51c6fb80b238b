//! The modules of the library have layers: none imports one that imports it, over however many others.
//! `cargo test --test modules -- --nocapture` shows the layers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Of each top-level module those that it imports, each with a file that does.
type Imports = BTreeMap<String, BTreeMap<String, PathBuf>>;

#[test]
fn modules_import_one_another_in_layers() {
    let imports = imports_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(imports["generate"].contains_key("derive"), "{imports:?}");
    match layers(&imports) {
        Ok(layers) => (layers.iter().enumerate())
            .for_each(|(at, layer)| println!("{at}: {}", layer.join(", "))),
        Err(circle) => panic!("modules import one another in a circle:\n{circle}"),
    }
}

/// What judges the generator shares with it only what both read: the system and all below.
#[test]
fn the_proof_does_not_see_what_it_judges() {
    let imports = imports_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let (mut seen, mut open) = (BTreeSet::new(), vec!["prove"]);
    while let Some(module) = open.pop() {
        let new = imports[module].keys().filter(|to| seen.insert(to.as_str()));
        open.extend(new.map(String::as_str));
    }
    assert!(seen.contains("system"), "{seen:?}");
    for judged in ["settle", "tree", "derive", "passes", "polynomials"] {
        assert!(!seen.contains(judged), "{seen:?}");
    }
}

#[test]
fn circles_are_found_over_all_kinds_of_paths() {
    let imports = |sources: [(&str, &str); 3]| -> Imports {
        let modules = ["a", "b", "c"].map(String::from).into();
        let read = |(file, text): (&str, &str)| {
            let mut found = BTreeMap::new();
            add_imports(text.parse().unwrap(), Path::new(file), &modules, &mut found);
            (top(Path::new(file)), found)
        };
        sources.into_iter().map(read).collect()
    };
    let b = ("b.rs", "fn f() { crate::c::f() } // crate::a");
    let c = ("c/mod.rs", "#[cfg(test)] mod tests { use crate::a; }");
    let open = imports([("a.rs", "use crate::{b, c::{self, d}};"), b, c]);
    assert_eq!(layers(&open), Ok(vec![vec!["c"], vec!["b"], vec!["a"]]));
    for back in [
        "use crate::a::f;",
        "use crate::{c, a};",
        "use super::super::a;",
    ] {
        let closed = imports([("a.rs", "use crate::b;"), b, ("c/d.rs", back)]);
        let circle = "a imports b (a.rs)\nb imports c (b.rs)\nc imports a (c/d.rs)\n";
        assert_eq!(layers(&closed), Err(circle.into()), "{back}");
    }
}

fn imports_below(src: &Path) -> Imports {
    let files = files(src).into_iter();
    let inside = files.map(|file| file.strip_prefix(src).unwrap().to_owned());
    let own = inside.filter(|file| !file.starts_with("bin") && file != Path::new("lib.rs"));
    let own: Vec<PathBuf> = own.collect();
    let modules: BTreeSet<String> = own.iter().map(|file| top(file)).collect();
    let mut imports = Imports::new();
    for file in own {
        let text = fs::read_to_string(src.join(&file)).unwrap();
        let found = imports.entry(top(&file)).or_default();
        add_imports(text.parse().unwrap(), &file, &modules, found);
    }
    imports
}

/// All Rust files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let below = |path: PathBuf| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    };
    let found = paths.into_iter().flat_map(below);
    found
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .collect()
}

/// The top-level module that a file is of.
fn top(file: &Path) -> String {
    let first = file.iter().next().unwrap().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// How many `super` lead from the module of a file to the root of the crate.
fn depth(file: &Path) -> usize {
    file.iter().filter(|part| *part != "mod.rs").count()
}

/// Adds the modules that paths from the root of the crate name, outside unit tests.
fn add_imports(
    text: TokenStream,
    file: &Path,
    modules: &BTreeSet<String>,
    found: &mut BTreeMap<String, PathBuf>,
) {
    let tokens: Vec<TokenTree> = text.into_iter().collect();
    let is = |at: usize, word: &str| tokens.get(at).is_some_and(|t| t.to_string() == word);
    let mut at = 0;
    while at < tokens.len() {
        if is(at, "#") && is(at + 1, "[cfg (test)]") && is(at + 2, "mod") {
            at += 5;
            continue;
        }
        let leads = |at, word| is(at, word) && is(at + 1, ":");
        let supers = (0..).take_while(|k| leads(at + 3 * k, "super")).count();
        let behind = match supers == depth(file) {
            true => Some(at + 3 * supers),
            false => leads(at, "crate").then_some(at + 3),
        };
        let named = behind.map_or(Vec::new(), |behind| first_names(&tokens[behind..]));
        for name in named {
            assert!(
                modules.contains(&name),
                "{}: `crate::{name}` is no module; name the one that has it",
                file.display()
            );
            if name != top(file) {
                found.entry(name).or_insert_with(|| file.to_owned());
            }
        }
        if let TokenTree::Group(group) = &tokens[at] {
            add_imports(group.stream(), file, modules, found);
        }
        at += 1;
    }
}

/// The first names of a path, several where it goes on in braces.
fn first_names(path: &[TokenTree]) -> Vec<String> {
    match &path[0] {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            let parts = inside.split(|token| token.to_string() == ",");
            let parts = parts.filter(|part| !part.is_empty());
            parts.map(|part| part[0].to_string()).collect()
        }
        name => vec![name.to_string()],
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
    let mut way = vec![imports.keys().find(|m| !below.contains(m)).unwrap()];
    let begin = loop {
        let (to, _) = next(way[way.len() - 1]);
        match way.iter().position(|module| *module == to) {
            Some(begin) => break begin,
            None => way.push(to),
        }
    };
    let lines = way[begin..].iter().map(|module| {
        let (to, file) = next(module);
        format!("{module} imports {to} ({})\n", file.display())
    });
    lines.collect()
}
