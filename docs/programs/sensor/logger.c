/* A thread takes samples from a device, whose driver is not part of the program. */
#include <assert.h>
#include <pthread.h>

int sensor_read(int channel);
void sensor_describe(char *text, int size);

static int last;

static void *sample(void *unused)
{
    last = sensor_read(3);
    return unused;
}

int main(void)
{
    char name[8];
    pthread_t sampler;
    pthread_create(&sampler, 0, sample, 0);
    sensor_describe(name, sizeof name);
    pthread_join(sampler, 0);
    assert(last >= 0 && last <= 100);
    return 0;
}
