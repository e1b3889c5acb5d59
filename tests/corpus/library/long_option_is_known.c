//@ all: safe
//@ by: explicit bmc
//@ domain: -1 0 1 2
//@ twin: long_option_is_not_known
// A long option has its value, or sets its flag.
#include <assert.h>
#include <getopt.h>

int main(void) {
    char *arguments[] = {"name", "--quick", 0};
    static int flag = 0;
    static const struct option options[] = {{"quick", 0, &flag, 3}, {0, 0, 0, 0}};
    int index = -1;
    getopt_long(2, arguments, "q", options, &index);
    assert(flag == 0 || flag == 3);
    assert(index == -1 || index == 0);
    return 0;
}
