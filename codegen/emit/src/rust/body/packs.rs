//! Packs: values in the lanes of a register, as Rust writes them.

use super::{Scope, array, call};
use crate::schedule::Given;
use multibody_program::ir::{MulAddSigns, Pack, PackKind, Value, WIDTHS};

impl Scope<'_> {
    /// The lines of a pack, and of the values that are extracted from its lanes.
    pub(super) fn pack_statement(&self, pack: usize, indent: &str) -> String {
        let made = self.pack_value(&self.schedule.packing.packs[pack], indent);
        let mut text = format!("{indent}let v{pack} = {made};\n");
        let read = self.schedule.read(pack);
        if read.iter().all(Option::is_none) {
            return text;
        }
        let name = |value: &Option<Value>| value.map_or("_".into(), |v| format!("x{}", v.index()));
        let names: Vec<String> = read.iter().map(name).collect();
        text += &format!("{indent}let [{}] = v{pack}.0;\n", names.join(", "));
        let negative = &self.schedule.packing.packs[pack].negative;
        for (value, _) in read.iter().zip(negative).filter(|(_, negative)| **negative) {
            if value.is_some() {
                let name = name(value);
                text += &format!("{indent}let {name} = -{name};\n");
            }
        }
        text
    }

    /// The expression that computes a pack.
    fn pack_value(&self, pack: &Pack, indent: &str) -> String {
        let of = |pack: usize| self.pack(pack);
        let side = match pack.lanes.len() {
            2 => "multibody::Two",
            _ => "multibody::Four",
        };
        match &pack.kind {
            PackKind::Broadcast => format!("{side}::same({})", self.operand(pack.lanes[0])),
            PackKind::Gather => {
                let each = pack.lanes.iter().map(|&lane| self.operand(lane));
                let each: Vec<String> = each.collect();
                format!("{side}({})", array(&each, indent))
            }
            PackKind::Product([a, b]) => format!("{} * {}", of(*a), of(*b)),
            PackKind::Quotient([a, b]) => format!("{} / {}", of(*a), of(*b)),
            PackKind::Sum([a, b], opposite) if opposite.iter().all(|&is| !is) => {
                format!("{} + {}", of(*a), of(*b))
            }
            PackKind::Sum([a, b], opposite) if opposite.iter().all(|&is| is) => {
                format!("{} - {}", of(*a), of(*b))
            }
            PackKind::Sum([a, b], opposite) => {
                let sign = |is_opposite: &bool| match is_opposite {
                    true => "-T::ONE",
                    false => "T::ONE",
                };
                let signs: Vec<&str> = opposite.iter().map(sign).collect();
                let signs = format!("{side}([{}])", signs.join(", "));
                call(&format!("{}.mul_add", of(*b)), &[signs, of(*a)], indent)
            }
            PackKind::MulAdd([x, y, term], signs) => {
                let method = match signs {
                    MulAddSigns::Plus => "mul_add",
                    MulAddSigns::MinusTerm => "mul_sub",
                    MulAddSigns::MinusProduct => "mul_neg_add",
                };
                call(
                    &format!("{}.{method}", of(*x)),
                    &[of(*y), of(*term)],
                    indent,
                )
            }
        }
    }

    /// A pack as an operand.
    pub(super) fn pack(&self, pack: usize) -> String {
        match self.schedule.given(pack, self.block) {
            None => format!("v{pack}"),
            Some(Given {
                block,
                width,
                place,
            }) => format!("g{block}_{}[{place}]", WIDTHS[width]),
        }
    }
}
