//@ memory: unsafe  others: safe
//@ domain: -1 97 1
//@ twin: word_that_fits_is_scanned
// Nothing limits the word.
#include <stdio.h>

int main(void)
{
    char word[3];
    return scanf("%s", word) == 1 && word[0] == 0;
}
