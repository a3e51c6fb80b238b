//! A description of several files: which are read, and where their faults are shown.

use std::fs;
use std::path::{Path, PathBuf};

use multibody_codegen::Source;
use multibody_codegen::fault::{Faults, Report};
use multibody_codegen::internal::model::Model;
use multibody_codegen::internal::source::{SIZE_LIMIT, read_among, read_file_among};
use multibody_support::random::Random;

use super::{formats, source};

/// A folder, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("multibody-includes-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path.canonicalize().unwrap())
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A description whose messages name its files from this folder.
    fn source(&self, file: &str) -> Source {
        let result = read_file_among(&formats(), &self.0.join(file));
        let mut source = result.unwrap_or_else(|fault| panic!("{fault:?}"));
        source.name = file.into();
        source
    }

    fn report(&self, file: &str) -> String {
        let source = self.source(file);
        read(&source).1.render(&source)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn read(source: &Source) -> (Option<Model>, Report) {
    let mut faults = Faults::new();
    let model = read_among(&formats(), source, &mut faults);
    (model, faults.finish())
}

fn rod(name: &str) -> String {
    format!("[[rod]]\nname = \"{name}\"\nmass = 1\nlength = 0.4\n")
}

fn include(path: &str) -> String {
    format!("include = \"{path}\"\n")
}

/// The names of the links and the number of errors.
fn links(source: &Source) -> (Vec<String>, usize) {
    let (model, report) = read(source);
    let links = model.map_or(Vec::new(), |model| model.links);
    (
        links.into_iter().map(|link| link.name.value).collect(),
        report.errors,
    )
}

#[test]
fn all_files_are_read_and_belong_to_the_text() {
    let folder = Folder::new("order");
    folder.write(
        "arm.toml",
        &[
            rod("a"),
            include("parts/b.toml"),
            rod("d"),
            include("e.toml"),
        ]
        .concat(),
    );
    // Paths start from the folder of the main file in included files too.
    folder.write(
        "parts/b.toml",
        &[rod("b"), include("parts/c.toml")].concat(),
    );
    folder.write("parts/c.toml", &rod("c"));
    folder.write("e.toml", rod("e").trim_end());
    let source = folder.source("arm.toml");
    let names = ["base", "a", "b", "c", "d", "e"].map(String::from);
    assert_eq!(links(&source), (names.into(), 0));
    let paths = ["parts/b.toml", "parts/c.toml", "e.toml"].map(|path| folder.0.join(path));
    assert!(source.included_paths().eq(&paths));
    // What is derived from the text, such as the key of the cache, depends on all files, and not on their folder.
    let text = source.text.clone();
    assert!(text.contains("name = \"c\"") && !text.contains("multibody-includes"));
    folder.write("parts/c.toml", &rod("c").replace("0.4", "0.5"));
    assert_ne!(folder.source("arm.toml").text, text);
}

#[test]
fn a_file_that_includes_nothing_is_as_before() {
    let folder = Folder::new("one");
    folder.write("arm.toml", &rod("a"));
    let source = folder.source("arm.toml");
    assert_eq!(
        (&*source.text, source.main_text()),
        (&*rod("a"), &*rod("a"))
    );
    assert!(source.inclusions().is_empty());
}

#[test]
fn a_fault_is_shown_in_its_file() {
    let folder = Folder::new("place");
    folder.write(
        "arm.toml",
        &[rod("a"), include("parts/b.toml"), rod("c")].concat(),
    );
    folder.write("parts/b.toml", &rod("b").replace("mass", "mess"));
    assert_eq!(
        folder.report("arm.toml"),
        "error: this is not well-formed TOML: unknown key `mess`, did you mean `mass`?
 --> parts/b.toml:3:1
  |
3 | mess = 1
  | ^^^^^^^^ here
  = help: an editor for TOML shows what surrounds it; for XML also `xmllint --noout FILE`
"
    );
}

#[test]
fn both_files_of_a_conflict_are_shown() {
    let folder = Folder::new("again");
    let main = [include("b.toml"), include("c.toml")].concat();
    folder.write("arm.toml", &[rod("a"), main].concat());
    folder.write("b.toml", &rod("b"));
    folder.write("c.toml", &[rod("c"), include("./d/../b.toml")].concat());
    assert_eq!(
        folder.report("arm.toml"),
        "error: the file `./d/../b.toml` is part of the description already
 --> c.toml:5:1
  |
5 | include = \"./d/../b.toml\"
  | ^^^^^^^^^^^^^^^^^^^^^^^^^ included again
 ::: arm.toml:5:1
  |
5 | include = \"b.toml\"
  | ------------------ included here first
  = help: include it once, or a copy with other names
"
    );
    // A circle is a second inclusion, also of the main file.
    folder.write("c.toml", &[rod("c"), include("arm.toml")].concat());
    let report = folder.report("arm.toml");
    assert!(
        report.contains("--> c.toml:5:1") && report.contains("already"),
        "{report}"
    );
}

#[test]
fn what_cannot_be_read_is_a_fault_at_its_include() {
    let folder = Folder::new("unreadable");
    folder.write("parts/lower.toml", &rod("b"));
    folder.write("latin.toml", "");
    fs::write(folder.0.join("latin.toml"), b"\n name = \"\xe4\"").unwrap();
    for (path, parts) in [
        ("lower.toml", ["no such file", "folder of the main file"]),
        (
            "parts/lowr.toml",
            ["no such file", "did you mean `parts/lower.toml`? (in all"],
        ),
        (
            "parts",
            ["this is a folder, not a file", "name a file of text"],
        ),
        ("", ["this is a folder, not a file", "name a file of text"]),
        (
            "arm.toml/b.toml",
            ["cannot be read: the file cannot be read", "who may read it"],
        ),
        (
            "latin.toml",
            ["not UTF-8 text, first at line 2, column 10", "iconv"],
        ),
    ] {
        folder.write("arm.toml", &[rod("a"), include(path)].concat());
        let report = folder.report("arm.toml");
        let at = format!("included file `{path}` cannot be read");
        for part in [&*at, "--> arm.toml:5:1", parts[0], parts[1]] {
            assert!(report.contains(part), "{part}: {report}");
        }
    }
}

#[test]
fn no_file_outside_the_package_is_read() {
    let folder = Folder::new("outside");
    folder.write("secret.toml", &rod("secret"));
    folder.write("package/robots/b.toml", &rod("b"));
    let main = "package/robots/arm.toml";
    let absolute = folder.0.join("secret.toml").display().to_string();
    let report = |path: &str| {
        folder.write(main, &[rod("a"), include(path)].concat());
        folder.report(main)
    };
    // Whether such a file exists is not told.
    let mut outside = vec![
        "../../secret.toml",
        "../../no.toml",
        "../robots/../../secret.toml",
    ];
    outside.push(&absolute);
    outside.push("/no/such/file");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&absolute, folder.0.join("package/robots/link.toml")).unwrap();
        outside.push("link.toml");
    }
    // With the manifest, the whole package may be included; without it, the folder of the main file.
    for has_manifest in [false, true] {
        if has_manifest {
            folder.write("package/Cargo.toml", "");
        }
        folder.write("package/common.toml", &rod("c"));
        for path in &outside {
            let report = report(path);
            assert!(
                report.contains("is outside the package"),
                "{path}: {report}"
            );
            assert!(
                report.contains("--> package/robots/arm.toml:5:1"),
                "{report}"
            );
        }
        assert_eq!(report("../robots/b.toml"), "");
        let inside = folder.0.join("package/robots/b.toml").display().to_string();
        assert_eq!(report(&inside), "");
        assert_eq!(report("../common.toml").is_empty(), has_manifest);
    }
    assert_eq!(
        folder.source(main).file_at(usize::MAX).name,
        "package/common.toml"
    );
}

#[test]
fn files_are_bounded_in_depth_number_and_size() {
    let folder = Folder::new("bounds");
    let chain = |last: usize| {
        for index in 0..last {
            let text = [
                rod(&format!("l{index}")),
                include(&format!("{}.toml", index + 1)),
            ]
            .concat();
            folder.write(&format!("{index}.toml"), &text);
        }
        folder.write(&format!("{last}.toml"), &rod("last"));
        folder.report("0.toml")
    };
    assert_eq!(chain(16), "");
    let report = chain(17);
    assert!(
        report.contains("more than 16 deep") && report.contains("--> 16.toml:5"),
        "{report}"
    );

    let many = |count: usize| {
        let files = (0..count).map(|index| format!("many/{index}.toml"));
        let includes: Vec<String> = files.clone().map(|file| include(&file)).collect();
        files.for_each(|file| folder.write(&file, ""));
        folder.write("many.toml", &[rod("a"), includes.concat()].concat());
        folder.report("many.toml")
    };
    assert_eq!(many(256), "");
    let report = many(300);
    assert!(report.contains("more than 256 included files"), "{report}");
    assert!(
        report.contains("--> many.toml:261:1") && !report.contains("262"),
        "{report}"
    );

    let large = " ".repeat(SIZE_LIMIT as usize / 2);
    folder.write("b.toml", &large);
    folder.write("c.toml", &large);
    folder.write(
        "large.toml",
        &[rod("a"), include("b.toml"), include("c.toml")].concat(),
    );
    let report = folder.report("large.toml");
    assert!(report.contains("16777216 bytes in all"), "{report}");
    assert!(report.contains("--> large.toml:6:1"), "{report}");
}

#[test]
fn a_text_without_a_file_has_no_folder() {
    let text = source(&[rod("a"), include("b.toml")].concat());
    let report = read(&text).1.render(&text);
    let message = "`b.toml` cannot be included: standard input has no folder";
    assert!(
        report.contains(message) && report.contains("--> robot:5:1"),
        "{report}"
    );
}

#[cfg(unix)]
#[test]
fn paths_start_from_the_folder_that_has_a_link_to_the_main_file() {
    let folder = Folder::new("link");
    folder.write("store/arm.toml", &[rod("a"), include("b.toml")].concat());
    folder.write("robots/b.toml", &rod("b"));
    let target = folder.0.join("store/arm.toml");
    std::os::unix::fs::symlink(target, folder.0.join("robots/arm.toml")).unwrap();
    assert_eq!(folder.report("robots/arm.toml"), "");
    assert!(folder.report("store/arm.toml").contains("no such file"));
    // A folder may be reached by a link.
    std::os::unix::fs::symlink(folder.0.join("robots"), folder.0.join("linked")).unwrap();
    let source = folder.source("linked/arm.toml");
    let path = source.included_paths().next();
    assert_eq!(path, Some(&*folder.0.join("robots/b.toml")));
    assert_eq!(
        source.file_at(usize::MAX).name,
        Path::new("linked/b.toml").to_str().unwrap()
    );
}

/// Files that include one another at random, by paths that exist, are misspelt or lead outside.
#[test]
fn trees_at_random_are_read_or_reported() {
    let folder = Folder::new("random");
    folder.write("secret.toml", &rod("secret"));
    folder.write("p/Cargo.toml", &rod("manifest"));
    let mut random = Random::new(49);
    let names = ["m/0.toml", "m/1.toml", "m/p/2.toml", "n/3.toml", "m/4.toml"];
    let paths = [
        "0.toml",
        "1.toml",
        "p/2.toml",
        "../n/3.toml",
        "4.toml",
        "./p/../1.toml",
        "p//2.toml",
        "p/../../n/3.toml",
        "..",
        "/",
        "",
        "../../secret.toml",
        "5.toml",
        "../Cargo.toml",
        "p",
        "\u{301}\u{1f916}",
        "p/2.toml/..",
    ];
    let mut outcomes = [0; 2];
    for _ in 0..300 {
        for name in names {
            let count = random.below(3);
            let include = |_| include(paths[random.below(paths.len())]);
            let includes: String = (0..count).map(include).collect();
            folder.write(&format!("p/{name}"), &[rod(name), includes].concat());
        }
        let source = folder.source("p/m/0.toml");
        let (model, report) = read(&source);
        let links = model.expect("the first rod").links.len();
        assert_eq!(links, 2 + source.included_paths().count());
        assert!(
            source
                .included_paths()
                .all(|path| path.starts_with(folder.0.join("p")))
        );
        let text = report.render(&source);
        assert!(
            !text.contains("secret") || text.contains("outside the package"),
            "{text}"
        );
        let refused = source
            .inclusions()
            .iter()
            .filter(|inclusion| inclusion.file.is_err());
        assert!(report.errors >= refused.count());
        outcomes[usize::from(report.has_errors())] += 1;
    }
    assert!(outcomes.iter().all(|&count| count > 10), "{outcomes:?}");
}
