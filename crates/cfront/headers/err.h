#ifndef _ERR_H
#define _ERR_H

#include <stdarg.h>

void err(int status, const char *format, ...) __attribute__((__noreturn__));
void errx(int status, const char *format, ...) __attribute__((__noreturn__));
void warn(const char *format, ...);
void warnx(const char *format, ...);
void verr(int status, const char *format, va_list arguments) __attribute__((__noreturn__));
void verrx(int status, const char *format, va_list arguments) __attribute__((__noreturn__));
void vwarn(const char *format, va_list arguments);
void vwarnx(const char *format, va_list arguments);

#endif
