//@ all: safe
//@ by: explicit
//@ twin: address_of_five_parts
// An address as a text, as bytes, and as a text again.
#include <assert.h>
#include <string.h>

struct in_addr {
    unsigned int s_addr;
};
int inet_aton(const char *text, struct in_addr *result);
const char *inet_ntop(int family, const void *address, char *buffer, unsigned int size);

int main(void) {
    struct in_addr address;
    char text[16];
    assert(inet_aton("10.0x10.255.1", &address));
    assert(inet_ntop(2, &address, text, sizeof text));
    assert(strcmp(text, "10.16.255.1") == 0);
    return 0;
}
