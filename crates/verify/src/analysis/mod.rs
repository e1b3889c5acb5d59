//! What is known of a program without running it. One analysis a file, each with the rule that it implements on top.

pub mod future;
