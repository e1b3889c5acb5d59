#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H

#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW __attribute__((__nothrow__))
#define __CONCAT(x, y) x##y
#define __STRING(x) #x
#define __P(parameters) parameters

#endif
