//@ all: safe
//@ domain: -1 0 1 2 3
//@ twin: size_of_an_output_is_negative
// The size fits.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char bytes[2] = "a";
    int size = 2;
    long count = write(1, bytes, size);
    assert(count >= 0 || size == 2);
    return 0;
}
