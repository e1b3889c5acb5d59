//@ all: safe
//@ domain: -1 0 4 5
//@ twin: effects_size_of_the_message_is_asked
// The rest of a long message is dropped.
#include <assert.h>

long recv(int socket, void *buffer, unsigned long size, int flags);

int main(void)
{
    char text[4];
    long count = recv(0, text, 4, 2);
    assert(count <= 4);
    return 0;
}
