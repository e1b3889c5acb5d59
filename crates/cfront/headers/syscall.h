#ifndef _SYSCALL_H
#define _SYSCALL_H

#include <sys/syscall.h>

#endif
