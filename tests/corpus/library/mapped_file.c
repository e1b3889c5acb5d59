//@ all: safe
//@ domain: 0 101
//@ twin: mapping_written_to_without_the_right
/* A file is read through a mapping without the right to write, and unmapped. */
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static char *text;
static int letters;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *argument)
{
    (void)argument;
    int seen = 0;
    if (text[0] == 'e')
        seen++;
    pthread_mutex_lock(&lock);
    letters += seen;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    int file = open("input.txt", O_RDONLY);
    if (file < 0)
        return 1;
    text = mmap(NULL, 4, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (text == MAP_FAILED)
        return 1;
    pthread_t one, other;
    pthread_create(&one, 0, count, 0);
    pthread_create(&other, 0, count, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    munmap(text, 4);
    return letters;
}
