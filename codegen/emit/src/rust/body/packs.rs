//! Packs: values in the lanes of a register, as Rust writes them.

use super::{Scope, array};
use crate::schedule::ReturnedPack;
use multibody_passes::pack::{MulAddSigns, Pack, PackKind, WIDTHS};
use multibody_program::ir::Value;

impl Scope<'_> {
    /// The statements of a pack, and of the values that are extracted from its lanes.
    pub(super) fn pack_statements(&self, index: usize) -> Vec<String> {
        let pack = &self.schedule.packing.packs[index];
        let mut statements = vec![format!("let v{index} = {};", self.pack_value(pack))];
        let values = self.schedule.lanes(index);
        if values.iter().all(Option::is_none) {
            return statements;
        }
        let name = |value: &Option<Value>| match value {
            Some(value) => self.schedule.name(*value).to_owned(),
            None => "_".to_owned(),
        };
        let names = array(values.iter().map(name));
        statements.push(format!("let {names} = v{index}.0;"));
        // Some lanes have the negative of their value.
        for (value, _) in values
            .iter()
            .zip(&pack.negative)
            .filter(|(_, negative)| **negative)
        {
            if value.is_some() {
                let name = name(value);
                statements.push(format!("let {name} = -{name};"));
            }
        }
        statements
    }

    /// The expression that computes a pack.
    fn pack_value(&self, pack: &Pack) -> String {
        let operand = |pack: usize| self.pack(pack);
        let pack_type = match pack.lanes.len() {
            2 => "multibody::Two",
            _ => "multibody::Four",
        };
        match &pack.kind {
            PackKind::Broadcast => format!("{pack_type}::same({})", self.value(pack.lanes[0])),
            PackKind::Gather => {
                let lanes = pack.lanes.iter().map(|&lane| self.value(lane));
                format!("{pack_type}({})", array(lanes))
            }
            PackKind::Product([a, b]) => format!("{} * {}", operand(*a), operand(*b)),
            PackKind::Quotient([a, b]) => format!("{} / {}", operand(*a), operand(*b)),
            PackKind::Sum([a, b], opposite) if opposite.iter().all(|&is_opposite| !is_opposite) => {
                format!("{} + {}", operand(*a), operand(*b))
            }
            PackKind::Sum([a, b], opposite) if opposite.iter().all(|&is_opposite| is_opposite) => {
                format!("{} - {}", operand(*a), operand(*b))
            }
            // Some lanes add and others subtract: `b * (1, -1, ..) + a`.
            PackKind::Sum([a, b], opposite) => {
                let one = format!("{}::ONE", self.language.number.name());
                let sign =
                    |is_opposite: &bool| if *is_opposite { format!("-{one}") } else { one.clone() };
                let signs = array(opposite.iter().map(sign));
                format!(
                    "{}.mul_add({pack_type}({signs}), {})",
                    operand(*b),
                    operand(*a)
                )
            }
            PackKind::MulAdd([x, y, term], signs) => {
                let method = match signs {
                    MulAddSigns::Plus => "mul_add",
                    MulAddSigns::MinusTerm => "mul_sub",
                    MulAddSigns::MinusProduct => "mul_neg_add",
                };
                format!(
                    "{}.{method}({}, {})",
                    operand(*x),
                    operand(*y),
                    operand(*term)
                )
            }
        }
    }

    /// A pack as an operand.
    pub(super) fn pack(&self, pack: usize) -> String {
        match self.schedule.pack_place(pack, self.block) {
            None => format!("v{pack}"),
            Some(ReturnedPack {
                block,
                width,
                index,
            }) => format!("g{block}_{}[{index}]", WIDTHS[width]),
        }
    }
}
