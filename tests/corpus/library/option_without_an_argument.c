//@ memory: unsafe  others: safe
//@ by: explicit bmc
//@ twin: option_with_an_argument
// The option `v` takes no argument: there is none to look at.
#include <assert.h>
#include <unistd.h>

int main(void) {
    char *arguments[] = {"name", "-vo", "file", 0};
    int option, is_loud = 0;
    assert(optind == 1);
    while ((option = getopt(3, arguments, "o:v")) != -1) {
        switch (option) {
        case 'o':
            is_loud += optarg[0] == 'f';
            break;
        case 'v':
            is_loud += optarg[0] != 'f';
            break;
        default:
            assert(0);
        }
    }
    assert(is_loud == 2);
    assert(optind == 3);
    return 0;
}
