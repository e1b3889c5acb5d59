//@ unknown
//@ twin: stream_without_a_buffer
// The stream would write into the buffer at the end of the process, when its function has returned.
#include <stdio.h>

void begin(void) {
    char buffer[64];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
}

int main(void) {
    begin();
    puts("text");
    return 0;
}
