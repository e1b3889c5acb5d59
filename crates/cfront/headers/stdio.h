#ifndef _STDIO_H
#define _STDIO_H

#include <sys/basictypes.h>
#include <stdarg.h>

typedef struct _IO_FILE FILE;
typedef struct _IO_FILE __FILE;
typedef long off_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef struct {
    long __position;
    unsigned int __state[2];
} fpos_t;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr

#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define L_ctermid 9
#define TMP_MAX 238328
#define P_tmpdir "/tmp"
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

/* Formatted output and input. */
int printf(const char *restrict format, ...) __attribute__((__format__(__printf__, 1, 2)));
int fprintf(FILE *restrict stream, const char *restrict format, ...) __attribute__((__format__(__printf__, 2, 3)));
int sprintf(char *restrict text, const char *restrict format, ...) __attribute__((__format__(__printf__, 2, 3)));
int snprintf(char *restrict text, size_t size, const char *restrict format, ...)
    __attribute__((__format__(__printf__, 3, 4)));
int dprintf(int file, const char *restrict format, ...) __attribute__((__format__(__printf__, 2, 3)));
int asprintf(char **restrict text, const char *restrict format, ...) __attribute__((__format__(__printf__, 2, 3)));
int vprintf(const char *restrict format, va_list arguments);
int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments);
int vsprintf(char *restrict text, const char *restrict format, va_list arguments);
int vsnprintf(char *restrict text, size_t size, const char *restrict format, va_list arguments);
int vdprintf(int file, const char *restrict format, va_list arguments);
int vasprintf(char **restrict text, const char *restrict format, va_list arguments);
int scanf(const char *restrict format, ...) __attribute__((__format__(__scanf__, 1, 2)));
int fscanf(FILE *restrict stream, const char *restrict format, ...) __attribute__((__format__(__scanf__, 2, 3)));
int sscanf(const char *restrict text, const char *restrict format, ...) __attribute__((__format__(__scanf__, 2, 3)));
int vscanf(const char *restrict format, va_list arguments);
int vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments);
int vsscanf(const char *restrict text, const char *restrict format, va_list arguments);

/* Characters and lines. */
int fgetc(FILE *stream);
int getc(FILE *stream);
int getchar(void);
int fputc(int character, FILE *stream);
int putc(int character, FILE *stream);
int putchar(int character);
int ungetc(int character, FILE *stream);
int getc_unlocked(FILE *stream);
int getchar_unlocked(void);
int putc_unlocked(int character, FILE *stream);
int putchar_unlocked(int character);
int fgetc_unlocked(FILE *stream);
int fputc_unlocked(int character, FILE *stream);
char *fgets(char *restrict text, int size, FILE *restrict stream);
char *gets(char *text);
int fputs(const char *restrict text, FILE *restrict stream);
int puts(const char *text);
ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream);
ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream);

/* Files. */
FILE *fopen(const char *restrict path, const char *restrict mode);
FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream);
FILE *fdopen(int file, const char *mode);
FILE *fmemopen(void *buffer, size_t size, const char *mode);
FILE *open_memstream(char **buffer, size_t *size);
FILE *popen(const char *command, const char *mode);
FILE *tmpfile(void);
int fclose(FILE *stream);
int pclose(FILE *stream);
int fflush(FILE *stream);
int fileno(FILE *stream);
size_t fread(void *restrict buffer, size_t size, size_t count, FILE *restrict stream);
size_t fwrite(const void *restrict buffer, size_t size, size_t count, FILE *restrict stream);
int fseek(FILE *stream, long offset, int origin);
int fseeko(FILE *stream, off_t offset, int origin);
long ftell(FILE *stream);
off_t ftello(FILE *stream);
void rewind(FILE *stream);
int fgetpos(FILE *restrict stream, fpos_t *restrict position);
int fsetpos(FILE *stream, const fpos_t *position);
int feof(FILE *stream);
int ferror(FILE *stream);
void clearerr(FILE *stream);
void setbuf(FILE *restrict stream, char *restrict buffer);
void setbuffer(FILE *stream, char *buffer, size_t size);
void setlinebuf(FILE *stream);
int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size);
void flockfile(FILE *stream);
int ftrylockfile(FILE *stream);
void funlockfile(FILE *stream);
int remove(const char *path);
int rename(const char *from, const char *to);
char *tmpnam(char *text);
char *tempnam(const char *folder, const char *prefix);
char *ctermid(char *text);
void perror(const char *text);

int renameat(int oldfd, const char *old, int newfd, const char *new);

#ifdef _GNU_SOURCE
size_t fread_unlocked(void *ptr, size_t size, size_t n, FILE *stream);
int getw(FILE *stream);
int putw(int w, FILE *stream);
int renameat2(int oldfd, const char *old, int newfd, const char *new, unsigned int flags);
#endif

#endif
