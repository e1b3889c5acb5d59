//@ all: safe
//@ by: explicit bmc
//@ twin: end_of_no_number
// The call stores where the number ends.
#include <stdlib.h>

int main(void)
{
    char text[4] = "12a", *end;
    long number = strtol(text, &end, 10);
    return number == 12 && *end == 'a';
}
