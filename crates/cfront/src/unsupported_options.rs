//! Options of compilers that give C another meaning than the one that is modelled: no file is read with them.

/// Options that change the meaning of C, each with the options that cancel it. A name that ends in `=` matches each option that begins with it.
const UNSUPPORTED: [(&[&str], &[&str]); 16] = [
    (&["-funsigned-char", "-fno-signed-char"], &["-fsigned-char", "-fno-unsigned-char"]),
    (&["-funsigned-bitfields", "-fno-signed-bitfields"], &["-fsigned-bitfields", "-fno-unsigned-bitfields"]),
    (&["-fshort-enums"], &["-fno-short-enums"]),
    (&["-fshort-wchar"], &["-fno-short-wchar"]),
    (&["-fpack-struct", "-fpack-struct="], &["-fno-pack-struct"]),
    (&["-mms-bitfields"], &["-mno-ms-bitfields"]),
    (&["-mlong-double-64", "-mlong-double-128"], &["-mlong-double-80"]),
    (&["-mx32", "-m16"], &["-m32", "-m64"]),
    (&["-malign-double"], &["-mno-align-double"]),
    (&["-fsingle-precision-constant"], &["-fno-single-precision-constant"]),
    (&["-fexec-charset=", "-fwide-exec-charset="], &[]),
    (&["-fopenmp", "-fopenmp="], &["-fno-openmp"]),
    (&["-fopenacc"], &["-fno-openacc"]),
    (&["-finstrument-functions"], &["-fno-instrument-functions"]),
    (&["-fgnu-tm"], &["-fno-gnu-tm"]),
    (&["-fcilkplus"], &["-fno-cilkplus"]),
];

/// The arguments of a compiler without the options of the table that a later argument cancels.
pub fn without_canceled(arguments: &[String]) -> Vec<String> {
    let is_kept = |(at, argument): &(usize, &String)| match row_of(argument) {
        Some((_, cancels)) => !arguments[at + 1..].iter().any(|later| cancels.contains(&later.as_str())),
        None => true,
    };
    arguments.iter().enumerate().filter(is_kept).map(|(_, argument)| argument.clone()).collect()
}

/// The first argument of a compiler that changes the meaning of C in a way that is not modelled, unless a later argument cancels it.
pub fn unsupported_option(arguments: &[String]) -> Option<String> {
    without_canceled(arguments).into_iter().find(|argument| row_of(argument).is_some())
}

fn row_of(argument: &str) -> Option<&'static (&'static [&'static str], &'static [&'static str])> {
    let is = |name: &&str| *name == argument || name.ends_with('=') && argument.starts_with(name);
    UNSUPPORTED.iter().find(|(names, _)| names.iter().any(is))
}
