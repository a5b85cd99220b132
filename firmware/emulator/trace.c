#define _GNU_SOURCE
#include "trace.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"

/* Not even true of "nan". */
static bool possible(double ms) { return ms >= 0 && ms <= 1e9; }

/* `here` is the "[" before them. */
static int read_breaks(const char *here, struct trace_break into[MOST_BREAKS])
{
    for (int many = 0; many < MOST_BREAKS; many++) {
        struct trace_break *one = &into[many];
        int length = 0;
        here += strspn(here + 1, " \t\r\n,") + 1;
        if (*here == ']') return many;
        if (sscanf(here, "[ %d , %lf , %lf ]%n", &one->outlet, &one->start, &one->duration, &length) != 3 || length == 0
            || one->outlet < 0 || one->outlet >= BEAMS || !possible(one->start) || !possible(one->duration)) {
            return -1;
        }
        here += length - 1;
    }
    return -1;
}

int trace_drop(const char *path, unsigned index, struct trace_break into[MOST_BREAKS], const char **why)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    int many = -1;
    *why = "cannot read the trace file";
    if (!file) return -1;
    const char *here = getdelim(&text, &size, 0, file) > 0 ? text : NULL;
    fclose(file);
    for (unsigned i = 0; here && i <= index; i++) {
        here = strstr(here, "\"breaks\"");
        if (here) here += strlen("\"breaks\"");
    }
    *why = "the trace file has no such drop";
    if (here && (here = strchr(here, '['))) {
        many = read_breaks(here, into);
        *why = "the trace file's drop cannot be read";
    }
    free(text);
    return many;
}
