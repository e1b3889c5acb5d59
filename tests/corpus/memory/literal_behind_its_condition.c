//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: literal_in_a_condition
// The compound literal ends with the loop.
struct item {
    int number;
};

int main(void) {
    struct item *item;
    int round = 0;
    while ((item = &(struct item){round})->number < 3) {
        round++;
    }
    return item->number;
}
