#include "ring.h"

#include "settings.h"

#define STEADY_MS 10           /* a mark passing under the sensors changes bit by bit */

static uint8_t code, seen, steady;

static uint8_t marks_of(uint8_t levels)
{
    return settings.fitted & FITTED_RING ? (uint8_t)(~levels ^ settings.ring_polarity) & RING_MARKS : 0;
}

void ring_start(uint8_t levels)
{
    code = seen = marks_of(levels);
    steady = 0;
}

bool ring_sample(uint8_t levels)
{
    uint8_t marks = marks_of(levels);
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
