//! Joint types, charts and forces, compiled, against the generic algorithms.

mod armatures;
mod charts;
mod derivative_products;
mod derivatives;
mod forces;
mod foreign_joint;
mod manifold;
mod trees;
mod types;
