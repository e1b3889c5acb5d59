//! The findings of an earlier scan, by their fingerprints: what is not among them is new.

use raddle_report::sarif;
use raddle_scan::{RaceFinding, Scan, fingerprint};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// The fingerprints of an earlier scan.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    /// Of single members and of deadlocks, as `--format json` has them.
    single: BTreeSet<String>,
    /// Of whole findings, as `--format sarif` has them.
    whole: BTreeSet<String>,
}

impl Baseline {
    /// Reads what `scan --format json` wrote, an object in a line for each program, or the document of `--format sarif`.
    ///
    /// # Errors
    /// A sentence, if the file is something else.
    pub fn read(path: &Path) -> Result<Baseline, String> {
        let named = || format!("the baseline {}", path.display());
        let text = std::fs::read_to_string(path).map_err(|why| format!("{} cannot be read: {why}", named()))?;
        let foreign = || format!("{} is not what scan --format json or --format sarif writes", named());
        if let Ok(document) = serde_json::from_str::<Value>(&text)
            && document["runs"].is_array()
        {
            return Ok(Baseline { whole: sarif::fingerprints(&document), ..Baseline::default() });
        }
        let mut single = BTreeSet::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let object: Value = serde_json::from_str(line).map_err(|_| foreign())?;
            // A consequence that later races by itself is a new finding.
            let findings = object["findings"].as_array().ok_or_else(foreign)?;
            for finding in findings.iter().filter(|finding| finding["status"] != "excluded") {
                single.insert(finding["fingerprint"].as_str().ok_or_else(foreign)?.to_owned());
            }
        }
        Ok(Baseline { single, ..Baseline::default() })
    }

    /// Leaves the new findings in a scan. Returns how many were known.
    pub fn drop_known(&self, scan: &mut Scan) -> usize {
        let before = scan.races.len() + scan.deadlocks.len();
        scan.races.retain(|finding| !self.knows(finding));
        scan.deadlocks.retain(|finding| {
            let fingerprint = fingerprint::of_deadlock(finding);
            !self.single.contains(&fingerprint) && !self.whole.contains(&fingerprint)
        });
        before - scan.races.len() - scan.deadlocks.len()
    }

    fn knows(&self, finding: &RaceFinding) -> bool {
        let is_known = |member: &String| {
            let mut single = raddle_report::scan::single_members(member).into_iter();
            single.all(|member| self.single.contains(&fingerprint::of_race(finding, &member)))
        };
        self.whole.contains(&fingerprint::of_race(finding, &finding.member)) || finding.members.iter().all(is_known)
    }

    /// Whether the earlier scan had a finding, by the fingerprint of the whole and that of one of its members or of a deadlock.
    pub fn contains(&self, whole: &str, single: &str) -> bool {
        self.whole.contains(whole) || self.single.contains(single)
    }
}
