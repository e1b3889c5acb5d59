//@ assertions: unsafe  others: safe
//@ twin: count_of_written_characters
/* `%n` counts the characters in front of it, which are three. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char text[16];
    int at = -1, number = 42;
    snprintf(text, sizeof text, "%d:%n%s", number, &at, "rest");
    assert(at == 4);
    assert(text[at] == 'r');
    return 0;
}
