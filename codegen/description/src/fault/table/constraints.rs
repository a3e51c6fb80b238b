//! Faults of constraints. `mod.rs` says how the macro passes its rows on.

macro_rules! constraints {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    /// A constraint that no coordinate affects.
    Error TokenConstraintIdle { name: Shown }
        message: "`{name}` constrains nothing: no coordinate affects it"
        label: "independent of all coordinates"
        help: "name coordinates that affect it, or links that move relative to one another; or remove it"
    /// A constraint row that is not 0 and that no coordinate affects.
    Error TokenConstraintOpen { row: Shown }
        message: "`{row}` cannot be satisfied: no coordinate affects it, and it is not 0"
        label: "never satisfied"
        help: "name coordinates that affect it; between two ends, write points or axes that coincide, or links that can bring them together"
    /// A constraint row that is unsatisfied only because of rounded numbers.
    Warning TokenConstraintRounded { row: Shown, error: String }
        message: "`{row}` is off by {error} at all positions, which is treated as 0"
        label: "the ends do not quite coincide"
        help: "make the numbers of both ends agree; with snap = false they are kept as written, and the row cannot be satisfied"
    /// A constraint that contradicts others.
    Error TokenConstraintContradicts { row: Shown, others: String, remedy: String }
        message: "`{row}` is never satisfied together with {others}"
        label: "contradicts the other"
        second: "the other constraint"
        help: "remove one of them, or write points, lengths and numbers that satisfy all of them{remedy}"
    /// A loop whose links are too short to close it.
    Error TokenConstraintReach { name: Shown, side: String, longest: String, others: String }
        message: "`{name}` is never satisfied: {side} is {longest} m, and all other sides together are {others} m"
        label: "this loop cannot close"
        help: "make that side at most {others} m long, or the other sides longer"
    /// A velocity-level constraint that is not linear in the rates.
    Error TokenConstraintNotLinear { name: Shown }
        message: "`{name}` is not linear in the rates that it names"
        label: "must be a sum of rates times functions of positions"
        help: "write terms of positions alone as a constraint of its own, and what resists motion as a `force`"
    /// So many constraint rows that no motion is left.
    Error TokenConstraintsLock { nc: usize, nv: usize, remedy: String }
        message: "{nc} independent constraint rows leave none of the {nv} rates free"
        label: "nothing can move"
        help: "{remedy}; where rows are dependent only at positions that satisfy them, write `regularization = 1e-5`"
    /// As many constraint rows as rates, some of them velocity-level, so that no rate is free.
    Warning TokenConstraintsFixAll { nc: usize, nv: usize }
        message: "{nc} independent constraint rows leave none of the {nv} rates free"
        label: "nothing can move"
        help: "multipliers are the constraint forces of this; for motion, remove constraints"
    /// Redundant constraint rows.
    Warning TokenConstraintsLeftOut { rows: String, fields: &'static str }
        message: "redundant constraint rows are left out, since other rows imply them: {rows}"
        label: "has redundant rows"
        second: "and this"
        help: "multipliers are those of the remaining rows, as in `CONSTRAINTS`{fields}"
    /// Constraint rows that are redundant for one of the two signs of a root.
    Warning TokenConstraintsBranch { rows: String, root: Shown }
        message: "{rows} is redundant for one sign of the root in `{root}`, and independent for the other"
        label: "not independent everywhere"
        help: "all rows are kept, and proved for the signs for which they are independent; for the other signs multipliers are not finite: set `regularization`, or write the constraint without the root"
    /// Constraint rows that depend on others at almost all positions, but are not implied by them.
    Warning TokenConstraintsPartial { rows: String }
        message: "{rows} depends on other constraints, but is not satisfied at all positions that satisfy these"
        label: "dependent, but not redundant"
        help: "it is kept, and multipliers are not finite: set `regularization`, or remove the weaker constraint"
    /// No position was found that satisfies a constraint, for any tried values of the fields on which constraints depend.
    Warning TokenConstraintUnsatisfied { row: Shown, error: String, starts: usize, fields: &'static str, remedy: String }
        message: "from {starts} starting positions, none was found that satisfies `{row}`{fields}: its error stays at least {error}"
        label: "seems impossible to satisfy"
        help: "check the points, axes and lengths that it names: a loop closes only where its links reach; {remedy}"
    /// Constraint rows that are dependent at all positions found that satisfy them.
    Warning TokenConstraintsDependent { rank: usize, nc: usize }
        message: "at all positions found that satisfy the constraints, {rank} of their {nc} rows are independent: accelerations there are not finite"
        label: "some rows are dependent, here or in constraints after it"
        help: "write `regularization = 1e-5`, or remove rows that are redundant there"
    /// A length of a constraint that is not positive.
    Error TokenConstraintLength { key: &'static str, place: String, value: Shown, remedy: &'static str }
        message: "the {key} of {place} is {value}"
        label: "must be more than zero"
        help: "{remedy}"
        }
    };
}
pub(super) use constraints;
