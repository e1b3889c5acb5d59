//@ all: safe
//@ by: explicit
//@ twin: literal_behind_its_condition
// A compound literal in the condition of a loop or an `if` lives as long as this statement, and is one object in all rounds.
#include <assert.h>

struct item {
    int number;
};

int main(void) {
    struct item *item, *before = 0;
    int round = 0;
    while ((item = &(struct item){round})->number < 3) {
        assert(before == 0 || before == item);
        before = item;
        round++;
    }
    if ((item = &(struct item){7})->number == 7) {
        assert(item->number == 7);
    }
    return 0;
}
