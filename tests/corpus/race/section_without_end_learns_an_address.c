//@ data-race: unsafe  others: safe
//@ by: explicit bmc
//@ twin: section_without_end_learns_an_address_of_its_own
// The address comes after the other access to what is there, and before the section: two accesses race with a third thread's in between.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

char x, y;
char *where;

void *writer(void *unused) {
    x = 1;
    return unused;
}

void *teller(void *unused) {
    __VERIFIER_atomic_begin();
    where = &x;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void) {
    pthread_create(0, 0, writer, 0);
    pthread_create(0, 0, teller, 0);
    __VERIFIER_atomic_begin();
    if (where)
        return *where;
    return 0;
}
