/* Generated from firmware/wire.toml by firmware/tools/generate_wire.py: do not edit. */
#ifndef WIRE_H
#define WIRE_H

#include <stdint.h>

#define WIRE_VERSION 1UL
#define WIRE_BAUD 250000UL
#define WIRE_MAGIC "LOOP"
#define WIRE_OUTLETS 7UL
#define WIRE_BEAMS 7UL
#define WIRE_LOG_SIZE 64UL
#define WIRE_LOG_PER_FRAME 6UL
#define WIRE_SERIAL_LENGTH 12UL
#define WIRE_DURATIONS 16UL
#define WIRE_FASTEST 1500UL
#define WIRE_STEEPEST 10000UL
#define WIRE_LIGHTS 3UL
#define WIRE_LIGHTS_CURRENT 700UL
#define WIRE_LIGHT_CURRENT 60UL
#define WIRE_FRAME_LIMIT 112UL
#define WIRE_BEAM_BITS 7UL

typedef uint8_t wire_beams;  /* a bit per beam */
typedef uint8_t wire_mark;   /* a beam, and BREAK_MARK */

#define WIRE_HELLO_MS 3000U
#define WIRE_ACKNOWLEDGE_MS 100U
#define WIRE_BUSY_MS 250U
#define WIRE_HEARTBEAT_MS 500U
#define WIRE_LOST_MS 2500U
#define WIRE_LONGEST_TURN_MS 30000U
#define WIRE_LONGEST_SHAKE_MS 10000U
#define WIRE_LONGEST_HOLD_MS 300000U
#define WIRE_LOOK_MS 500U
#define WIRE_BACKOFF_FIRST_MS 1000U
#define WIRE_BACKOFF_LAST_MS 30000U
#define WIRE_LATE_MS 400U
#define WIRE_HANDS_AWAY_MS 10000U
#define WIRE_LIGHTS_REST_MS 167U
#define WIRE_BLINK_MS 20U

/* Why a command was refused. */
#define REASON_UNKNOWN_COMMAND 1U  /* this firmware does not know the kind */
#define REASON_WRONG_LENGTH 2U  /* the payload has another length than the kind demands */
#define REASON_WRONG_VERSION 3U  /* the host speaks another protocol version; the header tells the board's */
#define REASON_NOT_OPEN 4U  /* no session: send OPEN first */
#define REASON_WRONG_BOOT 5U  /* the board has rebooted since; the header tells its boot id */
#define REASON_STALE_REQUEST 6U  /* the request id is older than the last one; it was not acted upon */
#define REASON_OUT_OF_LIMITS 7U  /* the pulse width, its overshoot or its shake leaves the calibrated limits */
#define REASON_TURNING 8U  /* the tower is turning: STOP first, or wait for the end */
#define REASON_IN_DROP 9U  /* refused while a drop is being watched */
#define REASON_TESTING 10U  /* a self-test or the finger test is running */
#define REASON_STORING 11U  /* the configuration is being written */
#define REASON_BAD_CONFIG 12U  /* the configuration contradicts itself; nothing was changed */
#define REASON_UNPLACED 13U  /* the board does not know where the servo stands: FACE first */
#define REASON_UNCONFIRMED 14U  /* nobody knows where the tower stands: people take their hands away, then HANDS_AWAY */
#define REASON_NOT_FITTED 16U  /* the configuration says that there is no such part */
#define REASON_NOWHERE 15U  /* nothing tells where the tower stands: turn it by hand to a mark, or HANDS_AWAY says where */

/* What the servo is doing. */
#define MOTION_REST 0U  /* nothing */
#define MOTION_FACE 1U  /* turning to a pulse width */
#define MOTION_SHAKE 2U  /* shaking about the present place */

/* From which side the last stretch is driven. */
#define APPROACH_CONFIGURED 0U  /* as the configuration says */
#define APPROACH_FROM_BELOW 1U  /* with growing pulse width */
#define APPROACH_FROM_ABOVE 2U  /* with shrinking pulse width */
#define APPROACH_DIRECT 3U  /* straight there, no overshoot */

/* How a long command ended. */
#define OUTCOME_DONE 0U  /* as commanded */
#define OUTCOME_STOPPED 1U  /* by STOP */
#define OUTCOME_FAILED 2U  /* the EEPROM did not keep what was written */
#define OUTCOME_UNHEARD 3U  /* the host was not heard for too long: the pulses are off */
#define OUTCOME_OVERDUE 4U  /* it took longer than any motion may: the pulses are off */
#define OUTCOME_MISSED 5U  /* it did not arrive where the sensor should see it: the pulses are off, where it stands is unknown */

/* Where the configuration in force comes from. */
#define CONFIG_SOURCE_DEFAULTS 0U  /* no valid slot: the built-in defaults, nothing is calibrated */
#define CONFIG_SOURCE_SLOT_A 1U  /* EEPROM slot A */
#define CONFIG_SOURCE_SLOT_B 2U  /* EEPROM slot B */
#define CONFIG_SOURCE_HOST 3U  /* written by the host and in force, not yet stored or not kept by the EEPROM */

/* The lowest bits of `mark` are the beam; the others tell about the break. */
#define BREAK_MARK_TEST 8U  /* during the finger test: not counted */
#define BREAK_MARK_PARTIAL 16U  /* not seen from beginning to end (boot, self-test, new polarity, lost edges): not counted */
#define BREAK_MARK_DROP 32U  /* began while a drop was being watched */
#define BREAK_MARK_TURNING 64U  /* began while the servo was turning */
#define BREAK_MARK_LONG 128U  /* lasted so long that it was reported as blocked */

/* The board's condition, in PONG. */
#define STATUS_OPEN 1U  /* a session is open */
#define STATUS_DROP 2U  /* a drop is being watched */
#define STATUS_FINGER_TEST 4U  /* the finger test is on */
#define STATUS_SELF_TEST 8U  /* a self-test or blink is running */
#define STATUS_STORING 16U  /* the configuration is being written */
#define STATUS_PULSES 32U  /* the servo is getting pulses */
#define STATUS_PLACED 64U  /* the board knows where the tower stands; without it FACE needs HANDS_AWAY first */
#define STATUS_RING 128U  /* a position ring is fitted (configuration) */

/* Why the board booted. 0 = unknown: some bootloaders clear it. */
#define RESET_CAUSE_POWER_ON 1U  /* power came on */
#define RESET_CAUSE_EXTERNAL 2U  /* the reset line, as when the port is opened */
#define RESET_CAUSE_BROWN_OUT 4U  /* the supply sagged */
#define RESET_CAUSE_WATCHDOG 8U  /* the watchdog: the firmware hung */

/* What lived through the reset, in HELLO. */
#define KEPT_COUNTS 1U  /* counts and log; without it they begin at zero */
#define KEPT_PLACE 2U  /* the servo's last pulse width */
#define KEPT_DROP 4U  /* a drop was being watched when the board went down */

/* Which parts of the configuration somebody has measured. */
#define CALIBRATED_SERVO 1U  /* limits and era pulses */
#define CALIBRATED_BEAMS 2U  /* polarity */
#define CALIBRATED_DURATIONS 4U  /* break durations of single cubes */

/* Optional parts. */
#define FITTED_RING 1U  /* the position ring */
#define FITTED_LIGHTS 2U  /* a clocked strip of lights (APA102, SK9822) */

/* Kinds of frames. */
#define KIND_IDENTIFY 0x01U
#define KIND_OPEN 0x02U
#define KIND_PING 0x03U
#define KIND_COUNTS 0x04U
#define KIND_LOG 0x05U
#define KIND_DIAGNOSE 0x06U
#define KIND_CONFIG_READ 0x07U
#define KIND_CONFIG_WRITE 0x08U
#define KIND_FACE 0x10U
#define KIND_SHAKE 0x11U
#define KIND_STOP 0x12U
#define KIND_HANDS_AWAY 0x13U
#define KIND_LIGHT 0x14U
#define KIND_DROP_BEGIN 0x20U
#define KIND_DROP_END 0x21U
#define KIND_TEST_BEGIN 0x22U
#define KIND_TEST_END 0x23U
#define KIND_SELFTEST 0x24U
#define KIND_BLINK 0x25U
#define KIND_ACK 0x40U
#define KIND_NACK 0x41U
#define KIND_HELLO 0x42U
#define KIND_OPENED 0x43U
#define KIND_PONG 0x44U
#define KIND_COUNTED 0x45U
#define KIND_LOGGED 0x46U
#define KIND_DIAGNOSIS 0x47U
#define KIND_CONFIG 0x48U
#define KIND_BUSY 0x80U
#define KIND_FACED 0x81U
#define KIND_SHAKEN 0x82U
#define KIND_BREAK 0x83U
#define KIND_BLOCKED 0x84U
#define KIND_RING 0x85U
#define KIND_TESTED 0x86U
#define KIND_STORED 0x87U

struct wire_header {
    uint8_t version;  /* protocol version of the sender */
    uint8_t kind;  /* what the frame is: see the messages */
    uint8_t request;  /* request id 1–255, echoed in the answer; 0 marks an event nobody asked for */
    uint16_t boot;  /* boot id: in a command the one the host believes in, in every frame of the board its own */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_header) == 5, "wire_header");

struct wire_log_entry {
    wire_mark mark;  /* beam and BreakMark */
    uint8_t boot;  /* low byte of the boot id in whose time `start` is told */
    uint32_t start;  /* [µs] board time at which the beam broke */
    uint32_t duration;  /* [µs] 4294967295 = longer than 30 min */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_log_entry) == 10, "wire_log_entry");

struct wire_settings {
    uint16_t low;  /* [µs] narrowest pulse the servo may get; not below 400 */
    uint16_t high;  /* [µs] widest pulse the servo may get; not above 2600 */
    uint16_t eras[7];  /* [µs] pulse width that faces each era, within the limits */
    uint16_t speed;  /* [µs/s] fastest change of the pulse width (50–20000); above `fastest` it is that */
    uint16_t acceleration;  /* [µs/s²] of that change; 0 = as steep as may be, and above `steepest` it is that */
    uint16_t overshoot;  /* [µs] how far beyond the target the turn goes before the approach (0–500) */
    uint8_t approach;  /* 1 = from below, 2 = from above */
    uint16_t settle;  /* [ms] the pulse stays on target this long before FACED (0–5000) */
    uint16_t hold;  /* [ms] pulses go on this long after FACED, as long as the host is heard; 65535 = as long as may be */
    uint16_t shake_amplitude;  /* [µs] either way (1–500) */
    uint8_t shake_cycles;  /* to and fro (1–20) */
    wire_beams polarity;  /* bit per beam: 0 = LOW is broken (open collector), 1 = HIGH is broken */
    uint16_t min_break;  /* [µs] a shorter break is noise (0–50000) */
    uint16_t min_gap;  /* [µs] a shorter gap does not end a break (0–2000) */
    uint16_t blocked;  /* [ms] a beam broken this long is reported as blocked (50–60000) */
    uint8_t fitted;  /* Fitted */
    uint8_t ring_polarity;  /* bit per sensor: 0 = LOW is a mark, 1 = HIGH is a mark */
    uint8_t ring_codes[7];  /* mark under the tower at each era, different and non-zero */
    uint8_t calibrated;  /* Calibrated */
    uint8_t serial[12];  /* serial number written by the host, ASCII */
    uint8_t duration_count;  /* durations in use */
    uint16_t durations[16];  /* [10 µs] break durations of single cubes */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_settings) == 94, "wire_settings");

struct wire_open {
    uint32_t nonce;  /* any number the host did not use before */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_open) == 4, "wire_open");

struct wire_log {
    uint16_t first;  /* number of the first break wanted */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_log) == 2, "wire_log");

struct wire_config_write {
    struct wire_settings settings;  /* the whole record */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_config_write) == 94, "wire_config_write");

struct wire_face {
    uint16_t pulse;  /* [µs] where to; it and the overshoot on the side of its approach must lie within the limits */
    uint8_t approach;  /* Approach */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_face) == 3, "wire_face");

struct wire_shake {
    uint16_t amplitude;  /* [µs] either way, at most 1000 and within the limits; 0 = as configured */
    uint8_t cycles;  /* 0 = as configured; more than 100 are 100 */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_shake) == 3, "wire_shake");

struct wire_hands_away {
    uint16_t pulse;  /* [µs] where people see the tower stand, for a board that cannot see it; 0 = they do not say */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_hands_away) == 2, "wire_hands_away");

struct wire_light {
    uint8_t brightness;  /* 0–31, of all; lowered where the strip would take more than `lights_current` */
    uint8_t red[7];  /* of each outlet, 0–255 */
    uint8_t green[7];  /* of each outlet */
    uint8_t blue[7];  /* of each outlet */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_light) == 22, "wire_light");

struct wire_ack {
    uint8_t command;  /* its kind */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_ack) == 1, "wire_ack");

struct wire_nack {
    uint8_t command;  /* its kind */
    uint8_t reason;  /* Reason */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_nack) == 2, "wire_nack");

struct wire_hello {
    uint8_t magic[4];  /* LOOP */
    uint8_t firmware[3];  /* firmware version */
    uint8_t serial[12];  /* as the host wrote it; zeros = none */
    uint8_t reset_cause;  /* ResetCause */
    uint8_t kept;  /* Kept */
    uint16_t since;  /* boot id at which the counts began; the same as before = nothing was forgotten */
    uint16_t next;  /* number the next break will get */
    uint8_t config_source;  /* ConfigSource */
    uint8_t calibrated;  /* Calibrated */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_hello) == 27, "wire_hello");

struct wire_opened {
    uint32_t nonce;  /* the same */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_opened) == 4, "wire_opened");

struct wire_pong {
    uint32_t time;  /* [µs] board time; wraps after 71.6 min, restarts at boot */
    uint8_t status;  /* Status */
    uint8_t motion;  /* Motion */
    uint16_t pulse;  /* [µs] last commanded width; 0 = unplaced */
    uint8_t ring;  /* position ring code, 0 between marks or when not fitted */
    wire_beams broken;  /* bit per beam: broken now */
    wire_beams blocked;  /* bit per beam: broken for too long */
    uint16_t next;  /* number the next break will get */
    uint16_t noise;  /* sum of the noise counts */
    uint8_t ended;  /* request id of the last long command that ended; 0 = none */
    uint8_t outcome;  /* its Outcome */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_pong) == 17, "wire_pong");

struct wire_counted {
    uint16_t since;  /* boot id at which they began */
    uint16_t next;  /* number the next break will get */
    uint16_t counts[7];  /* breaks per beam (without TEST and PARTIAL) */
    uint16_t noise[7];  /* breaks per beam that were too short */
    uint16_t overruns;  /* times the edges came too fast to be kept; not zero = counts may be low */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_counted) == 34, "wire_counted");

struct wire_logged {
    uint16_t first;  /* number of the first entry; later than asked for = the ones before are forgotten */
    uint16_t next;  /* number the next break will get */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_logged) == 4, "wire_logged");

struct wire_diagnosis {
    uint32_t uptime;  /* [s] since boot */
    uint16_t stack_free;  /* [B] RAM never touched by the stack since boot */
    uint16_t bad_crc;  /* frames thrown away for their CRC or coding */
    uint16_t oversized;  /* frames thrown away for their length */
    uint16_t line_errors;  /* bytes with a framing error or overrun */
    uint16_t events_dropped;  /* events not sent because the line was full */
    uint16_t watchdogs;  /* watchdog restarts since power came on */
    uint8_t config_sequence;  /* of the slot in force */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_diagnosis) == 17, "wire_diagnosis");

struct wire_config {
    uint8_t source;  /* ConfigSource */
    struct wire_settings settings;  /* the whole record */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_config) == 95, "wire_config");

struct wire_busy {
    uint8_t of;  /* request id of the command */
    uint8_t motion;  /* Motion */
    uint16_t pulse;  /* [µs] now */
    uint16_t target;  /* [µs] in the end */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_busy) == 6, "wire_busy");

struct wire_faced {
    uint8_t of;  /* request id of the command */
    uint8_t outcome;  /* Outcome */
    uint16_t pulse;  /* [µs] where the servo was told to be; 0 = unknown */
    uint8_t ring;  /* position ring code read after settling; 0 = between marks or not fitted */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_faced) == 5, "wire_faced");

struct wire_shaken {
    uint8_t of;  /* request id of the command */
    uint8_t outcome;  /* Outcome */
    uint16_t pulse;  /* [µs] where the servo was told to be */
    uint8_t ring;  /* position ring code read after settling; 0 = between marks or not fitted */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_shaken) == 5, "wire_shaken");

struct wire_break {
    uint16_t number;  /* running number of the break */
    uint16_t count;  /* the outlet's cumulative count after it */
    wire_mark mark;  /* beam and BreakMark */
    uint32_t start;  /* [µs] board time at which the beam broke */
    uint32_t duration;  /* [µs] 4294967295 = longer than 30 min */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_break) == 13, "wire_break");

struct wire_blocked {
    uint8_t outlet;  /* which beam, from 0 on */
    wire_beams blocked;  /* 1 = blocked, 0 = clear again */
    wire_beams mask;  /* bit per beam: blocked now */
    uint32_t time;  /* [µs] board time at which the beam broke, or cleared */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_blocked) == 7, "wire_blocked");

struct wire_ring {
    uint8_t code;  /* 0 = between marks */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_ring) == 1, "wire_ring");

struct wire_tested {
    uint8_t of;  /* request id of the command */
    wire_beams before;  /* bit per beam: broken with the emitters on, before */
    wire_beams dark;  /* bit per beam: broken with the emitters off */
    wire_beams after;  /* bit per beam: broken with the emitters on again */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_tested) == 4, "wire_tested");

struct wire_stored {
    uint8_t of;  /* request id of the command */
    uint8_t outcome;  /* Outcome */
    uint8_t source;  /* ConfigSource: the slot it went to; HOST = not kept */
    uint8_t sequence;  /* of that slot */
} __attribute__((packed));
_Static_assert(sizeof(struct wire_stored) == 4, "wire_stored");

#define WIRE_SETTINGS_DEFAULTS { \
    .low = 500, \
    .high = 2500, \
    .eras = {643, 929, 1214, 1500, 1786, 2071, 2357}, \
    .speed = 1000, \
    .acceleration = 4000, \
    .overshoot = 30, \
    .approach = 1, \
    .settle = 300, \
    .hold = 0, \
    .shake_amplitude = 40, \
    .shake_cycles = 3, \
    .polarity = 0, \
    .min_break = 1000, \
    .min_gap = 300, \
    .blocked = 500, \
    .fitted = 1, \
    .ring_polarity = 0, \
    .ring_codes = {1, 3, 2, 6, 7, 5, 4}, \
    .calibrated = 0, \
    .serial = "", \
    .duration_count = 0, \
    .durations = {0}, \
}

#endif
