//! Packing of isomorphic subtrees (SLP vectorisation): values of limbs of one shape, computed in the lanes of vector registers.
//! The search starts from the results and proceeds to their operands (Larsen and Amarasinghe 2000).
//!
//! The program itself is not changed. The packing is a list of packs of its values. The operands of a pack are other packs,
//! one value in all lanes (broadcast), or separate values (gather). Signs are stored for each lane, since they cost nothing.
//! Factors and terms that a lane lacks are not filled in.

mod drafts;
mod finish;
mod isomorphism;
mod packs;
mod pruning;
mod search;

use drafts::Drafts;
use multibody_program::ir::{Count, Limbs, Program};

pub use packs::{MulAddSigns, Pack, PackKind, Packing, WIDTHS};

impl Packing {
    /// The packing of a program; empty if it does not reduce the cost.
    #[must_use]
    pub fn of(program: &Program, limbs: &Limbs) -> Self {
        if limbs.is_empty() {
            return Self::default();
        }
        let mut drafts = Drafts::new(program, limbs);
        drafts.add_outputs();
        drafts.add_terms_of_sums();
        drafts.drop_costly_packs();
        drafts.drop_cycles();
        let packing = drafts.finish();
        if packing.weight(program) < Count::of(program).weight() {
            packing
        } else {
            Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::ir::{Input, InputKind, Value, parse};

    /// `count` limbs of one position each. They share one more position, `q9`, which belongs to none of them.
    fn limbs(count: usize) -> Limbs {
        let mut limbs = Limbs::default();
        let inputs = (0..count).map(|at| vec![Input::new(InputKind::Q, at)]);
        limbs.add(&inputs.collect::<Vec<_>>());
        limbs
    }

    /// `q_k * 0.3 +- q9`, then its square, the square of this square, and `q9` times the latter, one limb after another.
    fn squares(count: usize) -> Program {
        let mut text = String::from("v0 = q9\nv1 = const 3/10\n");
        let mut outputs = String::from("out");
        for limb in 0..count {
            let [q, x, y, z, u, w] = [0, 1, 2, 3, 4, 5].map(|k| 2 + 6 * limb + k);
            let sum = if limb == 1 { "sub" } else { "add" };
            text += &format!("v{q} = q{limb}\nv{x} = mul v{q} v1\nv{y} = {sum} v{x} v0\n");
            text += &format!("v{z} = mul v{y} v{y}\nv{u} = mul v{z} v{z}\nv{w} = mul v0 v{u}\n");
            outputs += &format!(" v{w}");
        }
        text += &outputs;
        parse(&text).expect("a program")
    }

    fn kinds_of(packing: &Packing) -> Vec<&PackKind> {
        packing.packs.iter().map(|pack| &pack.kind).collect()
    }

    #[test]
    fn values_of_four_limbs_are_computed_in_four_lanes() {
        let program = squares(4);
        let packing = Packing::of(&program, &limbs(4));
        let kinds = kinds_of(&packing);
        let products = kinds
            .iter()
            .filter(|kind| matches!(kind, PackKind::Product(_)));
        assert_eq!(products.count(), 4);
        // The second limb's sum has a different sign, so no product is fused with the sum.
        let signs = kinds.iter().find_map(|kind| match kind {
            PackKind::Sum(_, opposite) => Some(opposite.clone()),
            _ => None,
        });
        assert_eq!(signs, Some(vec![false, true, false, false]));
        assert_eq!(packing.operations(4), 5);
        assert_eq!(packing.extracted.len(), 4);
        assert_eq!(packing.places.len(), 20);
        // The program has twenty scalar operations. Packed, it has five operations and two broadcasts, and it takes 3
        // to gather the positions and 3 to extract the results.
        assert_eq!(packing.weight(&program), 5 + 2 + 3 + 3);
    }

    #[test]
    fn limbs_are_grouped_by_four_and_two_and_the_rest_stays_scalar() {
        for (count, expected) in [(2, vec![2]), (3, vec![2]), (5, vec![4]), (6, vec![4, 2])] {
            let program = squares(count);
            let packing = Packing::of(&program, &limbs(count));
            let mut widths: Vec<usize> =
                packing.packs.iter().map(|pack| pack.lanes.len()).collect();
            widths.sort_unstable_by(|a, b| b.cmp(a));
            widths.dedup();
            assert_eq!(widths, expected, "{count} limbs");
        }
        let packing = Packing::of(&squares(4), &Limbs::default());
        assert!(packing.packs.is_empty());
    }

    /// A value of the second limb is used in the first limb and, a step later, one of the first in the second: neither
    /// pack can come first.
    #[test]
    fn values_that_depend_on_one_another_are_not_packed() {
        let program = parse(
            "v0 = q0\nv1 = q1\nv2 = mul v0 v0\nv3 = mul v2 v1\nv4 = mul v1 v1\nv5 = mul v4 v0\n\
             v6 = mul v2 v5\nv7 = mul v4 v3\nv8 = mul v6 v6\nv9 = mul v7 v7\nv10 = mul v8 v3\n\
             v11 = mul v9 v5\nout v10 v11",
        )
        .expect("a program");
        let packing = Packing::of(&program, &limbs(2));
        let pack_of = |value: Value| packing.places.get(&value).map(|place| place.pack);
        for (index, pack) in packing.packs.iter().enumerate() {
            let operands: Vec<usize> = match &pack.kind {
                PackKind::Broadcast | PackKind::Gather => {
                    let packs = pack.lanes.iter().filter_map(|lane| pack_of(*lane));
                    packs.collect()
                }
                PackKind::Sum(operands, _)
                | PackKind::Product(operands)
                | PackKind::Quotient(operands) => operands.to_vec(),
                PackKind::MulAdd(operands, _) => operands.to_vec(),
            };
            assert!(
                operands.iter().all(|&operand| operand < index),
                "{index} of {operands:?}"
            );
        }
    }
}
