//! What is verified, and what is not.

mod by_hand;
mod cases;
mod files;
mod floats;
mod refusals;
