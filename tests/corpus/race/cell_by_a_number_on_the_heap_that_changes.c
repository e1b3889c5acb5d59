//@ unsafe
//@ by: explicit
//@ twin: cell_by_a_number_on_the_heap
// The number of the first thread's cell changes when the thread may have looked at it or not.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int cells[3];

struct job {
    atomic_int number;
};

void *work(void *given) {
    struct job *job = given;
    cells[job->number] = 1;
    return 0;
}

int main(void) {
    pthread_t one, other;
    struct job *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    if (!first || !second)
        exit(1);
    first->number = 0;
    second->number = 1;
    pthread_create(&one, 0, work, first);
    pthread_create(&other, 0, work, second);
    first->number = 1;
    pthread_join(one, 0);
    pthread_join(other, 0);
    return cells[0];
}
