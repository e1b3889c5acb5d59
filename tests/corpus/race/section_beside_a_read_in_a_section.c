//@ data-race: safe
//@ by: explicit bmc static
//@ twin: section_beside_an_unused_read
// The read is in an atomic section, too.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int number;

void *look(void *argument)
{
    __VERIFIER_atomic_begin();
    number;
    __VERIFIER_atomic_end();
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
