//@ unsafe
//@ by: explicit
//@ twin: container_of_the_head
// The thread goes back from what contains the head to the head, and to the member behind it.
#include <pthread.h>

struct link { struct link *next; };
struct entry { int value; int *target; struct link link; };
struct list { struct link link; int *other; };

#define ENTRY_OF(pointer) ((struct entry *)((char *)(pointer) - (unsigned long)&((struct entry *)0)->link))

static int shared, own;
static struct list head;
static struct entry first;

static void *follower(void *unused)
{
    struct entry *entry = ENTRY_OF(head.link.next);
    for (; &entry->link != &head.link; entry = ENTRY_OF(entry->link.next))
        *entry->target = 1;
    struct link *back = &entry->link;
    struct list *list = (struct list *)((char *)back - (unsigned long)&((struct list *)0)->link);
    *list->other = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    head.other = &shared;
    head.link.next = &first.link;
    first.target = &own;
    first.link.next = &head.link;
    pthread_create(&thread, 0, follower, 0);
    shared = 2;
    pthread_join(thread, 0);
    return 0;
}
