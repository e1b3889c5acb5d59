//! `raddle explain`: what the analyses know of a program, line by line, or what a scan knows of one line.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::cut_points::Visibility;
use raddle_analysis::explanation::explain as explain_program;
use raddle_bmc::cegpv::named::named_dependencies;
use raddle_report::escape::escape;
use raddle_report::explanation::{dependencies, explanation};
use raddle_report::line::line as line_text;
use std::path::{Path, PathBuf};

use crate::exit::Exit;
use crate::front::past_obstacles;
use crate::options::ExplainOptions;
use crate::text::{NoText, deliver, text_of};

/// Explains a program.
pub fn explain(options: &ExplainOptions) -> Exit {
    if let Some((files, file, number)) = with_line(&options.files) {
        return explain_line(options, &files, file, number);
    }
    let asks = |name: &str| options.properties.iter().any(|property| property == name);
    let visibility = Visibility { deadlock: asks("deadlock"), races: asks("data-race"), overflow: asks("overflow") };
    let is_graph = options.slice;
    let strategy = options.slice_strategy.into();
    let text = text_of(&options.source, &options.files, move |front, target, _| {
        if is_graph {
            return Ok(dependencies(&named_dependencies(&front.program, strategy)));
        }
        let known =
            explain_program(&AnalyzedProgram::new(front.program.clone()), visibility).map_err(|(place, what)| {
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

/// The files, and the file and the line that one of them names: `queue.c:12`, unless a file is called so.
fn with_line(files: &[PathBuf]) -> Option<(Vec<PathBuf>, PathBuf, u32)> {
    let of = |path: &Path| {
        let (file, line) = path.to_str()?.rsplit_once(':')?;
        let number = line.parse().ok()?;
        (!path.exists()).then(|| (PathBuf::from(file), number))
    };
    let (position, (file, number)) = files.iter().enumerate().find_map(|(at, path)| Some((at, of(path)?)))?;
    let mut all = files.to_vec();
    all[position].clone_from(&file);
    // `explain a.c b.c a.c:12` names one file twice.
    if all.iter().filter(|path| **path == file).count() > 1 {
        all.remove(position);
    }
    Some((all, file, number))
}

fn explain_line(options: &ExplainOptions, files: &[PathBuf], file: PathBuf, number: u32) -> Exit {
    let text = text_of(&options.source, files, move |front, _, _| {
        let name = file.to_string_lossy().into_owned();
        let Some(facts) = raddle_scan::line(past_obstacles(front.unit()), &name, number) else {
            let why = format!("no code of {}:{number} is executed: name a line with a statement", escape(&name));
            return Err(NoText::Undecided(why));
        };
        let text = std::fs::read(&file).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let source = text.lines().nth((number as usize).saturating_sub(1)).unwrap_or_default();
        Ok(line_text(&name, number, source, &facts))
    });
    text.map_or_else(|exit| exit, |text| deliver(&text, None, "explanation"))
}
