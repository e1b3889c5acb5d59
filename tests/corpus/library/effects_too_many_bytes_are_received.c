//@ memory: unsafe  others: safe
//@ domain: 5
//@ twin: effects_bytes_are_received
// One byte more than there is room for.
#include <assert.h>

long recv(int socket, void *buffer, unsigned long size, int flags);

int main(void)
{
    char text[4] = "abc";
    long count = recv(0, text, 5, 0);
    assert(count <= 5);
    assert(count > 0 || text[0] == 'a');
    return 0;
}
