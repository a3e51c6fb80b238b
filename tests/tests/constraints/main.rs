//! Systems under constraints, compiled.

mod bennett;
mod circles;
mod dependent_rows;
mod golden;
mod order_of_rows;
mod quadruped;
mod systems;
