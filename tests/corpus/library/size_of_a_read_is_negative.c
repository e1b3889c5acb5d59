//@ assertions: unsafe  memory: unsafe  others: safe
//@ domain: -1 0 1 2 3
//@ twin: size_of_a_read_is_not_negative
// The size becomes a number above SSIZE_MAX. Linux returns -1; POSIX leaves open what happens.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char bytes[2];
    int size = -5;
    long count = read(0, bytes, size);
    assert(count >= 0 || size == 2);
    return 0;
}
