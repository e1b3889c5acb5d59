//@ safe
//@ by: explicit bmc
//@ twin: text_with_the_delimiter_is_a_literal
// strsep writes only where it finds a delimiter.
#include <string.h>

int main(void)
{
    char *rest = "abc";
    char *first = strsep(&rest, ",");
    return first[0] != 'a' || rest != 0;
}
