//! Names for allocated memory: the type that the program gives it, the location of the allocation, and paths to its
//! parts.
//!
//! `malloc` returns bytes without a type. The program shows the type in two cases: it converts the result to a pointer
//! (`job *j = malloc(n)`), and it accesses the memory through pointers to a type. The second case also gives the type
//! of memory that a wrapper function allocates.

use raddle_program::access_path::access_path;
use raddle_program::source::{SourceMap, SourcePlace, Span};
use raddle_program::syntax::{Block, Effect, Expr, ExprKind, LocalId, Place, PlaceKind, Procedure, Program, Statement};
use raddle_program::types::{ArrayLength, Field, FloatKind, IntKind, TypeId, TypeKind, Types};
use raddle_program::visit::{Visitor, walk_block, walk_effect, walk_expr};
use rustc_hash::FxHashMap;

/// A pointer that the code at some place follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FollowedPointer {
    /// What it points to.
    pub ty: TypeId,
    /// How many bytes behind the pointer the access lies, where no index decides it.
    pub offset: Option<u64>,
}

/// The pointers that the code follows, by the span of the step.
#[derive(Debug, Default)]
pub struct FollowedPointers {
    by_span: FxHashMap<Span, Vec<FollowedPointer>>,
}

impl FollowedPointers {
    /// Reads them off a program.
    pub fn of(program: &Program) -> Self {
        let mut collector = Collector { types: &program.types, found: Vec::new() };
        let mut pointers = FollowedPointers::default();
        for procedure in program.procedures.values() {
            pointers.add_block(&procedure.body, &mut collector);
        }
        pointers
    }

    /// Those of the steps with a span.
    pub fn at(&self, span: Span) -> &[FollowedPointer] {
        self.by_span.get(&span).map_or(&[], Vec::as_slice)
    }

    fn add_block(&mut self, block: &Block, collector: &mut Collector<'_>) {
        for statement in block {
            let span = match statement {
                Statement::Step(step) => {
                    walk_effect(&step.effect, collector);
                    step.span
                }
                Statement::If { condition, then, otherwise, span } => {
                    walk_expr(condition, collector);
                    self.by_span.entry(*span).or_default().append(&mut collector.found);
                    self.add_block(then, collector);
                    self.add_block(otherwise, collector);
                    continue;
                }
                Statement::Loop { test, condition, body, step, span, .. } => {
                    walk_expr(condition, collector);
                    self.by_span.entry(*span).or_default().append(&mut collector.found);
                    [test, body, step].into_iter().for_each(|block| self.add_block(block, collector));
                    continue;
                }
                Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => continue,
            };
            self.by_span.entry(span).or_default().append(&mut collector.found);
        }
    }
}

struct Collector<'p> {
    types: &'p Types,
    found: Vec<FollowedPointer>,
}

impl Visitor for Collector<'_> {
    fn place(&mut self, place: &Place) {
        if let Some(pointer) = followed(self.types, place) {
            self.found.push(pointer);
        }
    }
}

/// The pointer that a place starts from, if it starts from one.
fn followed(types: &Types, place: &Place) -> Option<FollowedPointer> {
    match &place.kind {
        PlaceKind::Global(_) | PlaceKind::Local(_) => None,
        PlaceKind::Deref(pointer) => {
            let TypeKind::Pointer(target) = types.kind(pointer.ty) else { return None };
            let is_start = !matches!(pointer.kind, ExprKind::PointerAdd { .. });
            Some(FollowedPointer { ty: target.ty, offset: is_start.then_some(0) })
        }
        PlaceKind::Field(inner, number) => {
            let outer = followed(types, inner)?;
            let TypeKind::Record(record) = types.kind(inner.ty) else { return Some(outer) };
            let field = types.record(*record).body.as_ref().and_then(|body| body.fields.get(*number as usize));
            let offset = outer.offset.zip(field).map(|(offset, field)| offset + field.offset);
            Some(FollowedPointer { offset, ..outer })
        }
        PlaceKind::Index(inner, _) => Some(FollowedPointer { offset: None, ..followed(types, inner)? }),
        PlaceKind::BitLocation(inner) => followed(types, inner),
    }
}

/// The type that a procedure gives to what it allocates at a span: that of the pointer which the result is converted to.
pub fn converted_type(types: &Types, procedure: &Procedure, span: Span) -> Option<TypeId> {
    let mut finder = Finder { span, types, result: None, found: None };
    walk_block(&procedure.body, &mut finder);
    finder.found
}

struct Finder<'p> {
    span: Span,
    types: &'p Types,
    /// The register that the address goes to, once the allocation was seen.
    result: Option<LocalId>,
    found: Option<TypeId>,
}

impl Visitor for Finder<'_> {
    fn statement(&mut self, statement: &Statement) {
        if let Statement::Step(step) = statement
            && let Effect::Allocate { target, .. } = step.effect
        {
            self.result = (step.span == self.span).then_some(target);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let (Some(result), None, ExprKind::Cast(operand)) = (self.result, self.found, &expr.kind)
            && let TypeKind::Pointer(target) = self.types.kind(expr.ty)
            && !matches!(self.types.kind(target.ty), TypeKind::Void)
            && let ExprKind::Read(place) = &operand.kind
            && place.kind == PlaceKind::Local(result)
        {
            self.found = Some(target.ty);
        }
    }
}

/// Whether memory of a size can be said to be of a type, or an array of it.
pub fn fits(types: &Types, ty: TypeId, size: u64) -> bool {
    types.size_of(ty).is_some_and(|bytes| bytes > 0 && bytes <= size)
}

/// How much a type says: records more than scalars, scalars more than bytes.
pub fn weight(types: &Types, ty: TypeId) -> (u8, u64) {
    let rank = match types.kind(ty) {
        TypeKind::Void | TypeKind::Function(_) => 0,
        TypeKind::Int(IntKind::Char | IntKind::SignedChar | IntKind::UnsignedChar) => 1,
        TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Complex(_) | TypeKind::Pointer(_) => 2,
        TypeKind::Array { .. } => 3,
        TypeKind::Record(_) => 4,
    };
    (rank, types.size_of(ty).unwrap_or(0))
}

/// What an allocation is called: `job@pool.c:21`; without a type `memory@pool.c:21`.
pub fn allocation_name(program: &Program, ty: Option<TypeId>, place: &SourcePlace) -> String {
    let ty = ty.map_or_else(|| "memory".to_owned(), |ty| type_name(&program.types, &program.source, ty));
    let file = place.file.rsplit(['/', '\\']).next().unwrap_or(&place.file);
    format!("{ty}@{file}:{}", place.line)
}

/// A type in a name: a tag or the name of a `typedef`, without `struct`.
pub fn type_name(types: &Types, source: &SourceMap, ty: TypeId) -> String {
    match types.kind(ty) {
        TypeKind::Void => "memory".to_owned(),
        TypeKind::Bool => "bool".to_owned(),
        TypeKind::Int(kind) => integer_name(*kind).to_owned(),
        TypeKind::Float(kind) => floating_name(*kind).to_owned(),
        TypeKind::Complex(kind) => format!("{} _Complex", floating_name(*kind)),
        TypeKind::Pointer(target) => match types.kind(target.ty) {
            TypeKind::Function(_) => "function pointer".to_owned(),
            _ => format!("{}*", type_name(types, source, target.ty)),
        },
        TypeKind::Array { element, .. } => format!("{}[]", type_name(types, source, element.ty)),
        TypeKind::Function(_) => "function".to_owned(),
        TypeKind::Record(record) => {
            let record = types.record(*record);
            let tag = record.tag.as_deref().filter(|tag| !tag.starts_with("__"));
            let name = tag.map(str::to_owned).or_else(|| name_behind(source, record.span));
            name.unwrap_or_else(|| if record.is_union { "union" } else { "struct" }.to_owned())
        }
    }
}

fn integer_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Char => "char",
        IntKind::SignedChar => "signed char",
        IntKind::UnsignedChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UnsignedShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UnsignedInt => "unsigned",
        IntKind::Long => "long",
        IntKind::UnsignedLong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::UnsignedLongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UnsignedInt128 => "unsigned __int128",
    }
}

fn floating_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Float128 => "__float128",
    }
}

/// The name that stands behind a record without a tag: that of its `typedef`.
fn name_behind(source: &SourceMap, span: Span) -> Option<String> {
    let behind = source.files().get(span.file)?.text().get(span.end as usize..)?.trim_start();
    let end = behind.find(|symbol: char| !symbol.is_ascii_alphanumeric() && symbol != '_').unwrap_or(behind.len());
    (end > 0 && !behind.starts_with(|symbol: char| symbol.is_ascii_digit())).then(|| behind[..end].to_owned())
}

/// The path to some bytes of memory of `whole` bytes that is of a type, or an array of it.
pub fn allocation_path(types: &Types, ty: TypeId, whole: u64, offset: u64, size: u64) -> String {
    let element = types.size_of(ty).unwrap_or(0).max(1);
    let is_array = whole >= element.saturating_mul(2) && !has_open_end(types, ty);
    if !is_array {
        return part_path(types, ty, offset, size);
    }
    if offset == 0 && size >= whole {
        return String::new();
    }
    let (first, last) = (offset / element, (offset + size.max(1) - 1) / element);
    if first == last {
        return format!("[{first}]{}", part_path(types, ty, offset % element, size));
    }
    format!("[{first}..{last}]")
}

/// The path to some bytes of an object of a type. Bytes of several members are named by the first and the last one.
pub fn part_path(types: &Types, ty: TypeId, offset: u64, size: u64) -> String {
    let path = access_path(types, ty, offset, size);
    if !path.contains("[byte") {
        return path;
    }
    let last = offset + size.max(1) - 1;
    let (from, to) = (named_byte(types, ty, offset), named_byte(types, ty, last));
    match (from, to) {
        (Some(from), Some(to)) if from == to => from,
        (Some(from), Some(to)) => {
            let is_start = |&at: &usize| from[at..].starts_with(['.', '[']);
            let starts = (0..from.len()).filter(|at| from.is_char_boundary(*at)).filter(is_start);
            let at = starts.rev().find(|&at| to.starts_with(&from[..at])).unwrap_or(0);
            let index = |path: &str| path.strip_prefix('[')?.split_once(']').map(|(index, _)| index.to_owned());
            match (index(&from[at..]), index(to.get(at..).unwrap_or(""))) {
                (Some(first), Some(last)) => format!("{}[{first}..{last}]", &from[..at]),
                _ => format!("{from}..{}", to.get(at..).unwrap_or("")),
            }
        }
        _ => format!("+{offset}"),
    }
}

/// The scalar that a byte belongs to; nothing for padding.
fn named_byte(types: &Types, ty: TypeId, offset: u64) -> Option<String> {
    match types.kind(ty) {
        TypeKind::Array { element, .. } => {
            let bytes = types.size_of(element.ty).filter(|&bytes| bytes > 0)?;
            Some(format!("[{}]{}", offset / bytes, named_byte(types, element.ty, offset % bytes)?))
        }
        TypeKind::Record(record) => {
            let body = types.record(*record).body.as_ref()?;
            let holds = |field: &&Field| {
                let bytes = match field.bits {
                    Some(bits) => Some(u64::from(bits.location_bytes)),
                    None => types.size_of(field.ty.ty),
                };
                field.offset <= offset && bytes.is_some_and(|bytes| offset < field.offset + bytes)
            };
            // Padding belongs to the member in front of it.
            let field =
                body.fields.iter().find(holds).or_else(|| body.fields.iter().rfind(|field| field.offset <= offset))?;
            let Some(name) = &field.name else { return named_byte(types, field.ty.ty, offset - field.offset) };
            if name.starts_with("__") {
                return Some(String::new());
            }
            let inner = match field.bits {
                Some(_) => String::new(),
                None => named_byte(types, field.ty.ty, offset - field.offset).unwrap_or_default(),
            };
            Some(format!(".{name}{inner}"))
        }
        _ => Some(String::new()),
    }
}

/// Whether a record ends in an array that is as long as the memory.
fn has_open_end(types: &Types, ty: TypeId) -> bool {
    let TypeKind::Record(record) = types.kind(ty) else { return false };
    let last = types.record(*record).body.as_ref().and_then(|body| body.fields.last());
    last.is_some_and(|field| match types.kind(field.ty.ty) {
        TypeKind::Array { length: ArrayLength::Fixed(count), .. } => *count <= 1,
        TypeKind::Array { .. } => true,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::types::{DataModel, Qualified, Record, RecordBody};

    /// `struct job { int cost; int limits[3]; char tail[]; }`
    fn job(types: &mut Types) -> TypeId {
        let int = types.int(IntKind::Int);
        let char = types.int(IntKind::Char);
        let element = |ty| Qualified::plain(ty);
        let limits = types.intern(TypeKind::Array { element: element(int), length: ArrayLength::Fixed(3) });
        let tail = types.intern(TypeKind::Array { element: element(char), length: ArrayLength::Unknown });
        let field = |name: &str, ty, offset| Field {
            name: Some(name.into()),
            ty: Qualified::plain(ty),
            offset,
            bits: None,
            span: Span::NOWHERE,
        };
        let fields = vec![field("cost", int, 0), field("limits", limits, 4), field("tail", tail, 16)];
        let body = Some(RecordBody { fields, size: 16, alignment: 4 });
        let record = types.add_record(Record { tag: Some("job".into()), is_union: false, body, span: Span::NOWHERE });
        types.intern(TypeKind::Record(record))
    }

    #[test]
    fn paths_name_members_elements_and_ranges() {
        let mut types = Types::new(DataModel::Lp64);
        let job = job(&mut types);
        assert_eq!(part_path(&types, job, 8, 4), ".limits[1]");
        assert_eq!(part_path(&types, job, 4, 8), ".limits[0..1]");
        assert_eq!(part_path(&types, job, 0, 8), ".cost...limits[0]");
        assert_eq!(allocation_path(&types, job, 40, 0, 40), "");
        assert_eq!(allocation_path(&types, job, 40, 17, 1), ".tail[1]");
        let int = types.int(IntKind::Int);
        assert_eq!(allocation_path(&types, int, 12, 8, 4), "[2]");
        assert_eq!(allocation_path(&types, int, 12, 0, 8), "[0..1]");
        assert_eq!(allocation_path(&types, int, 4, 0, 4), "");
        assert!(fits(&types, int, 4) && !fits(&types, int, 3));
        assert!(weight(&types, job) > weight(&types, int));
        assert_eq!(type_name(&types, &SourceMap::new(), job), "job");
    }
}
