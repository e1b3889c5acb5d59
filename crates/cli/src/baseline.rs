//! The findings of an earlier scan, by their fingerprints: what is not among them is new.

use raddle_scan::{Scan, fingerprint};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// The fingerprints of an earlier scan.
#[derive(Clone, Debug, Default)]
pub struct Baseline(BTreeSet<String>);

impl Baseline {
    /// Reads what `scan --format json` wrote: an object in a line for each program.
    ///
    /// # Errors
    /// A sentence, if the file is something else.
    pub fn read(path: &Path) -> Result<Baseline, String> {
        let named = || format!("the baseline {}", path.display());
        let text = std::fs::read_to_string(path).map_err(|why| format!("{} cannot be read: {why}", named()))?;
        let mut known = BTreeSet::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let foreign = || format!("{} is not what scan --format json writes", named());
            let object: Value = serde_json::from_str(line).map_err(|_| foreign())?;
            for finding in object["findings"].as_array().ok_or_else(foreign)? {
                known.insert(finding["fingerprint"].as_str().ok_or_else(foreign)?.to_owned());
            }
        }
        Ok(Baseline(known))
    }

    /// Leaves the new findings in a scan. Returns how many were known.
    pub fn drop_known(&self, scan: &mut Scan) -> usize {
        let before = scan.races.len() + scan.deadlocks.len();
        scan.races.retain_mut(|finding| {
            let whole = finding.clone();
            let is_new = |member: &String| {
                let single = raddle_report::scan::single_members(member);
                single.iter().any(|member| !self.0.contains(&fingerprint::of_race(&whole, member)))
            };
            finding.members.iter().any(is_new)
        });
        scan.deadlocks.retain(|finding| !self.0.contains(&fingerprint::of_deadlock(finding)));
        before - scan.races.len() - scan.deadlocks.len()
    }

    /// Whether a fingerprint was known.
    pub fn contains(&self, fingerprint: &str) -> bool {
        self.0.contains(fingerprint)
    }
}
