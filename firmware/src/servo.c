#include "servo.h"

#include "settings.h"
#include "wire.h"

/* Places are kept in 1/32 µs, so that slow ramps stay smooth. A frame lasts 20 ms. */
#define FINE 32
#define FRAMES_PER_SECOND 50
#define FRAME_MS 20

/* AWAITED: it ought to be there by now. LET_GO: over, without pulses. */
enum phase { RESTING, MOVING, SETTLING, AWAITED, HOLDING, LET_GO };

static enum phase phase;
static uint8_t motion, outcome;
static uint32_t place;      /* now; 0 = unknown */
static int32_t velocity;    /* per frame, always positive */
static uint16_t target;     /* in the end [µs] */
static uint16_t amplitude;
static uint8_t legs;        /* still to drive after the present one */
static uint32_t leg_end;
static uint8_t side;        /* Approach of this motion */
static uint16_t frames;     /* left to wait in this phase */
static uint16_t left;       /* frames that the motion may still take */

void servo_start(uint16_t known)
{
    phase = RESTING;
    motion = MOTION_REST;
    outcome = OUTCOME_DONE;
    place = (uint32_t)known * FINE;
    velocity = 0;
    target = known;
}

uint8_t servo_motion(void) { return motion; }
uint8_t servo_outcome(void) { return outcome; }
uint16_t servo_pulse(void) { return (uint16_t)((place + FINE / 2) / FINE); }
uint16_t servo_target(void) { return target; }

uint16_t servo_width(void)
{
    return phase == RESTING || phase == LET_GO ? 0 : (uint16_t)(place / (FINE / 2));
}

static bool within_limits(uint16_t pulse) { return pulse >= settings.low && pulse <= settings.high; }

/* Where the last stretch to `pulse` begins; wraps below zero, which no limit allows. */
static uint16_t before(uint16_t pulse)
{
    if (side == APPROACH_DIRECT) return pulse;
    return side == APPROACH_FROM_BELOW ? pulse - settings.overshoot : pulse + settings.overshoot;
}

/* The legs of a motion, counted down: … 3, 2 the shakes, 1 the way to where the approach begins, 0 the approach. */
static void next_leg(void)
{
    uint16_t end = target;
    if (legs == 1) end = before(target);
    else if (legs > 1) end = legs & 1 ? target + amplitude : target - amplitude;
    leg_end = (uint32_t)end * FINE;
    velocity = 0;
    phase = MOVING;
}

/* Rounded up; a sum before the division would not fit into 16 bits. */
static uint16_t frames_of(uint16_t milliseconds) { return milliseconds / FRAME_MS + (milliseconds % FRAME_MS != 0); }

uint8_t servo_face(uint16_t pulse, uint8_t approach, uint16_t from)
{
    if (motion != MOTION_REST) return REASON_TURNING;
    side = approach == APPROACH_CONFIGURED ? settings.approach : approach;
    if (!within_limits(pulse) || !within_limits(before(pulse))) return REASON_OUT_OF_LIMITS;
    /* Beyond limits that were narrowed since: no pulse may tell it where it stands. */
    if (!within_limits(servo_pulse())) place = 0;
    if (place == 0 && !within_limits(from)) return REASON_UNPLACED;
    if (place == 0) place = (uint32_t)from * FINE;
    motion = MOTION_FACE;
    left = WIRE_LONGEST_TURN_MS / FRAME_MS;
    target = pulse;
    legs = 1;
    next_leg();
    /* Already on the right side and far enough away: straight there. */
    bool straight = side == APPROACH_FROM_BELOW ? place <= leg_end
                  : side == APPROACH_FROM_ABOVE ? place >= leg_end : true;
    if (straight) {
        legs = 0;
        next_leg();
    }
    return 0;
}

uint8_t servo_shake(uint16_t wanted, uint8_t cycles)
{
    if (motion != MOTION_REST) return REASON_TURNING;
    if (place == 0) return REASON_UNPLACED;
    uint16_t here = servo_pulse();
    if (wanted == 0) wanted = settings.shake_amplitude;
    if (cycles == 0) cycles = settings.shake_cycles;
    if (cycles > 100) cycles = 100;
    side = settings.approach;
    if (wanted > 1000 || !within_limits(here + wanted) || !within_limits(here - wanted)
        || !within_limits(before(here))) {
        return REASON_OUT_OF_LIMITS;
    }
    motion = MOTION_SHAKE;
    left = WIRE_LONGEST_SHAKE_MS / FRAME_MS;
    amplitude = wanted;
    target = here;
    legs = (uint8_t)(2 * cycles + 1);
    next_leg();
    return 0;
}

/* Pulses that stay on when the motion is over. A stopped tower still wants the time to settle under them. */
static uint16_t holding(void)
{
    if (outcome == OUTCOME_STOPPED) return frames_of(settings.settle);
    return settings.hold == 0xFFFF ? WIRE_LONGEST_HOLD_MS / FRAME_MS : frames_of(settings.hold);
}

/* The motion is over at once, and the servo gets no more pulses. */
static void let_go(uint8_t why)
{
    velocity = 0;
    phase = LET_GO;
    outcome = why;
}

void servo_unattended(void)
{
    if (motion == MOTION_SHAKE && phase != LET_GO) let_go(OUTCOME_UNHEARD);
    if (phase == HOLDING) phase = RESTING;
}

void servo_stop(void)
{
    if (motion == MOTION_REST || phase == LET_GO) return;
    velocity = 0;
    phase = SETTLING;
    frames = 0;
    outcome = OUTCOME_STOPPED;
}

void servo_forget(void)
{
    place = 0;
    phase = RESTING;
}

/* Way covered while slowing down from this velocity, its own frame included. */
static int32_t braking_way(int32_t from, int32_t change) { return from * (from + change) / (2 * change); }

static void drive(void)
{
    int32_t way = (int32_t)(leg_end - place);
    int32_t distance = way < 0 ? -way : way;
    uint16_t speed = settings.speed < WIRE_FASTEST ? settings.speed : WIRE_FASTEST;
    uint16_t steep = settings.acceleration;
    if (steep == 0 || steep > WIRE_STEEPEST) steep = WIRE_STEEPEST;
    int32_t fastest = (int32_t)speed * FINE / FRAMES_PER_SECOND;
    int32_t change = (int32_t)steep * FINE / ((int32_t)FRAMES_PER_SECOND * FRAMES_PER_SECOND);
    if (change > fastest) change = fastest;
    if (change == 0) change = 1;
    int32_t next = velocity + change > fastest ? fastest : velocity + change;
    if (braking_way(next, change) > distance) next = velocity;
    if (braking_way(next, change) > distance) next = velocity - change;
    if (next < change) next = change;
    if (next > distance) next = distance;
    velocity = next;
    place = (uint32_t)((int32_t)place + (way < 0 ? -velocity : velocity));
}

static bool rests(void)
{
    motion = MOTION_REST;
    phase = HOLDING;
    frames = holding();
    return true;
}

bool servo_step(bool there)
{
    if (motion != MOTION_REST && phase != LET_GO && left-- == 0) let_go(OUTCOME_OVERDUE);
    switch (phase) {
    case RESTING:
        return false;
    case LET_GO:
        motion = MOTION_REST;
        phase = RESTING;
        return true;
    case MOVING:
        if (place != leg_end) {
            drive();
        } else if (legs > 0) {
            legs--;
            next_leg();
        } else {
            phase = SETTLING;
            outcome = OUTCOME_DONE;
            frames = frames_of(settings.settle);
        }
        return false;
    case SETTLING:
        if (frames > 0) {
            frames--;
            return false;
        }
        if (there || outcome != OUTCOME_DONE) return rests();
        phase = AWAITED;
        frames = WIRE_LATE_MS / FRAME_MS;
        return false;
    case AWAITED:
        if (there) return rests();
        if (frames-- == 0) {
            place = 0;
            let_go(OUTCOME_MISSED);
        }
        return false;
    case HOLDING: /* the configuration may have changed since it began */
        if (frames > holding()) frames = holding();
        if (!within_limits(servo_pulse()) || frames-- == 0) phase = RESTING;
        return false;
    }
    return false;
}
