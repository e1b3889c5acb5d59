//@ memory: unsafe
//@ twin: format_with_a_value_behind_a_loop
// The loop may end before the format has a value.
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    const char *format;
    for (int i = 0; i < 2; i++)
        if (__VERIFIER_nondet_int()) {
            format = "%d\n";
            break;
        }
    printf(format, 1);
    return 0;
}
