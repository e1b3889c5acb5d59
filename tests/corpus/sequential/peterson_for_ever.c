//@ safe
//@ twin: peterson_waits_for_itself
//@ by: sequential
// Peterson's algorithm, used for ever.
#include <assert.h>
#include <pthread.h>
int flag0, flag1, turn, inside;

void *first(void *argument) {
    while (1) {
        flag0 = 1;
        turn = 1;
        while (flag1 && turn == 1) {
        }
        inside++;
        assert(inside == 1);
        inside--;
        flag0 = 0;
    }
}

void *second(void *argument) {
    while (1) {
        flag1 = 1;
        turn = 0;
        while (flag0 && turn == 0) {
        }
        inside++;
        assert(inside == 1);
        inside--;
        flag1 = 0;
    }
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
