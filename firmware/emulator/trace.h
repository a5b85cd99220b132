/* The drops of a trace file. */
#ifndef EMULATOR_TRACE_H
#define EMULATOR_TRACE_H

#define MOST_BREAKS 1024

struct trace_break { int outlet; double start, duration; };   /* ms */

/* The breaks of the drop with this index, how many; -1: `why` tells. */
int trace_drop(const char *path, unsigned index, struct trace_break into[MOST_BREAKS], const char **why);

#endif
