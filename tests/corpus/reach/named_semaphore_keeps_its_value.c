//@ all: safe
//@ twin: named_semaphore_begins_anew
// A semaphore that was closed has its value when its name is opened again.
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
    sem_t *again = sem_open("/count", O_CREAT, 0600, 3);
    sem_getvalue(again, &value);
    assert(value == 2);
    return 0;
}
