//! Whether all bodies have an inertia of their own, as maximal coordinates require.

use super::{Body, Tree};

impl Tree {
    /// The reason why the equations of motion of separate bodies do not determine the acceleration of each body. None: they do.
    #[must_use]
    pub fn why_not_free(&self) -> Option<String> {
        if !self.symbolic.is_empty() {
            return Some("what expressions say moves is no body".into());
        }
        let carries = |index: usize| self.bodies.iter().any(|body| body.parent == Some(index));
        let mut b = self.builder.clone();
        self.bodies.iter().enumerate().find_map(|(index, body)| {
            let Body { joint, inertia, .. } = body;
            if inertia.is_none() && carries(index) {
                None
            } else if inertia.is_none() {
                Some(format!("what `{joint}` moves has no mass"))
            } else if inertia.is_regular(&mut b) {
                None
            } else {
                Some(format!(
                    "what `{joint}` moves has no inertia about some axis: free, it would turn in any way"
                ))
            }
        })
    }
}
