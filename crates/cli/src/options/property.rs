//! `-p`: any text is taken, since property files have any name; shells complete the names of properties.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use raddle_program::property::Property;
use std::ffi::OsStr;

/// Reads the value of `-p`.
#[derive(Clone)]
pub struct PropertyParser;

impl TypedValueParser for PropertyParser {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        value.to_str().map(str::to_owned).ok_or_else(|| {
            let mut error = Error::new(ErrorKind::InvalidUtf8).with_cmd(command);
            if let Some(argument) = argument {
                error.insert(ContextKind::InvalidArg, ContextValue::String(argument.to_string()));
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Property::ALL.iter().map(|property| property.name()).chain(["all"]);
        Some(Box::new(names.map(PossibleValue::new)))
    }
}
