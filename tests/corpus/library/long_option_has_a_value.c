//@ all: safe
//@ by: explicit bmc
//@ args: 1x3
//@ domain: 0 2 45 110
//@ twin: long_option_needs_no_value
// A long option that asks for an argument has one: behind the equals sign or in the next argument.
#include <assert.h>
#include <getopt.h>

int main(int argc, char **argv) {
    static const struct option options[] = {{"no", required_argument, 0, 'n'}, {0, 0, 0, 0}};
    int option = getopt_long(argc, argv, "", options, 0);
    assert(option != 'n' || optarg);
    return 0;
}
