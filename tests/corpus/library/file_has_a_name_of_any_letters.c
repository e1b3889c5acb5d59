//@ assertions: unsafe  others: safe
//@ domain: -1 3 97
//@ twin: file_has_a_name_of_letters_and_digits
// It may be this letter.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char name[] = "XXXXXX";
    if (mkstemp(name) >= 0)
        assert(name[0] != 'a');
    return 0;
}
