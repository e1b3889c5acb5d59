//@ data-race: unsafe
//@ by: explicit bmc
//@ twin: section_beside_a_read_in_a_section
// A write in an atomic section and a plain read, whose value is not used, commute. They race all the same.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int number;

void *look(void *argument)
{
    number;
    return 0;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, look, 0);
    __VERIFIER_atomic_begin();
    number = 0;
    __VERIFIER_atomic_end();
    return 0;
}
