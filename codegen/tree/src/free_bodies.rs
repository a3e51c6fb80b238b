//! Whether all bodies have an inertia of their own, as maximal coordinates require.

use super::{Body, Tree};

impl Tree {
    /// Why the equations of motion of the free bodies do not determine the acceleration of each. None if they do. A
    /// body without mass that carries others is a mere frame, not a free body.
    #[must_use]
    pub fn why_not_free(&self) -> Option<String> {
        if !self.symbolic.is_empty() {
            return Some("what expressions say moves is no body".into());
        }
        let has_child = |index: usize| self.bodies.iter().any(|body| body.parent == Some(index));
        let mut b = self.builder.clone();
        self.bodies.iter().enumerate().find_map(|(index, body)| {
            let Body { joint, inertia, .. } = body;
            if inertia.is_zero() && has_child(index) {
                None
            } else if inertia.is_zero() {
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
