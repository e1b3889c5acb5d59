//@ memory: unsafe  others: safe
//@ twin: line_of_a_character_is_cut
// A line may begin with a null character: the index is then the greatest number, and the byte lies in front of the line.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[6];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    line[strlen(line) - 1] = 0;
    return 0;
}
