//@ all: safe
//@ by: explicit
//@ twin: array_of_a_result_behind_its_expression
// The array in what a function returns lives until the full expression ends (C11 6.2.4p8).
#include <assert.h>

struct text {
    char characters[4];
};

static struct text made(void) {
    struct text text = {"abc"};
    return text;
}

static int second(const char *characters) {
    return characters[1];
}

int main(void) {
    char found = made().characters[2];
    assert(found == 'c');
    assert(second(made().characters) == 'b');
    const struct text *kept = &(struct text){.characters[1] = made().characters[1]};
    return second(kept->characters) - 'b';
}
