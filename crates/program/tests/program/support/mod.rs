//! Random programs for tests: well-formed, small, and with something of everything. The same seed gives the same program.

mod expressions;
mod statements;

use raddle_program::builder::{ProgramBuilder, fresh_local};
use raddle_program::entity::Entity;
use raddle_program::source::{LineDirective, SourceFile, Span};
use raddle_program::syntax::{GlobalId, InitialPart, InitialValue, LocalKind, Procedure, ProcedureId, Program};
use raddle_program::types::{
    ArrayLength, BitField, DataModel, Field, FunctionType, IntKind, Qualified, Qualifiers, RecordBody, TypeId, TypeKind,
};

/// A small generator of pseudo-random numbers (xorshift64*).
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize) % bound
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of several things.
    pub fn pick<T: Clone>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())].clone()
    }
}

/// The types that random programs use.
#[derive(Clone)]
pub struct Palette {
    /// Integer types and `_Bool`.
    pub integers: Vec<TypeId>,
    /// Pointers to objects.
    pub pointers: Vec<TypeId>,
    /// Records and arrays.
    pub aggregates: Vec<TypeId>,
    pub int: TypeId,
    pub size: TypeId,
    pub difference: TypeId,
    pub byte: TypeId,
    pub void_pointer: TypeId,
    pub thread_id: TypeId,
    /// `void *(*)(void *)`
    pub start: TypeId,
    /// A struct with bit-fields.
    pub bits: TypeId,
}

/// A random well-formed program.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let model = random.pick(&[DataModel::Lp64, DataModel::Lp64, DataModel::Ilp32]);
    let mut builder = ProgramBuilder::new(model);
    let text_length = add_files(&mut builder, &mut random);
    let palette = add_types(&mut builder, &mut random);
    add_globals(&mut builder, &mut random, &palette);
    let workers: Vec<ProcedureId> = (0..1 + random.below(3))
        .map(|number| {
            let name = random.pick(&["worker", "spawn", "memory", "f$"]);
            builder.declare(&format!("{name}{number}"), palette.void_pointer, &[("argument", palette.void_pointer)])
        })
        .collect();
    let function = builder.declare("compute", palette.int, &[("left", palette.int), ("right", palette.int)]);
    let external = builder.declare("elsewhere", palette.int, &[("x", palette.int)]);
    builder.program().procedures[external].is_defined = false;
    let main = builder.program().main;
    for procedure in workers.iter().copied().chain([function, main]) {
        let mut shape = builder.program().procedures[procedure].clone();
        add_locals(&mut shape, &mut random, &palette);
        shape.span = span(&mut random, text_length);
        let mut writer = statements::Writer {
            program: builder.program(),
            procedure: shape,
            palette: palette.clone(),
            workers: workers.clone(),
            function,
            text_length,
        };
        writer.write(&mut random);
        let written = writer.procedure;
        builder.program().procedures[procedure] = written;
    }
    builder.finish()
}

/// A random span in the first file; none if there is no file.
pub fn span(random: &mut Random, text_length: u32) -> Span {
    if text_length == 0 || random.one_in(4) {
        return Span::NOWHERE;
    }
    let start = random.below(text_length as usize) as u32;
    Span {
        file: raddle_program::source::FileId(0),
        start,
        end: start + random.below(3).min((text_length - start) as usize) as u32,
    }
}

/// Adds up to two files; returns the length of the first one.
fn add_files(builder: &mut ProgramBuilder, random: &mut Random) -> u32 {
    if random.one_in(3) {
        return 0;
    }
    let text = "int x;\nint main(void)\n{\n  return x;\n}\n".repeat(1 + random.below(3));
    let directive = LineDirective { line: 2, file: "a \"quoted\\\" name.c".into(), presumed: 17 };
    let directives = if random.one_in(2) { vec![directive] } else { Vec::new() };
    let source = &mut builder.program().source;
    source.add(SourceFile::new("program.c", &text, directives));
    if random.one_in(2) {
        source.add(SourceFile::new("weird\nname.h", "", Vec::new()));
    }
    text.len() as u32
}

fn add_types(builder: &mut ProgramBuilder, random: &mut Random) -> Palette {
    let int = builder.int();
    let void_pointer = builder.void_pointer();
    let model = builder.types().model();
    let mut kinds = vec![
        IntKind::Char,
        IntKind::UnsignedChar,
        IntKind::Short,
        IntKind::UnsignedInt,
        IntKind::Long,
        IntKind::UnsignedLong,
        IntKind::UnsignedLongLong,
    ];
    if model == DataModel::Lp64 && random.one_in(4) {
        kinds.push(IntKind::Int128);
    }
    let types = builder.types();
    let mut integers: Vec<TypeId> = kinds.into_iter().map(|kind| types.int(kind)).collect();
    integers.extend([int, int, types.intern(TypeKind::Bool)]);
    let (size, difference) = (types.int(model.size_type()), types.int(model.difference_type()));
    let byte = types.int(IntKind::UnsignedChar);
    let float = types.intern(TypeKind::Float(raddle_program::types::FloatKind::Double));
    let thread_id = types.int(IntKind::UnsignedLong);
    let node = builder.record("node", false, None);
    let next = builder.types().pointer_to(node);
    complete(builder, node, &[("value", int), ("next", next), ("while", byte)]);
    let matrix = builder.array(int, 3);
    let matrix = builder.array(matrix, 2);
    let pair = builder.structure("pair", &[("first", matrix), ("second", node), ("third", float)]);
    let bits = bit_fields(builder, int);
    let size_of_union = builder.types().size_of(node);
    let union_fields = [("word", int), ("bytes", node)].map(|(name, ty)| Field {
        name: Some(name.into()),
        ty: Qualified::plain(ty),
        offset: 0,
        bits: None,
        span: Span::NOWHERE,
    });
    let body = RecordBody {
        fields: union_fields.to_vec(),
        size: size_of_union.unwrap_or(0),
        alignment: model.pointer_bytes(),
    };
    let either = builder.record("node", true, Some(body));
    let many = builder.array(node, 4);
    let words = builder.array(int, 5);
    let atomic = Qualified { ty: int, qualifiers: Qualifiers { is_atomic: true, ..Qualifiers::default() } };
    let constant = Qualified { ty: byte, qualifiers: Qualifiers { is_const: true, ..Qualifiers::default() } };
    let types = builder.types();
    let mut pointers = vec![types.intern(TypeKind::Pointer(atomic)), types.intern(TypeKind::Pointer(constant)), next];
    pointers.extend([types.pointer_to(int), types.pointer_to(words), types.pointer_to(next), void_pointer]);
    let plain = Qualified::plain(void_pointer);
    let function = FunctionType { result: plain, parameters: vec![plain], is_variadic: false, has_prototype: true };
    let start = types.intern(TypeKind::Function(function));
    let start = types.pointer_to(start);
    let unprototyped = FunctionType {
        result: Qualified::plain(int),
        parameters: Vec::new(),
        is_variadic: false,
        has_prototype: false,
    };
    let unprototyped = types.intern(TypeKind::Function(unprototyped));
    types.pointer_to(unprototyped);
    types.intern(TypeKind::Array { element: atomic, length: ArrayLength::Unknown });
    let aggregates = vec![node, pair, bits, either, many, words, matrix];
    Palette { integers, pointers, aggregates, int, size, difference, byte, void_pointer, thread_id, start, bits }
}

/// Lays out the members of a struct that was declared.
fn complete(builder: &mut ProgramBuilder, ty: TypeId, members: &[(&str, TypeId)]) {
    let laid_out = builder.structure("laid out", members);
    let types = builder.types();
    let (TypeKind::Record(from), TypeKind::Record(to)) = (types.kind(laid_out).clone(), types.kind(ty).clone()) else {
        panic!("both are records");
    };
    let body = types.record(from).body.clone().expect("it is complete");
    types.complete_record(to, body);
}

/// `struct flags { int a : 3; int b : 7; int whole; unsigned char c : 1; }` with the layout of gcc.
fn bit_fields(builder: &mut ProgramBuilder, int: TypeId) -> TypeId {
    let byte = builder.types().int(IntKind::UnsignedChar);
    let bits = |location_bytes, first_bit, width| Some(BitField { location_bytes, first_bit, width });
    let field = |name: &str, ty, offset, bits| Field {
        name: Some(name.into()),
        ty: Qualified::plain(ty),
        offset,
        bits,
        span: Span::NOWHERE,
    };
    let fields = vec![
        field("a", int, 0, bits(2, 0, 3)),
        field("b", int, 0, bits(2, 3, 7)),
        field("whole", int, 4, None),
        field("c", byte, 8, bits(1, 0, 1)),
    ];
    builder.record("flags", false, Some(RecordBody { fields, size: 12, alignment: 4 }))
}

fn add_globals(builder: &mut ProgramBuilder, random: &mut Random, palette: &Palette) {
    let mut types = palette.integers.clone();
    types.extend(palette.pointers.iter().chain(&palette.aggregates).copied());
    types.extend([palette.thread_id, palette.start, palette.int, palette.int]);
    let count = 3 + random.below(6);
    let procedure = builder.program().main;
    for number in 0..count {
        let name = random.pick(&["x", "f::static", "string@", "register", "argument", "count"]);
        let ty = random.pick(&types);
        builder.global(&format!("{name}{number}"), ty);
        let id = GlobalId::from_index(number);
        let is_integer = palette.integers.contains(&ty);
        let is_pointer = palette.pointers.contains(&ty) || ty == palette.void_pointer;
        let global = &mut builder.program().globals[id];
        global.is_thread_local = random.one_in(8);
        global.is_external = random.one_in(8);
        global.is_read_only = random.one_in(8);
        if global.is_external {
            continue;
        }
        let value = if is_integer {
            InitialValue::Integer(1)
        } else if is_pointer && number > 0 {
            // Behind read-only or byte-sized objects the address is still one that C can write.
            InitialValue::Address(GlobalId::from_index(random.below(number)), random.below(2) as i64)
        } else if ty == palette.start {
            InitialValue::Procedure(procedure)
        } else if palette.aggregates.contains(&ty) && ty != palette.bits && random.one_in(2) {
            // All aggregates but those of bit-fields start with an int.
            global.initial = vec![InitialPart { offset: 0, ty: palette.int, value: InitialValue::Integer(-5) }];
            continue;
        } else {
            continue;
        };
        global.initial = vec![InitialPart { offset: 0, ty, value }];
    }
    // An address of a thread-local object is no constant.
    let thread_local: Vec<GlobalId> =
        builder.program().globals.iter().filter(|(_, global)| global.is_thread_local).map(|(id, _)| id).collect();
    for (_, global) in builder.program().globals.iter_mut() {
        global.initial.retain(|part| !matches!(part.value, InitialValue::Address(id, _) if thread_local.contains(&id)));
    }
}

fn add_locals(procedure: &mut Procedure, random: &mut Random, palette: &Palette) {
    let mut registers = vec![palette.int, palette.int, palette.size, palette.void_pointer, palette.start];
    registers.extend((0..3).map(|_| random.pick(&palette.integers)));
    registers.extend((0..3).map(|_| random.pick(&palette.pointers)));
    for ty in registers {
        let kind = random.pick(&[LocalKind::Variable, LocalKind::Temporary]);
        let name = random.pick(&["i", "t", "tmp'2", "loop", "x1"]);
        fresh_local(procedure, name, ty, kind, true);
    }
    for _ in 0..4 {
        let (aggregate, integer) = (random.pick(&palette.aggregates), random.pick(&palette.integers));
        let ty = random.pick(&[aggregate, integer]);
        let kind = random.pick(&[LocalKind::Variable, LocalKind::Temporary]);
        fresh_local(procedure, "buffer", ty, kind, false);
    }
    fresh_local(procedure, "flags", palette.bits, LocalKind::Temporary, false);
}
