#include "ring.h"

#include "settings.h"

#define STEADY_MS 10           /* a mark passing under the sensors changes bit by bit */

static uint8_t code, seen, steady;

bool ring_sample(uint8_t levels)
{
    uint8_t marks = (uint8_t)(~levels ^ settings.ring_polarity) & 7;
    if (!(settings.fitted & FITTED_RING)) marks = 0;
    if (marks != seen) {
        seen = marks;
        steady = 0;
    } else if (steady < STEADY_MS) {
        steady++;
    } else if (code != seen) {
        code = seen;
        return true;
    }
    return false;
}

uint8_t ring_code(void) { return code; }
