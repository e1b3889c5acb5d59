//! Reads scripts of the fragment that `print` writes, and of common extensions.
//!
//! Unsupported: quantifiers (except around whole clauses), user-defined sorts and functions (except predicates of clauses), scopes
//! (`push`), and all theories except Booleans, bit-vectors and arrays of bit-vectors.

use std::collections::HashMap;
use std::fmt;

use super::operators::{Operator, find};
use super::sexpr::{Sexpr, Sexprs};
use crate::bits::Bits;
use crate::sort::Sort;
use crate::term::{Term, Terms};

/// What a script says.
#[derive(Clone, Default, Debug)]
pub struct Script {
    /// What is asserted.
    pub assertions: Vec<Term>,
    /// What the last `check-sat-assuming` assumes.
    pub assumptions: Vec<Term>,
    /// The declared variables, in their order.
    pub variables: Vec<(String, Term)>,
}

/// Why a script cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The line, from 1.
    pub line: u32,
    /// What is wrong there.
    pub message: String,
}

impl ReadError {
    pub(crate) fn new(line: u32, message: &str) -> ReadError {
        ReadError { line, message: message.to_owned() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

/// Reads a script. Its variables are new ones of the arena.
///
/// # Errors
/// What is not of the fragment, or no SMT-LIB at all.
pub fn read(text: &str, terms: &mut Terms) -> Result<Script, ReadError> {
    let (sexprs, commands) = Sexprs::parse(text)?;
    let mut reader = Reader { sexprs, terms, bound: HashMap::new(), script: Script::default(), horn: None };
    for command in commands {
        reader.command(command)?;
    }
    Ok(reader.script)
}

/// A script about predicates: clauses, if they are Horn clauses.
#[derive(Clone, Default, Debug)]
pub(crate) struct HornScript {
    /// Names of predicates, with the sorts of their parameters.
    pub predicates: Vec<(String, Vec<Sort>)>,
    /// What is asserted, without its quantifiers, each with its line.
    pub assertions: Vec<(u32, Term)>,
    /// Variables of the assertions that stand for predicates (by their places) of arguments.
    pub applications: HashMap<Term, (usize, Vec<Term>)>,
    /// The variables for applications that occurred.
    known: HashMap<(usize, Vec<Term>), Term>,
}

/// Reads a script whose functions are predicates, and whose assertions are universally quantified.
pub(crate) fn read_horn(text: &str, terms: &mut Terms) -> Result<HornScript, ReadError> {
    let (sexprs, commands) = Sexprs::parse(text)?;
    let horn = Some(HornScript::default());
    let mut reader = Reader { sexprs, terms, bound: HashMap::new(), script: Script::default(), horn };
    for command in commands {
        reader.command(command)?;
    }
    Ok(reader.horn.unwrap_or_default())
}

/// What a model says of a predicate.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// The name of the predicate.
    pub name: String,
    /// New variables for its parameters.
    pub parameters: Vec<Term>,
    /// A Bool over them; `None` if it has quantifiers.
    pub body: Option<Term>,
    /// The line on which it ends.
    pub line: u32,
}

/// Reads the definitions of a model: `define-fun`s to Bool, in parentheses or not. Words beside them (`sat`, `model`) are left out.
pub(crate) fn read_definitions(text: &str, terms: &mut Terms) -> Result<Vec<Definition>, ReadError> {
    let (sexprs, mut pending) = Sexprs::parse(text)?;
    pending.reverse();
    let mut reader = Reader { sexprs, terms, bound: HashMap::new(), script: Script::default(), horn: None };
    let mut found = Vec::new();
    while let Some(sexpr) = pending.pop() {
        let Some(parts) = reader.sexprs.list(sexpr).map(<[Sexpr]>::to_vec) else { continue };
        match (parts.first().and_then(|&head| reader.sexprs.atom(head)), &parts[..]) {
            (Some("define-fun"), &[_, name, parameters, sort, body]) => {
                found.push(reader.definition(name, parameters, sort, body)?);
            }
            (Some("define-fun" | "define-fun-rec"), _) => {
                return reader.fail(sexpr, "a definition (define-fun name parameters Bool body) was expected");
            }
            _ => pending.extend(parts.into_iter().rev()),
        }
    }
    Ok(found)
}

struct Reader<'a> {
    sexprs: Sexprs<'a>,
    terms: &'a mut Terms,
    /// What names stand for; the innermost `let` last.
    bound: HashMap<&'a str, Vec<Term>>,
    script: Script,
    /// If the script is about predicates.
    horn: Option<HornScript>,
}

/// What is to be done, on the stack.
enum Task<'a> {
    /// Read a term.
    Term(Sexpr),
    /// Apply a head to as many values.
    Apply(Sexpr, Sexpr, usize),
    /// Bind names to as many values.
    Bind(Vec<&'a str>),
    /// Forget bindings.
    Unbind(Vec<&'a str>),
}

impl<'a> Reader<'a> {
    fn command(&mut self, command: Sexpr) -> Result<(), ReadError> {
        let Some(parts) = self.sexprs.list(command).map(<[Sexpr]>::to_vec) else {
            return self.fail(command, "a command in parentheses was expected");
        };
        let name = parts.first().and_then(|&head| self.sexprs.atom(head)).unwrap_or_default();
        match (name, &parts[..]) {
            ("declare-fun", &[_, name, parameters, sort]) if self.horn.is_some() => {
                self.declare_predicate(name, parameters, sort)
            }
            ("declare-const", &[_, name, _]) if self.horn.is_some() => {
                self.fail(name, "constants are not supported beside predicates; quantify a variable in each clause")
            }
            ("assert", &[_, clause]) if self.horn.is_some() => self.clause(clause),
            ("declare-fun", &[_, name, parameters, sort]) => {
                if self.sexprs.list(parameters).is_none_or(|list| !list.is_empty()) {
                    return self.fail(parameters, "functions with parameters are not supported");
                }
                self.declare(name, sort)
            }
            ("declare-const", &[_, name, sort]) => self.declare(name, sort),
            ("define-fun", &[_, name, parameters, sort, body]) => {
                if self.sexprs.list(parameters).is_none_or(|list| !list.is_empty()) {
                    return self.fail(parameters, "functions with parameters are not supported");
                }
                self.define(name, sort, body)
            }
            ("define-const", &[_, name, sort, body]) => self.define(name, sort, body),
            ("assert", &[_, term]) => {
                let assertion = self.bool(term)?;
                self.script.assertions.push(assertion);
                Ok(())
            }
            ("check-sat-assuming", &[_, list]) => {
                let Some(list) = self.sexprs.list(list).map(<[Sexpr]>::to_vec) else {
                    return self.fail(list, "a list of assumptions was expected");
                };
                self.script.assumptions.clear();
                for term in list {
                    let assumption = self.bool(term)?;
                    self.script.assumptions.push(assumption);
                }
                Ok(())
            }
            ("check-sat" | "get-model" | "get-value" | "get-unsat-assumptions" | "exit", _)
            | ("set-logic" | "set-info" | "set-option" | "get-info" | "echo", _) => Ok(()),
            _ => self.fail(command, &format!("the command '{name}' is not supported in this form")),
        }
    }

    fn declare_predicate(&mut self, name: Sexpr, parameters: Sexpr, sort: Sexpr) -> Result<(), ReadError> {
        let Some(text) = self.sexprs.atom(name) else { return self.fail(name, "a name was expected") };
        if self.sort(sort)? != Sort::Bool {
            return self.fail(sort, "only functions to Bool, predicates, are supported here");
        }
        let Some(parameters) = self.sexprs.list(parameters).map(<[Sexpr]>::to_vec) else {
            return self.fail(parameters, "a list of sorts was expected");
        };
        let sorts = parameters.into_iter().map(|sort| self.sort(sort)).collect::<Result<Vec<Sort>, ReadError>>()?;
        let horn = self.horn.get_or_insert_default();
        if horn.predicates.iter().any(|(known, _)| known == text) {
            return self.fail(name, &format!("'{text}' is declared twice"));
        }
        horn.predicates.push((text.to_owned(), sorts));
        Ok(())
    }

    /// An assertion: quantifiers in front of a Bool.
    fn clause(&mut self, sexpr: Sexpr) -> Result<(), ReadError> {
        let (mut inside, mut is_negated, mut names) = (sexpr, false, Vec::new());
        while let Some(parts) = self.sexprs.list(inside).map(<[Sexpr]>::to_vec) {
            match (parts.first().and_then(|&head| self.sexprs.atom(head)), &parts[..]) {
                (Some("not"), &[_, negated]) if self.is_quantified(negated) => {
                    is_negated = !is_negated;
                    inside = negated;
                }
                (Some(quantifier @ ("forall" | "exists")), &[_, bindings, body]) => {
                    if (quantifier == "exists") != is_negated {
                        return self.fail(inside, "variables of a clause must be quantified universally");
                    }
                    let Some(bindings) = self.sexprs.list(bindings).map(<[Sexpr]>::to_vec) else {
                        return self.fail(bindings, "a list of variables was expected");
                    };
                    for binding in bindings {
                        let (name, sort) = match self.sexprs.list(binding) {
                            Some(&[name, sort]) => (self.sexprs.atom(name), sort),
                            _ => (None, binding),
                        };
                        let Some(name) = name else {
                            return self.fail(binding, "a variable (name sort) was expected");
                        };
                        let sort = self.sort(sort)?;
                        let variable = self.terms.fresh(name, sort);
                        self.bound.entry(name).or_default().push(variable);
                        names.push(name);
                    }
                    inside = body;
                }
                _ => break,
            }
        }
        let term = self.bool(inside)?;
        let term = if is_negated { self.terms.not(term) } else { term };
        for name in names {
            self.bound.entry(name).or_default().pop();
        }
        let line = self.sexprs.line(sexpr);
        self.horn.get_or_insert_default().assertions.push((line, term));
        Ok(())
    }

    fn definition(
        &mut self,
        name: Sexpr,
        parameters: Sexpr,
        sort: Sexpr,
        body: Sexpr,
    ) -> Result<Definition, ReadError> {
        let Some(text) = self.sexprs.atom(name) else { return self.fail(name, "a name was expected") };
        if self.sort(sort)? != Sort::Bool {
            return self.fail(sort, "only predicates are defined here");
        }
        let Some(list) = self.sexprs.list(parameters).map(<[Sexpr]>::to_vec) else {
            return self.fail(parameters, "a list of parameters was expected");
        };
        let (mut names, mut variables) = (Vec::new(), Vec::new());
        for parameter in list {
            let (name, sort) = match self.sexprs.list(parameter) {
                Some(&[name, sort]) => (self.sexprs.atom(name), sort),
                _ => (None, parameter),
            };
            let Some(name) = name else { return self.fail(parameter, "a parameter (name sort) was expected") };
            let sort = self.sort(sort)?;
            let variable = self.terms.fresh(name, sort);
            self.bound.entry(name).or_default().push(variable);
            names.push(name);
            variables.push(variable);
        }
        let meaning = if self.has_quantifiers(body) { None } else { Some(self.bool(body)?) };
        for name in names {
            self.bound.entry(name).or_default().pop();
        }
        Ok(Definition { name: text.to_owned(), parameters: variables, body: meaning, line: self.sexprs.line(body) })
    }

    fn has_quantifiers(&self, sexpr: Sexpr) -> bool {
        let mut pending = vec![sexpr];
        while let Some(sexpr) = pending.pop() {
            if self.is_quantified(sexpr) {
                return true;
            }
            pending.extend(self.sexprs.list(sexpr).into_iter().flatten());
        }
        false
    }

    fn is_quantified(&self, sexpr: Sexpr) -> bool {
        let head = self.sexprs.list(sexpr).and_then(|parts| parts.first()).and_then(|&head| self.sexprs.atom(head));
        matches!(head, Some("forall" | "exists"))
    }

    /// A predicate of arguments, if the name is one.
    fn predicate(&mut self, sexpr: Sexpr, name: &str, arguments: &[Term]) -> Result<Option<Term>, ReadError> {
        let Some(horn) = &mut self.horn else { return Ok(None) };
        let Some(place) = horn.predicates.iter().position(|(known, _)| known == name) else { return Ok(None) };
        let sorts: Vec<Sort> = arguments.iter().map(|&argument| self.terms.sort(argument)).collect();
        if sorts != horn.predicates[place].1 {
            return self.fail(sexpr, &format!("the arguments of '{name}' do not have the sorts of its parameters"));
        }
        let key = (place, arguments.to_vec());
        let terms = &mut *self.terms;
        let variable = *horn.known.entry(key.clone()).or_insert_with(|| terms.fresh(name, Sort::Bool));
        horn.applications.insert(variable, key);
        Ok(Some(variable))
    }

    fn declare(&mut self, name: Sexpr, sort: Sexpr) -> Result<(), ReadError> {
        let Some(text) = self.sexprs.atom(name) else { return self.fail(name, "a name was expected") };
        let sort = self.sort(sort)?;
        let variable = self.terms.fresh(text, sort);
        self.bound.insert(text, vec![variable]);
        self.script.variables.push((text.to_owned(), variable));
        Ok(())
    }

    fn define(&mut self, name: Sexpr, sort: Sexpr, body: Sexpr) -> Result<(), ReadError> {
        let Some(text) = self.sexprs.atom(name) else { return self.fail(name, "a name was expected") };
        let expected = self.sort(sort)?;
        let term = self.term(body)?;
        let actual = self.terms.sort(term);
        if actual != expected {
            return self.fail(sort, &format!("'{text}' is defined by a term of sort {actual}, not {expected}"));
        }
        self.bound.insert(text, vec![term]);
        Ok(())
    }

    fn sort(&self, sexpr: Sexpr) -> Result<Sort, ReadError> {
        let word = |sexpr: Sexpr| self.sexprs.atom(sexpr);
        if word(sexpr) == Some("Bool") {
            return Ok(Sort::Bool);
        }
        match self.sexprs.list(sexpr) {
            Some(&[underscore, name, width]) if word(underscore) == Some("_") && word(name) == Some("BitVec") => {
                match self.numeral(width)? {
                    0 => self.fail(width, "a bit-vector has at least one bit"),
                    width => Ok(Sort::BitVec(width)),
                }
            }
            Some(&[name, index, element]) if word(name) == Some("Array") => {
                match (self.sort(index)?, self.sort(element)?) {
                    (Sort::BitVec(index), Sort::BitVec(element)) => Ok(Sort::Array { index, element }),
                    _ => self.fail(sexpr, "only arrays from bit-vectors to bit-vectors are supported"),
                }
            }
            _ => self.fail(
                sexpr,
                "this sort is not supported; there are Bool, (_ BitVec n) and (Array (_ BitVec n) (_ BitVec m))",
            ),
        }
    }

    fn bool(&mut self, sexpr: Sexpr) -> Result<Term, ReadError> {
        let term = self.term(sexpr)?;
        match self.terms.sort(term) {
            Sort::Bool => Ok(term),
            sort @ (Sort::BitVec(_) | Sort::Array { .. }) => {
                self.fail(sexpr, &format!("a Bool was expected, not a term of sort {sort}"))
            }
        }
    }

    fn term(&mut self, sexpr: Sexpr) -> Result<Term, ReadError> {
        let mut tasks = vec![Task::Term(sexpr)];
        let mut values: Vec<Term> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Term(sexpr) => match self.sexprs.list(sexpr) {
                    None => values.push(self.leaf(sexpr)?),
                    Some(parts) => {
                        let parts = parts.to_vec();
                        self.open(sexpr, &parts, &mut tasks, &mut values)?;
                    }
                },
                Task::Apply(sexpr, head, count) => {
                    let arguments = values.split_off(values.len() - count);
                    values.push(self.apply(sexpr, head, &arguments)?);
                }
                Task::Bind(names) => {
                    let bindings = values.split_off(values.len() - names.len());
                    for (name, value) in names.into_iter().zip(bindings) {
                        self.bound.entry(name).or_default().push(value);
                    }
                }
                Task::Unbind(names) => {
                    for name in names {
                        self.bound.entry(name).or_default().pop();
                    }
                }
            }
        }
        values.pop().map_or_else(|| self.fail(sexpr, "a term was expected"), Ok)
    }

    /// Takes a list that is a term apart.
    fn open(
        &mut self,
        sexpr: Sexpr,
        parts: &[Sexpr],
        tasks: &mut Vec<Task<'a>>,
        values: &mut Vec<Term>,
    ) -> Result<(), ReadError> {
        let Some((&head, arguments)) = parts.split_first() else {
            return self.fail(sexpr, "a term was expected between the parentheses");
        };
        match (self.sexprs.atom(head), arguments) {
            (Some("let"), &[bindings, body]) => {
                let Some(bindings) = self.sexprs.list(bindings) else {
                    return self.fail(bindings, "a list of bindings was expected");
                };
                let mut names = Vec::new();
                let mut bodies = Vec::new();
                for &binding in bindings {
                    match self.sexprs.list(binding) {
                        Some(&[name, value]) if self.sexprs.atom(name).is_some() => {
                            names.extend(self.sexprs.atom(name));
                            bodies.push(value);
                        }
                        _ => return self.fail(binding, "a binding (name term) was expected"),
                    }
                }
                tasks.push(Task::Unbind(names.clone()));
                tasks.push(Task::Term(body));
                tasks.push(Task::Bind(names));
                tasks.extend(bodies.into_iter().rev().map(Task::Term));
            }
            // A named or otherwise annotated term.
            (Some("!"), &[term, ..]) => tasks.push(Task::Term(term)),
            // (_ bvN width)
            (Some("_"), &[number, width]) => {
                let number = self.sexprs.atom(number).and_then(|text| text.strip_prefix("bv"));
                let width = self.numeral(width)?;
                match number.and_then(|digits| decimal(digits, width)) {
                    Some(bits) => values.push(self.terms.bits(bits)),
                    None => return self.fail(sexpr, "a constant (_ bvN width) was expected"),
                }
            }
            _ => {
                tasks.push(Task::Apply(sexpr, head, arguments.len()));
                tasks.extend(arguments.iter().rev().map(|&argument| Task::Term(argument)));
            }
        }
        Ok(())
    }

    fn leaf(&mut self, sexpr: Sexpr) -> Result<Term, ReadError> {
        let Some(text) = self.sexprs.atom(sexpr) else { return self.fail(sexpr, "a term was expected") };
        if let Some(&term) = self.bound.get(text).and_then(|bindings| bindings.last()) {
            return Ok(term);
        }
        if let Some(applied) = self.predicate(sexpr, text, &[])? {
            return Ok(applied);
        }
        let digits = |prefix: &str, each: u32| {
            let digits = text.strip_prefix(prefix).filter(|digits| !digits.is_empty())?;
            let mut bits: Option<Bits> = None;
            for digit in digits.chars() {
                let digit = Bits::new(each, digit.to_digit(1 << each)?.into());
                bits = Some(bits.map_or(digit.clone(), |bits| bits.concat(&digit)));
            }
            bits
        };
        match text {
            "true" => Ok(self.terms.truth()),
            "false" => Ok(self.terms.falsity()),
            _ => match digits("#x", 4).or_else(|| digits("#b", 1)) {
                Some(bits) => Ok(self.terms.bits(bits)),
                None => self.fail(sexpr, &format!("'{text}' is not declared")),
            },
        }
    }

    fn apply(&mut self, sexpr: Sexpr, head: Sexpr, arguments: &[Term]) -> Result<Term, ReadError> {
        if let Some(parts) = self.sexprs.list(head).map(<[Sexpr]>::to_vec) {
            return self.apply_indexed(sexpr, &parts, arguments);
        }
        let name = self.sexprs.atom(head).unwrap_or_default();
        if let Some(applied) = self.predicate(sexpr, name, arguments)? {
            return Ok(applied);
        }
        let Some(operator) = find(name) else {
            return self.fail(head, &format!("the function '{name}' is not supported"));
        };
        self.check_sorts(sexpr, name, arguments)?;
        let terms = &mut *self.terms;
        match (operator, arguments) {
            (Operator::Unary(f), &[a]) => Ok(f(terms, a)),
            (Operator::Binary(f), &[a, b]) => Ok(f(terms, a, b)),
            (Operator::Ternary(f), &[a, b, c]) => Ok(f(terms, a, b, c)),
            (Operator::Many(f), all) => Ok(f(terms, all)),
            (Operator::Left(f), &[first, ref rest @ ..]) => Ok(rest.iter().fold(first, |a, &b| f(terms, a, b))),
            (Operator::Right(f), &[ref rest @ .., last]) => Ok(rest.iter().rev().fold(last, |b, &a| f(terms, a, b))),
            (Operator::Chain(f), all) => {
                let links: Vec<Term> = all.windows(2).map(|pair| f(terms, pair[0], pair[1])).collect();
                Ok(terms.and_all(&links))
            }
            _ => self.fail(sexpr, &format!("'{name}' does not take {} arguments", arguments.len())),
        }
    }

    /// Constructors ask for sorts that fit: whether they do is found here.
    fn check_sorts(&self, sexpr: Sexpr, name: &str, arguments: &[Term]) -> Result<(), ReadError> {
        let sorts: Vec<Sort> = arguments.iter().map(|&argument| self.terms.sort(argument)).collect();
        let fits = match (name, &sorts[..]) {
            ("not" | "=>" | "and" | "or" | "xor", all) => all.iter().all(|&sort| sort == Sort::Bool),
            ("=" | "distinct", all) => all.windows(2).all(|pair| pair[0] == pair[1]),
            ("ite", &[condition, then, otherwise]) => condition == Sort::Bool && then == otherwise,
            ("select", &[Sort::Array { index, .. }, at]) => at == Sort::BitVec(index),
            ("store", &[Sort::Array { index, element }, at, value]) => {
                at == Sort::BitVec(index) && value == Sort::BitVec(element)
            }
            ("select" | "store" | "ite", _) => false,
            ("concat", all) => all.iter().all(|sort| matches!(sort, Sort::BitVec(_))),
            (_, all) => {
                all.iter().all(|sort| matches!(sort, Sort::BitVec(_))) && all.windows(2).all(|pair| pair[0] == pair[1])
            }
        };
        if fits {
            Ok(())
        } else {
            self.fail(sexpr, &format!("the arguments of '{name}' do not have the sorts that it takes"))
        }
    }

    /// Heads with numbers or sorts in them: `(_ extract i j)`, `(as const sort)`.
    fn apply_indexed(&mut self, sexpr: Sexpr, parts: &[Sexpr], arguments: &[Term]) -> Result<Term, ReadError> {
        let words: Vec<&str> = parts.iter().map(|&part| self.sexprs.atom(part).unwrap_or_default()).collect();
        let &[argument] = arguments else {
            return self.fail(sexpr, "a function with numbers in its name takes one argument");
        };
        let Sort::BitVec(width) = self.terms.sort(argument) else {
            return self.fail(sexpr, "a bit-vector was expected");
        };
        match words[..] {
            ["as", "const", _] => match self.sort(parts[2])? {
                Sort::Array { index, element } if element == width => Ok(self.terms.const_array(index, argument)),
                sort => self.fail(sexpr, &format!("the element does not fit an array of sort {sort}")),
            },
            ["_", "extract", _, _] => {
                let (high, low) = (self.numeral(parts[2])?, self.numeral(parts[3])?);
                if low > high || high >= width {
                    return self.fail(sexpr, "bits are extracted that the bit-vector does not have");
                }
                Ok(self.terms.extract(argument, low, high - low + 1))
            }
            ["_", name, _] => {
                let number = self.numeral(parts[2])?;
                let wide = width.checked_add(number).filter(|&wide| wide < 1 << 24);
                let terms = &mut *self.terms;
                match (name, wide) {
                    ("zero_extend", Some(wide)) => Ok(terms.zero_extend_to(argument, wide)),
                    ("sign_extend", Some(wide)) => Ok(terms.sign_extend_to(argument, wide)),
                    ("rotate_left" | "rotate_right", _) => {
                        let number = number % width;
                        let left = if name == "rotate_left" || number == 0 { number } else { width - number };
                        if left == 0 {
                            return Ok(argument);
                        }
                        let (high, low) =
                            (terms.extract(argument, 0, width - left), terms.extract(argument, width - left, left));
                        Ok(terms.concat(high, low))
                    }
                    ("repeat", _) if (1..1 << 16).contains(&number) => {
                        Ok((1..number).fold(argument, |all, _| terms.concat(all, argument)))
                    }
                    _ => self.fail(sexpr, &format!("the function '{name}' is not supported in this form")),
                }
            }
            _ => self.fail(sexpr, "this function is not supported"),
        }
    }

    fn numeral(&self, sexpr: Sexpr) -> Result<u32, ReadError> {
        match self.sexprs.atom(sexpr).and_then(|text| text.parse().ok()) {
            // No realistic script has larger numbers; accepting them would only waste memory.
            Some(number) if number < 1 << 24 => Ok(number),
            Some(_) | None => self.fail(sexpr, "a number below 2^24 was expected"),
        }
    }

    fn fail<T>(&self, sexpr: Sexpr, message: &str) -> Result<T, ReadError> {
        Err(ReadError::new(self.sexprs.line(sexpr), message))
    }
}

/// A decimal number as a bit-vector, modulo two to the power of the width.
fn decimal(digits: &str, width: u32) -> Option<Bits> {
    if digits.is_empty() || width == 0 {
        return None;
    }
    // Wide enough for ten, so that the multiplication is right modulo the width.
    let wide = width.max(4);
    let ten = Bits::new(wide, 10);
    let mut value = Bits::zero(wide);
    for digit in digits.chars() {
        value = value.mul(&ten).add(&Bits::new(wide, digit.to_digit(10)?.into()));
    }
    Some(value.extract(0, width))
}
