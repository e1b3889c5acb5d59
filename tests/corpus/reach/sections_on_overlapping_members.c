//@ assertions: unsafe
//@ by: explicit
//@ twin: counted_by_many_under_a_lock
// Two sections that count in members that overlap do not commute: the carry of one changes the other.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
union {
    unsigned word;
    unsigned char bytes[4];
} both = {0xff};

void *count(void *argument)
{
    pthread_mutex_lock(&lock);
    both.word += 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *count_second_byte(void *argument)
{
    pthread_mutex_lock(&lock);
    both.bytes[1] += 255;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, count, 0);
    pthread_create(&other, 0, count_second_byte, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(both.word != 0x10000);
    return 0;
}
