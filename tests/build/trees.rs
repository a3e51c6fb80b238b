//! Random trees of all joints and charts, as structs with an attribute.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::javascript;
use crate::random_tree::random_tree;

/// How many: with all tests, and without those that take long.
const COUNTS: [u64; 2] = [12, 3];

/// Writes them, and a list of what checks each.
pub fn write(out: &Path) -> Result<(), String> {
    let count = COUNTS[usize::from(!crate::all_tests())];
    let (mut structs, mut list, mut scripts) = (String::new(), String::new(), String::new());
    for index in 0..count {
        // Every other way to move at the root.
        let (items, last) = random_tree(2 * index);
        let item = format!(
            "#[multibody({items}links({last}), wrenches({last}), effort = none)]\n\
             pub struct Tree{index};\n"
        );
        // They are compiled, and compared, with all tests only.
        let scripted = if crate::all_tests() {
            let programs = javascript::programs_of_rust(&item)?;
            javascript::write(out, &format!("tree{index}"), &programs, &[])?
        } else {
            Vec::new()
        };
        let _ = write!(structs, "#[doc = \"A random tree.\"]\n{item}");
        let _ = write!(list, "&Tree{index}, ");
        let _ = write!(scripts, "&{scripted:?}, ");
    }
    let text = format!(
        "{structs}\n/// All of them.\n\
         pub static TREES: [&(dyn multibody::reference::Described + Sync); {count}] = [{list}];\n\
         /// What the functions of their scripts compute.\n\
         pub static SCRIPTED: [&[&str]; {count}] = [{scripts}];\n"
    );
    fs::write(out.join("trees.rs"), text).map_err(|error| error.to_string())
}
