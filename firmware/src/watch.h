/* What the board does by itself, one turn of the main loop after the other: it has the beams heard,
 * drives the servo's next step, reads the ring, and has the host told. */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stdint.h>

void watch_start(void);
void watch_turn(void);

void watch_session_opened(void);
void watch_host_heard(void);               /* the host is alive */

/* Long commands: which request began them. */
void watch_motion_begun(uint8_t request);
void watch_selftest_begin(uint8_t request, bool blink);
void watch_settings_taken(uint8_t request);
uint8_t watch_ended(void);                 /* request id of the last long command that ended, 0 = none */
uint8_t watch_ended_outcome(void);
uint32_t watch_uptime(void);               /* seconds */

#endif
