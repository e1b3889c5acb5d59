//@ assertions: unsafe  others: safe
//@ twin: exit_function_gets_the_status
// on_exit passes what exit gets.
#include <assert.h>
#include <stdlib.h>

static int object;

static void at_end(int status, void *argument) { assert(status == 7 && argument == &object); }

int main(void) {
    on_exit(at_end, &object);
    exit(6);
}
