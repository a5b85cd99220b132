#include "selftest.h"

#include "hal.h"
#include "light.h"

/* Receivers lag by 2 ms or more; a blink must be over in 20 ms, darkness and recovery together. */
#define BLINK_DARK_MS 9
#define BLINK_LIGHT_MS 9
#define TEST_DARK_MS 100
#define TEST_LIGHT_MS 100
_Static_assert(BLINK_DARK_MS + BLINK_LIGHT_MS < WIRE_BLINK_MS, "a blink takes too long");

static enum { IDLE, LIGHTS, DARK, LIGHT } phase;
static bool blinking;
static uint8_t left;
static wire_beams before, dark;

static void darken(wire_beams broken)
{
    before = broken;
    left = blinking ? BLINK_DARK_MS : TEST_DARK_MS;
    phase = DARK;
    hal_emitters(false);
}

/* A blink comes before every throw and leaves the strip alone. A test wants all its light first: a receiver that
 * sees the strip must be found. */
void selftest_begin(wire_beams broken, bool blink)
{
    blinking = blink;
    if (blink) {
        darken(broken);
        return;
    }
    light_full(true);
    phase = LIGHTS;
}

bool selftest_running(void) { return phase != IDLE; }

bool selftest_poll(wire_beams broken, struct wire_tested *result)
{
    if (phase == LIGHTS && light_is_full()) darken(broken);
    if (phase == IDLE || phase == LIGHTS || left-- > 0) return false;
    if (phase == DARK) {
        dark = broken;
        hal_emitters(true);
        left = blinking ? BLINK_LIGHT_MS : TEST_LIGHT_MS;
        phase = LIGHT;
        return false;
    }
    phase = IDLE;
    light_full(false);
    result->before = before;
    result->dark = dark;
    result->after = broken;
    return true;
}
