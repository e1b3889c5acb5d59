//! `raddle explain`: what the analyses know of a program, line by line.

use raddle_analysis::cut_points::Visibility;
use raddle_analysis::explanation::explain as explain_program;
use raddle_analysis::subject::Subject;
use raddle_bmc::cegpv::named::named_dependencies;
use raddle_report::escape::escape;
use raddle_report::explanation::{dependencies, explanation};

use crate::exit::Exit;
use crate::options::ExplainOptions;
use crate::text::{NoText, deliver, text_of};

/// Explains a program.
pub fn explain(options: &ExplainOptions) -> Exit {
    let asks = |name: &str| options.properties.iter().any(|property| property == name);
    let visibility = Visibility { deadlock: asks("deadlock"), races: asks("data-race"), overflow: asks("overflow") };
    let is_graph = options.slice;
    let strategy = options.slice_strategy.into();
    let text = text_of(&options.source, &options.files, move |front, target, _| {
        if is_graph {
            return Ok(dependencies(&named_dependencies(&front.program, strategy)));
        }
        let known = explain_program(&Subject::new(front.program.clone()), visibility).map_err(|(place, what)| {
            NoText::Undecided(format!(
                "nothing can be said of this program before it runs: {what} at {}; check it with --engine explicit",
                escape(&place.to_string())
            ))
        })?;
        let file = target.path.to_string_lossy();
        let bytes = std::fs::read(&target.path)
            .map_err(|why| NoText::Unreadable(format!("{} cannot be read: {why}", escape(&file))))?;
        Ok(explanation(&file, &String::from_utf8_lossy(&bytes), &known))
    });
    text.map_or_else(|exit| exit, |text| deliver(&text, None, "explanation"))
}
