//@ all: safe
//@ domain: -1 3 97
//@ twin: file_has_a_name_of_any_letters
// The characters in the place of the last six are letters and digits.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char name[] = "XXXXXX";
    if (mkstemp(name) >= 0)
        assert(name[0] != ':');
    return 0;
}
