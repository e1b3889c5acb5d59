//@ safe
//@ by: static
// Two threads fill the halves of an array, by bounds that they get.
#include <pthread.h>

#define SIZE 20

int cells[SIZE];

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
    struct range low = {0, SIZE / 2}, high = {SIZE / 2, SIZE};
    pthread_create(&one, 0, fill, &low);
    pthread_create(&other, 0, fill, &high);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return cells[SIZE - 1];
}
