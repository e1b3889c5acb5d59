//! Printing the tables of a program in the notation; code is in [`super::print_code`].

use std::fmt::Write;

use super::names::{quote, string, written_names};
use super::print_code::CodePrinter;
use super::types::TypeWriter;
use crate::entity::Entity;
use crate::source::Span;
use crate::syntax::{Global, InitialValue, LocalKind, Procedure, Program};
use crate::types::{DataModel, Record, RecordId};

/// A program in the `.prog` notation; reading it gives an equal one.
pub fn print(program: &Program) -> String {
    let mut printer = Printer {
        program,
        types: TypeWriter::new(&program.types),
        globals: written_names(program.globals.values().map(|global| &global.name)),
        procedures: written_names(program.procedures.values().map(|procedure| &procedure.name)),
        out: String::new(),
    };
    printer.tables();
    printer.out
}

/// A program while it is printed, and how its parts are called.
pub(super) struct Printer<'p> {
    pub(super) program: &'p Program,
    pub(super) types: TypeWriter<'p>,
    pub(super) globals: Vec<String>,
    pub(super) procedures: Vec<String>,
    pub(super) out: String,
}

impl Printer<'_> {
    /// Ends a line with a span, if there is one.
    pub(super) fn end_line(&mut self, span: Span) {
        if span != Span::NOWHERE {
            write!(self.out, " @{}:{}-{}", span.file.index(), span.start, span.end).expect("a string takes all text");
        }
        self.out.push('\n');
    }

    /// A procedure as it is called.
    pub(super) fn procedure(&self, id: crate::syntax::ProcedureId) -> String {
        self.procedures.get(id.index()).cloned().unwrap_or_else(|| format!("unknown#{}", id.index()))
    }

    /// A line of text, without a span.
    fn line(&mut self, text: &str) {
        self.out += text;
        self.out.push('\n');
    }

    fn tables(&mut self) {
        let program = self.program;
        self.line(match program.types.model() {
            DataModel::Ilp32 => "program ilp32;",
            DataModel::Lp64 => "program lp64;",
            DataModel::Llp64 => "program llp64;",
        });
        for file in program.source.files().values() {
            self.line(&format!("file {} {} {:#018x};", string(file.name()), file.length(), file.hash()));
            for directive in file.directives() {
                let name = string(&directive.file);
                self.line(&format!("directive {} {name} {};", directive.line, directive.presumed));
            }
        }
        for (id, record) in program.types.records().iter() {
            self.record(id, record);
        }
        for id in program.types.kinds().ids() {
            self.line(&format!("type {} {};", id.index(), self.types.ty(id)));
        }
        for global in program.globals.values() {
            self.global(global);
        }
        for procedure in program.procedures.values() {
            self.out.push('\n');
            self.header(procedure);
        }
        self.line(&format!("\nmain {};", self.procedure(program.main)));
    }

    fn record(&mut self, id: RecordId, record: &Record) {
        let keyword = if record.is_union { "union" } else { "struct" };
        let tag = record.tag.as_ref().map_or(String::new(), |tag| format!(" {}", quote(tag)));
        self.out += &format!("record {} {keyword}{tag}", id.index());
        let Some(body) = &record.body else {
            self.out.push(';');
            return self.end_line(record.span);
        };
        self.out += &format!(" size {} align {} {{", body.size, body.alignment);
        self.end_line(record.span);
        for field in &body.fields {
            let name = field.name.as_ref().map_or("unnamed".to_owned(), |name| quote(name));
            self.out += &format!("  {} {name} at {}", self.types.qualified(field.ty), field.offset);
            if let Some(bits) = field.bits {
                self.out += &format!(" bits {} in {} from {}", bits.width, bits.location_bytes, bits.first_bit);
            }
            self.out.push(';');
            self.end_line(field.span);
        }
        self.line("}");
    }

    fn global(&mut self, global: &Global) {
        self.out += "global ";
        for (holds, word) in [
            (global.is_thread_local, "thread_local "),
            (global.is_read_only, "read_only "),
            (global.is_external, "external "),
        ] {
            self.out += if holds { word } else { "" };
        }
        self.out += &format!("{} {}", self.types.ty(global.ty), quote(&global.name));
        if !global.initial.is_empty() {
            let parts: Vec<String> = (global.initial.iter())
                .map(|part| {
                    let value = match part.value {
                        InitialValue::Integer(value) => value.to_string(),
                        InitialValue::Address(target, offset) => {
                            let target = self.globals.get(target.index()).map_or("unknown", |name| name);
                            match offset {
                                0 => format!("&{target}"),
                                1.. => format!("&{target} + {offset}"),
                                _ => format!("&{target} - {}", offset.unsigned_abs()),
                            }
                        }
                        InitialValue::Procedure(procedure) => format!("fn {}", self.procedure(procedure)),
                    };
                    format!("{}: {} {value}", part.offset, self.types.ty(part.ty))
                })
                .collect();
            self.out += &format!(" = {{ {} }}", parts.join(", "));
        }
        self.out.push(';');
        self.end_line(global.span);
    }

    fn header(&mut self, procedure: &Procedure) {
        let locals = written_names(procedure.locals.values().map(|local| &local.name));
        let parameters: Vec<String> = (procedure.parameters.iter())
            .map(|local| locals.get(local.index()).cloned().unwrap_or_else(|| "unknown".to_owned()))
            .collect();
        let declared = if procedure.is_defined { "" } else { "declared " };
        let (name, result) = (quote(&procedure.name), self.types.ty(procedure.result));
        self.out += &format!("{declared}procedure {name}({}) -> {result} {{", parameters.join(", "));
        self.end_line(procedure.span);
        for local in procedure.locals.values() {
            let storage = if local.is_register { "register" } else { "memory" };
            let kind = match local.kind {
                LocalKind::Parameter => "parameter",
                LocalKind::Variable => "variable",
                LocalKind::Temporary => "temporary",
            };
            self.out += &format!("  {storage} {kind} {} {};", self.types.ty(local.ty), quote(&local.name));
            self.end_line(local.span);
        }
        for label in procedure.labels.values() {
            self.line(&format!("  label {};", quote(&label.name)));
        }
        CodePrinter::new(self, procedure, locals).block(&procedure.body, 1);
        self.line("}");
    }
}
