//@ memory: unsafe  others: safe
//@ twin: prints_a_name_in_any_case
// The environment need not have a variable.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    puts(getenv("HOME"));
    return 0;
}
