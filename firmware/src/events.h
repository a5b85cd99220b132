/* What the board says unasked: only while somebody listens, and only if the line has room. */
#ifndef EVENTS_H
#define EVENTS_H

#include <stdint.h>

extern uint16_t events_dropped;

void events_tell(uint8_t kind, const void *payload, uint8_t length);

#endif
