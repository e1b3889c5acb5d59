//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: address_of_four_parts
// Four parts are the most.
#include <assert.h>

struct in_addr {
    unsigned int s_addr;
};
int inet_aton(const char *text, struct in_addr *result);

int main(void) {
    struct in_addr address;
    assert(inet_aton("10.0x10.255.1.1", &address));
    return 0;
}
