//@ assertions: unsafe
//@ with: signal_set.unit.c
//@ by: explicit bmc
//@ twin: 11_library_function_of_the_second_file
// The signal that is asked for was taken out of the set.
#include <assert.h>

#include "sigset.h"

int blocks(int signal, int allowed);

int main(void) {
    sigset_t own = { { 0 } };
    assert(own.words[0] == 0);
    assert(blocks(10, 10) == 1);
    return 0;
}
