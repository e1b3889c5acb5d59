//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ args: 1x3
//@ domain: 0 2 45 110
//@ twin: long_option_has_a_value
// A long option whose argument is optional may have none.
#include <assert.h>
#include <getopt.h>

int main(int argc, char **argv) {
    static const struct option options[] = {{"no", optional_argument, 0, 'n'}, {0, 0, 0, 0}};
    int option = getopt_long(argc, argv, "", options, 0);
    assert(option != 'n' || optarg);
    return 0;
}
