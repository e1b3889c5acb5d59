//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: list_that_comes_round
// A list of three cells.
struct cell { struct cell *next; };

struct cell a, b, c;

int main(void) {
    a.next = &b;
    b.next = &c;
    c.next = 0;
    for (struct cell *at = &a; at; at = at->next)
        ;
    return 0;
}
