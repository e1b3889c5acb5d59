//@ unsafe
//@ by: explicit bmc
//@ twin: text_without_the_delimiter_is_a_literal
// strsep writes where it finds a delimiter, here into a literal.
#include <string.h>

int main(void)
{
    char *rest = "a,c";
    char *first = strsep(&rest, ",");
    return first[0] != 'a' || rest != 0;
}
