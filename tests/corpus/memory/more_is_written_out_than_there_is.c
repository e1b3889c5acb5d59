//@ memory: unsafe  others: safe
//@ twin: all_is_written_out
// `write` reads all the bytes that it is asked for.
#include <unistd.h>

int main(void) {
    char bytes[2] = {1, 2};
    write(1, bytes, 3);
    return 0;
}
