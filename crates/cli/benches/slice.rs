//! How the time grows with variables that do not matter: `slice` with clock variables, and `bmc` with them and with the theory.
//!
//! `cargo bench -p raddle-cli --bench slice -- [NAME]`. The program is pinned: `examples/papers/cegpv/many_variables.c`, in which all variables
//! have an influence on the assertion, and two decide whether it holds. A row says how many times longer it took than the row before it.

mod rows;

use std::path::PathBuf;

use raddle_bmc::bmc::Bmc;
use raddle_cli::engines::engine_named;
use raddle_program::types::DataModel;
use raddle_verify::options::Order;

use rows::{Decider, row};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/papers/cegpv/many_variables.c");
    let slice = engine_named("slice").expect("it is an engine");
    let deciders: [(&str, Decider); 3] = [
        ("slice, clocks", (slice, Order::Clocks)),
        ("bmc, clocks", (&Bmc, Order::Clocks)),
        ("bmc, theory", (&Bmc, Order::Theory)),
    ];
    for (truth, define) in [("safe", None), ("unsafe", Some("BUG".to_owned()))] {
        for (name, decider) in deciders {
            let (mut before, mut first) = (None, None);
            for variables in [20, 40, 80, 120, 160, 200] {
                let row_name = format!("{name}, {truth}: {variables} variables");
                if !is_wanted(&row_name) {
                    continue;
                }
                let mut defines = vec![format!("VARIABLES={variables}")];
                defines.extend(define.clone());
                before = row(&row_name, &path, decider, (defines, DataModel::Lp64), before);
                let Some(time) = before else { break };
                first = first.or(Some((variables, time)));
                if let Some((fewest, least)) = first.filter(|_| variables == 200) {
                    println!(
                        "{:48} {:.1} times as long as with {fewest}",
                        "",
                        time.as_secs_f64() / least.as_secs_f64()
                    );
                }
            }
        }
    }
}
