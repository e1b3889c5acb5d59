//@ all: safe
//@ by: explicit bmc
//@ args: 1x3
//@ domain: 0 2 45 97 98 120
//@ twin: options_are_found_in_any_number
// getopt: an option that takes an argument has one, and the arguments from optind on are the operands.
#include <assert.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int option, count = 0;
    char *value = 0;
    while ((option = getopt(argc, argv, "ab:")) != -1) {
        assert(option == 'a' || option == 'b' || option == '?');
        if (option == 'b') {
            value = optarg;
            assert(value);
        }
        count++;
    }
    assert(optind >= 1 && optind <= argc);
    assert(argc > 1 || count == 0);
    for (; optind < argc; optind++)
        assert(argv[optind]);
    return 0;
}
