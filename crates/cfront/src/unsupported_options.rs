//! Options of compilers that give C another meaning than the one that is modelled: no file is read with them.

/// Options with another meaning of C, each with those that undo it. A name that ends in `=` stands for all options that begin with it.
pub const UNSUPPORTED: [(&[&str], &[&str]); 16] = [
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

/// The first option among the arguments of a compiler that changes the meaning of C in a way that is not modelled; a later one may undo it.
pub fn unsupported_option(arguments: &[String]) -> Option<&str> {
    let are = |names: &[&str], argument: &str| {
        names.iter().any(|name| *name == argument || name.ends_with('=') && argument.starts_with(name))
    };
    arguments.iter().enumerate().find_map(|(at, argument)| {
        let (_, undo) = UNSUPPORTED.iter().find(|(names, _)| are(names, argument))?;
        let is_undone = arguments[at + 1..].iter().any(|later| are(undo, later));
        (!is_undone).then_some(argument.as_str())
    })
}
