//! Reports about verdicts for people and tools: text, tables, JSON, and the formats of other tools.
//!
//! A report is a function from answers to text. It reads no file, does not access the terminal and knows no engine. Its caller supplies the
//! line width and prints the lines. All text of the program under test passes through [`escape::escape`].

pub mod assumptions;
pub mod diagnostic;
pub mod diagram;
pub mod escape;
pub mod explanation;
pub mod finding;
pub mod github;
pub mod html;
pub mod json;
pub mod junit;
pub mod line;
pub mod naming;
pub mod plain;
pub mod replay;
pub mod sarif;
pub mod scan;
pub mod style;
pub mod table;
pub mod text;
pub mod witness;
