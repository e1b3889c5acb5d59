//@ memory: unsafe
//@ twin: rest_of_a_text
// A call without a text goes on where a pointer without a value leads: it may be null.
#include <string.h>

int main(void)
{
    char *rest;
    char *word = strtok_r(NULL, " ", &rest);
    return !word || *word != 'b';
}
