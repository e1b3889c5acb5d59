//@ all: safe
//@ domain: 0 1 2 3 4 5 6 7 8
//@ twin: effects_array_is_too_short
// The number of bytes is a product of a parameter and the size of an element.
#include <sys/types.h>

int setgroups(size_t size, const gid_t *groups);

int main(void)
{
    gid_t groups[2] = {1, 2};
    return setgroups(2, groups) == 1;
}
