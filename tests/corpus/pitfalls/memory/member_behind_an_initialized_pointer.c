//@ safe
//@ by: explicit bmc
//@ twin: member_behind_an_uninitialized_pointer
// The pointer is written before it is read.
#include <stdlib.h>

struct pair {
    int first, second;
};
struct holder {
    int count;
    struct pair *pair;
};

static struct pair pair;

int main(void) {
    struct holder *holder = malloc(sizeof *holder);
    if (!holder)
        return 0;
    holder->pair = &pair;
    int second = holder->pair->second;
    free(holder);
    return second;
}
