#pragma once

/* A handler of crash signals that writes a stack trace to standard error, for addr2line.
 * In C, since such a handler may neither allocate nor lock, which Swift code does implicitly. */

/* Installs the handler for each crash signal that has none yet: one that is handled already, for example by Swift's own
 * backtraces on a terminal, is left alone. Lines begin with a priority prefix if is_journal is not 0. */
void whereismy_crash_handler_install(int is_journal);

/* Creates an alternate stack for the handler on the calling thread, for the case that the thread's own has overflowed.
 * It uses memory only once it is needed. Returns NULL if there is none. */
void *whereismy_crash_stack_create(void);

/* Removes the calling thread's alternate stack. */
void whereismy_crash_stack_destroy(void *stack);
