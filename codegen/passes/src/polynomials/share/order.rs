//! The choice of the next step: which sum or product becomes a variable next.

/// A rule for the choice of the next step. No rule is the best for all polynomials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharingOrder {
    /// A sum, as long as one saves anything; then products.
    SumsFirst,
    /// The step that saves most; a product only if it saves at least two operations more than any sum.
    SumsFavoured,
    /// The step that saves most; a product if it saves as much as any sum.
    ProductsFavoured,
}

impl SharingOrder {
    /// All orders.
    pub const ALL: [Self; 3] = [Self::SumsFirst, Self::SumsFavoured, Self::ProductsFavoured];

    /// The rank of a step among others. The step with the highest rank is taken next.
    pub fn rank(self, is_sum: bool, benefit: isize) -> Rank {
        match (self, is_sum) {
            (Self::SumsFirst, _) => (is_sum, benefit),
            (Self::SumsFavoured, true) | (Self::ProductsFavoured, false) => (false, benefit + 1),
            _ => (false, benefit),
        }
    }
}

/// The rank of a step among others: whether it precedes all steps without this mark, then its benefit. See
/// [`SharingOrder::rank`].
pub type Rank = (bool, isize);
