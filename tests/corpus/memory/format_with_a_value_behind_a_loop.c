//@ all: safe
//@ twin: format_without_a_value
// Only the statement that sets the format ends the loop.
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    const char *format;
    while (1)
        if (__VERIFIER_nondet_int()) {
            format = "%d\n";
            break;
        }
    printf(format, 1);
    return 0;
}
