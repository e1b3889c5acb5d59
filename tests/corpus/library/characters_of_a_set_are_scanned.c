//@ all: safe
//@ domain: -1 1 2 3 97 98 122
//@ twin: characters_outside_of_a_set_are_scanned
// The set has small letters only, and a minus.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char name[3], rest[2];
    if (scanf("%2[a-b-]:%1[^a\n]", name, rest) != 2)
        return 1;
    assert(name[0] == 'a' || name[0] == 'b' || name[0] == '-');
    assert(rest[0] != 'a' && rest[0] != '\n' && rest[1] == 0);
    return 0;
}
