//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: list_that_ends
// The last cell leads back.
struct cell { struct cell *next; };

struct cell a, b, c;

int main(void) {
    a.next = &b;
    b.next = &c;
    c.next = &b;
    for (struct cell *at = &a; at; at = at->next)
        ;
    return 0;
}
