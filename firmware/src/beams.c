#include "beams.h"

#include <string.h>

#include "settings.h"

/* Longer than this and the 32-bit clock could deceive us: the duration is then told as "very long". */
#define VERY_LONG_US 1800000000UL
#define FOREVER 0xFFFFFFFFUL

enum state { CLEAR, BROKEN, ENDING };  /* ENDING: clear again, but not yet for min_gap */

static struct beam {
    uint8_t state;
    wire_mark mark;
    uint32_t start;   /* of the break */
    uint32_t since;   /* of the present darkness or, ENDING, of the light */
    uint16_t dark;    /* darkness before `since`, without the gaps (chatter is mostly light); 65 ms is for ever */
} beams[WIRE_BEAMS];
static wire_beams broken_now, blocked_now, very_long;

void beams_start(void)
{
    memset(beams, 0, sizeof beams);
    broken_now = blocked_now = very_long = 0;
}

wire_beams beams_broken(void) { return broken_now; }
wire_beams beams_blocked(void) { return blocked_now; }

static bool reached(uint32_t now, uint32_t since, uint32_t wanted)
{
    return (int32_t)(now - since) >= 0 && now - since >= wanted;
}

static void finish(uint8_t outlet)
{
    struct beam *beam = &beams[outlet];
    wire_beams bit = (wire_beams)(1U << outlet);
    beam->state = CLEAR;
    if (blocked_now & bit) { /* only now: a flicker does not end it, and would fill the line with events */
        blocked_now &= (wire_beams)~bit;
        beams_found_blocked(outlet, false, beam->since);
    }
    if (beam->dark < settings.min_break) {
        beams_found_noise(outlet);
        return;
    }
    struct wire_log_entry entry = {.mark = beam->mark, .start = beam->start, .duration = beam->since - beam->start};
    if (very_long & bit) entry.duration = FOREVER;
    very_long &= (wire_beams)~bit;
    beams_found_break(&entry);
}

static void breaks(uint8_t outlet, uint32_t time, wire_mark mark)
{
    struct beam *beam = &beams[outlet];
    if (beam->state == ENDING) {
        if (time - beam->since < settings.min_gap) { /* no gap, only a flicker */
            beam->state = BROKEN;
            beam->since = time;
            return;
        }
        finish(outlet);
    }
    beam->state = BROKEN;
    beam->mark = outlet | mark;
    beam->start = beam->since = time;
    beam->dark = 0;
}

static void clears(uint8_t outlet, uint32_t time)
{
    struct beam *beam = &beams[outlet];
    wire_beams bit = (wire_beams)(1U << outlet);
    uint32_t dark = beam->dark + (time - beam->since);
    beam->dark = dark > UINT16_MAX || (very_long & bit) ? UINT16_MAX : (uint16_t)dark;
    beam->since = time;
    beam->state = ENDING;
}

void beams_edge(wire_beams broken, uint32_t time, wire_mark circumstance)
{
    wire_beams changed = broken ^ broken_now;
    broken_now = broken;
    for (uint8_t outlet = 0; changed; outlet++, changed >>= 1) {
        if (!(changed & 1)) continue;
        if (broken >> outlet & 1) breaks(outlet, time, circumstance);
        else clears(outlet, time);
    }
}

void beams_resume(wire_beams broken, uint32_t time)
{
    wire_beams changed = broken ^ broken_now;
    for (uint8_t outlet = 0; outlet < WIRE_BEAMS; outlet++) {
        if (beams[outlet].state == ENDING) finish(outlet);
    }
    beams_edge(broken, time, BREAK_MARK_PARTIAL);
    for (uint8_t outlet = 0; outlet < WIRE_BEAMS; outlet++) {
        if (beams[outlet].state == ENDING && (changed >> outlet & 1)) {
            beams[outlet].mark |= BREAK_MARK_PARTIAL; /* its end was not seen */
            finish(outlet);
        }
    }
}

void beams_doubt(void)
{
    for (uint8_t outlet = 0; outlet < WIRE_BEAMS; outlet++) beams[outlet].mark |= BREAK_MARK_PARTIAL;
}

void beams_tick(uint32_t time)
{
    for (uint8_t outlet = 0; outlet < WIRE_BEAMS; outlet++) {
        struct beam *beam = &beams[outlet];
        wire_beams bit = (wire_beams)(1U << outlet);
        if (beam->state == ENDING && reached(time, beam->since, settings.min_gap)) finish(outlet);
        if (beam->state != BROKEN) continue;
        if (!(blocked_now & bit) && reached(time, beam->start, settings.blocked * 1000UL)) {
            blocked_now |= bit;
            beam->mark |= BREAK_MARK_LONG;
            beams_found_blocked(outlet, true, beam->start);
        }
        if (reached(time, beam->start, VERY_LONG_US)) very_long |= bit;
    }
}
