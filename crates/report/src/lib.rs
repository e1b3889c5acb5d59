//! What people and tools read about a verdict: text, tables, JSON, and the formats of other tools.
//!
//! A report is a function from answers to text. It reads no file, looks at no terminal and knows no engine; whoever
//! calls it says how wide the lines may be and prints them. Nothing of the program under test gets into a report without
//! passing through [`escape::escape`].

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
