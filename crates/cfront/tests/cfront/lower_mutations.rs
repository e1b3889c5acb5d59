//! Programs in which tokens were exchanged for other tokens of theirs: a program that the checker accepts is lowered to a well-formed
//! program that reads back equal from its text.

use crate::support::{STACK_BYTES, with_stack};
use raddle_cfront::check::check;
use raddle_cfront::diagnostic::has_errors;
use raddle_cfront::lower::lower;
use raddle_cfront::parse::parse_text;
use raddle_program::types::DataModel;
use raddle_program::wellformed::wellformed;

const SEEDS: &[&str] = &[
    "struct s { int a ; unsigned f : 3 , h : 5 ; } r , q ; int x , y , * p = & x , v [ 4 ] ; _Atomic int t ; \
     int g ( int i , int j ) { v [ i ] = j ++ ; return i && x ? r . a : t ++ ; } \
     struct s m ( void ) { struct s l = { x , 1 } ; l . f = y ; return l ; } \
     int main ( void ) { int i = 0 , k ; r = q ; q = m ( ) ; x += g ( y , i ++ ) ; * p = x || y ; r . h |= m ( ) . a ; \
     k = ( x , y ) ; t += k ; return ( struct s ) { 1 } . a ; }",
    "int x , y ; char c [ 3 ] = \"ab\" ; int f ( int n ) { int a [ n ] , * p = a ; a [ x ] = n ; \
     switch ( n ) { case 0 : x = 1 ; break ; case 2 ... 4 : { int b ; p = & b ; * p = 2 ; goto out ; } default : y -- ; } \
     for ( int i = 0 ; i < n ; i ++ ) { int b = i ; p = & b ; if ( * p ) continue ; else break ; } \
     do { x = ( { int z = y ; z ? : n ; } ) ; } while ( x > y ) ; out : return sizeof a + * p ; } \
     int main ( int n , char * * w ) { static int k = 5 ; void * l = & & e ; goto * l ; e : k += f ( w [ 0 ] [ 1 ] ) ; return k ; }",
    "typedef unsigned long pthread_t ; int pthread_create ( pthread_t * , void * , void * ( * ) ( void * ) , void * ) ; \
     int pthread_join ( pthread_t , void * * ) ; int pthread_mutex_lock ( int * ) ; int pthread_mutex_unlock ( int * ) ; \
     int __VERIFIER_nondet_int ( void ) ; void __VERIFIER_assume ( int ) ; void * malloc ( unsigned long ) ; void free ( void * ) ; \
     void __VERIFIER_atomic_add ( int n ) ; int m , x ; union u { int i ; char b [ 4 ] ; } w ; \
     void __VERIFIER_atomic_add ( int n ) { x += n ; } void reach_error ( void ) { } \
     void * run ( void * a ) { int * p = a ; pthread_mutex_lock ( & m ) ; x = * p ; pthread_mutex_unlock ( & m ) ; return p ; } \
     int main ( void ) { pthread_t t ; void * r ; int * p = malloc ( sizeof ( int ) ) ; * p = __VERIFIER_nondet_int ( ) ; \
     __VERIFIER_assume ( * p > 0 ) ; pthread_create ( & t , 0 , run , p ) ; __VERIFIER_atomic_add ( x ) ; \
     if ( pthread_join ( t , & r ) ) return 1 ; w . i = x ; free ( r ) ; if ( w . b [ 0 ] == 3 ) reach_error ( ) ; return 0 ; }",
];

/// A small generator (xorshift64*), so that a seed names a mutation.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound.max(1)
    }
}

/// Tokens of a class are exchanged for each other: most programs stay programs.
fn class(token: &str) -> u8 {
    match token {
        "(" | ")" | "{" | "}" | "[" | "]" | ";" | "," => 0,
        _ if token.starts_with(|first: char| first.is_ascii_digit()) => 1,
        _ if token.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') => 2,
        _ => 3,
    }
}

#[test]
fn whatever_is_accepted_is_lowered_to_a_wellformed_program() {
    let accepted = with_stack(STACK_BYTES, || {
        let mut random = Random(0x5eed_1234_5678_9abc);
        let mut accepted = 0;
        for round in 0..6000 {
            let mut tokens: Vec<&str> = SEEDS[round % SEEDS.len()].split(' ').collect();
            for _ in 0..1 + random.below(2) {
                let to = random.below(tokens.len());
                let alike: Vec<&str> =
                    tokens.iter().copied().filter(|token| class(token) == class(tokens[to])).collect();
                tokens[to] = alike[random.below(alike.len())];
            }
            let text = tokens.join(" ");
            let model = if random.below(2) == 0 { DataModel::Ilp32 } else { DataModel::Lp64 };
            let (source, tree, diagnostics) = parse_text("spoiled.c", &text);
            if has_errors(&diagnostics) {
                continue;
            }
            let (unit, diagnostics) = check(source, &tree, model);
            if has_errors(&diagnostics) {
                continue;
            }
            accepted += 1;
            let (program, _) = lower(&unit);
            if let Err(defects) = wellformed(&program) {
                panic!("{text}\n{defects:#?}");
            }
            let written = raddle_program::text::print(&program);
            // The program has files of ours, too.
            let named = |name: &str| unit.source.files().values().find(|file| &**file.name() == name);
            let load = |name: &str| named(name).map(|file| file.text().to_string());
            match raddle_program::text::read(&written, load) {
                Ok(again) => assert!(again == program, "{text}\nreads back as another program:\n{written}"),
                Err(error) => panic!("{text}\n{error:?}\n{written}"),
            }
        }
        accepted
    });
    assert!(accepted > 400, "only {accepted} of the spoiled programs are accepted: the test tries too little");
}
