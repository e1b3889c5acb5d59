//@ memory: unsafe
//@ by: explicit bmc
//@ twin: item_by_a_number_beside_the_items
//@ domain: 0 1
// The third item is the number of items: from then on indices are larger.
extern int __VERIFIER_nondet_int(void);

struct box { int items[2]; int count; };

static struct box box;
static int numbers[4];

int main(void) {
    box.count = 1;
    for (int i = 0; i < 3; i++)
        box.items[box.count++] = 7;
    return numbers[box.count];
}
