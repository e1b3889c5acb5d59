//@ all: safe
//@ by: explicit bmc
//@ twin: environment_may_lack_a_name
// getenv finds the same in each call.
#include <stdlib.h>

int main(void) { return getenv("HOME") ? getenv("HOME")[0] == '/' : 1; }
