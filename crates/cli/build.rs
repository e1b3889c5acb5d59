//! Compiles `startup.c` and links it into the command.

use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=startup.c");
    println!("cargo::rerun-if-env-changed=CC");
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let object = folder.join("startup.o");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let compiled = Command::new(&compiler).args(["-O1", "-c", "startup.c", "-o"]).arg(&object).status();
    match compiled {
        Ok(status) if status.success() => println!("cargo::rustc-link-arg-bins={}", object.display()),
        // Without it a closed standard output goes unnoticed, and short runs take longer; nothing else changes.
        Ok(_) | Err(_) => println!("cargo::warning=startup.c cannot be compiled with `{compiler}`"),
    }
}
