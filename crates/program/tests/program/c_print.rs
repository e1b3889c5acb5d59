//! gcc accepts what is printed as C, and records keep their layout.

use std::process::Command;

use raddle_program::builder::{ProgramBuilder, bit_location, deref, field, fresh_local, integer, local_place, read};
use raddle_program::c_print::{print_c, print_c_with_points};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Effect, LocalKind, Place, PlaceKind, Statement, Synchronization};
use raddle_program::text;
use raddle_program::types::{BitField, DataModel, Field, IntKind, Qualified, RecordBody, TypeId};
use raddle_program::wellformed::wellformed;

/// What gcc says of some files of one data model; empty if it accepts them.
fn compile(model: DataModel, texts: &[String]) -> String {
    compile_with(&[], model, texts)
}

fn compile_with(arguments: &[&str], model: DataModel, texts: &[String]) -> String {
    let directory = tempfile::tempdir().expect("a temporary folder can be made");
    let paths: Vec<_> = (0..texts.len()).map(|number| directory.path().join(format!("{number}.c"))).collect();
    for (path, text) in paths.iter().zip(texts) {
        std::fs::write(path, text).expect("a temporary file can be written");
    }
    let mut command = Command::new("gcc");
    command.args(["-std=gnu11", "-fsyntax-only", "-w", "-fmax-errors=3"]);
    command.arg(if model == DataModel::Ilp32 { "-m32" } else { "-m64" }).args(arguments).args(&paths);
    let output = command.output().expect("gcc is installed: it is needed to build the project");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.success(), said.is_empty(), "{said}");
    said
}

#[test]
fn gcc_accepts_random_programs() {
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let programs = (0..200).map(crate::support::program).filter(|program| program.types.model() == model);
        let texts: Vec<String> = programs.map(|program| print_c(&program)).collect();
        assert!(texts.len() > 40);
        let said = compile(model, &texts);
        assert!(said.is_empty(), "{said}");
    }
}

#[test]
fn gcc_accepts_random_programs_with_points() {
    let runtime = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../report/src/replay");
    let programs: Vec<_> =
        (0..200).map(crate::support::program).filter(|it| it.types.model() == DataModel::Lp64).collect();
    let mut n_points = 0;
    let texts = programs.iter().map(|program| {
        let (_, points) = print_c_with_points(program, &[]);
        // Values are chosen wherever something is read.
        let chosen: Vec<Span> = points.iter().map(|point| point.span).collect();
        let (text, points) = print_c_with_points(program, &chosen);
        n_points += points.len();
        text
    });
    let texts: Vec<String> = texts.collect();
    assert!(n_points > 1000);
    let said = compile_with(&[runtime, "-fno-builtin"], DataModel::Lp64, &texts);
    assert!(said.is_empty(), "{said}");
}

/// The printed C from a line on, and that gcc accepts all of it.
fn printed(builder: ProgramBuilder, from: &str) -> String {
    let program = builder.finish();
    assert_eq!(wellformed(&program), Ok(()), "{}", text::print(&program));
    let text = print_c(&program);
    let said = compile(program.types.model(), std::slice::from_ref(&text));
    assert!(said.is_empty(), "{said}\n{text}");
    let start = text.find(from).unwrap_or_else(|| panic!("`{from}` is printed:\n{text}"));
    text[start..].to_owned()
}

#[test]
fn a_person_recognizes_the_code() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let (int, pointer, id) = (builder.int(), builder.void_pointer(), builder.thread_id());
    let node = builder.structure("node", &[("value", int), ("next", pointer)]);
    let mutex = builder.array(pointer, 5);
    let (lock, condition) = (builder.global("lock", mutex), builder.global("filled", mutex));
    let head = builder.global("head", node);
    let worker = builder.declare("worker", pointer, &[("argument", pointer)]);
    builder.define(worker, |code| {
        let i = code.register("i", int);
        let zero = code.number(0);
        code.assign(&i, zero);
        let (ten, one) = (code.number(10), code.number(1));
        let condition_of_loop = code.binary(BinaryOperator::Less, read(i.clone()), ten);
        let next = code.add(read(i.clone()), one);
        let body = code.block(|code| {
            code.lock(&lock);
            for (operation, objects) in [
                (Synchronization::ConditionRelease, vec![&condition, &lock]),
                (Synchronization::ConditionWake, vec![&condition, &lock]),
                (Synchronization::MutexLock, vec![&lock]),
            ] {
                code.synchronize(operation, &objects);
            }
            let target = field(code.builder().types(), head.clone(), 0);
            code.assign(&target, read(i.clone()));
            code.unlock(&lock);
        });
        let step = code.block(|code| code.assign(&i, next));
        let (tests_after, test, span) = (false, Vec::new(), Span::NOWHERE);
        code.statement(Statement::Loop { tests_after, test, condition: condition_of_loop, body, step, span });
        let argument = code.parameter(0);
        code.leave(Some(read(argument)));
    });
    builder.main(|code| {
        let thread = code.memory("thread", id);
        code.spawn(&thread, worker);
        let t = code.register("t", id);
        code.assign(&t, read(thread));
        code.join(read(t));
        let value = field(code.builder().types(), head.clone(), 0);
        let nine = code.number(9);
        let is_nine = code.equal(read(value), nine);
        code.assert(is_nine);
    });
    let expected = r#"void *worker(void *argument)
{
    for (int i = 0; i < 10; i = i + 1) {
        pthread_mutex_lock(&lock);
        pthread_cond_wait(&filled, &lock);
        head.value = i;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    unsigned long thread;
    pthread_create(&thread, 0, worker, (void *)0);
    unsigned long t = thread;
    pthread_join(t, 0);
    assert(head.value == 9);
}
"#;
    assert_eq!(printed(builder, "void *worker(void *argument)\n{"), expected);
}

/// A struct `{ int a : 3 (at bit 1); char b (at 3); long c (at 5) }` that gcc would lay out in another way.
fn odd_record(builder: &mut ProgramBuilder) -> TypeId {
    let (int, long) = (builder.int(), builder.types().int(IntKind::Long));
    let byte = builder.types().int(IntKind::UnsignedChar);
    let member = |name: &str, ty, offset, bits| Field {
        name: Some(name.into()),
        ty: Qualified::plain(ty),
        offset,
        bits,
        span: Span::NOWHERE,
    };
    let bits = BitField { location_bytes: 1, first_bit: 1, width: 3 };
    let fields = vec![member("a", int, 0, Some(bits)), member("b", byte, 3, None), member("c", long, 5, None)];
    builder.record("odd", false, Some(RecordBody { fields, size: 16, alignment: 4 }))
}

#[test]
fn forced_layouts_keep_sizes_and_places() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let odd = odd_record(&mut builder);
    builder.global("x", odd);
    let text = printed(builder, "struct odd {");
    assert!(text.contains("packed, aligned(4)"), "{text}");
    assert!(text.contains("_Static_assert(sizeof(struct odd) == 16"), "{text}");
    // gcc itself says where the members are.
    let probe =
        "_Static_assert(__builtin_offsetof(struct odd, b) == 3 && __builtin_offsetof(struct odd, c) == 5, \"\");\n";
    let said = compile(DataModel::Lp64, &[format!("{text}{probe}")]);
    assert!(said.is_empty(), "{said}");
}

#[test]
fn an_assignment_to_a_bit_field_is_one_in_c() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let (int, odd) = (builder.int(), odd_record(&mut builder));
    let pointer = builder.types().pointer_to(odd);
    builder.main(|code| {
        let p = code.register("p", pointer);
        let size = code.builder().thread_id();
        let PlaceKind::Local(target) = p.kind else { panic!("a register is a local") };
        let region = raddle_program::syntax::Region::Heap;
        code.effect(Effect::Allocate { target, size: integer(16, size), is_zeroed: true, region });
        let local = fresh_local(code.procedure(), "copy", odd, LocalKind::Temporary, false);
        let copy = local_place(code.procedure(), local);
        let types = code.builder().types();
        let target = field(types, deref(types, read(p)), 0);
        let member = field(types, copy, 0);
        let (location, copied): (Place, Place) =
            (bit_location(types, target.clone()), bit_location(types, member.clone()));
        code.effect(Effect::Live { local, is_zeroed: false });
        code.assign(&copied, read(location.clone()));
        code.assign(&member, integer(2, int));
        code.assign(&location, read(copied));
        code.effect(Effect::Dead(local));
        code.leave(Some(read(target)));
    });
    let text = printed(builder, "int main(void)\n{");
    let expected = "int main(void)\n{\n    struct odd *p = calloc(1, 16UL);\n    p->a = 2;\n    return p->a;\n}\n";
    assert_eq!(text, expected);
}
