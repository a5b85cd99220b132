/* The beams' self-test: emitters off, every receiver must go dark; on again, every one must see. */
#ifndef SELFTEST_H
#define SELFTEST_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

void selftest_begin(wire_beams broken, bool blink);   /* switches the emitters off */
bool selftest_running(void);

/* Once per millisecond. True once, when the test has ended: the emitters are on, *result is filled. */
bool selftest_poll(wire_beams broken, struct wire_tested *result);

#endif
