/* What survives every reset but the loss of power: counts, the numbered log of breaks, the servo's place.
 * It lies in RAM that the start-up code does not clear, guarded by CRCs. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

struct memory {
    uint16_t since;                   /* boot id at which the counts began */
    uint16_t next;                    /* number the next break will get */
    uint8_t stored;                   /* breaks in the log */
    uint16_t counts[WIRE_BEAMS];
    uint16_t noise[WIRE_BEAMS];
    uint16_t overruns;
    uint16_t watchdogs;
    uint16_t place;                   /* the servo's pulse width [µs], 0 = unknown */
    uint8_t mark;                     /* that the ring read when it came to rest there; MARK_UNKNOWN while it turns */
    uint8_t drop;                     /* a drop is being watched */
};

#define MARK_UNKNOWN 0xFFU

extern struct memory memory;          /* change it, then call memory_changed() */

bool memory_start(uint16_t boot);     /* false: nothing was kept, all begins at zero */
void memory_changed(void);
void memory_commit(void);             /* makes the changes survive; call once per turn of the main loop */

uint16_t memory_log(const struct wire_log_entry *entry); /* its number; counts it when it is to be counted */
bool memory_remembers(uint16_t number);
const struct wire_log_entry *memory_entry(uint16_t number);
uint16_t memory_oldest(void);
bool break_counts(wire_mark mark);      /* neither a test nor partial */

#endif
