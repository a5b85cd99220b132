#include "watch.h"

#include "beams.h"
#include "breaks.h"
#include "commands.h"
#include "events.h"
#include "hal.h"
#include "light.h"
#include "link.h"
#include "memory.h"
#include "place.h"
#include "ring.h"
#include "selftest.h"
#include "servo.h"
#include "settings.h"
#include "wire.h"

static uint16_t heard_at;                  /* ms: the host's last frame … */
static bool attended;                      /* … and it was not long ago */
#define COASTING_MS 200
static uint8_t coasting;                   /* ms in which a tower that was just driven may still come to rest */
static uint16_t last_ms, busy_at, second_ms;
static uint32_t uptime;
static uint8_t last_frame;
static uint8_t motion_of, test_of, store_of;
static uint8_t ended, ended_outcome;

static void finished(uint8_t request, uint8_t outcome)
{
    ended = request;
    ended_outcome = outcome;
}

/* ---- servo */

static void remember_place(bool stands)
{
    uint16_t place = servo_pulse();
    uint8_t mark = stands ? ring_code() : servo_motion() == MOTION_REST ? memory.mark : MARK_UNKNOWN;
    if (memory.place == place && memory.mark == mark) return;
    memory.place = place;
    memory.mark = mark;
    memory_changed();
}

/* The ring reads another mark. If it was a hand, no pulse may begin where the tower was left. */
static void notice_mark(void)
{
    if (servo_motion() != MOTION_REST) return;
    if (coasting > 0) {
        remember_place(true);
        return;
    }
    struct wire_ring event = {ring_code()};
    place_hands_on();
    servo_forget();
    events_tell(KIND_RING, &event, sizeof event);
}

static void drive_servo(void)
{
    if (!attended) servo_unattended();
    bool over = servo_step(place_agrees(servo_target()));
    hal_servo_width(servo_width());
    remember_place(over);
    if (!over) return;
    place_believe(servo_outcome() != OUTCOME_MISSED);
    struct wire_faced event = {motion_of, servo_outcome(), servo_pulse(), ring_code()};
    finished(motion_of, servo_outcome());
    events_tell(commands_last_motion(), &event, sizeof event);
}

static void tell_busy(uint16_t ms)
{
    if (servo_motion() == MOTION_REST || (uint16_t)(ms - busy_at) < WIRE_BUSY_MS) return;
    busy_at = ms;
    struct wire_busy event = {motion_of, servo_motion(), servo_pulse(), servo_target()};
    events_tell(KIND_BUSY, &event, sizeof event);
}

/* ---- once per millisecond */

static void tick(uint16_t ms)
{
    struct wire_tested tested;
    if (selftest_poll(breaks_now(), &tested)) {
        breaks_anew();
        tested.of = test_of;
        finished(test_of, OUTCOME_DONE);
        events_tell(KIND_TESTED, &tested, sizeof tested);
    }
    if (servo_motion() != MOTION_REST) coasting = COASTING_MS;
    else if (coasting > 0) coasting--;
    if (ring_sample(hal_ring_levels())) notice_mark();
    place_tick();
    if ((uint16_t)(ms - heard_at) >= WIRE_LOST_MS) {
        attended = false;
        breaks_set_finger_test(false);
        light_dark();
    }
    light_tick(memory.drop);
    tell_busy(ms);
    if ((uint16_t)(ms - second_ms) >= 1000) {
        second_ms += 1000;
        uptime++;
    }
}

static void store_settings(void)
{
    bool kept;
    if (!settings_poll(&kept)) return;
    struct wire_stored event = {store_of, kept ? OUTCOME_DONE : OUTCOME_FAILED, settings_source(), settings_sequence()};
    finished(store_of, event.outcome);
    events_tell(KIND_STORED, &event, sizeof event);
}

void watch_turn(void)
{
    uint8_t length;
    uint32_t now = hal_now();
    uint16_t ms = hal_milliseconds();
    bool new_ms = ms != last_ms;
    breaks_hear(now, new_ms);
    if (new_ms) {
        last_ms = ms;
        tick(ms);
    }
    if (last_frame != hal_servo_frames()) {
        last_frame++;
        drive_servo();
    }
    store_settings();
    light_send();
    if (link_room(LONGEST_ANSWER) && link_poll(&length)) commands_take(length);
    breaks_tell();
    memory_commit();
    hal_led(beams_broken() != 0);
}

/* ---- what the commands need */

void watch_start(void)
{
    place_start();
    light_start();
    ring_start(hal_ring_levels());
    if (memory.mark != MARK_UNKNOWN && memory.mark != ring_code()) memory.place = 0; /* turned while we were away */
    memory.mark = ring_code();
    servo_start(memory.place);
    last_ms = second_ms = hal_milliseconds();
    last_frame = hal_servo_frames();
    breaks_start();
}

void watch_session_opened(void)
{
    breaks_session_opened();
    place_hands_on();
    motion_of = test_of = store_of = ended = 0; /* request ids of another session mean nothing */
}

void watch_host_heard(void)
{
    heard_at = hal_milliseconds();
    attended = true;
}

void watch_motion_begun(uint8_t request)
{
    motion_of = request;
    busy_at = hal_milliseconds();
}

void watch_selftest_begin(uint8_t request, bool blink)
{
    test_of = request;
    breaks_hear(hal_now(), true);
    selftest_begin(beams_broken(), blink);
}

void watch_settings_taken(uint8_t request)
{
    store_of = request;
    breaks_anew(); /* polarity may have changed, and the ring's */
    ring_start(hal_ring_levels());
    memory.mark = ring_code();
    memory_changed();
}

uint8_t watch_ended(void) { return ended; }
uint8_t watch_ended_outcome(void) { return ended_outcome; }
uint32_t watch_uptime(void) { return uptime; }
