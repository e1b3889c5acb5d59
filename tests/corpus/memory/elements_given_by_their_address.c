//@ memory: safe
//@ by: static
//@ twin: elements_left_behind_their_address
// A procedure gets the address of one element of a long array.
struct head {
    struct head *next, *last;
};

static struct head heads[20];

static void start(struct head *head) {
    head->next = head;
    head->last = head;
}

int main(void) {
    for (int i = 0; i < 20; i++)
        start(&heads[i]);
    return 0;
}
