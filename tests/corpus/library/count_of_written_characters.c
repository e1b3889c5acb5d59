//@ all: safe
//@ twin: wrong_count_of_written_characters
/* `%n` counts the characters in front of it. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char text[16];
    int at = -1, number = 42;
    snprintf(text, sizeof text, "%d:%n%s", number, &at, "rest");
    assert(at == 3);
    assert(text[at] == 'r');
    return 0;
}
