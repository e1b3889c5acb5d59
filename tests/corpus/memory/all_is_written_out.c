//@ all: safe
//@ twin: more_is_written_out_than_there_is
// Bytes need no zero. Nothing is read if nothing is written.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char bytes[2] = {1, 2};
    write(1, bytes, 2);
    write(1, 0, 0);
    unsigned long items = fwrite(bytes, 2, 1, stdout);
    assert(items <= 1);
    assert(fwrite(bytes, 0, 5, stdout) == 0);
    return 0;
}
