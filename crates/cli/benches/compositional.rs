//! How the time of `compositional` grows with the length of blocks: P1-x and P2-x of Popeea, Rybalchenko, Wilhelm, for x up to 200.
//!
//! `cargo bench -p raddle-cli --bench compositional -- [NAME]`. The growth is to be linear at most: the last line of each says how many times longer
//! 200 took than 1.

mod rows;

use std::path::PathBuf;

use raddle_cli::engines::engine_named;
use raddle_program::types::DataModel;
use raddle_verify::options::Order;

use rows::row;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/papers/redcomp");
    for program in ["p1", "p2"] {
        let (mut before, mut first) = (None, None);
        for x in [1, 5, 10, 50, 100, 200] {
            let name = format!("{program}, x = {x}");
            if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
                continue;
            }
            let path = folder.join(format!("{program}.c"));
            let decider = (engine_named("compositional").expect("it is an engine"), Order::Theory);
            before = row(&name, &path, decider, (vec![format!("X={x}")], DataModel::Lp64), before);
            let Some(time) = before else { break };
            first = first.or(Some(time));
            if let Some(least) = first.filter(|_| x == 200) {
                println!("{:48} {:.1} times as long as the first", "", time.as_secs_f64() / least.as_secs_f64());
            }
        }
    }
}
