//@ all: safe
//@ twin: rest_of_no_text
// The first call stores where the second one goes on.
#include <string.h>

int main(void)
{
    char text[4] = "a b", *rest;
    if (!strtok_r(text, " ", &rest))
        return 1;
    char *word = strtok_r(NULL, " ", &rest);
    return !word || *word != 'b';
}
