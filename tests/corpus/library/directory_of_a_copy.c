//@ all: safe
//@ by: explicit
//@ twin: directory_of_a_literal
// `dirname` writes a zero where the last part begins.
#include <assert.h>
#include <libgen.h>
#include <string.h>

int main(void) {
    char path[] = "usr/lib/";
    assert(strcmp(basename(path), "lib") == 0);
    assert(strcmp(dirname(path), "usr") == 0);
    return 0;
}
