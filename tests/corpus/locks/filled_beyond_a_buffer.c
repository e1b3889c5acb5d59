//@ unknown
//@ twin: filled_beside_the_lock
// The filling begins at the buffer and ends behind the mutex: its length is computed from constants.
#include <pthread.h>
#include <string.h>

static struct connection {
    int file;
    char buffer[20];
    pthread_mutex_t mutex;
} connection = { 1, "", PTHREAD_MUTEX_INITIALIZER };

int main(void)
{
    pthread_mutex_lock(&connection.mutex);
    memset(connection.buffer, 0, sizeof(struct connection) - sizeof connection.file);
    pthread_mutex_lock(&connection.mutex);
    return 0;
}
