//! Names have the grammar of Rust's own: functions that act are verbs, bindings and parameters are nouns, and a name is not
//! bound again to a link of its own chain. Clippy's `match_bool` asserts `if` for booleans.

use std::fs;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};

/// The folders of code that have this grammar.
const FOLDERS: [&str; 23] = [
    "benches/src",
    "codegen/algebra/src",
    "codegen/cli/src",
    "codegen/derive/src",
    "codegen/description/src",
    "codegen/emit/src",
    "codegen/examine/src",
    "codegen/kinematics/src",
    "codegen/outputs/src",
    "codegen/passes/src",
    "codegen/program/src",
    "codegen/prove/src",
    "codegen/report/src",
    "codegen/src",
    "codegen/support/src",
    "codegen/tree/src",
    "codegen/verify/src",
    "examples",
    "macros/src",
    "runtime/src",
    "runtime/tests",
    "tests/src",
    "tests/tests",
];

/// Prepositions, pronouns, adjectives and participles: no binding or parameter has one of them as its name, except
/// within a closure of one line. `from` and `to`, `other` and `rest` are used as in the standard library.
const NO_NOUNS: [&str; 119] = [
    "about", "above", "added", "after", "against", "all", "allowed", "alone", "along", "around",
    "as", "at", "before", "begun", "behind", "below", "beside", "between", "both", "built", "by",
    "carried", "chosen", "derived", "done", "drawn", "each", "else", "every", "few", "first_of",
    "found", "free", "full", "further", "given", "gone", "here", "how", "inside", "into", "it",
    "joined", "judged", "kept", "known", "less", "long", "made", "many", "merged", "met",
    "missing", "more", "most", "moved", "named", "near", "needed", "new", "none", "of", "of_a",
    "of_b", "old", "on", "open", "out_of", "outside", "over", "own", "per", "placed", "printed",
    "proved", "put", "read", "reduced", "refused", "same", "seen", "sent", "short", "shown",
    "since", "sketched", "so", "some", "sorted", "split", "stated", "such", "taken", "that",
    "then", "there", "these", "they", "this", "those", "through", "towards", "turned", "under",
    "until", "unused", "upon", "used", "what", "when", "where", "whether", "whole", "why", "with",
    "within", "without", "written", "wrong",
];

/// Participles that do not end in "ed".
const IRREGULAR: [&str; 26] = [
    "bent", "bound", "brought", "built", "chosen", "cut", "done", "drawn", "found", "given",
    "gone", "hidden", "kept", "known", "left", "lost", "made", "meant", "put", "seen", "sent",
    "shown", "spread", "swept", "taken", "written",
];

/// What follows a participle in the name of a function without a noun: `written_in`.
const PARTICLES: [&str; 26] = [
    "about", "after", "all", "along", "and", "as", "at", "before", "beside", "between", "by",
    "for", "from", "if", "in", "into", "of", "on", "or", "out", "over", "per", "to", "under", "up",
    "with",
];

/// Words that end in "ed" and are no participles.
const NO_PARTICIPLES: [&str; 11] = [
    "embed", "exceed", "feed", "need", "proceed", "seed", "shared", "signed", "speed", "succeed",
    "unsigned",
];

/// Methods whose result is the same thing in other words: `let count = count.min(most);`.
const SAME_THING: [&str; 9] = [
    "as_deref", "as_mut", "as_ref", "as_str", "clamp", "clone", "max", "min", "to_owned",
];

/// Names that stay although a list has them: the file, the name, and why.
const EXCEPTIONS: [(&str, &str, &str); 2] = [
    (
        "runtime/src/arithmetic/real.rs",
        "dispatched",
        "emitted code names it",
    ),
    (
        "runtime/src/linear_algebra/spatial.rs",
        "reordered",
        "a copy of a vector, public",
    ),
];

/// Finds names without this grammar in one file.
struct Names {
    /// The type of each block `impl` around.
    types: Vec<String>,
    /// Whether each closure around has one line.
    one_line: Vec<bool>,
    violations: Vec<(usize, String)>,
}

impl Names {
    fn in_file(text: &str) -> Vec<(usize, String)> {
        let mut file = syn::parse_file(text).expect("Rust");
        let mut names = Self {
            types: Vec::new(),
            one_line: Vec::new(),
            violations: Vec::new(),
        };
        names.visit_file_mut(&mut file);
        names.violations
    }

    fn add(&mut self, name: &syn::Ident) {
        let line = name.span().start().line;
        self.violations.push((line, name.to_string()));
    }

    /// A copy or a constructor gives its own type: `normalized`. A participle before a noun makes a noun: `shared_terms`.
    fn visit_signature(&mut self, signature: &syn::Signature) {
        let name = signature.ident.to_string();
        let mut words = name.split('_').filter(|word| !word.is_empty());
        let begins_with_participle = words.next().is_some_and(is_participle);
        let has_noun =
            (words.next()).is_some_and(|word| !is_participle(word) && !PARTICLES.contains(&word));
        let owner = self.types.last();
        let is_copy =
            type_names(&signature.output).any(|name| name == "Self" || Some(&name) == owner);
        if begins_with_participle && !has_noun && !is_copy {
            self.add(&signature.ident);
        }
    }
}

impl VisitMut for Names {
    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        if !(function.attrs.iter()).any(|attribute| attribute.path().is_ident("test")) {
            self.visit_signature(&function.sig);
        }
        visit_mut::visit_item_fn_mut(self, function);
    }

    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        self.types.extend(type_names(&block.self_ty).next());
        // A trait of others chose the names of its methods.
        if block.trait_.is_none() {
            for item in &block.items {
                if let syn::ImplItem::Fn(function) = item {
                    self.visit_signature(&function.sig);
                }
            }
        }
        visit_mut::visit_item_impl_mut(self, block);
        self.types.pop();
    }

    fn visit_trait_item_fn_mut(&mut self, function: &mut syn::TraitItemFn) {
        self.visit_signature(&function.sig);
        visit_mut::visit_trait_item_fn_mut(self, function);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let span = closure.span();
        self.one_line.push(span.start().line == span.end().line);
        visit_mut::visit_expr_closure_mut(self, closure);
        self.one_line.pop();
    }

    /// In `Point { x, .. }` the name is that of a field.
    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        if field.colon_token.is_some() {
            visit_mut::visit_field_pat_mut(self, field);
        }
    }

    fn visit_pat_ident_mut(&mut self, binding: &mut syn::PatIdent) {
        let is_in_one_line = self.one_line.last() == Some(&true);
        if !is_in_one_line && NO_NOUNS.contains(&binding.ident.to_string().as_str()) {
            self.add(&binding.ident);
        }
        visit_mut::visit_pat_ident_mut(self, binding);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let (syn::Pat::Ident(binding), Some(initial)) = (&local.pat, &local.init)
            && let Some((start, method)) = chain(&initial.expr)
            && start.is_ident(&binding.ident)
            && !SAME_THING.contains(&method.to_string().as_str())
        {
            let ident = binding.ident.clone();
            self.add(&ident);
        }
        visit_mut::visit_local_mut(self, local);
    }
}

/// Where a chain of methods starts, and its first method.
fn chain(expression: &syn::Expr) -> Option<(&syn::Path, &syn::Ident)> {
    match expression {
        syn::Expr::MethodCall(call) => match &*call.receiver {
            syn::Expr::Path(start) => Some((&start.path, &call.method)),
            receiver => chain(receiver),
        },
        syn::Expr::Try(result) => chain(&result.expr),
        syn::Expr::Paren(inner) => chain(&inner.expr),
        _ => None,
    }
}

/// The names in a type, outermost first.
fn type_names(part: &impl quote::ToTokens) -> std::vec::IntoIter<String> {
    let text = part.to_token_stream().to_string();
    let words: Vec<String> = (text
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_'))
    .filter(|word| word.starts_with(char::is_uppercase))
    .map(str::to_owned)
    .collect();
    words.into_iter()
}

fn is_participle(word: &str) -> bool {
    IRREGULAR.contains(&word)
        || word.len() > 3 && word.ends_with("ed") && !NO_PARTICIPLES.contains(&word)
}

/// The files with Rust code below a folder, in order.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of sources");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let files = paths.into_iter().flat_map(
        |path| {
            if path.is_dir() { sources(&path) } else { vec![path] }
        },
    );
    files
        .filter(|file| file.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

#[test]
fn functions_are_verbs_and_bindings_are_nouns() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut violations = Vec::new();
    let mut unused: Vec<_> = EXCEPTIONS.to_vec();
    for folder in FOLDERS {
        let files = sources(&repository.join(folder));
        assert!(!files.is_empty(), "{folder} has no code");
        for path in files {
            let file = path
                .strip_prefix(&repository)
                .expect("inside")
                .display()
                .to_string();
            let text = fs::read_to_string(&path).expect("a source");
            for (line, name) in Names::in_file(&text) {
                let is_exception = EXCEPTIONS
                    .iter()
                    .any(|(place, known, _)| *place == file && *known == name);
                unused.retain(|(place, known, _)| (*place, *known) != (&file, &name));
                if !is_exception {
                    violations.push(format!("{file}:{line}: {name}"));
                }
            }
        }
    }
    assert!(violations.is_empty(), "{violations:#?}");
    assert!(unused.is_empty(), "{unused:#?} are not needed");
}

#[test]
fn names_without_the_grammar_are_found() {
    let text = "
        impl Unit {
            fn normalized(&self) -> Unit { self.scaled(1.0) }
            fn reduced_by(&self) -> Vec<f64> { self.of.map(|at| at + 1) }
            fn from_axis(own: Axis) -> Self { Self { own } }
        }
        impl Trait for Unit { fn derived(&self) { let Point { of, at: by } = self.point; } }
        #[test] fn found_twice() {}
        fn shared_terms() {}
        fn need(count: usize) {
            let count = count.min(3);
            let count = count.checked_add(1)?.clone();
            let list = list.iter().map(|on| {
                on + 1
            });
            for (row, at) in rows {}
        }";
    let names: Vec<_> = Names::in_file(text)
        .into_iter()
        .map(|(_, name)| name)
        .collect();
    assert_eq!(
        names,
        ["reduced_by", "own", "by", "count", "list", "on", "at"]
    );
}
