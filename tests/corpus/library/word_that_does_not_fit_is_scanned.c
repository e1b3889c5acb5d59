//@ memory: unsafe  others: safe
//@ domain: -1 1 2 3 32 97
//@ twin: word_that_fits_is_scanned
// There is no room for the zero.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char word[3];
    int number;
    if (scanf("%3s %d", word, &number) != 2)
        return 1;
    assert(word[0] != ' ');
    return 0;
}
