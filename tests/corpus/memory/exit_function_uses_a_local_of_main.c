//@ memory: unsafe  others: safe
//@ twin: exit_function_uses_a_local_in_exit
// The objects of main are gone when functions run behind its return (C11 5.1.2.2.3).
#include <stdlib.h>

static int *kept;

static void at_end(void) { *kept = 1; }

int main(void) {
    int local = 0;
    kept = &local;
    atexit(at_end);
    return local;
}
