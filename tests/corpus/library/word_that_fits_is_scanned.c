//@ all: safe
//@ domain: -1 1 2 3 32 97
//@ twin: word_that_does_not_fit_is_scanned
// The word has at most two characters and a zero.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char word[3];
    int number;
    if (scanf("%2s %d", word, &number) != 2)
        return 1;
    assert(strlen(word) <= 2 && word[0] != ' ');
    return 0;
}
