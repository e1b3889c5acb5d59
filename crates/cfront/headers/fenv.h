#ifndef _FENV_H
#define _FENV_H

#define FE_INVALID 0x01
#define FE_DIVBYZERO 0x04
#define FE_OVERFLOW 0x08
#define FE_UNDERFLOW 0x10
#define FE_INEXACT 0x20
#define FE_ALL_EXCEPT 0x3d
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00

typedef unsigned short fexcept_t;
typedef struct {
#ifdef __LP64__
    unsigned int __state[8];
#else
    unsigned int __state[7];
#endif
} fenv_t;
#define FE_DFL_ENV ((const fenv_t *)-1)

int feclearexcept(int exceptions);
int fegetexceptflag(fexcept_t *flags, int exceptions);
int feraiseexcept(int exceptions);
int fesetexceptflag(const fexcept_t *flags, int exceptions);
int fetestexcept(int exceptions);
int fegetround(void);
int fesetround(int mode);
int fegetenv(fenv_t *environment);
int feholdexcept(fenv_t *environment);
int fesetenv(const fenv_t *environment);
int feupdateenv(const fenv_t *environment);

#endif
