/* The position ring: three sensors read the mark under the tower. Pure. */
#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

/* Three sensors tell seven marks from bare ground: an eighth era would need a fourth. */
#define RING_MARKS 7U
_Static_assert(WIRE_OUTLETS <= RING_MARKS, "more eras than three sensors can tell apart");

void ring_start(uint8_t levels); /* what it reads now is steady */

/* One sample per millisecond. True when the steady code has changed. */
bool ring_sample(uint8_t levels);
uint8_t ring_code(void);       /* 0 = between marks, or no ring is fitted */

#endif
