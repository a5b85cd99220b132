#include "place.h"

#include "ring.h"
#include "settings.h"
#include "wire.h"

/* A mark reaches a little farther than this to either side of its era's pulse. */
#define SURELY_ON_A_MARK_US 15

static uint16_t allowed;      /* ms for which a motion may still begin at an unknown place */
static uint16_t claim;
static bool doubted;          /* the ring saw the tower elsewhere than it was sent */

void place_start(void)
{
    allowed = 0;
    doubted = false;
}

void place_hands_away(uint16_t claimed)
{
    allowed = WIRE_HANDS_AWAY_MS;
    claim = claimed;
}

void place_hands_on(void) { allowed = 0; }

void place_tick(void)
{
    if (allowed > 0) allowed--;
}

static bool seeing(void) { return (settings.fitted & FITTED_RING) && !doubted; }

static uint8_t distance(uint16_t a, uint16_t b)
{
    uint16_t apart = a > b ? a - b : b - a;
    return apart > UINT8_MAX ? UINT8_MAX : (uint8_t)apart;
}

uint8_t place_begin(uint16_t *from)
{
    *from = claim;
    if (allowed == 0) return REASON_UNCONFIRMED;
    for (uint8_t era = 0; seeing() && era < WIRE_OUTLETS; era++) {
        if (ring_code() == settings.ring_codes[era]) {
            *from = settings.eras[era];
            return 0;
        }
        if (distance(claim, settings.eras[era]) <= SURELY_ON_A_MARK_US) *from = 0; /* no mark is there to be seen */
    }
    return *from ? 0 : REASON_NOWHERE;
}

bool place_agrees(uint16_t pulse)
{
    if (!(settings.fitted & FITTED_RING) || !(settings.calibrated & CALIBRATED_SERVO)) return true;
    for (uint8_t era = 0; era < WIRE_OUTLETS; era++) {
        if (settings.eras[era] == pulse) return ring_code() == settings.ring_codes[era];
    }
    return true;
}

void place_believe(bool sensor) { doubted = !sensor; }
