//! `raddle library`: the models of library functions.

use raddle_cfront::known::{Known, Means, known, names};
use raddle_report::escape::escape;
use std::fmt::Write as _;

use crate::exit::Exit;
use crate::models::Models;
use crate::options::LibraryOptions;
use crate::output;

/// Prints what is known of the functions, or how many are known.
pub fn library(options: &LibraryOptions) -> Exit {
    let models = match Models::read(&options.models) {
        Ok(models) => models,
        Err(why) => {
            output::message(&format!("error: {}", escape(&why)));
            return Exit::Usage;
        }
    };
    if let Some(file) = models.files.first() {
        let name = escape(&file.display().to_string());
        output::message(&format!("error: {name} is a C file: it says itself what its functions do"));
        return Exit::Usage;
    }
    let model = options.data_model.into();
    let all = names(&models.effects);
    let means_of = |name: &str| known(name, &models.effects, model).and_then(|known| known.means);
    let mut text = String::new();
    let mut is_complete = true;
    if options.list {
        for name in &all {
            if let Some(means) = means_of(name) {
                let _ = writeln!(text, "{name:<32} {}", of_means(means));
            }
        }
    } else if options.names.is_empty() {
        let total = |wanted: Means| all.iter().filter(|name| means_of(name) == Some(wanted)).count();
        for means in [Means::Exact, Means::Text, Means::Effects, Means::Name] {
            let _ = writeln!(text, "{:>5}  {}", total(means), of_means(means));
        }
        text.push_str("\nraddle library NAME prints what is known of a function, --list all names.\n");
    }
    for (index, name) in options.names.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        match known(name, &models.effects, model) {
            Some(known) => describe(&mut text, name, &known),
            None => {
                is_complete = false;
                let near = crate::nearest::nearest(name, all.iter().map(String::as_str));
                let near = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
                let _ = writeln!(text, "{}: nothing is known{near}", escape(name));
                text.push_str("  --externals says what all such functions do, --model FILE what this one does.\n");
            }
        }
    }
    match crate::write_text(text.as_bytes()) {
        Exit::Safe if !is_complete => Exit::Unknown,
        exit => exit,
    }
}

fn of_means(means: Means) -> &'static str {
    match means {
        Means::Exact => "built in, step by step (docs/library.md)",
        Means::Text => "written in C",
        Means::Effects => "known by their effects",
        Means::Name => "known by name: any result, and any change of what the arguments lead to",
    }
}

fn describe(text: &mut String, name: &str, known: &Known) {
    match known.means {
        Some(Means::Exact) => {
            let _ = writeln!(text, "{name}: built in, step by step (docs/library.md)");
        }
        Some(Means::Text) => {
            let _ = writeln!(text, "{name}: written in C");
        }
        Some(Means::Effects) => {
            let _ = writeln!(text, "{name}: known by its effects");
        }
        Some(Means::Name) => {
            let _ = writeln!(text, "{name}: known by name: any result, and any change of what the arguments lead to");
        }
        None => {
            let _ = writeln!(text, "{name}: not modelled");
        }
    }
    for line in &known.lines {
        let _ = writeln!(text, "  {line}");
    }
    if let Some(body) = &known.text {
        text.push('\n');
        text.push_str(body.trim_end());
        text.push('\n');
    }
}
