//! Durations and sizes as users write them: `30s`, `2m`, `500ms`, `4G`, `512M`.

use raddle_cfront::Arguments;
use std::time::Duration;

/// A duration: a number with `ms`, `s` (or nothing), `m` or `h`; more than zero.
///
/// # Errors
/// A sentence that says what is expected.
pub fn duration(text: &str) -> Result<Duration, String> {
    match duration_or_zero(text) {
        Ok(duration) if duration.is_zero() => {
            Err("a time limit is more than zero; leave --timeout out for none".to_owned())
        }
        found => found,
    }
}

/// The same, or zero.
///
/// # Errors
/// A sentence that says what is expected.
pub fn duration_or_zero(text: &str) -> Result<Duration, String> {
    let expected = || format!("expected a duration such as 500ms, 30s, 2m or 1h, not `{text}`");
    let (number, unit) = split(text);
    let milliseconds = match unit {
        "ms" => 1.0,
        "" | "s" => 1e3,
        "m" | "min" => 6e4,
        "h" => 3.6e6,
        _ => return Err(expected()),
    };
    let number: f64 = number.parse().map_err(|_| expected())?;
    let seconds = number * milliseconds / 1e3;
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}

/// A limit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimit {
    /// After so long.
    After(Duration),
    /// There is none.
    Never,
}

/// A limit of time: a duration, or `none`.
///
/// # Errors
/// A sentence that says what is expected.
pub fn time_limit(text: &str) -> Result<TimeLimit, String> {
    match text {
        "none" => Ok(TimeLimit::Never),
        text => duration(text).map(TimeLimit::After),
    }
}

/// A number of bytes: a number with `K`, `M`, `G` or `T` (powers of 1024; `KiB` and `KB` mean the same), at least 1 MiB.
///
/// # Errors
/// A sentence that says what is expected.
pub fn bytes(text: &str) -> Result<u64, String> {
    let expected = || format!("expected a size such as 512M or 4G, not `{text}`");
    let (number, unit) = split(text);
    let shift = match unit.to_ascii_uppercase().trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(expected()),
    };
    let number: f64 = number.parse().map_err(|_| expected())?;
    let bytes = number * f64::from(1u32 << (shift / 2)) * f64::from(1u32 << (shift / 2));
    if !bytes.is_finite() || !(0.0..=1e18).contains(&bytes) {
        return Err(expected());
    }
    let bytes = bytes as u64;
    if bytes < 1 << 20 {
        return Err(format!("a memory limit is at least 1M; `{text}` is {bytes} bytes"));
    }
    Ok(bytes)
}

/// Arguments of a program: `none`, `any`, a number of them, or `COUNTxLENGTH`.
///
/// # Errors
/// A sentence that says what is expected.
pub fn arguments_or_none(text: &str) -> Result<GivenArguments, String> {
    if text == "none" { Ok(GivenArguments(None)) } else { arguments(text).map(|given| GivenArguments(Some(given))) }
}

/// The arguments that an option names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GivenArguments(pub Option<Arguments>);

/// Arguments of a program: `any`, a number of them, or `COUNTxLENGTH`.
///
/// # Errors
/// A sentence that says what is expected.
pub fn arguments(text: &str) -> Result<Arguments, String> {
    if text == "any" {
        return Ok(Arguments::ANY);
    }
    let (count, length) = match text.split_once('x') {
        Some((count, length)) => (count, length.parse().ok()),
        None => (text, Some(Arguments::ANY.length)),
    };
    let (most, longest) = (Arguments::MOST, Arguments::LONGEST);
    match (count.parse().ok(), length) {
        (Some(count), Some(length)) if (1..=most).contains(&count) && (1..=longest).contains(&length) => {
            Ok(Arguments { count, length })
        }
        _ => Err(format!(
            "expected any, or a number of arguments such as 2 (up to {most}), or with their length 2x15 (up to {longest} characters)"
        )),
    }
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let cut = text.find(|symbol: char| !symbol.is_ascii_digit() && symbol != '.').unwrap_or(text.len());
    (&text[..cut], text[cut..].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("30"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("1000000000000"), Ok(Duration::from_secs(1_000_000_000_000)));
        for wrong in ["", "s", "-1s", "1x", "0", "0.0ms", "1e9", "99999999999999999999999h", "1.2.3"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(bytes("4G"), Ok(4 << 30));
        assert_eq!(bytes("512M"), Ok(512 << 20));
        assert_eq!(bytes("512MiB"), Ok(512 << 20));
        assert_eq!(bytes("512mb"), Ok(512 << 20));
        assert_eq!(bytes("2048k"), Ok(2 << 20));
        assert_eq!(bytes("1.5G"), Ok(3 << 29));
        assert_eq!(bytes("1048576"), Ok(1 << 20));
        for wrong in ["", "G", "-4G", "4X", "0", "1K", "1e30", "9999999999999T"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
