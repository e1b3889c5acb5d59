//@ assertions: unknown  data-race: unknown  others: safe
//@ by: explicit bmc
//@ domain: -1 0 1 3
//@ twin: pipe_is_looked_at
// The read waits for the write, of which no model knows.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int files[2];
static int value;

static void *sends(void *argument) {
    char byte = 1;
    value = 1;
    write(files[1], &byte, 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    char byte;
    if (pipe(files) != 0) return 0;
    pthread_create(&thread, 0, sends, 0);
    if (read(files[0], &byte, 1) == 1) assert(value == 1);
    pthread_join(thread, 0);
    return 0;
}
