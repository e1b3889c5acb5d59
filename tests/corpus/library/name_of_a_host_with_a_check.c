//@ all: safe
//@ domain: -2 -1 0 1
//@ twin: name_of_a_host_without_a_check
// The name is used if there is one.
#include <stdio.h>

int getnameinfo(const void *address, unsigned length, char *host, unsigned host_length, char *service, unsigned service_length,
                int flags);

int main(void)
{
    char address[2] = {2};
    char name[2];
    int code = getnameinfo(address, sizeof address, name, sizeof name, 0, 0, 8);
    if (code == 0)
        puts(name);
    return 0;
}
