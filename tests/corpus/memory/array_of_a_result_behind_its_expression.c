//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: array_of_a_result_in_its_expression
// The array ends with the full expression, here the initializer.
struct text {
    char characters[4];
};

static struct text made(void) {
    struct text text = {"abc"};
    return text;
}

int main(void) {
    const char *characters = made().characters;
    return characters[1];
}
