#ifndef _STDLIB_H
#define _STDLIB_H

#include <sys/basictypes.h>
#include <sys/types.h>
#include <alloca.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 6

typedef struct {
    int quot;
    int rem;
} div_t;
typedef struct {
    long quot;
    long rem;
} ldiv_t;
typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

/* Memory. */
void *malloc(size_t size) __attribute__((__malloc__));
void *calloc(size_t count, size_t size) __attribute__((__malloc__));
void *realloc(void *old, size_t size);
void *reallocarray(void *old, size_t count, size_t size);
void free(void *pointer);
void *aligned_alloc(size_t alignment, size_t size);
int posix_memalign(void **result, size_t alignment, size_t size);
void *valloc(size_t size);

/* The end of the process, and its surroundings. */
void abort(void) __attribute__((__noreturn__));
void exit(int status) __attribute__((__noreturn__));
void _Exit(int status) __attribute__((__noreturn__));
void quick_exit(int status) __attribute__((__noreturn__));
int atexit(void (*function)(void));
int at_quick_exit(void (*function)(void));
int on_exit(void (*function)(int status, void *argument), void *argument);
char *getenv(const char *name);
char *secure_getenv(const char *name);
int putenv(char *assignment);
int setenv(const char *name, const char *value, int replace);
int unsetenv(const char *name);
int clearenv(void);
int system(const char *command);

/* Numbers. */
int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);
double atof(const char *text);
long strtol(const char *restrict text, char **restrict end, int base);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
long long strtoll(const char *restrict text, char **restrict end, int base);
unsigned long long strtoull(const char *restrict text, char **restrict end, int base);
double strtod(const char *restrict text, char **restrict end);
float strtof(const char *restrict text, char **restrict end);
long double strtold(const char *restrict text, char **restrict end);
int abs(int value);
long labs(long value);
long long llabs(long long value);
div_t div(int numerator, int denominator);
ldiv_t ldiv(long numerator, long denominator);
lldiv_t lldiv(long long numerator, long long denominator);
int rand(void);
void srand(unsigned int seed);
int rand_r(unsigned int *seed);
long random(void);
void srandom(unsigned int seed);
char *initstate(unsigned int seed, char *state, size_t size);
char *setstate(char *state);
double drand48(void);
double erand48(unsigned short state[3]);
long lrand48(void);
long nrand48(unsigned short state[3]);
long mrand48(void);
long jrand48(unsigned short state[3]);
void srand48(long seed);

/* Searching and sorting. */
void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *));
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));

/* Characters of several bytes. */
int mblen(const char *text, size_t size);
int mbtowc(wchar_t *restrict result, const char *restrict text, size_t size);
int wctomb(char *text, wchar_t character);
size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t count);
size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t size);

/* Files. */
int mkstemp(char *pattern);
char *mkdtemp(char *pattern);
char *mktemp(char *pattern);
char *realpath(const char *restrict path, char *restrict resolved);
int getloadavg(double averages[], int count);

int grantpt(int fd);
int posix_openpt(int oflag);
char *ptsname(int fd);
int unlockpt(int fd);

#ifdef _GNU_SOURCE
void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *argument);
long int a64l(const char *s);
char *ecvt(double value, int ndigit, int *decpt, int *sign);
char *fcvt(double value, int ndigit, int *decpt, int *sign);
char *l64a(long int n);
void lcong48(unsigned short int param[7]);
int mkostemp(char *template, int flags);
int ptsname_r(int fd, char *buf, size_t buflen);
int rpmatch(const char *response);
unsigned short int *seed48(unsigned short int seed16v[3]);
#endif

#endif
