//! Every rule of well-formedness accepts random programs and rejects a program that breaks it.

use raddle_program::builder::{Code, ProgramBuilder, bit_location, deref, field, fresh_local, integer, read};
use raddle_program::source::{FileId, Span};
use raddle_program::syntax::*;
use raddle_program::types::{DataModel, IntKind, Record, RecordBody, RecordId, TypeId, TypeKind};
use raddle_program::wellformed::{Rule, wellformed};

#[test]
fn random_programs_are_wellformed() {
    for seed in 0..400 {
        let program = crate::support::program(seed);
        if let Err(defects) = wellformed(&program) {
            let defects: Vec<String> = defects.iter().map(ToString::to_string).collect();
            panic!("seed {seed}:\n{}", defects.join("\n"));
        }
    }
}

/// A program with an `int x`, a record with bit-fields, and a procedure `f(int)`.
fn base() -> ProgramBuilder {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    builder.global("x", int);
    builder.structure("node", &[("value", int), ("next", int)]);
    let f = builder.declare("f", int, &[("n", int)]);
    builder.define(f, |code| {
        let parameter = code.parameter(0);
        code.leave(Some(read(parameter)));
    });
    builder
}

/// The rules that a changed program breaks.
fn broken(change: impl FnOnce(&mut Program)) -> Vec<Rule> {
    let mut program = base().finish();
    assert_eq!(wellformed(&program), Ok(()), "the program is good before the change");
    change(&mut program);
    rules(&program)
}

/// The rules that some code in `main` breaks.
fn broken_by(write: impl FnOnce(&mut Code<'_>)) -> Vec<Rule> {
    let mut builder = base();
    builder.main(write);
    rules(&builder.finish())
}

fn rules(program: &Program) -> Vec<Rule> {
    let mut rules: Vec<Rule> = match wellformed(program) {
        Ok(()) => Vec::new(),
        Err(defects) => defects.into_iter().map(|defect| defect.rule).collect(),
    };
    rules.dedup();
    rules
}

const X: GlobalId = GlobalId(0);
const F: ProcedureId = ProcedureId(1);
const INT: TypeId = TypeId(1);

fn x() -> Place {
    Place { kind: PlaceKind::Global(X), ty: INT, atomic: None }
}

#[test]
fn ids_exist() {
    assert_eq!(broken(|program| program.main = ProcedureId(9)), [Rule::Ids]);
    assert_eq!(broken(|program| program.globals[X].ty = TypeId(99)), [Rule::Ids]);
    assert_eq!(broken(|program| program.procedures[F].parameters = vec![LocalId(7)]), [Rule::Ids]);
    assert_eq!(broken(|program| _ = program.types.intern(TypeKind::Record(RecordId(9)))), [Rule::Ids]);
    assert_eq!(broken_by(|code| code.statement(Statement::Goto(LabelId(3)))), [Rule::Ids]);
    assert_eq!(broken_by(|code| code.effect(Effect::Dead(LocalId(3)))), [Rule::Ids]);
    assert_eq!(broken_by(|code| code.assume(integer(1, TypeId(77)))), [Rule::Ids]);
}

#[test]
fn members_lie_in_their_record() {
    let add = |change: fn(&mut RecordBody)| {
        broken(|program| {
            let mut body = program.types.record(RecordId(0)).body.clone().expect("it is complete");
            change(&mut body);
            program.types.add_record(Record { tag: None, is_union: false, body: Some(body), span: Span::NOWHERE });
        })
    };
    assert_eq!(add(|_| ()), []);
    assert_eq!(add(|body| body.fields[1].offset = 5), [Rule::Layout]);
    assert_eq!(add(|body| body.alignment = 3), [Rule::Layout]);
    let bits = raddle_program::types::BitField { location_bytes: 1, first_bit: 6, width: 3 };
    assert!(
        add(move |body| body.fields[0].bits =
            Some(raddle_program::types::BitField { location_bytes: 1, first_bit: 6, width: 3 }))
            == [Rule::Layout],
        "{bits:?}"
    );
}

#[test]
fn names_differ() {
    assert_eq!(broken(|program| program.procedures[F].name = "main".into()), [Rule::Names]);
    assert_eq!(broken(|program| _ = program.globals.push(program.globals[X].clone())), [Rule::Names]);
    let twice = |code: &mut Code<'_>| {
        let local = fresh_local(code.procedure(), "y", INT, LocalKind::Variable, true);
        let copy = code.procedure().locals[local].clone();
        code.procedure().locals.push(copy);
    };
    assert_eq!(broken_by(twice), [Rule::Names]);
}

#[test]
fn objects_have_sizes() {
    assert_eq!(broken(|program| program.globals[X].ty = program.types.void())[0], Rule::ObjectTypes);
    let unknown = |code: &mut Code<'_>| {
        let incomplete = code.builder().record("later", false, None);
        code.memory("y", incomplete);
    };
    assert_eq!(broken_by(unknown), [Rule::ObjectTypes]);
}

#[test]
fn initial_values_fit() {
    let part = |offset, value| InitialPart { offset, ty: INT, value: InitialValue::Integer(value) };
    let with = |parts: Vec<InitialPart>| broken(|program| program.globals[X].initial = parts);
    assert_eq!(with(vec![part(0, 5)]), []);
    assert_eq!(with(vec![part(0, 0)]), [Rule::InitialValues]);
    assert_eq!(with(vec![part(0, 1 << 40)]), [Rule::InitialValues]);
    assert_eq!(with(vec![part(1, 5)]), [Rule::InitialValues]);
    assert_eq!(with(vec![part(0, 5), part(0, 5)]), [Rule::InitialValues]);
    assert_eq!(with(vec![part(u64::MAX, 5)]), [Rule::InitialValues]);
    let address = InitialPart { offset: 0, ty: INT, value: InitialValue::Address(X, 0) };
    assert_eq!(with(vec![address]), [Rule::InitialValues]);
    let external = |program: &mut Program| {
        program.globals[X].is_external = true;
        program.globals[X].initial = vec![part(0, 5)];
    };
    assert_eq!(broken(external), [Rule::InitialValues]);
}

#[test]
fn main_takes_nothing() {
    assert_eq!(broken(|program| program.main = F), [Rule::Main]);
}

#[test]
fn what_is_only_declared_has_no_code_and_is_not_called() {
    assert_eq!(broken(|program| program.procedures[F].is_defined = false), [Rule::Declared]);
    let call = |code: &mut Code<'_>| {
        let declared = code.builder().declare("g", INT, &[]);
        code.builder().program().procedures[declared].is_defined = false;
        code.call(None, declared, Vec::new());
    };
    assert_eq!(broken_by(call), [Rule::Declared]);
}

#[test]
fn parameters_are_the_first_locals() {
    let later = |program: &mut Program| {
        fresh_local(&mut program.procedures[F], "late", INT, LocalKind::Parameter, true);
    };
    assert_eq!(broken(later), [Rule::Parameters]);
    assert_eq!(broken(|program| program.procedures[F].parameters.clear()), [Rule::Parameters]);
}

#[test]
fn registers_are_scalars_without_address() {
    let record = |code: &mut Code<'_>| {
        let node = code.builder().structure("other", &[("a", INT)]);
        code.register("y", node);
    };
    assert_eq!(broken_by(record), [Rule::Registers]);
    let address = |code: &mut Code<'_>| {
        let register = code.register("y", INT);
        code.lock(&register);
    };
    assert_eq!(broken_by(address), [Rule::Registers]);
}

#[test]
fn lives_are_of_locals_that_have_one() {
    assert_eq!(
        broken(|program| {
            let effect = Effect::Live { local: LocalId(0), is_zeroed: false };
            program.procedures[F].body.push(Statement::Step(Step { effect, span: Span::NOWHERE }));
        }),
        [Rule::Lifetimes]
    );
    let dead = |code: &mut Code<'_>| {
        code.register("y", INT);
        code.effect(Effect::Dead(LocalId(0)));
    };
    assert_eq!(broken_by(dead), [Rule::Lifetimes]);
}

#[test]
fn labels_are_defined_once() {
    let place = |times: usize| {
        move |code: &mut Code<'_>| {
            let label = raddle_program::builder::fresh_label(code.procedure(), "again");
            (0..times).for_each(|_| code.statement(Statement::Label(label)));
        }
    };
    assert_eq!(broken_by(place(0)), [Rule::Labels]);
    assert_eq!(broken_by(place(1)), []);
    assert_eq!(broken_by(place(2)), [Rule::Labels]);
}

#[test]
fn jumps_are_in_bodies_of_loops() {
    assert_eq!(broken_by(|code| code.statement(Statement::Break)), [Rule::Jumps]);
    assert_eq!(broken_by(|code| code.statement(Statement::Continue)), [Rule::Jumps]);
    let step = |code: &mut Code<'_>| {
        let (condition, step) = (code.number(1), vec![Statement::Continue]);
        let (test, body, span) = (Vec::new(), vec![Statement::Break], Span::NOWHERE);
        code.statement(Statement::Loop { tests_after: false, test, condition, body, step, span });
    };
    assert_eq!(broken_by(step), [Rule::Jumps]);
}

#[test]
fn a_step_has_one_listed_access() {
    let twice = |code: &mut Code<'_>| {
        let one = code.number(1);
        let sum = code.add(read(x()), one);
        code.assign(&x(), sum);
    };
    assert_eq!(broken_by(twice), [Rule::Accesses]);
    let test = |code: &mut Code<'_>| {
        let both = code.equal(read(x()), read(x()));
        code.when(both, |_| ());
    };
    assert_eq!(broken_by(test), [Rule::Accesses]);
    assert_eq!(broken_by(|code| code.join(read(x()))), [Rule::Accesses]);
    let choice = |code: &mut Code<'_>| {
        let (condition, otherwise) = (code.number(1), code.number(2));
        code.assume(raddle_program::builder::conditional(condition, read(x()), otherwise));
    };
    assert_eq!(broken_by(choice), [Rule::Accesses]);
    let size = |code: &mut Code<'_>| {
        let (pointer, size) = (code.builder().void_pointer(), code.builder().thread_id());
        let shared = code.builder().global("p", pointer);
        let kind = ExprKind::AllocationSize(Box::new(read(shared)), raddle_program::syntax::Region::Heap);
        code.assume(Expr { kind, ty: size });
    };
    assert_eq!(broken_by(size), [Rule::Accesses]);
}

#[test]
fn places_have_the_types_of_their_parts() {
    let wrong = |code: &mut Code<'_>| {
        let long = code.builder().types().int(IntKind::Long);
        let place = Place { ty: long, ..x() };
        let value = integer(0, long);
        code.assign(&place, value);
    };
    assert_eq!(broken_by(wrong), [Rule::Places]);
    let no_member = |code: &mut Code<'_>| {
        let node = code.builder().structure("other", &[("a", INT)]);
        let node = code.builder().global("node", node);
        let place = Place { kind: PlaceKind::Field(Box::new(node), 7), ty: INT, atomic: None };
        let value = code.number(0);
        code.assign(&place, value);
    };
    assert_eq!(broken_by(no_member), [Rule::Places]);
    let index = |code: &mut Code<'_>| {
        let zero = Box::new(code.number(0));
        let place = Place { kind: PlaceKind::Index(Box::new(x()), zero.clone()), ty: INT, atomic: None };
        code.assign(&place, *zero);
    };
    assert_eq!(broken_by(index), [Rule::Places]);
}

#[test]
fn expressions_have_the_types_of_their_operands() {
    let wide = |code: &mut Code<'_>| code.assume(integer(1 << 32, INT));
    assert_eq!(broken_by(wide), [Rule::Expressions]);
    let mixed = |code: &mut Code<'_>| {
        let long = code.builder().types().int(IntKind::Long);
        let (left, right) = (code.number(1), integer(1, long));
        let sum = code.add(left, right);
        code.assume(sum);
    };
    assert_eq!(broken_by(mixed), [Rule::Expressions]);
    let record = |code: &mut Code<'_>| {
        let node = code.builder().structure("other", &[("a", INT)]);
        let node = code.builder().global("node", node);
        code.assume(read(node));
    };
    assert_eq!(broken_by(record), [Rule::Expressions]);
}

#[test]
fn effects_have_the_operands_they_state() {
    let stored = |code: &mut Code<'_>| {
        let long = code.builder().types().int(IntKind::Long);
        code.assign(&x(), integer(0, long));
    };
    assert_eq!(broken_by(stored), [Rule::Effects]);
    let wait = |code: &mut Code<'_>| code.synchronize(Synchronization::ConditionWake, &[&x()]);
    assert_eq!(broken_by(wait), [Rule::Effects]);
    let input = |code: &mut Code<'_>| {
        let memory = code.memory("y", INT);
        code.input(&memory);
    };
    assert_eq!(broken_by(input), [Rule::Effects]);
    let fill = |code: &mut Code<'_>| {
        let size = code.builder().thread_id();
        let (target, byte) = (code.address_of(&x()), code.number(0));
        code.effect(Effect::FillBytes { target, byte, size: integer(4, size) });
    };
    assert_eq!(broken_by(fill), [Rule::Effects]);
}

#[test]
fn calls_fit() {
    assert_eq!(broken_by(|code| code.call(None, F, Vec::new())), [Rule::Calls]);
    let result = |code: &mut Code<'_>| {
        let long = code.builder().types().int(IntKind::Long);
        let (result, argument) = (code.register("y", long), code.number(1));
        code.call(Some(&result), F, vec![argument]);
    };
    assert_eq!(broken_by(result), [Rule::Calls]);
    let spawn = |code: &mut Code<'_>| {
        let id = code.builder().thread_id();
        let id = code.builder().global("id", id);
        code.spawn(&id, F);
    };
    assert_eq!(broken_by(spawn), [Rule::Calls]);
}

#[test]
fn returned_values_fit() {
    let pointer = |code: &mut Code<'_>| {
        let pointer = code.builder().void_pointer();
        code.leave(Some(integer(0, pointer)));
    };
    assert_eq!(broken_by(pointer), [Rule::Returns]);
}

/// A bit-field of a new record: in a global, or in a temporary.
fn bit_field(code: &mut Code<'_>, is_temporary: bool) -> Place {
    let bits = raddle_program::types::BitField { location_bytes: 1, first_bit: 0, width: 3 };
    let ty = raddle_program::types::Qualified::plain(INT);
    let member =
        raddle_program::types::Field { name: Some("a".into()), ty, offset: 0, bits: Some(bits), span: Span::NOWHERE };
    let body = RecordBody { fields: vec![member], size: 4, alignment: 4 };
    let record = code.builder().record("flags", false, Some(body));
    let whole = if is_temporary {
        let local = fresh_local(code.procedure(), "flags", record, LocalKind::Temporary, false);
        raddle_program::builder::local_place(code.procedure(), local)
    } else {
        code.builder().global("flags", record)
    };
    field(code.builder().types(), whole, 0)
}

#[test]
fn bit_fields_are_written_in_temporaries() {
    for is_temporary in [false, true] {
        let write = |code: &mut Code<'_>| {
            let (place, value) = (bit_field(code, is_temporary), code.number(1));
            code.assign(&place, value);
        };
        assert_eq!(broken_by(write), if is_temporary { vec![] } else { vec![Rule::BitFields] });
    }
    let location = |code: &mut Code<'_>| {
        let place = bit_field(code, false);
        let mut location = bit_location(code.builder().types(), place);
        location.ty = code.builder().array(INT, 1);
        code.assign(&location.clone(), read(location));
    };
    assert_eq!(broken_by(location)[0], Rule::Places);
}

#[test]
fn initializers_store_into_locals() {
    let value = integer(1, INT);
    let global = |code: &mut Code<'_>| code.effect(Effect::Initialize { target: x(), value: value.clone() });
    assert_eq!(broken_by(global), [Rule::Initializers]);
    let behind = |code: &mut Code<'_>| {
        let pointer = code.address_of(&x());
        let target = deref(code.builder().types(), pointer);
        code.effect(Effect::Initialize { target, value: value.clone() });
    };
    assert_eq!(broken_by(behind), [Rule::Initializers]);
}

#[test]
fn spans_lie_in_files() {
    assert_eq!(broken(|program| program.globals[X].span = Span { file: FileId(0), start: 0, end: 1 }), [Rule::Spans]);
    let code = |code: &mut Code<'_>| {
        code.at(Span { file: FileId(1), start: 0, end: 0 });
        code.effect(Effect::Skip);
    };
    assert_eq!(broken_by(code), [Rule::Spans]);
}
