#include "commands.h"

#include <string.h>

#include "beams.h"
#include "breaks.h"
#include "events.h"
#include "hal.h"
#include "identity.h"
#include "light.h"
#include "link.h"
#include "memory.h"
#include "place.h"
#include "ring.h"
#include "selftest.h"
#include "servo.h"
#include "settings.h"
#include "watch.h"
#include "wire.h"

#define ACCEPTED 0                          /* otherwise a Reason */

static struct {
    bool open;
    uint32_t nonce;
    uint8_t request, kind;                  /* the last one … */
    uint8_t verdict;                        /* … and what became of it: ACCEPTED or a Reason */
} session;
static uint8_t kept, last_motion;

bool session_open(void) { return session.open; }
uint8_t commands_last_motion(void) { return last_motion; }

void commands_start(uint8_t what_was_kept)
{
    memset(&session, 0, sizeof session);
    kept = what_was_kept;
    last_motion = KIND_FACED;
}

/* ---- answers */

static void give_verdict(uint8_t kind, uint8_t request, uint8_t verdict)
{
    struct wire_nack answer = {kind, verdict};
    if (verdict == ACCEPTED) link_send(KIND_ACK, request, &answer, sizeof(struct wire_ack));
    else link_send(KIND_NACK, request, &answer, sizeof answer);
}

/* Longer answers are built where the request lay, which has been read: that spares the stack. */

void commands_say_hello(uint8_t request)
{
    /* Byte by byte: on this chip a constant to copy from would lie in RAM. */
    struct wire_hello *hello = &link_frame.hello;
    hello->magic[0] = WIRE_MAGIC[0], hello->magic[1] = WIRE_MAGIC[1];
    hello->magic[2] = WIRE_MAGIC[2], hello->magic[3] = WIRE_MAGIC[3];
    hello->firmware[0] = FIRMWARE_MAJOR, hello->firmware[1] = FIRMWARE_MINOR, hello->firmware[2] = FIRMWARE_PATCH;
    memcpy(hello->serial, settings.serial, sizeof hello->serial);
    hello->reset_cause = hal_reset_cause();
    hello->kept = kept;
    hello->since = memory.since;
    hello->next = memory.next;
    hello->config_source = settings_source();
    hello->calibrated = settings.calibrated;
    link_send(KIND_HELLO, request, hello, sizeof *hello);
}

static uint8_t status(void)
{
    return STATUS_OPEN | (memory.drop ? STATUS_DROP : 0) | (breaks_finger_test() ? STATUS_FINGER_TEST : 0)
         | (selftest_running() ? STATUS_SELF_TEST : 0) | (settings_storing() ? STATUS_STORING : 0)
         | (servo_width() ? STATUS_PULSES : 0) | (servo_pulse() ? STATUS_PLACED : 0)
         | (settings.fitted & FITTED_RING ? STATUS_RING : 0);
}

static void say_pong(uint8_t request)
{
    struct wire_pong *pong = &link_frame.pong;
    pong->time = hal_now();
    pong->status = status();
    pong->motion = servo_motion();
    pong->pulse = servo_pulse();
    pong->ring = ring_code();
    pong->broken = beams_broken();
    pong->blocked = beams_blocked();
    pong->next = memory.next;
    pong->noise = 0;
    for (uint8_t beam = 0; beam < WIRE_BEAMS; beam++) pong->noise += memory.noise[beam];
    pong->ended = watch_ended();
    pong->outcome = watch_ended_outcome();
    link_send(KIND_PONG, request, pong, sizeof *pong);
}

static void say_counts(uint8_t request)
{
    struct wire_counted *counted = &link_frame.counted;
    counted->since = memory.since;
    counted->next = memory.next;
    memcpy(counted->counts, memory.counts, sizeof counted->counts);
    memcpy(counted->noise, memory.noise, sizeof counted->noise);
    counted->overruns = memory.overruns;
    link_send(KIND_COUNTED, request, counted, sizeof *counted);
}

static void say_log(uint8_t request, uint16_t first)
{
    uint8_t many = 0;
    if (first != memory.next && !memory_remembers(first)) first = memory_oldest();
    link_frame.logged.first = first;
    link_frame.logged.next = memory.next;
    while (many < WIRE_LOG_PER_FRAME && (uint16_t)(first + many) != memory.next) {
        link_frame.entries[many] = *memory_entry(first + many);
        many++;
    }
    uint8_t length = (uint8_t)(sizeof link_frame.logged + many * sizeof link_frame.entries[0]);
    link_send(KIND_LOGGED, request, &link_frame.logged, length);
}

static void say_diagnosis(uint8_t request)
{
    struct wire_diagnosis *diagnosis = &link_frame.diagnosis;
    diagnosis->uptime = watch_uptime();
    diagnosis->stack_free = hal_stack_free();
    diagnosis->bad_crc = link_bad_crc;
    diagnosis->oversized = link_oversized;
    diagnosis->line_errors = hal_line_errors();
    diagnosis->events_dropped = events_dropped;
    diagnosis->watchdogs = memory.watchdogs;
    diagnosis->config_sequence = settings_sequence();
    link_send(KIND_DIAGNOSIS, request, diagnosis, sizeof *diagnosis);
}

static void say_settings(uint8_t request)
{
    link_frame.config.source = settings_source();
    link_frame.config.settings = settings;
    link_send(KIND_CONFIG, request, &link_frame.config, sizeof link_frame.config);
}

/* ---- commands that act; each gives its verdict */

static uint8_t busy_with_test(void)
{
    return selftest_running() || breaks_finger_test() ? REASON_TESTING : ACCEPTED;
}

static uint8_t busy_at_all(void)
{
    if (servo_motion() != MOTION_REST) return REASON_TURNING;
    if (memory.drop) return REASON_IN_DROP;
    if (settings_storing()) return REASON_STORING;
    return busy_with_test();
}

static uint8_t begin_motion(uint8_t verdict, uint8_t request, uint8_t ends)
{
    if (verdict == ACCEPTED) {
        last_motion = ends;
        place_hands_on();
        watch_motion_begun(request);
    }
    return verdict;
}

static uint8_t face(uint8_t request)
{
    uint8_t busy = busy_at_all();
    if (busy != ACCEPTED) return busy;
    if (link_frame.face.approach > APPROACH_DIRECT) return REASON_OUT_OF_LIMITS;
    uint16_t from;
    uint8_t unplaced = place_begin(&from);
    uint8_t verdict = servo_face(link_frame.face.pulse, link_frame.face.approach, unplaced ? 0 : from);
    if (verdict == REASON_UNPLACED) verdict = unplaced ? unplaced : REASON_NOWHERE;
    return begin_motion(verdict, request, KIND_FACED);
}

static uint8_t hands_away(void)
{
    if (servo_motion() != MOTION_REST) return REASON_TURNING;
    place_hands_away(link_frame.hands_away.pulse);
    return ACCEPTED;
}

static uint8_t shake(uint8_t request)
{
    if (settings_storing()) return REASON_STORING;
    if (busy_with_test() != ACCEPTED) return REASON_TESTING;
    return begin_motion(servo_shake(link_frame.shake.amplitude, link_frame.shake.cycles), request, KIND_SHAKEN);
}

static uint8_t set_drop(bool on)
{
    if (on) {
        uint8_t busy = busy_at_all();
        if (busy != ACCEPTED && busy != REASON_IN_DROP) return busy;
        while (light_send()) {}             /* from here on the strip stands still: a millisecond at most */
    }
    memory.drop = on;
    memory_changed();
    return ACCEPTED;
}

static uint8_t light(void)
{
    if (!light_fitted()) return REASON_NOT_FITTED;
    light_show(&link_frame.light);
    return ACCEPTED;
}

static uint8_t begin_finger_test(void)
{
    uint8_t busy = busy_at_all();
    if (busy == ACCEPTED) breaks_set_finger_test(true);
    return breaks_finger_test() ? ACCEPTED : busy;
}

static uint8_t begin_selftest(uint8_t request, bool blink)
{
    uint8_t busy = busy_at_all();
    if (busy == ACCEPTED) watch_selftest_begin(request, blink);
    return busy;
}

static uint8_t write_settings(uint8_t request)
{
    const struct wire_settings *wanted = &link_frame.config_write.settings;
    uint8_t busy = busy_at_all();
    if (busy != ACCEPTED) return busy;
    if (!settings_valid(wanted)) return REASON_BAD_CONFIG;
    settings_take(wanted);
    watch_settings_taken(request);
    return ACCEPTED;
}

static uint8_t act(uint8_t kind, uint8_t request)
{
    switch (kind) {
    case KIND_FACE: return face(request);
    case KIND_SHAKE: return shake(request);
    case KIND_HANDS_AWAY: return hands_away();
    case KIND_LIGHT: return light();
    case KIND_DROP_BEGIN: return set_drop(true);
    case KIND_DROP_END: return set_drop(false);
    case KIND_TEST_BEGIN: return begin_finger_test();
    case KIND_TEST_END: breaks_set_finger_test(false); return ACCEPTED;
    case KIND_SELFTEST: return begin_selftest(request, false);
    case KIND_BLINK: return begin_selftest(request, true);
    case KIND_CONFIG_WRITE: return write_settings(request);
    default: return REASON_UNKNOWN_COMMAND;
    }
}

#define UNKNOWN 0xFFU                       /* longer than any frame */
static uint8_t payload_size(uint8_t kind)
{
    switch (kind) {
    case KIND_OPEN: return sizeof(struct wire_open);
    case KIND_LOG: return sizeof(struct wire_log);
    case KIND_FACE: return sizeof(struct wire_face);
    case KIND_SHAKE: return sizeof(struct wire_shake);
    case KIND_HANDS_AWAY: return sizeof(struct wire_hands_away);
    case KIND_CONFIG_WRITE: return sizeof(struct wire_config_write);
    case KIND_LIGHT: return sizeof(struct wire_light);
    case KIND_PING: case KIND_COUNTS: case KIND_DIAGNOSE: case KIND_CONFIG_READ:
    case KIND_DROP_BEGIN: case KIND_DROP_END: case KIND_TEST_BEGIN: case KIND_TEST_END:
    case KIND_SELFTEST: case KIND_BLINK: return 0;
    default: return UNKNOWN;
    }
}

/* Questions change nothing, so a repeated one is simply answered anew. */
static bool answer_question(uint8_t kind, uint8_t request)
{
    switch (kind) {
    case KIND_PING: say_pong(request); return true;
    case KIND_COUNTS: say_counts(request); return true;
    case KIND_LOG: say_log(request, link_frame.log.first); return true;
    case KIND_DIAGNOSE: say_diagnosis(request); return true;
    case KIND_CONFIG_READ: say_settings(request); return true;
    default: return false;
    }
}

static void open_session(uint8_t request)
{
    struct wire_opened opened = {link_frame.open.nonce};
    bool anew = !session.open || session.nonce != opened.nonce;
    if (anew) {
        session.open = true;
        session.nonce = opened.nonce;
        set_drop(false);
        watch_session_opened();
    }
    if (anew || (uint8_t)(request - session.request) < 128) { /* a late repeat does not turn the ids back */
        session.request = request;          /* from here on ids count onwards */
        session.kind = KIND_OPEN;
        session.verdict = ACCEPTED;
    }
    link_send(KIND_OPENED, request, &opened, sizeof opened);
}

void commands_take(uint8_t length)
{
    /* Copied: an answer may be built where the request lies. */
    struct wire_header header = link_frame.header;
    uint8_t kind = header.kind, request = header.request;
    uint8_t ahead = (uint8_t)(request - session.request);

    if (kind == KIND_IDENTIFY) {
        commands_say_hello(request);
        return;
    }
    if (kind == KIND_STOP) {
        servo_stop();
        if (session.open && ahead > 0 && ahead < 128) {
            session.request = request;
            session.kind = kind;
            session.verdict = ACCEPTED;
        }
        give_verdict(kind, request, ACCEPTED);
        return;
    }
    if (header.version != WIRE_VERSION) {
        give_verdict(kind, request, REASON_WRONG_VERSION);
        return;
    }
    uint8_t refusal = ACCEPTED;
    if (header.boot != identity_boot_id()) refusal = REASON_WRONG_BOOT;
    else if (kind != KIND_OPEN && !session.open) refusal = REASON_NOT_OPEN;
    else if (payload_size(kind) == UNKNOWN) refusal = REASON_UNKNOWN_COMMAND;
    else if (length != payload_size(kind)) refusal = REASON_WRONG_LENGTH;
    if (refusal != ACCEPTED) {
        give_verdict(kind, request, refusal);
        return;
    }
    watch_host_heard();
    if (kind == KIND_OPEN) {
        open_session(request);
        return;
    }
    if (answer_question(kind, request)) {
        if (ahead > 0 && ahead < 128) {
            session.request = request;
            session.kind = kind;
        }
        return;
    }
    if (ahead == 0 && kind == session.kind) { /* a repeat: the same answer again, and nothing else */
        give_verdict(kind, request, session.verdict);
        return;
    }
    if (request == 0 || ahead == 0 || ahead >= 128) {
        give_verdict(kind, request, REASON_STALE_REQUEST);
        return;
    }
    session.request = request;
    session.kind = kind;
    session.verdict = act(kind, request);
    give_verdict(kind, request, session.verdict);
}
