/* <raddle.h>: threads, interrupts and masks for models of kernels and for tests of embedded code. */
#ifndef __RADDLE_RADDLE_H
#define __RADDLE_RADDLE_H

/* Starts a thread that nothing joins. */
void __raddle_thread(void (*function)(void *), void *argument);

/* From now on an interrupt may call the handler at any time, any number of times. A greater priority is more urgent. */
void __raddle_interrupt(void (*handler)(void), int priority);

/* Interrupts wait, and the processor runs nothing else, until they are enabled again. */
void __raddle_disable_interrupts(void);
void __raddle_enable_interrupts(void);

/* Disables interrupts; returns what to restore. */
unsigned long __raddle_save_interrupts(void);
void __raddle_restore_interrupts(unsigned long state);

/* Masks interrupts of this priority and of lower ones; a negative priority masks none. Independent of disabling. */
void __raddle_mask_interrupts(int priority);

#endif
