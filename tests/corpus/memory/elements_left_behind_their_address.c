//@ memory: unsafe
//@ by: explicit
//@ twin: elements_given_by_their_address
// A procedure writes behind the element of which it gets the address.
struct head {
    struct head *next, *last;
};

static struct head heads[20];

static void start(struct head *head) {
    head->next = head;
    head[1].last = head;
}

int main(void) {
    for (int i = 0; i < 20; i++)
        start(&heads[i]);
    return 0;
}
