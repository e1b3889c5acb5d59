//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: formatted_text
// sprintf does not know how much room there is.
#include <stdio.h>

int main(void) {
    char name[6];
    sprintf(name, "job-%d", 10);
    return 0;
}
