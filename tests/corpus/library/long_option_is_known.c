//@ all: safe
//@ by: explicit bmc
//@ args: 1x3
//@ domain: 0 2 45 113
//@ twin: long_option_is_not_known
// A long option has its value, or sets its flag.
#include <assert.h>
#include <getopt.h>

int main(int argc, char **argv) {
    static int flag = 0;
    static const struct option options[] = {{"quick", 0, &flag, 3}, {0, 0, 0, 0}};
    int index = -1;
    getopt_long(argc, argv, "q", options, &index);
    assert(flag == 0 || flag == 3);
    assert(index == -1 || index == 0);
    return 0;
}
