//@ assertions: unsafe  memory: unsafe  others: safe
//@ domain: -1 0 1 2 3
//@ twin: size_of_an_output_is_not_negative
// The size becomes a number above SSIZE_MAX.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char bytes[2] = "a";
    int size = -5;
    long count = write(1, bytes, size);
    assert(count >= 0 || size == 2);
    return 0;
}
