#ifndef _SETJMP_H
#define _SETJMP_H

struct __jmp_buf_tag {
    void *__frame;
    long __site;
#ifdef __LP64__
    long __state[23];
#else
    long __state[37];
#endif
};

typedef struct __jmp_buf_tag jmp_buf[1];
typedef struct __jmp_buf_tag sigjmp_buf[1];

int setjmp(jmp_buf state) __attribute__((__returns_twice__));
int _setjmp(struct __jmp_buf_tag state[1]) __attribute__((__returns_twice__));
int __sigsetjmp(struct __jmp_buf_tag state[1], int save_mask) __attribute__((__returns_twice__));
void longjmp(struct __jmp_buf_tag state[1], int value) __attribute__((__noreturn__));
void _longjmp(struct __jmp_buf_tag state[1], int value) __attribute__((__noreturn__));
void siglongjmp(struct __jmp_buf_tag state[1], int value) __attribute__((__noreturn__));
#define setjmp(state) _setjmp(state)
#define sigsetjmp(state, save_mask) __sigsetjmp(state, save_mask)

#endif
