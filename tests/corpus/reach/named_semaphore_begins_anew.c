//@ assertions: unsafe  others: safe
//@ twin: named_semaphore_keeps_its_value
// A semaphore that was closed begins anew if its name was removed.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>

int main(void) {
    int value;
    sem_t *first = sem_open("/count", O_CREAT, 0600, 3);
    sem_wait(first);
    assert(sem_open("/count", O_CREAT | O_EXCL, 0600, 3) == SEM_FAILED && errno == EEXIST);
    sem_close(first);
    sem_unlink("/count");
    sem_t *again = sem_open("/count", O_CREAT, 0600, 3);
    sem_getvalue(again, &value);
    assert(value == 2);
    return 0;
}
