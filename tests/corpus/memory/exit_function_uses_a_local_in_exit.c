//@ all: safe
//@ twin: exit_function_uses_a_local_of_main
// The objects of main live on while exit runs functions.
#include <stdlib.h>

static int *kept;

static void at_end(void) { *kept = 1; }

int main(void) {
    int local = 0;
    kept = &local;
    atexit(at_end);
    exit(local);
}
