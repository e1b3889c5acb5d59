//@ all: safe
//@ with: signal_set.unit.c
//@ by: explicit bmc
//@ twin: 12_library_function_of_the_second_file_wrong
// Only the second file declares functions of the library about a structure that both files have: they mean that structure.
#include <assert.h>

#include "sigset.h"

int blocks(int signal, int allowed);

int main(void) {
    sigset_t own = { { 0 } };
    assert(own.words[0] == 0);
    assert(blocks(2, 10) == 1);
    return 0;
}
