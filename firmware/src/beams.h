/* The beams: edges in, breaks out. Pure: time and levels come in as arguments. */
#ifndef BEAMS_H
#define BEAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

#define BEAMS_ALL ((wire_beams)((1UL << WIRE_BEAMS) - 1))

/* Forgets everything; every beam counts as clear. */
void beams_start(void);

/* These beams are broken from `time` on; `circumstance` is marked on breaks that begin now. */
void beams_edge(wire_beams broken, uint32_t time, wire_mark circumstance);

/* After a time of not watching (boot, self-test, polarity change): what changed meanwhile is PARTIAL. */
void beams_resume(wire_beams broken, uint32_t time);

/* Edges were lost: no break that is under way has been seen whole. */
void beams_doubt(void);

/* Ends breaks whose gap is long enough, notices blocked beams. Call it when all edges up to `time` are in. */
void beams_tick(uint32_t time);

wire_beams beams_broken(void);
wire_beams beams_blocked(void);

/* Told by the ones who use the beams. */
void beams_found_break(struct wire_log_entry *entry);
void beams_found_noise(uint8_t outlet);
void beams_found_blocked(uint8_t outlet, bool blocked, uint32_t time);

#endif
