//@ unsafe
//@ by: explicit
//@ twin: halves
// Both threads get the same bounds, which main changes between the creations.
#include <pthread.h>

int cells[8];

struct range {
    int first;
    int end;
};

void *fill(void *given) {
    struct range *range = given;
    for (int i = range->first; i < range->end; i++)
        cells[i] = i;
    return 0;
}

int main(void) {
    pthread_t one, other;
    struct range both = {0, 4};
    pthread_create(&one, 0, fill, &both);
    both.first = 4;
    both.end = 8;
    pthread_create(&other, 0, fill, &both);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return cells[7];
}
