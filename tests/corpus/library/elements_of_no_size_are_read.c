//@ all: safe
//@ domain: 0 1 2
//@ twin: elements_of_some_size_are_read
// Elements of size 0 are none (C11 7.21.8.1).
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char text[2];
    size_t count = fread(text, 0, 2, stdin);
    assert(count == 0);
    return 0;
}
