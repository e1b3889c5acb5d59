//! The table of a score: a line for each family and truth, and a total.

use super::{Answer, Expected, Score};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The table as text.
pub fn table(scores: &[Score]) -> String {
    let mut text = format!(
        "{:34} {:>5} {:>6} {:>5} {:>7} {:>7} {:>10} {:>8} {:>10}\n",
        "family", "tasks", "solved", "wrong", "unknown", "timeout", "s solved", "median s", "s all"
    );
    for (expected, word) in [(Expected::Unsafe, "unsafe"), (Expected::Safe, "safe")] {
        let of_truth = || scores.iter().filter(|score| score.expected == expected);
        let families: BTreeSet<&String> = of_truth().map(|score| &score.family).collect();
        for family in families {
            let members: Vec<&Score> = of_truth().filter(|score| score.family == *family).collect();
            line(&mut text, &format!("{family} {word}"), &members);
        }
    }
    line(&mut text, "total", &scores.iter().collect::<Vec<_>>());
    text
}

fn line(text: &mut String, title: &str, scores: &[&Score]) {
    let mut seconds: Vec<f64> = scores.iter().filter(|score| score.is_solved()).map(|score| score.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    let count = |answer| scores.iter().filter(|score| score.answer == answer).count();
    let wrong = scores.iter().filter(|score| score.is_wrong()).count();
    let _ = writeln!(
        text,
        "{title:34} {:5} {:6} {wrong:5} {:7} {:7} {:10.1} {:8.2} {:10.1}",
        scores.len(),
        seconds.len(),
        count(Answer::Unknown),
        count(Answer::Timeout),
        seconds.iter().sum::<f64>(),
        seconds.get(seconds.len() / 2).copied().unwrap_or_default(),
        scores.iter().map(|score| score.seconds).sum::<f64>(),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_answers_are_counted() {
        let score = |expected, answer| Score {
            program: "a.c".into(),
            family: "f".to_owned(),
            expected,
            answer,
            reason: None,
            exit_status: Some(0),
            seconds: 2.0,
        };
        let scores = [
            score(Expected::Safe, Answer::Safe),
            score(Expected::Safe, Answer::Unsafe),
            score(Expected::Unsafe, Answer::Timeout),
        ];
        let table = table(&scores);
        let total: Vec<&str> = table.lines().last().unwrap_or_default().split_whitespace().collect();
        assert_eq!(total, ["total", "3", "1", "1", "0", "1", "2.0", "2.00", "6.0"], "{table}");
    }
}
