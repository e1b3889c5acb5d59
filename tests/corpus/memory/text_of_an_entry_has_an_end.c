//@ data-race: unsafe  others: safe
//@ by: bmc
//@ unconfirmed: assertions deadlock memory overflow arithmetic locks: two threads and three rounds make too many states
//@ open: assertions deadlock memory overflow arithmetic locks: bmc does not read single bytes of a pointer
//@ twin: text_of_an_entry_has_no_end
// Two threads fill a list of entries. The text of an entry is empty.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char *key;
    struct entry *next;
};

static struct entry *head;

static void put(void)
{
    struct entry *entry = malloc(sizeof *entry);
    entry->key = calloc(1, 2);
    entry->next = head;
    head = entry;
}

static int get(void)
{
    for (struct entry *entry = head; entry; entry = entry->next)
        if (strlen(entry->key) == 1)
            return 1;
    return 0;
}

static void *client(void *unused)
{
    for (int i = 0; i < 3; i++)
        if (!get())
            put();
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, client, 0);
    pthread_create(&other, 0, client, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
