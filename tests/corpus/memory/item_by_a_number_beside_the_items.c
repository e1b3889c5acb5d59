//@ memory: safe
//@ by: static
//@ twin: item_by_a_number_that_an_item_overwrites
//@ domain: 0 1
// The number of items is tested before an item is stored.
extern int __VERIFIER_nondet_int(void);

struct box { int items[2]; int count; };

static struct box box;
static int numbers[4];

int main(void) {
    box.count = 1;
    for (int i = 0; i < 3; i++)
        if (box.count < 2)
            box.items[box.count++] = 7;
    return numbers[box.count];
}
