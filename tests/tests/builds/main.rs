//! What cargo builds again, and what it does not.

#[path = "../shared/built.rs"]
mod built;
mod editors;
mod rebuilds;
