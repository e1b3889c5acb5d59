//@ all: safe
//@ by: explicit bmc
//@ twin: argument_pack_prints_null
// A body that hands its variable arguments on stands for calls: the function is that of the library.
int printf(const char *format, ...);
int __printf_chk(int flag, const char *format, ...);

/* As the headers of the GNU C library have it for programs that are compiled with checks: calls only. */
extern inline __attribute__((always_inline, gnu_inline)) int printf(const char *format, ...) {
    return __printf_chk(1, format, __builtin_va_arg_pack());
}

int main(void) {
    const char *text = "three";
    printf("%d %s\n", 3, text);
    return 0;
}
