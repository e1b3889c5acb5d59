//@ unsafe
//@ twin: four_look_before_they_write
//@ by: sequential
// Who writes before it looks may be seen by the one that is seen by all others.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int w, x, y, z, ended, seen_w, seen_x, seen_y, seen_z;

void *first(void *unused)
{
    __VERIFIER_atomic_begin();
    w = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    seen_z = z;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    w = w + 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    ended = ended + 1;
    __VERIFIER_atomic_end();
    return 0;
}

void *second(void *unused)
{
    __VERIFIER_atomic_begin();
    seen_w = w;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    x = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    x = x + 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    ended = ended + 1;
    __VERIFIER_atomic_end();
    return 0;
}

void *third(void *unused)
{
    __VERIFIER_atomic_begin();
    seen_x = x;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    y = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    y = y + 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    ended = ended + 1;
    __VERIFIER_atomic_end();
    return 0;
}

void *fourth(void *unused)
{
    __VERIFIER_atomic_begin();
    seen_y = y;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    z = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    z = z + 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    ended = ended + 1;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t a, b, c, d;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_create(&c, 0, third, 0);
    pthread_create(&d, 0, fourth, 0);
    __VERIFIER_atomic_begin();
    int all = ended == 4;
    __VERIFIER_atomic_end();
    if (all) {
        // Whoever looks first sees nothing of whom it looks at.
        assert(!(seen_w > 0 && seen_x > 0 && seen_y > 0 && seen_z > 0));
    }
    return 0;
}
