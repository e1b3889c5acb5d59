#ifndef _WCHAR_H
#define _WCHAR_H

#include <sys/basictypes.h>
#include <stdarg.h>

typedef __WINT_TYPE__ wint_t;
typedef struct {
    int __count;
    unsigned int __value;
} mbstate_t;
typedef struct _IO_FILE FILE;
struct tm;

#define WEOF (0xffffffffu)
#ifndef WCHAR_MAX
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
#endif

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count);
wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count);
wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t count);
int wcscmp(const wchar_t *first, const wchar_t *second);
int wcsncmp(const wchar_t *first, const wchar_t *second, size_t count);
int wcscasecmp(const wchar_t *first, const wchar_t *second);
int wcsncasecmp(const wchar_t *first, const wchar_t *second, size_t count);
int wcscoll(const wchar_t *first, const wchar_t *second);
size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t count);
wchar_t *wcschr(const wchar_t *text, wchar_t character);
wchar_t *wcschrnul(const wchar_t *text, wchar_t character);
wchar_t *wcsrchr(const wchar_t *text, wchar_t character);
size_t wcscspn(const wchar_t *text, const wchar_t *rejected);
size_t wcsspn(const wchar_t *text, const wchar_t *accepted);
wchar_t *wcspbrk(const wchar_t *text, const wchar_t *accepted);
wchar_t *wcsstr(const wchar_t *text, const wchar_t *wanted);
wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict separators, wchar_t **restrict state);
wchar_t *wcsdup(const wchar_t *text);
size_t wcslen(const wchar_t *text);
size_t wcsnlen(const wchar_t *text, size_t count);
wchar_t *wmemchr(const wchar_t *memory, wchar_t character, size_t count);
int wmemcmp(const wchar_t *first, const wchar_t *second, size_t count);
wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count);
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count);
wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count);
wchar_t *wmemset(wchar_t *memory, wchar_t character, size_t count);
wint_t btowc(int character);
int wctob(wint_t character);
int mbsinit(const mbstate_t *state);
size_t mbrtowc(wchar_t *restrict result, const char *restrict text, size_t size, mbstate_t *restrict state);
size_t wcrtomb(char *restrict text, wchar_t character, mbstate_t *restrict state);
size_t mbrlen(const char *restrict text, size_t size, mbstate_t *restrict state);
size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t count, mbstate_t *restrict state);
size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t size, mbstate_t *restrict state);
long wcstol(const wchar_t *restrict text, wchar_t **restrict end, int base);
unsigned long wcstoul(const wchar_t *restrict text, wchar_t **restrict end, int base);
long long wcstoll(const wchar_t *restrict text, wchar_t **restrict end, int base);
unsigned long long wcstoull(const wchar_t *restrict text, wchar_t **restrict end, int base);
double wcstod(const wchar_t *restrict text, wchar_t **restrict end);
int wprintf(const wchar_t *restrict format, ...);
int fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...);
int swprintf(wchar_t *restrict text, size_t count, const wchar_t *restrict format, ...);
int vwprintf(const wchar_t *restrict format, va_list arguments);
int wscanf(const wchar_t *restrict format, ...);
int swscanf(const wchar_t *restrict text, const wchar_t *restrict format, ...);
wint_t fgetwc(FILE *stream);
wint_t getwchar(void);
wint_t fputwc(wchar_t character, FILE *stream);
wint_t putwchar(wchar_t character);
wchar_t *fgetws(wchar_t *restrict text, int count, FILE *restrict stream);
int fputws(const wchar_t *restrict text, FILE *restrict stream);
size_t wcsftime(wchar_t *restrict text, size_t count, const wchar_t *restrict format, const struct tm *restrict broken);

#ifdef _GNU_SOURCE
int wcwidth(wchar_t c);
#endif

#endif
