//@ all: safe
//@ by: explicit
//@ twin: variable_arguments_one_missing
// Arguments of several sizes, structures too; a list handed on, copied and read twice; recursion and a thread have their own.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

struct pair {
    int first;
    char second;
};

static int sum_of_list(int count, va_list list) {
    int sum = 0;
    while (count-- > 0)
        sum += va_arg(list, int);
    return sum;
}

static int sum(int count, ...) {
    va_list list, again;
    va_start(list, count);
    va_copy(again, list);
    int first = sum_of_list(count, list);
    int second = 0;
    for (int i = 0; i < count; i++)
        second += va_arg(again, int);
    va_end(again);
    va_end(list);
    assert(first == second);
    return first;
}

static long long mixed(const char *letters, ...) {
    va_list list;
    long long result = 0;
    va_start(list, letters);
    for (; *letters; letters++) {
        va_list *present = &list;
        if (*letters == 'i')
            result = result * 10 + va_arg(list, int);
        else if (*letters == 'q')
            result = result * 10 + va_arg(*present, long long);
        else if (*letters == 'p')
            result = result * 10 + *va_arg(list, int *);
        else {
            struct pair pair = va_arg(list, struct pair);
            result = result * 10 + pair.first + pair.second;
        }
    }
    va_end(list);
    return result;
}

static int depth(int levels, ...) {
    va_list list;
    va_start(list, levels);
    int own = levels > 0 ? va_arg(list, int) : 0;
    int below = levels > 0 ? depth(levels - 1, levels - 1) : 0;
    int after = levels > 1 ? va_arg(list, int) : 0;
    va_end(list);
    return own + below + after;
}

static void *worker(void *number) {
    int own = *(int *)number;
    assert(sum(2, own, own) == 2 * own);
    return 0;
}

int main(void) {
    pthread_t thread;
    int own = 3;
    int four = 4;
    char narrow = 7;
    struct pair pair = {2, 3};
    assert(sum(0) == 0 && sum(3, 1, 2, narrow) == 10);
    assert(mixed("iqpsi", 1, 2LL, &four, pair, 6) == 12456);
    assert(depth(1, 5, 0) == 5);
    pthread_create(&thread, 0, worker, &own);
    pthread_join(thread, 0);
    return 0;
}
