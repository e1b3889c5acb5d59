//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_container_of_member
// The link of the other item.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct link {
    struct link *next;
};
struct item {
    int value;
    struct link link;
} one, two;
struct link *list = &two.link;

struct item *item_of(struct link *link) {
    return (struct item *)((char *)link - offsetof(struct item, link));
}

void *first(void *unused) {
    item_of(list)->value = 1;
    return unused;
}

void *second(void *unused) {
    one.value = 2;
    assert(one.value == 2);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
