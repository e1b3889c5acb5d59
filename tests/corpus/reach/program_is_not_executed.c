//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ domain: -1 0 1 7
//@ twin: program_is_executed
// There may be no such program.
#include <assert.h>
#include <unistd.h>

int main(void) {
    execl("/bin/ls", "ls", "-l", (char *)0);
    assert(0);
    return 0;
}
