//@ memory: unsafe  others: safe
//@ twin: format_in_a_local_variable
// The text that the format prints has no zero.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int count = 0;
    char name[2] = {'a', 'b'};
    const char *format;
    format = "ab%n %s %d\n";
    printf(format, &count, name, 5);
    assert(count == 2);
    return 0;
}
