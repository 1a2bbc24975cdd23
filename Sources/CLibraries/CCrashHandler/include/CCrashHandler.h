#pragma once

/* A handler of crash signals that writes a stack trace to standard error, for addr2line.
 * In C, since such a handler may neither allocate nor lock, which Swift code does implicitly. */

/* Installs the handler for each crash signal. One that is handled already, for example by Swift's own backtraces, is
 * reported by that handler, after the note. Lines begin with a priority prefix if is_journal is not 0. */
void whereismy_crash_handler_install(int is_journal);

/* Makes a crash of the calling thread create an empty file before anything else. A path of 1 kB or more is ignored. */
void whereismy_crash_note_set(const char *path);

/* Creates an alternate stack for the handler on the calling thread, for the case that the thread's own has overflowed.
 * It uses memory only once it is needed. Returns NULL if there is none. */
void *whereismy_crash_stack_create(void);

/* Removes the calling thread's alternate stack. */
void whereismy_crash_stack_destroy(void *stack);
