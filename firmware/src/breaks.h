/* The way of a cube through the board: edges become breaks (beams.c), breaks are logged and counted (memory.c)
 * and told to the host, in order. */
#ifndef BREAKS_H
#define BREAKS_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

void breaks_start(void);
void breaks_hear(uint32_t now, bool tick); /* `now` was read before the edges: none that is older is on its way */
void breaks_tell(void);                    /* as many as the line has room for */

void breaks_anew(void);                    /* after a time of not watching */
void breaks_session_opened(void);          /* events begin with the next break */

wire_beams breaks_now(void);               /* the broken beams, as the pins are this very moment */

/* Fingers in the beams: heard, told, never counted. */
bool breaks_finger_test(void);
void breaks_set_finger_test(bool on);

#endif
