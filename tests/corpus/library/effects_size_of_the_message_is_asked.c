//@ assertions: unsafe  others: safe
//@ domain: -1 0 4 5
//@ twin: effects_message_is_cut
// The function says how long the message was.
#include <assert.h>

long recv(int socket, void *buffer, unsigned long size, int flags);

int main(void)
{
    char text[4];
    long count = recv(0, text, 4, 2 | 0x20);
    assert(count <= 4);
    return 0;
}
