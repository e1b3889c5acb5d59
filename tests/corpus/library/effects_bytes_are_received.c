//@ all: safe
//@ twin: effects_fewer_bytes_are_received
// So many bytes at most, and none after a failure.
#include <assert.h>

long recv(int socket, void *buffer, unsigned long size, int flags);

int main(void)
{
    char text[4] = "abc";
    long count = recv(0, text, 3, 0);
    assert(count <= 3);
    assert(count > 0 || text[0] == 'a');
    return 0;
}
