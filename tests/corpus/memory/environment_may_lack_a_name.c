//@ memory: unsafe  others: safe
//@ by: explicit bmc
//@ twin: environment_is_asked_twice
// getenv returns a null pointer where the name is not there.
#include <stdlib.h>

int main(void) { return getenv("HOME")[0] == '/'; }
