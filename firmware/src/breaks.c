#include "breaks.h"

#include "beams.h"
#include "events.h"
#include "hal.h"
#include "identity.h"
#include "link.h"
#include "memory.h"
#include "selftest.h"
#include "servo.h"
#include "settings.h"

static bool finger_test;
static uint16_t told;                      /* number of the next break to tell */

static wire_beams broken_beams(wire_beams levels) { return (wire_beams)(~levels ^ settings.polarity) & BEAMS_ALL; }

wire_beams breaks_now(void) { return broken_beams(hal_beam_levels()); }
bool breaks_finger_test(void) { return finger_test; }
void breaks_set_finger_test(bool on) { finger_test = on; }

void breaks_start(void)
{
    struct edge start = {0, 0};
    beams_start();
    hal_next_edge(&start);
    beams_resume(broken_beams(start.levels), start.time);
    told = memory.next;
}

void breaks_session_opened(void)
{
    finger_test = false;
    told = memory.next;
}

/* ---- edges to breaks */

static wire_mark circumstance(void)
{
    return (finger_test ? BREAK_MARK_TEST : 0) | (memory.drop ? BREAK_MARK_DROP : 0)
         | (servo_motion() != MOTION_REST ? BREAK_MARK_TURNING : 0);
}

void beams_found_break(struct wire_log_entry *entry)
{
    if (finger_test) entry->mark |= BREAK_MARK_TEST;
    entry->boot = (uint8_t)identity_boot_id();
    memory_log(entry);
}

void beams_found_noise(uint8_t outlet)
{
    if (finger_test) return;
    memory.noise[outlet]++;
    memory_changed();
}

void beams_found_blocked(uint8_t outlet, bool blocked, uint32_t time)
{
    struct wire_blocked event = {outlet, blocked, beams_blocked(), time};
    events_tell(KIND_BLOCKED, &event, sizeof event);
}

void breaks_anew(void)
{
    struct edge now = hal_edges_forget();
    beams_resume(broken_beams(now.levels), now.time);
}

void breaks_hear(uint32_t now, bool tick)
{
    struct edge edge;
    if (selftest_running()) {
        hal_edges_forget();
        return;
    }
    while (hal_next_edge(&edge)) beams_edge(broken_beams(edge.levels), edge.time, circumstance());
    if (hal_edges_lost()) {
        memory.overruns++;
        memory_changed();
        beams_doubt();
        breaks_anew();
    }
    if (tick) beams_tick(now);
}

/* ---- breaks to the host */

void breaks_tell(void)
{
    while (told != memory.next && link_room(LONGEST_ANSWER)) {
        if (!memory_remembers(told)) {
            events_dropped += (uint16_t)(memory_oldest() - told);
            told = memory_oldest();
            continue;
        }
        const struct wire_log_entry *entry = memory_entry(told);
        uint8_t beam = entry->mark & WIRE_BEAM_BITS;
        uint16_t count = memory.counts[beam];
        for (uint16_t later = told + 1; later != memory.next; later++) {
            wire_mark mark = memory_entry(later)->mark;
            if ((mark & WIRE_BEAM_BITS) == beam && break_counts(mark)) count--;
        }
        struct wire_break event = {told, count, entry->mark, entry->start, entry->duration};
        events_tell(KIND_BREAK, &event, sizeof event);
        told++;
    }
}
