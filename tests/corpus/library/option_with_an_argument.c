//@ all: safe
//@ by: explicit
//@ domain: -1 0 1 2 3 63 111 118
//@ twin: option_without_an_argument
// An option that takes an argument has one; the option `v` takes none. What is left begins at `optind`.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char *arguments[] = {"name", "-vo", "file", 0};
    int option, is_loud = 0;
    assert(optind == 1);
    option = getopt(3, arguments, "o:v");
    switch (option) {
    case 'o':
        is_loud = optarg[0];
        break;
    case 'v':
        is_loud = 1;
        assert(!optarg);
        break;
    default:
        assert(option == -1 || option == '?');
    }
    assert(optind >= 1 && optind <= 3);
    optind = 3;
    assert(getopt(3, arguments, "o:v") == -1);
    return is_loud;
}
