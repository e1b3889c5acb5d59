//@ memory: safe
// The last character is cut if there is one.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[6];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t length = strlen(line);
    if (length > 0)
        line[length - 1] = 0;
    return 0;
}
