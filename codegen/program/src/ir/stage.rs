//! The stages at which values can be computed.

use super::{InputKind, Node, Program};

/// The stage at which a value can be computed: the latest kind of input that it needs. None: it needs no input.
pub type Stage = Option<InputKind>;

impl Program {
    /// The stage of every node.
    #[must_use]
    pub fn stages(&self) -> Vec<Stage> {
        let mut stages: Vec<Stage> = Vec::with_capacity(self.nodes().len());
        for node in self.nodes() {
            let stage = match node {
                Node::Input(input) => Some(input.kind),
                _ => node.operands().filter_map(|v| stages[v.index()]).max(),
            };
            stages.push(stage);
        }
        stages
    }
}
