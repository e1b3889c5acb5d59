//@ all: safe
//@ twin: format_in_a_local_variable_reads
// A local variable that only ever holds one literal is a format like the literal: nothing has to be walked when it runs.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int count = 0;
    char name[3] = "ab";
    const char *format;
    format = "ab%n %s %d\n";
    printf(format, &count, name, 5);
    assert(count == 2);
    return 0;
}
