//@ all: safe
//@ by: explicit
//@ twin: literal_reached_again_in_a_new_block
// Two compound literals of one block, each evaluated twice, are one object each (C11 6.5.2.5p15).
#include <assert.h>

struct pair {
    int first, second;
};

int main(void) {
    struct pair *pair = 0, *before;
    int *numbers = 0, *numbers_before, round = 0;
again:
    before = pair;
    numbers_before = numbers;
    pair = &(struct pair){round, 2};
    numbers = (int[]){round, 3};
    round++;
    if (round < 2) {
        goto again;
    }
    assert(pair == before && before->first == 1);
    assert(numbers == numbers_before && numbers_before[0] == 1);
    return 0;
}
