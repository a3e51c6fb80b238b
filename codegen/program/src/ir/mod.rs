//! The intermediate representation: a straight-line program over exact constants.
//!
//! A compiler's IR, not a computer algebra: values are nodes of a hash-consed graph in single
//! assignment, and [`Builder`] rewrites only single nodes (constant folding, neutral elements, signs, operands that
//! cancel, constant angles). Whatever needs algebra happens before a program is built.

mod builder;
mod count;
mod differentiate;
mod differentiate_backwards;
mod evaluate;
mod exact;
mod floats;
mod function;
mod hint;
mod invariants;
mod limbs;
mod machine;
mod node;
mod nonzeros;
mod program;
mod relation;
mod spatial;
mod stage;
mod text;

pub use builder::Builder;
pub use count::Count;
pub use differentiate::DualValue;
pub use differentiate_backwards::Gradient;
pub use evaluate::{Algebra, LinearForm, evaluate};
pub use exact::Exact;
pub use floats::{Float, Floats};
pub use function::{Class, Function, SinCos};
pub use hint::{Component, SymbolIndex, ValueHint, ValueSymbol};
pub use invariants::check_invariants;
pub use limbs::{LimbInput, Limbs};
pub use machine::Machine;
pub use node::{Input, InputKind, Node, Value};
pub use program::Program;
pub use relation::Relation;
pub use spatial::{Matrix3, Pose, Vector3};
pub use stage::Stage;
pub use text::{ProgramTextError, parse};
