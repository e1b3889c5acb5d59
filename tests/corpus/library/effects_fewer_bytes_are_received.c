//@ assertions: unsafe  others: safe
//@ domain: 0 3
//@ twin: effects_bytes_are_received
// All of them may come.
#include <assert.h>

long recv(int socket, void *buffer, unsigned long size, int flags);

int main(void)
{
    char text[4] = "abc";
    long count = recv(0, text, 3, 0);
    assert(count <= 2);
    assert(count > 0 || text[0] == 'a');
    return 0;
}
