//@ assertions: unsafe  others: safe
//@ domain: -1 1 2 3 97 98 122
//@ twin: characters_of_a_set_are_scanned
// The second set has all characters but one.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char name[3], rest[2];
    if (scanf("%2[a-b-]:%1[^a\n]", name, rest) != 2)
        return 1;
    assert(rest[0] != 'z');
    return 0;
}
