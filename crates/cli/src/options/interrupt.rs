//! `--interrupt`.

use raddle_cfront::Interrupts;

/// A value of the option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenInterrupt {
    /// No function is a handler by its name or its attribute.
    NoneRecognized,
    /// A handler, and its priority.
    Handler(String, i32),
}

/// Reads a value of the option.
///
/// # Errors
/// A phrase, if it is no function with a priority.
pub fn given(text: &str) -> Result<GivenInterrupt, String> {
    if text == "none" {
        return Ok(GivenInterrupt::NoneRecognized);
    }
    let (name, priority) = match text.split_once('=') {
        None => (text, 0),
        Some((name, priority)) => {
            let number = priority.parse::<i32>().ok().filter(|number| (0..=255).contains(number));
            (name, number.ok_or_else(|| format!("{priority} is no priority from 0 to 255"))?)
        }
    };
    let is_name = !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if is_name { Ok(GivenInterrupt::Handler(name.to_owned(), priority)) } else { Err(format!("{name} is no function")) }
}

/// What the command line says of interrupts.
pub fn interrupts_of(given: &[GivenInterrupt]) -> Interrupts {
    let mut interrupts = Interrupts::default();
    for value in given {
        match value {
            GivenInterrupt::NoneRecognized => interrupts.is_recognized = false,
            GivenInterrupt::Handler(name, priority) => interrupts.named.push((name.clone(), *priority)),
        }
    }
    interrupts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handlers_have_priorities() {
        assert_eq!(given("tick"), Ok(GivenInterrupt::Handler("tick".to_owned(), 0)));
        assert_eq!(given("tick=3"), Ok(GivenInterrupt::Handler("tick".to_owned(), 3)));
        assert_eq!(given("none"), Ok(GivenInterrupt::NoneRecognized));
        for wrong in ["", "=1", "tick=", "tick=-1", "tick=256", "a b", "1x"] {
            assert!(given(wrong).is_err(), "{wrong}");
        }
    }
}
