//@ safe
//@ by: static
//@ twin: taken_back_from_a_creation_that_succeeded
// A server gives each connection to a thread. If there is no memory, it goes on; if no thread can be created, it still has the connection.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct connection {
    int descriptor;
    char peer[16];
};

static void *serve(void *argument)
{
    struct connection *connection = argument;
    close(connection->descriptor);
    free(connection);
    return 0;
}

int main(void)
{
    for (;;) {
        struct connection *connection = malloc(sizeof *connection);
        pthread_t id;
        if (!connection)
            continue;
        connection->descriptor = dup(0);
        if (connection->descriptor == -1 || read(0, connection->peer, sizeof connection->peer) < 0) {
            free(connection);
            continue;
        }
        int failure = pthread_create(&id, 0, serve, connection);
        if (failure) {
            close(connection->descriptor);
            free(connection);
            continue;
        }
        pthread_detach(id);
    }
}
