/* No guard around `assert`: C11 7.2 lets a program define or undefine NDEBUG and include this again. */
#ifndef _ASSERT_H
#define _ASSERT_H

extern void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function)
    __attribute__((__noreturn__));
extern void __assert(const char *assertion, const char *file, int line) __attribute__((__noreturn__));

#define static_assert _Static_assert

#endif

#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#endif
