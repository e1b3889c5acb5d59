/*
 * pbzip2-safe of "Reduction for Compositional Verification of Multi-Threaded Programs", in its shape: a compressor that cuts a file into
 * blocks, has two threads compress them, and puts what they made together again in order. A reader fills a queue of limited size, two
 * workers take blocks from it, and main ends when all of them have ended. A mutex protects the queue, and two conditions say that it is not full,
 * or not empty. Blocks that are ready are handed over in a table under a lock of its own.
 *
 * What is asserted: nobody uses a queue that was taken down, the queue never holds more than it has room for nor less than nothing, a worker
 * that was told that there is a block finds one, no block is compressed twice, and at the end all blocks were. With -D BUG main does not wait
 * for the second worker before it takes the queue down: the old mistake of such programs.
 *
 * raddle check --engine bmc -p assertions -D BUG examples/papers/redcomp/compressor.c
 * VERDICT: UNSAFE (assertions)
 */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

#ifndef ROOM
#define ROOM 4
#endif

#define FIRST_BLOCK 1
#define NO_BLOCK 0

/* What can go wrong with a file, as the exit code of the process. */
enum outcome {
    ALL_IS_WELL,
    FILE_IS_EMPTY,
    NOTHING_WAS_WRITTEN,
};

/* The queue: numbers of blocks, from the head to the tail. */
int queue_blocks[ROOM];
int queue_head;
int queue_tail;
int queue_count;
int queue_is_there;
int reader_is_done;
pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t queue_is_not_full = PTHREAD_COND_INITIALIZER;
pthread_cond_t queue_is_not_empty = PTHREAD_COND_INITIALIZER;

/* What was read, taken and made so far. */
int blocks_read;
int blocks_taken;
int blocks_made;
int bytes_made;
pthread_mutex_t output_lock = PTHREAD_MUTEX_INITIALIZER;

/* How the run went, for whoever looks at it later. */
int times_reader_waited;
int times_worker_waited;
int largest_count;

/* The queue. Whoever calls these has its lock. */

void queue_begin(void)
{
    queue_head = 0;
    queue_tail = 0;
    queue_count = 0;
    reader_is_done = 0;
    queue_is_there = 1;
}

void queue_end(void)
{
    queue_is_there = 0;
}

int queue_is_full(void)
{
    assert(queue_is_there);
    return queue_count == ROOM;
}

int queue_is_empty(void)
{
    assert(queue_is_there);
    return queue_count == 0;
}

int next_place(int place)
{
    if (place + 1 == ROOM)
        return 0;
    return place + 1;
}

void queue_put(int block)
{
    assert(queue_is_there);
    assert(queue_count < ROOM);
    if (queue_tail >= 0 && queue_tail < ROOM)
        queue_blocks[queue_tail] = block;
    queue_tail = next_place(queue_tail);
    queue_count++;
    if (queue_count > largest_count)
        largest_count = queue_count;
}

int queue_take(void)
{
    int block = NO_BLOCK;

    assert(queue_is_there);
    assert(queue_count > 0);
    if (queue_head >= 0 && queue_head < ROOM)
        block = queue_blocks[queue_head];
    queue_head = next_place(queue_head);
    queue_count--;
    return block;
}

/* Reading. */

int read_size(void)
{
    int size = __VERIFIER_nondet_int();

    if (size < 0)
        return 0;
    return size;
}

void *reader(void *unused)
{
    int left = read_size();

    while (left > 0) {
        int size = read_size();

        if (size == 0 || size > left)
            size = left;
        left = left - size;

        pthread_mutex_lock(&queue_lock);
        while (queue_is_full()) {
            times_reader_waited++;
            pthread_cond_wait(&queue_is_not_full, &queue_lock);
        }
        queue_put(FIRST_BLOCK + blocks_read);
        blocks_read++;
        pthread_mutex_unlock(&queue_lock);
        pthread_cond_signal(&queue_is_not_empty);
    }

    pthread_mutex_lock(&queue_lock);
    reader_is_done = 1;
    pthread_mutex_unlock(&queue_lock);
    pthread_cond_broadcast(&queue_is_not_empty);
    return 0;
}

/* Compressing: runs of equal bytes become pairs. Nothing of it is seen by others. */

int next_byte(void)
{
    int byte = __VERIFIER_nondet_int();

    return byte & 0xff;
}

int compress(int block)
{
    int made = 0;
    int last = -1;
    int run = 0;
    int left = read_size();

    if (block == NO_BLOCK)
        return 0;
    while (left > 0) {
        int byte = next_byte();

        if (byte == last && run < 255) {
            run++;
        } else {
            if (run > 0)
                made = made + 2;
            last = byte;
            run = 1;
        }
        left--;
    }
    if (run > 0)
        made = made + 2;
    return made;
}

/* Waits for a block. Gives 0 if there will be none any more. */
int wait_for_block(int *block)
{
    int is_there = 0;

    pthread_mutex_lock(&queue_lock);
    while (queue_is_empty() && !reader_is_done) {
        times_worker_waited++;
        pthread_cond_wait(&queue_is_not_empty, &queue_lock);
    }
    if (!queue_is_empty()) {
        *block = queue_take();
        blocks_taken++;
        assert(blocks_taken <= blocks_read);
        is_there = 1;
    }
    pthread_mutex_unlock(&queue_lock);
    if (is_there)
        pthread_cond_signal(&queue_is_not_full);
    return is_there;
}

void hand_over(int made)
{
    pthread_mutex_lock(&output_lock);
    blocks_made++;
    bytes_made = bytes_made + made;
    pthread_mutex_unlock(&output_lock);
}

void work(void)
{
    int block = NO_BLOCK;

    while (wait_for_block(&block)) {
        int made = compress(block);

        hand_over(made);
    }
    /* The other one may sleep: it is to see that nothing comes any more. */
    pthread_cond_broadcast(&queue_is_not_empty);
}

void *first_worker(void *unused)
{
    work();
    return 0;
}

void *second_worker(void *unused)
{
    work();
    return 0;
}

/* The process. */

enum outcome outcome_of_run(void)
{
    if (blocks_read == 0)
        return FILE_IS_EMPTY;
    if (bytes_made == 0)
        return NOTHING_WAS_WRITTEN;
    return ALL_IS_WELL;
}

int main(void)
{
    pthread_t reading, first, second;

    queue_begin();
    pthread_create(&reading, 0, reader, 0);
    pthread_create(&first, 0, first_worker, 0);
    pthread_create(&second, 0, second_worker, 0);

    pthread_join(reading, 0);
    pthread_join(first, 0);
#ifndef BUG
    pthread_join(second, 0);
#endif

    pthread_mutex_lock(&queue_lock);
    assert(queue_count == 0);
    assert(blocks_taken == blocks_read);
    queue_end();
    pthread_mutex_unlock(&queue_lock);
    return outcome_of_run();
}
