//@ all: safe
//@ by: explicit
//@ twin: the_last_reference_frees_relaxed
// Reference counting: the decrement that frees is ordered behind all others.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int count;
    int value;
};

void put(struct object *object) {
    if (atomic_fetch_sub_explicit(&object->count, 1, memory_order_acq_rel) == 1)
        free(object);
}

void *user(void *argument) {
    struct object *object = argument;
    int value = object->value;
    put(object);
    return value ? 0 : argument;
}

int main(void) {
    pthread_t t;
    struct object *object = malloc(sizeof *object);
    atomic_init(&object->count, 2);
    object->value = 1;
    pthread_create(&t, 0, user, object);
    put(object);
    pthread_join(t, 0);
    return 0;
}
