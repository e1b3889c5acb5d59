//! Table 1 of Abdulla, Atig, Diep: *Counter-Example Guided Program Verification*, by sub-category of SV-COMP's concurrent programs; and
//! how the time grows with variables that do not matter.
//!
//! The paper compares its tool with its own back end, CBMC with clock variables. So `slice -o bmc.order=clocks` stands beside `bmc -o bmc.order
//! clocks`; and beside both, `bmc` with the ordering theory, which the paper did not have. The programs are those of the folder `shared`
//! beside the repository (or `RADDLE_SHARED`); there are fewer than in the paper. Seconds are of the processor, and of programs that passed.

use std::path::{Path, PathBuf};

use super::curves::{Curve, Picture, add_point};
use super::table::Table;
use super::ul_cseq::programs;
use super::{Chapter, benchmarks};
use crate::measuring::{Measuring, Question};

/// What the paper says of a sub-category: programs, and of CBMC and of CEGPV how many passed in how many seconds.
type Theirs = (u32, (u32, u32), (u32, u32));

/// Sub-category, how its files begin, whether they are safe, what the paper says.
type Row = (&'static str, &'static str, bool, Option<Theirs>);

const ROWS: [Row; 14] = [
    ("pthread-wmm", "mix", false, Some((466, (466, 40301), (466, 1076)))),
    ("pthread-wmm", "podwr", false, Some((16, (16, 286), (16, 21)))),
    ("pthread-wmm", "rfi", false, Some((76, (76, 958), (76, 141)))),
    ("pthread-wmm", "safe", false, Some((200, (200, 12578), (200, 917)))),
    ("pthread-wmm", "thin", false, Some((12, (12, 252), (12, 15)))),
    ("pthread", "", false, Some((17, (12, 441), (17, 302)))),
    ("pthread-ext", "", false, Some((8, (4, 7), (8, 7)))),
    ("pthread-lit", "", false, Some((3, (2, 3), (2, 2)))),
    ("pthread-wmm", "rfi", true, Some((12, (12, 3154), (12, 138)))),
    ("pthread-wmm", "safe", true, Some((104, (102, 352), (104, 114)))),
    ("pthread-wmm", "thin", true, Some((12, (12, 28), (12, 12)))),
    ("pthread", "", true, Some((14, (7, 124), (13, 63)))),
    ("pthread-ext", "", true, Some((45, (19, 938), (31, 569)))),
    ("pthread-lit", "", true, Some((8, (3, 8), (3, 5)))),
];

/// The engines that are compared, each with its event order.
const ENGINES: [(&str, &str); 3] = [("slice", "clocks"), ("bmc", "clocks"), ("bmc", "theory")];

/// The program whose variables grow in number.
const GROWING: &str = "examples/papers/cegpv/many_variables.c";

/// What was said of the programs of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Ours {
    pass: u32,
    wrong: u32,
    seconds: f64,
}

impl Ours {
    fn note(&mut self, is_safe: bool, verdict: &str, seconds: f64) {
        match (verdict, is_safe) {
            ("SAFE", true) | ("UNSAFE", false) => {
                self.pass += 1;
                self.seconds += seconds;
            }
            ("SAFE", false) | ("UNSAFE", true) => self.wrong += 1,
            _ => {}
        }
    }
}

/// The tables, and how the seconds grow with variables that do not matter.
pub(super) fn chapter(measuring: &mut Measuring) -> Result<Chapter, String> {
    let mut chapter = Chapter::default();
    categories(measuring, &mut chapter)?;
    growing(measuring, &mut chapter)?;
    Ok(chapter)
}

/// How the time grows with the number of variables.
fn growing(measuring: &mut Measuring, chapter: &mut Chapter) -> Result<(), String> {
    let mut table = Table::new(
        "Variables that do not matter",
        &format!("Seconds of `{GROWING}`, by variables."),
        &["is", "variables", "slice clocks", "bmc clocks", "bmc theory"],
    );
    let mut curves: Vec<Curve> = Vec::new();
    for (is_violated, more) in [(false, None), (true, Some("BUG".to_owned()))] {
        if !measuring.is_wanted(GROWING) {
            continue;
        }
        for variables in [20, 40, 80, 120, 160, 200] {
            let mut row = vec![if is_violated { "unsafe" } else { "safe" }.to_owned(), variables.to_string()];
            let defines: Vec<String> = [format!("VARIABLES={variables}")].into_iter().chain(more.clone()).collect();
            for (engine, order) in ENGINES {
                let order_setting = format!("bmc.order={order}");
                let (more, file) = (&["-o", &order_setting][..], Path::new(GROWING));
                let measured =
                    measuring.ask(Question { engine, more, property: "assertions", defines: &defines, file })?;
                chapter.n_wrong += usize::from(measured.is_wrong(is_violated));
                row.push(measured.cell(is_violated));
                let name = format!("{engine} {order}, {}", row[0]);
                let seconds = measured.is_decided().then_some(measured.seconds);
                add_point(&mut curves, &name, is_violated, variables, seconds);
            }
            table.rows.push(row);
        }
    }
    chapter.tables.push(table);
    if !curves.is_empty() {
        let title = "Variables that do not matter (dashed: with a violation)".to_owned();
        chapter.pictures.push(Picture { file: "cegpv", title, size: "variables", curves });
    }
    Ok(())
}

/// The table of the paper.
fn categories(measuring: &mut Measuring, chapter: &mut Chapter) -> Result<(), String> {
    let folder = benchmarks()?;
    let mut table = Table::new(
        "Table 1: sub-categories of SV-COMP",
        "How many passed, and the seconds of these together.",
        &["sub-category", "files", "slice clocks", "bmc clocks", "bmc theory", "paper: files", "CBMC", "CEGPV"],
    );
    for (set, prefix, is_safe, theirs) in ROWS {
        let is_of_row = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix));
        let files: Vec<PathBuf> = programs(&folder.join(set), measuring.name.as_deref())
            .into_iter()
            .filter(|(path, truth)| *truth == is_safe && is_of_row(path))
            .map(|(path, _)| path)
            .collect();
        let mut row = vec![[set, prefix, if is_safe { "safe" } else { "unsafe" }].join(" "), files.len().to_string()];
        for (engine, order) in ENGINES {
            let order_setting = format!("bmc.order={order}");
            let more = &["-o", &order_setting, "--data-model", "ilp32"][..];
            let mut ours = Ours::default();
            for file in &files {
                let measured = measuring.ask(Question { engine, more, property: "assertions", defines: &[], file })?;
                ours.note(is_safe, &measured.verdict, measured.seconds);
            }
            chapter.n_wrong += ours.wrong as usize;
            let wrong = if ours.wrong > 0 { format!(" {} WRONG", ours.wrong) } else { String::new() };
            row.push(format!("{} {:.1}{wrong}", ours.pass, ours.seconds));
        }
        row.extend(theirs.map_or_else(
            || vec![String::new(); 3],
            |(count, (cbmc, cbmc_time), (cegpv, cegpv_time))| {
                vec![count.to_string(), format!("{cbmc} {cbmc_time}"), format!("{cegpv} {cegpv_time}")]
            },
        ));
        table.rows.push(row);
    }
    chapter.tables.push(table);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository;

    #[test]
    fn answers_are_counted_by_what_they_say() {
        let mut ours = Ours::default();
        ours.note(true, "SAFE", 2.0);
        ours.note(true, "UNSAFE", 1.0);
        ours.note(true, "UNKNOWN", 60.0);
        ours.note(false, "UNSAFE", 4.0);
        assert_eq!(ours, Ours { pass: 2, wrong: 1, seconds: 6.0 });
    }

    #[test]
    fn the_growing_program_is_there() {
        assert!(repository().join(GROWING).is_file());
    }
}
