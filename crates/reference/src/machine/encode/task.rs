//! What a thread still has to do, as bytes.

use super::Encoder;
use crate::machine::library::Call;
use crate::machine::task::{Form, LoopPhase, Operation, Passage, Region, Subject, Task};

impl Encoder {
    pub(super) fn task(&mut self, task: &Task<'_>) {
        match task {
            Task::Eval(expr) => {
                self.tag(0);
                self.node(*expr);
            }
            Task::Place(expr) => {
                self.tag(1);
                self.node(*expr);
            }
            Task::Finish(expr, stage) => {
                self.tag(2);
                self.node(*expr);
                self.tag(*stage);
            }
            Task::Load { place, ty, span } => {
                self.tag(3);
                self.place(place);
                self.number(u64::from(ty.0));
                self.span(*span);
            }
            Task::Store { place, ty, value, span } => {
                self.tag(4);
                self.place(place);
                self.number(u64::from(ty.0));
                self.value(value);
                self.span(*span);
            }
            Task::Keep { place, ty } => {
                self.tag(6);
                self.place(place);
                self.number(u64::from(ty.0));
            }
            Task::Extract { place, bits, ty, span } => {
                self.tag(7);
                self.place(place);
                self.bits(Some(*bits));
                self.number(u64::from(ty.0));
                self.span(*span);
            }
            Task::Insert { place, bits, value, span } => {
                self.tag(8);
                self.place(place);
                self.bits(Some(*bits));
                self.scalar(*value);
                self.span(*span);
            }
            Task::Gather { place, ty, next, bytes, span } => {
                self.tag(9);
                self.place(place);
                self.number(u64::from(ty.0));
                self.number(*next as u64);
                self.byte_string(bytes);
                self.span(*span);
            }
            Task::Scatter { place, ty, next, bytes, span } => {
                self.tag(10);
                self.place(place);
                self.number(u64::from(ty.0));
                self.number(*next as u64);
                self.byte_string(bytes);
                self.span(*span);
            }
            Task::Initialize { place, initializer, next } => {
                self.tag(11);
                self.place(place);
                self.node(*initializer);
                self.number(*next as u64);
            }
            Task::Push(value) => {
                self.tag(12);
                self.value(value);
            }
            Task::Discard => self.tag(13),
            Task::Block { block, next, height, yields } => {
                self.tag(14);
                self.node(*block);
                self.number(*next as u64);
                self.number(*height as u64);
                self.flag(*yields);
            }
            Task::Branch(statement) => {
                self.tag(15);
                self.node(*statement);
            }
            Task::Statement(statement, is_result) => {
                self.tag(40);
                self.node(*statement);
                self.flag(*is_result);
            }
            Task::Loop { statement, phase, height } => {
                self.tag(match phase {
                    LoopPhase::Test => 16,
                    LoopPhase::Decide => 17,
                    LoopPhase::Step => 18,
                });
                self.node(*statement);
                self.number(*height as u64);
            }
            Task::Select { statement, height } => {
                self.tag(19);
                self.node(*statement);
                self.number(*height as u64);
            }
            Task::SwitchEnd { height } => {
                self.tag(20);
                self.number(*height as u64);
            }
            Task::ComputedGoto => self.tag(21),
            Task::Return { has_value } => {
                self.tag(22);
                self.flag(*has_value);
            }
            Task::FixLength(number) => {
                self.tag(23);
                self.number(u64::from(*number));
            }
            Task::MakeArray { variable, span } => {
                self.tag(24);
                self.number(u64::from(variable.0));
                self.span(*span);
            }
            Task::NameArray(variable) => {
                self.tag(25);
                self.number(u64::from(variable.0));
            }
            Task::Enter { function, arguments, span } => {
                self.tag(26);
                self.number(u64::from(function.0));
                self.number(arguments.len() as u64);
                for (value, ty) in arguments {
                    self.value(value);
                    self.number(u64::from(ty.0));
                }
                self.span(*span);
            }
            Task::Returned(expr) => {
                self.tag(27);
                self.node(*expr);
            }
            Task::EndThread { span } => {
                self.tag(28);
                self.span(*span);
            }
            Task::Library(call, is_used) => {
                self.tag(30);
                self.call(call);
                self.flag(*is_used);
            }
            Task::Model(running) => {
                self.tag(31);
                self.call(&running.call);
                self.flag(running.is_used);
                self.flag(running.is_waiting);
                self.number(running.answers.len() as u64);
                running.answers.iter().for_each(|answer| self.value(answer));
            }
            Task::Unwind { value, span } => {
                self.tag(32);
                self.value(value);
                self.span(*span);
            }
            Task::Operation(operation) => {
                self.tag(29);
                self.operation(operation);
            }
        }
    }

    /// A call of a function without a body: its name says which model it has.
    fn call(&mut self, call: &Call<'_>) {
        self.bytes.extend(call.name.bytes());
        self.tag(0xff);
        self.number(call.arguments.len() as u64);
        for (value, ty) in &call.arguments {
            self.value(value);
            self.number(u64::from(ty.0));
        }
        self.span(call.span);
        self.number(u64::from(call.ty.0));
    }

    fn subject(&mut self, subject: &Subject) {
        match subject {
            Subject::Object(place) => {
                self.tag(0);
                self.place(place);
            }
            Subject::Thread(id) => {
                self.tag(1);
                self.scalar(*id);
            }
            Subject::Oneself => self.tag(2),
            Subject::Key(number) => {
                self.tag(3);
                self.scalar(*number);
            }
            Subject::NewKey => self.tag(4),
        }
    }

    fn operation(&mut self, operation: &Operation) {
        match operation {
            Operation::Read { place, size, form, .. } => {
                self.tag(0);
                self.place(place);
                self.number(*size);
                match form {
                    Form::Scalar(ty) => self.number(u64::from(ty.0) + 1),
                    Form::Raw => self.number(0),
                }
            }
            Operation::Write { place, bytes, .. } => {
                self.tag(1);
                self.place(place);
                self.byte_string(bytes);
            }
            Operation::Choose { kind, ty, keep, value, known, .. } => {
                self.tag(2);
                self.tag(*kind as u8);
                self.number(u64::from(ty.0));
                match keep {
                    Some(place) => {
                        self.tag(1);
                        self.place(place);
                    }
                    None => self.tag(0),
                }
                self.wide(*value as i128);
                self.wide(*known as i128);
            }
            Operation::Compare { left, right, asks, .. } => {
                self.tag(22);
                self.tag(*asks as u8);
                self.address(*left);
                self.address(*right);
            }
            Operation::Copy { to, from, size, may_overlap, .. } => {
                self.tag(3);
                self.tag(u8::from(*may_overlap));
                self.place(to);
                self.place(from);
                self.number(*size);
            }
            Operation::Fill { to, size, byte, .. } => {
                self.tag(4);
                self.place(to);
                self.number(*size);
                self.byte(*byte);
            }
            Operation::AtomicBegin { is_operation, .. } => {
                self.tag(5);
                self.flag(*is_operation);
            }
            Operation::AtomicEnd { is_operation, .. } => {
                self.tag(6);
                self.flag(*is_operation);
            }
            Operation::Synchronize { operation, subject, operands, .. } => {
                self.tag(7);
                self.tag(*operation as u8);
                self.subject(subject);
                self.number(operands.len() as u64);
                operands.iter().for_each(|&operand| self.scalar(operand));
            }
            Operation::Spawn { start, argument, id, id_size, is_detached, .. } => {
                self.tag(8);
                self.number(u64::from(start.0));
                self.value(&argument.0);
                self.number(u64::from(argument.1.0));
                self.place(id);
                self.number(*id_size);
                self.flag(*is_detached);
            }
            Operation::Join { id, is_cancellable, .. } => {
                self.tag(9);
                self.scalar(*id);
                self.flag(*is_cancellable);
            }
            Operation::NextDestructor { from, .. } => {
                self.tag(22);
                self.number(u64::from(*from));
            }
            Operation::Exit { value, .. } => {
                self.tag(10);
                self.value(value);
            }
            Operation::Allocate { size, is_zeroed, region, .. } => {
                self.tag(match region {
                    Region::Heap => 11,
                    Region::Function => 12,
                    Region::Block => 13,
                    Region::Stream => 14,
                    Region::Mapping => 45,
                    Region::ConstantMapping => 46,
                });
                self.number(*size);
                self.flag(*is_zeroed);
            }
            Operation::Free { pointer, region, .. } => {
                self.tag(match region {
                    Region::Mapping => 47,
                    Region::Stream => 48,
                    Region::Heap | Region::Function | Region::Block | Region::ConstantMapping => 14,
                });
                self.scalar(*pointer);
            }
            Operation::EndLife { objects } => {
                self.tag(15);
                self.number(objects.len() as u64);
                objects.iter().for_each(|&object| self.object(object));
            }
            Operation::Fail { kind, ends, .. } => {
                self.tag(16);
                self.bytes.extend(format!("{kind:?}").bytes());
                self.tag(0xff);
                self.flag(*ends);
            }
            Operation::Stop { .. } => self.tag(17),
            Operation::Prune { .. } => self.tag(18),
            Operation::Unsupported { .. } => self.tag(19),
            Operation::Diverge { certain, .. } => {
                self.tag(20);
                self.flag(*certain);
            }
            Operation::Pass { passage, .. } => {
                self.tag(21);
                match passage {
                    Passage::Statement => self.tag(0),
                    Passage::Branch(taken) => self.tag(1 + u8::from(*taken)),
                    Passage::Return(None) => self.tag(3),
                    Passage::Return(Some(number)) => {
                        self.tag(4);
                        self.wide(*number);
                    }
                    Passage::Enter => self.tag(5),
                }
            }
        }
        if let Some(span) = operation.span() {
            self.span(span);
        }
    }
}
