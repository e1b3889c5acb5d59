//@ memory: unsafe  others: safe
//@ by: explicit bmc
//@ twin: argument_pack_prints
// The function of the library reads its arguments, also where the headers have a body for its calls.
int printf(const char *format, ...);
int __printf_chk(int flag, const char *format, ...);

/* As the headers of the GNU C library have it for programs that are compiled with checks: calls only. */
extern inline __attribute__((always_inline, gnu_inline)) int printf(const char *format, ...) {
    return __printf_chk(1, format, __builtin_va_arg_pack());
}

int main(void) {
    const char *text = 0;
    printf("%d %s\n", 3, text);
    return 0;
}
