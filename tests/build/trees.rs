//! Random trees of all joints and charts, as structs with an attribute.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::random_tree::random_tree;

/// How many: with all tests, and without those that take long.
const COUNTS: [u64; 2] = [12, 3];

/// Writes them, and a list of what checks each.
pub fn write(out: &Path) -> Result<(), String> {
    let count = COUNTS[usize::from(!crate::all_tests())];
    let (mut structs, mut list) = (String::new(), String::new());
    for index in 0..count {
        // Every other way to move at the root.
        let (items, last) = random_tree(2 * index);
        let _ = write!(
            structs,
            "#[doc = \"A random tree.\"]\n\
             #[multibody({items}links({last}), wrenches({last}), effort = none)]\n\
             pub struct Tree{index};\n"
        );
        let _ = write!(list, "&Tree{index}, ");
    }
    let text = format!(
        "{structs}\n/// All of them.\n\
         pub static TREES: [&(dyn multibody::reference::Described + Sync); {count}] = [{list}];\n"
    );
    fs::write(out.join("trees.rs"), text).map_err(|error| error.to_string())
}
