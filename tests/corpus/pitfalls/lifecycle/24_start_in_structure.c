//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 24_start_in_structure_of_the_other
// The function and its argument come from a structure.
#include <pthread.h>

int x, y;

void *write(void *p) {
    *(int *)p = 1;
    return 0;
}

struct job {
    void *(*run)(void *);
    void *argument;
} jobs[2] = {{write, &x}, {write, &y}};

int main(void) {
    pthread_t t;
    struct job *job = &jobs[0];
    pthread_create(&t, 0, job->run, job->argument);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
