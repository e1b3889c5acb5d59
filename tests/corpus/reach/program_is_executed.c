//@ all: safe
//@ by: explicit bmc
//@ domain: -1 0 1 7
//@ twin: program_is_not_executed
// What replaces the process does not return.
#include <assert.h>
#include <unistd.h>

int main(void) {
    char *arguments[] = {"ls", "-l", 0};
    int result = execvp("ls", arguments);
    assert(result == -1);
    return 0;
}
