//@ unsafe
//@ by: explicit bmc
//@ twin: taken_back_from_a_creation_that_failed
// The creator looks at the connection if the creation has not failed.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct connection {
    int descriptor;
};

static void *serve(void *argument)
{
    struct connection *connection = argument;
    connection->descriptor++;
    return 0;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        struct connection *connection = malloc(sizeof *connection);
        pthread_t id;
        if (!connection)
            continue;
        connection->descriptor = i;
        int failure = pthread_create(&id, 0, serve, connection);
        if (!failure) {
            close(connection->descriptor);
            continue;
        }
        free(connection);
    }
    return 0;
}
