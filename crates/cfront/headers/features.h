/* Everything that the headers offer is always there: no feature macro chooses. */
#ifndef _FEATURES_H
#define _FEATURES_H

#include <sys/cdefs.h>

#endif
