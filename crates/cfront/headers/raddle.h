/* <raddle.h>: what models of functions are written with: values, threads, interrupts and masks. */
#ifndef __RADDLE_RADDLE_H
#define __RADDLE_RADDLE_H

/* Any number from low to high. */
long __raddle_any(long low, long high);

/* Writes any bytes to the memory, at most as many. */
void __raddle_havoc(void *memory, unsigned long size);

/* Reads any byte of the memory, of which there are as many. */
void __raddle_reads(const void *memory, unsigned long size);

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
