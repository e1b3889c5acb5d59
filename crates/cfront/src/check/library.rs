//! The types of library functions, for programs that call them without a declaration, and for `__builtin_` names.
//!
//! A row is a name and a signature in letters: the result, then the parameters in parentheses. Types that a header would
//! define are the pointers and integers behind them, so any declaration of the program itself stays free.
//!
//! | letter | type | letter | type |
//! |---|---|---|---|
//! | `v` | `void` | `p` | `void *` |
//! | `b` | `_Bool` | `k` | `const void *` |
//! | `c` | `char` | `s` | `char *` |
//! | `a` | `signed char` | `S` | `const char *` |
//! | `C` | `unsigned char` | `F` | `void *(*)(void *)` |
//! | `h`, `H` | `short`, `unsigned short` | `V` | `void (*)(void *)` |
//! | `i`, `u` | `int`, `unsigned int` | `G` | `void (*)(void)` |
//! | `l`, `L` | `long`, `unsigned long` | `K` | `int (*)(const void *, const void *)` |
//! | `q`, `Q` | `long long`, `unsigned long long` | `A` | `__builtin_va_list` |
//! | `n`, `N` | `__int128`, `unsigned __int128` | `z`, `Z` | `size_t`, the signed type of its width |
//! | `f`, `d` | `float`, `double` | `.` | further arguments |

use raddle_program::types::{DataModel, FloatKind, FunctionType, IntKind, Qualified, Qualifiers, TypeId, TypeKind};

use super::Checker;

/// Functions that the tool models, by family; names in a family are separated by spaces.
const ROWS: &[(&str, &str)] = &[
    // Threads. Identifiers and attributes are passed by pointer, so `void *` takes them all.
    ("i(pkFp)", "pthread_create"),
    ("i(Lp)", "pthread_join pthread_timedjoin_np"),
    ("i(L)", "pthread_detach pthread_cancel"),
    ("i(Li)", "pthread_kill"),
    ("i(LL)", "pthread_equal"),
    ("L()", "pthread_self"),
    ("v(p)", "pthread_exit"),
    ("v()", "pthread_testcancel"),
    ("i(ip)", "pthread_setcancelstate pthread_setcanceltype"),
    ("i()", "pthread_yield sched_yield"),
    ("i(pG)", "pthread_once"),
    ("i(p)", "pthread_attr_init pthread_attr_destroy pthread_mutexattr_init pthread_mutexattr_destroy"),
    ("i(pi)", "pthread_attr_setdetachstate pthread_mutexattr_settype pthread_mutexattr_setpshared"),
    ("i(pp)", "pthread_attr_getdetachstate pthread_mutexattr_gettype"),
    ("i(pk)", "pthread_mutex_init pthread_cond_init pthread_rwlock_init pthread_mutex_timedlock"),
    ("i(p)", "pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock"),
    ("p(ip)", "signal"),
    ("i(p)", "pthread_cond_destroy pthread_cond_signal pthread_cond_broadcast"),
    ("i(pp)", "pthread_cond_wait"),
    ("i(ppk)", "pthread_cond_timedwait"),
    ("i(p)", "pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock"),
    ("i(p)", "pthread_rwlock_tryrdlock pthread_rwlock_trywrlock"),
    ("i(pk)", "pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock"),
    ("i(pi)", "pthread_spin_init"),
    ("i(p)", "pthread_spin_destroy pthread_spin_lock pthread_spin_trylock pthread_spin_unlock"),
    ("i(pku)", "pthread_barrier_init"),
    ("i(p)", "pthread_barrier_destroy pthread_barrier_wait"),
    ("i(pV)", "pthread_key_create"),
    ("i(u)", "pthread_key_delete"),
    ("i(uk)", "pthread_setspecific"),
    ("p(u)", "pthread_getspecific"),
    ("i(piu)", "sem_init"),
    ("i(p)", "sem_destroy sem_wait sem_trywait sem_post"),
    ("i(pk)", "sem_timedwait"),
    ("i(pp)", "sem_getvalue"),
    // Verification functions. `assert` is a macro elsewhere and takes any scalar.
    ("v(b)", "assert"),
    ("v(SSuS)", "__assert_fail"),
    ("v(i)", "__VERIFIER_assume __VERIFIER_assert assume __ESBMC_assume __CPROVER_assume"),
    ("v(bS)", "__ESBMC_assert __CPROVER_assert"),
    ("v()", "__VERIFIER_error __VERIFIER_atomic_begin __VERIFIER_atomic_end reach_error"),
    ("v()", "__ESBMC_atomic_begin __ESBMC_atomic_end __CPROVER_atomic_begin __CPROVER_atomic_end"),
    ("v()", "__raddle_disable_interrupts __raddle_enable_interrupts"),
    // The values of inline assembly.
    ("Q()", "__asm__ __asm_value"),
    ("i()", "nondet nondet_0 nondet_1 nondet_int __VERIFIER_nondet_int __VERIFIER_nondet"),
    ("b()", "__VERIFIER_nondet_bool __VERIFIER_nondet__Bool"),
    ("c()", "__VERIFIER_nondet_char"),
    ("a()", "__VERIFIER_nondet_schar"),
    ("C()", "__VERIFIER_nondet_uchar __VERIFIER_nondet_unsigned_char __VERIFIER_nondet_u8"),
    ("h()", "__VERIFIER_nondet_short"),
    ("H()", "__VERIFIER_nondet_ushort __VERIFIER_nondet_unsigned_short __VERIFIER_nondet_u16"),
    ("u()", "__VERIFIER_nondet_uint __VERIFIER_nondet_unsigned __VERIFIER_nondet_unsigned_int __VERIFIER_nondet_u32"),
    ("l()", "__VERIFIER_nondet_long __VERIFIER_nondet_time_t __VERIFIER_nondet_clock_t"),
    (
        "L()",
        "__VERIFIER_nondet_ulong __VERIFIER_nondet_pthread_t __VERIFIER_nondet_sector_t __VERIFIER_nondet_unsigned_long",
    ),
    ("q()", "__VERIFIER_nondet_longlong __VERIFIER_nondet_loff_t"),
    ("Q()", "__VERIFIER_nondet_ulonglong"),
    ("n()", "__VERIFIER_nondet_int128"),
    ("N()", "__VERIFIER_nondet_uint128"),
    ("f()", "__VERIFIER_nondet_float"),
    ("d()", "__VERIFIER_nondet_double"),
    ("z()", "__VERIFIER_nondet_size_t"),
    ("p()", "__VERIFIER_nondet_pointer"),
    ("s()", "__VERIFIER_nondet_pchar __VERIFIER_nondet_charp"),
    ("S()", "__VERIFIER_nondet_const_char_pointer"),
    ("v(pz)", "__VERIFIER_nondet_memory"),
    // Memory.
    ("p(z)", "malloc alloca"),
    ("p(zz)", "calloc aligned_alloc memalign"),
    ("p(pz)", "realloc"),
    ("v(p)", "free"),
    ("i(pzz)", "posix_memalign"),
    ("p(pkz)", "memcpy memmove mempcpy"),
    ("p(piz)", "memset"),
    ("i(kkz)", "memcmp"),
    ("p(kiz)", "memchr"),
    ("v(pz)", "bzero"),
    // Strings.
    ("z(S)", "strlen"),
    ("z(Sz)", "strnlen"),
    ("z(SS)", "strspn strcspn"),
    ("s(sS)", "strcpy strcat stpcpy"),
    ("s(sSz)", "strncpy strncat"),
    ("i(SS)", "strcmp strcasecmp"),
    ("i(SSz)", "strncmp strncasecmp"),
    ("s(Si)", "strchr strrchr index rindex"),
    ("s(SS)", "strstr strpbrk"),
    ("s(S)", "strdup getenv"),
    ("s(Sz)", "strndup"),
    ("s(sS)", "strtok"),
    ("i(S)", "atoi"),
    ("l(S)", "atol"),
    ("q(S)", "atoll"),
    ("l(Spi)", "strtol"),
    ("L(Spi)", "strtoul"),
    ("s(i)", "strerror"),
    // Kinds and order of floating-point numbers.
    ("i(d)", "__raddle_is_nan __raddle_is_infinite __raddle_is_finite __raddle_has_sign"),
    ("i(dd)", "__raddle_is_greater __raddle_is_greater_or_equal __raddle_is_less __raddle_is_less_or_equal"),
    ("i(dd)", "__raddle_is_less_or_greater __raddle_is_unordered"),
    // Output and input.
    ("i(S.)", "printf scanf"),
    ("i(pS.)", "fprintf fscanf"),
    ("i(sS.)", "sprintf"),
    ("i(szS.)", "snprintf"),
    ("i(SS.)", "sscanf"),
    ("i(SA)", "vprintf"),
    ("i(pSA)", "vfprintf"),
    ("i(sSA)", "vsprintf"),
    ("i(szSA)", "vsnprintf"),
    ("i(S)", "puts"),
    ("i(i)", "putchar"),
    ("i(Sp)", "fputs"),
    ("i(ip)", "fputc putc ungetc"),
    ("i()", "getchar"),
    ("i(p)", "fgetc getc fflush fclose feof ferror"),
    ("s(sip)", "fgets"),
    ("p(SS)", "fopen"),
    ("z(kzzp)", "fwrite"),
    ("z(pzzp)", "fread"),
    ("v(S)", "perror"),
    // Files and sockets.
    ("i(Si.)", "open"),
    ("i(ii.)", "fcntl"),
    ("i(iL.)", "ioctl"),
    ("i(i)", "close fsync fdatasync dup isatty fchdir"),
    ("i(ii)", "dup2 listen shutdown"),
    ("i(il)", "ftruncate"),
    ("Z(ipz)", "read"),
    ("Z(ikz)", "write"),
    ("Z(ipzi)", "recv"),
    ("Z(ikzi)", "send"),
    ("l(ili)", "lseek"),
    ("i(iii)", "socket"),
    ("i(p)", "pipe"),
    ("i(S)", "unlink rmdir chdir remove system"),
    ("i(SS)", "rename link symlink"),
    ("i(Si)", "access"),
    ("i(Su)", "mkdir chmod"),
    ("Z(Ssz)", "readlink"),
    ("s(sz)", "getcwd"),
    ("i(sz)", "gethostname"),
    // Characters.
    ("i(i)", "isalpha isdigit isalnum isspace isupper islower ispunct isprint isgraph iscntrl isxdigit isblank"),
    ("i(i)", "toupper tolower"),
    // Processes and time.
    ("v()", "abort"),
    ("v(i)", "exit _exit _Exit quick_exit"),
    ("i(G)", "atexit"),
    ("i()", "rand getpid getppid fork pause"),
    ("i(ii)", "kill"),
    ("i(i)", "raise"),
    ("u(u)", "alarm"),
    ("l(i)", "sysconf"),
    ("l()", "random clock"),
    ("v(u)", "srand srandom"),
    ("i(p)", "rand_r"),
    ("i(i)", "abs"),
    ("l(l)", "labs"),
    ("q(q)", "llabs"),
    ("u(u)", "sleep"),
    ("i(u)", "usleep"),
    ("i(kp)", "nanosleep"),
    ("l(p)", "time"),
    ("i(pp)", "gettimeofday"),
    ("v(pzzK)", "qsort"),
    // Numbers.
    ("d(d)", "fabs floor ceil sqrt sin cos tan exp log trunc round"),
    ("f(f)", "fabsf floorf ceilf sqrtf"),
    ("d(dd)", "pow fmod fmin fmax copysign"),
];

/// The signature of a library function that the tool models, in letters.
pub(super) fn signature_of(name: &str) -> Option<&'static str> {
    let row = ROWS.iter().find(|(_, names)| names.split(' ').any(|listed| listed == name));
    row.map(|(signature, _)| *signature)
}

impl Checker {
    /// The type of a library function that the tool models.
    pub(super) fn modelled_type(&mut self, name: &str) -> Option<TypeId> {
        let signature = signature_of(name)?;
        let wants_128_bits = signature.starts_with(['n', 'N']);
        if wants_128_bits && self.unit.types.model() == DataModel::Ilp32 {
            return None;
        }
        let function = self.signature(signature);
        Some(self.unit.types.intern(TypeKind::Function(function)))
    }

    /// The function type of a signature in letters.
    pub(super) fn signature(&mut self, signature: &str) -> FunctionType {
        let mut letters = signature.chars();
        let result = self.letter(letters.next().unwrap_or('v'));
        let mut parameters = Vec::new();
        let mut is_variadic = false;
        for letter in letters {
            match letter {
                '(' | ')' => {}
                '.' => is_variadic = true,
                _ => {
                    let ty = self.letter(letter);
                    parameters.push(Qualified::plain(ty));
                }
            }
        }
        FunctionType { result: Qualified::plain(result), parameters, is_variadic, has_prototype: true }
    }

    fn letter(&mut self, letter: char) -> TypeId {
        let model = self.unit.types.model();
        let int = |kind| TypeKind::Int(kind);
        let kind = match letter {
            'b' => TypeKind::Bool,
            'c' => int(IntKind::Char),
            'a' => int(IntKind::SignedChar),
            'C' => int(IntKind::UnsignedChar),
            'h' => int(IntKind::Short),
            'H' => int(IntKind::UnsignedShort),
            'i' => int(IntKind::Int),
            'u' => int(IntKind::UnsignedInt),
            'l' => int(IntKind::Long),
            'L' => int(IntKind::UnsignedLong),
            'q' => int(IntKind::LongLong),
            'Q' => int(IntKind::UnsignedLongLong),
            'n' => int(IntKind::Int128),
            'N' => int(IntKind::UnsignedInt128),
            'z' => int(model.size_type()),
            'Z' => int(model.difference_type()),
            'f' => TypeKind::Float(FloatKind::Float),
            'd' => TypeKind::Float(FloatKind::Double),
            'A' => return self.variadic_list_type(),
            'p' | 'k' | 's' | 'S' | 'F' | 'V' | 'G' | 'K' => TypeKind::Pointer(self.pointed_letter(letter)),
            _ => TypeKind::Void,
        };
        self.unit.types.intern(kind)
    }

    fn pointed_letter(&mut self, letter: char) -> Qualified {
        let constant = Qualifiers { is_const: true, ..Qualifiers::default() };
        let function = match letter {
            'p' => return Qualified::plain(self.void()),
            'k' => return Qualified { ty: self.void(), qualifiers: constant },
            's' => return Qualified::plain(self.letter('c')),
            'S' => return Qualified { ty: self.letter('c'), qualifiers: constant },
            'F' => self.signature("p(p)"),
            'V' => self.signature("v(p)"),
            'K' => self.signature("i(kk)"),
            _ => self.signature("v()"),
        };
        Qualified::plain(self.unit.types.intern(TypeKind::Function(function)))
    }
}
