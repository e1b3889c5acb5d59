//@ safe
//@ by: static
//@ twin: container_of_the_head_and_back
// The thread follows a list whose head lies in no entry. What contains the head is in front of it, and the loop ends there.
#include <pthread.h>

struct link { struct link *next; };
struct entry { int value; int *target; struct link link; };

#define ENTRY_OF(pointer) ((struct entry *)((char *)(pointer) - (unsigned long)&((struct entry *)0)->link))

static int shared, own;
static struct { struct link link; int *other; } head;
static struct entry first;

static void *follower(void *unused)
{
    struct entry *entry = ENTRY_OF(head.link.next);
    for (; &entry->link != &head.link; entry = ENTRY_OF(entry->link.next))
        *entry->target = 1;
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
