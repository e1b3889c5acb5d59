//@ assertions: unsafe  others: safe
//@ domain: 0 1 2
//@ twin: elements_of_no_size_are_read
// Elements may come.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char text[2];
    size_t count = fread(text, 1, 2, stdin);
    assert(count == 0);
    return 0;
}
