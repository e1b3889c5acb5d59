//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: directory_of_a_copy
// A literal cannot be written to.
#include <libgen.h>

int main(void) {
    return *dirname("usr/lib") != 'u';
}
