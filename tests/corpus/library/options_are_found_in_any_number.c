//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ args: 1x3
//@ domain: 0 2 45 97 98 120
//@ twin: options_are_found
// One argument may have several options.
#include <assert.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int option, count = 0;
    while ((option = getopt(argc, argv, "ab:")) != -1)
        count++;
    assert(count < 2);
    assert(optind >= 1 && optind <= argc);
    return 0;
}
