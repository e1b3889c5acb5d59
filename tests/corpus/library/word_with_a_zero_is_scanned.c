//@ assertions: unsafe  others: safe
//@ domain: -1 0 1 2 97
//@ twin: word_that_fits_is_scanned
// A zero is no white space: a word may begin with it.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char word[3];
    if (scanf("%2s", word) != 1)
        return 1;
    assert(strlen(word) > 0);
    return 0;
}
