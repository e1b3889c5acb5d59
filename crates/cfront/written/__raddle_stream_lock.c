/* Locks of streams. The object of a stream is a byte that all its uses read (see `crate::streams`), one that they write, and a recursive mutex. */
extern struct _IO_FILE *stdin;
extern struct _IO_FILE *stdout;
extern struct _IO_FILE *stderr;
void __raddle_flush_of_all_streams_beside_locked_ones(void);

static void *__raddle_lock_of_stream(void *stream)
{
    return (char *)stream + sizeof(void *);
}

void flockfile(struct _IO_FILE *stream)
{
    __builtin_pthread_mutex_lock(__raddle_lock_of_stream(stream));
}

int ftrylockfile(struct _IO_FILE *stream)
{
    return __builtin_pthread_mutex_trylock(__raddle_lock_of_stream(stream));
}

void funlockfile(struct _IO_FILE *stream)
{
    __builtin_pthread_mutex_unlock(__raddle_lock_of_stream(stream));
}

/* A function that leaves the lock to its caller. */
struct _IO_FILE *__raddle_use_stream(struct _IO_FILE *stream)
{
    ((char *)stream)[1] = 1;
    return stream;
}

/* A function that locks the stream. */
struct _IO_FILE *__raddle_take_stream(struct _IO_FILE *stream)
{
    flockfile(stream);
    return __raddle_use_stream(stream);
}

/* `fflush`, which locks all streams if it gets none. */
struct _IO_FILE *__raddle_take_some_stream(struct _IO_FILE *stream)
{
    if (!stream) {
        __raddle_flush_of_all_streams_beside_locked_ones();
        return stream;
    }
    return __raddle_take_stream(stream);
}

/* `fclose`: what other threads do with the stream comes before. */
struct _IO_FILE *__raddle_last_use_of_stream(struct _IO_FILE *stream)
{
    __raddle_take_stream(stream);
    funlockfile(stream);
    return stream;
}

void __raddle_give_stream_back(struct _IO_FILE *stream)
{
    if (stream)
        funlockfile(stream);
}

/* A stream that was opened. */
struct _IO_FILE *__raddle_new_stream(struct _IO_FILE *stream)
{
    unsigned int kind;
    if (stream) {
        __builtin_pthread_mutexattr_init(&kind);
        __builtin_pthread_mutexattr_settype(&kind, 1);
        __builtin_pthread_mutex_init(__raddle_lock_of_stream(stream), &kind);
    }
    return stream;
}

struct _IO_FILE *__raddle_standard_stream(int number)
{
    return number == 0 ? stdin : number == 1 ? stdout : stderr;
}
