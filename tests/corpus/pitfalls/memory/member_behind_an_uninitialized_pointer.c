//@ memory: unsafe
//@ by: bmc
//@ twin: member_behind_an_initialized_pointer
// A member that is not the first one: only a pointer that is null itself is a member through null.
#include <stdlib.h>

struct pair {
    int first, second;
};
struct holder {
    int count;
    struct pair *pair;
};

int main(void) {
    struct holder *holder = malloc(sizeof *holder);
    if (!holder)
        return 0;
    int second = holder->pair->second;
    free(holder);
    return second;
}
