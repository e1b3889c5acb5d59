//@ memory: unsafe
//@ twin: text_with_a_value_on_all_paths
// On one path the pointer has no value, and the output function reads a text through it.
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    const char *text;
    switch (__VERIFIER_nondet_int()) {
    case 1:
        text = "one";
        break;
    case 2:
        text = "two";
        break;
    }
    printf("%s\n", text);
    return 0;
}
