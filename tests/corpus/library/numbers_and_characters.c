//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>

int main(void) {
    int n = atoi(" -12x");
    long m = atol("+4");
    long long k = atoll("");
    n = abs(n);
    m = labs(m);
    k = llabs(k);
    n = toupper(97)+tolower(65)+isdigit(48)+isalpha(48)+isspace(32)+isalnum(97)+isupper(65)+islower(65)+isxdigit(70)+ispunct(33)+isprint(32)+isgraph(32)+iscntrl(1)+isblank(9);
    atoi("3");
    assert(0);
    return 0;
}
