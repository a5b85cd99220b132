/* The tower around the board: beams with emitters and receivers, servo, position ring. */
#include <simavr/avr_ioport.h>
#include <string.h>

#include "../src/pins.h"
#include "board.h"
#include "inside.h"

#define SERVO_BIT (1u << PIN_SERVO_BIT)

/* ---------------------------------------------------------------- things that happen at a given cycle */

enum kind { OBJECT, LIGHT };
struct event { uint64_t at; uint64_t order; enum kind kind; int outlet, change; };
#define MOST_EVENTS 16384
static struct event events[MOST_EVENTS];
static unsigned event_count;
static uint64_t event_order;

static bool earlier(const struct event *a, const struct event *b)
{
    return a->at != b->at ? a->at < b->at : a->order < b->order;
}

static void sift(unsigned at)
{
    struct event moving = events[at];
    while (at > 0 && earlier(&moving, &events[(at - 1) / 2])) {
        events[at] = events[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    for (unsigned child = 2 * at + 1; child < event_count; child = 2 * at + 1) {
        if (child + 1 < event_count && earlier(&events[child + 1], &events[child])) child++;
        if (!earlier(&events[child], &moving)) break;
        events[at] = events[child];
        at = child;
    }
    events[at] = moving;
}

static bool schedule(uint64_t at, enum kind kind, int outlet, int change)
{
    if (event_count == MOST_EVENTS) return false;
    events[event_count++] = (struct event){at, event_order++, kind, outlet, change};
    sift(event_count - 1);
    return true;
}

unsigned board_pending(void) { return event_count; }
bool board_pulse_room(unsigned many) { return event_count + 2 * many <= MOST_EVENTS; } /* two edges each */

/* ---------------------------------------------------------------- beams */

static struct {
    int objects;
    enum beam_fault fault;
    bool broken;             /* as the receiver says */
    uint64_t light_at;       /* when it will notice the light */
    int cable;               /* the input its cable leads to */
} beams[BEAMS];
static uint8_t polarity;
static uint64_t lag;
static bool emitters = true;

bool board_emitters(void) { return emitters; }

#define PORT_OF(letter) ((#letter)[0] - 'B')
#define PLACE(number, letter, bit) {PORT_OF(letter), bit},
static const struct { int port, bit; } beam_pins[] = {FOR_EACH_BEAM(PLACE)}, ring_pins[] = {FOR_EACH_POSITION(PLACE)};

static void show_beam(int outlet)
{
    bool broken = beams[outlet].broken;
    if (beams[outlet].fault == BEAM_STUCK_CLEAR) broken = false;
    if (beams[outlet].fault == BEAM_STUCK_BROKEN) broken = true;
    int input = beams[outlet].cable;
    pins_drive(beam_pins[input].port, beam_pins[input].bit, broken == (polarity >> input & 1));
}

static void light_changed(int outlet)
{
    bool dark = beams[outlet].objects > 0 || !emitters;
    if (dark) {
        beams[outlet].broken = true;
        beams[outlet].light_at = 0;
    } else if (beams[outlet].broken && beams[outlet].light_at == 0) {
        if (lag && schedule(chip->cycle + lag, LIGHT, outlet, 0)) {
            beams[outlet].light_at = chip->cycle + lag;
            return;
        }
        beams[outlet].broken = false;
    }
    show_beam(outlet);
}

static void all_beams(void)
{
    for (int outlet = 0; outlet < BEAMS; outlet++) show_beam(outlet);
}

void board_object(int outlet, int change)
{
    beams[outlet].objects += change;
    if (beams[outlet].objects < 0) beams[outlet].objects = 0;
    light_changed(outlet);
}

bool board_pulse(int outlet, uint64_t at, uint64_t duration)
{
    return board_pulse_room(1) && schedule(at, OBJECT, outlet, 1) && schedule(at + duration, OBJECT, outlet, -1);
}

void board_fault(int outlet, enum beam_fault fault) { beams[outlet].fault = fault; show_beam(outlet); }
void board_polarity(uint8_t mask) { polarity = mask; all_beams(); }
void board_lag(uint64_t cycles) { lag = cycles; }

void board_swap(int a, int b)
{
    int cable = beams[a].cable;
    beams[a].cable = beams[b].cable;
    beams[b].cable = cable;
    all_beams();
}

static void emitters_changed(uint32_t ddr)
{
    /* On while the pin floats; the firmware drives it low to switch them off. */
    bool on = !board_powered() ? false : !(ddr >> PIN_EMITTERS_BIT & 1) || (chip->data[PIN_B + 2] >> PIN_EMITTERS_BIT & 1);
    if (on == emitters) return;
    emitters = on;
    for (int outlet = 0; outlet < BEAMS; outlet++) light_changed(outlet);
}

/* ---------------------------------------------------------------- servo and ring */

#define MOST_PULSES 65536
static struct servo_pulse pulses[MOST_PULSES];
static unsigned pulse_count;
static bool oc_level, servo_level, stalled, ring_fitted;
static uint8_t servo_ddr, servo_port;
static uint64_t rise_at, moved_at;
static uint32_t last_width;
static uint64_t last_pulse_at;
static double place = 1500, wanted;
static double ring_eras[BEAMS], ring_half;
static uint8_t ring_codes[BEAMS];
#define SERVO_SPEED (2778.0 / 1e6)   /* µs of pulse width per µs: 60° in 0.16 s, 270° = 2000 µs */

static void show_ring(void)
{
    uint8_t code = 0;
    if (!ring_fitted) return;
    for (int era = 0; era < BEAMS; era++) {
        double away = place - ring_eras[era];
        if (away > -ring_half && away < ring_half) code = ring_codes[era];
    }
    for (int bit = 0; bit < 3; bit++) pins_drive(ring_pins[bit].port, ring_pins[bit].bit, !(code >> bit & 1));
}

static void move(void)
{
    double most = (double)(chip->cycle - moved_at) / CYCLES_PER_US * SERVO_SPEED;
    moved_at = chip->cycle;
    /* A servo without pulses for two frames lets go and stays where it is. */
    if (stalled || !board_powered() || last_pulse_at == 0 || chip->cycle - last_pulse_at > 45000 * CYCLES_PER_US) return;
    double away = wanted - place;
    place += away > most ? most : away < -most ? -most : away;
    show_ring();
}

/* The latest are kept. */
#define MOST_TRACKED 32768
static struct servo_track tracked[MOST_TRACKED];
static unsigned track_in, track_count;

void tower_move(void)
{
    move();
    if (track_count && chip->cycle - tracked[(track_in - 1) % MOST_TRACKED].at < 1000 * CYCLES_PER_US) return;
    tracked[track_in++ % MOST_TRACKED] = (struct servo_track){chip->cycle, place};
    if (track_count < MOST_TRACKED) track_count++;
}

unsigned board_servo_track(struct servo_track *into, unsigned most)
{
    unsigned many = track_count < most ? track_count : most;
    for (unsigned i = 0; i < many; i++) into[i] = tracked[(track_in - track_count + i) % MOST_TRACKED];
    track_count -= many;
    return many;
}

static void servo_changed(void)
{
    bool joined = chip->data[TCCR1A_ADDRESS] & COM1A1_BIT;
    bool level = board_powered() && (servo_ddr & SERVO_BIT) && (joined ? oc_level : (servo_port & SERVO_BIT) != 0);
    if (level == servo_level) return;
    servo_level = level;
    if (level) {
        rise_at = chip->cycle;
        return;
    }
    tower_move();
    last_width = (uint32_t)(chip->cycle - rise_at);
    last_pulse_at = chip->cycle;
    wanted = (double)last_width / CYCLES_PER_US;
    if (wanted < 400 || wanted > 2600) wanted = place; /* a real servo twitches; ours tells through `pulses` */
    if (pulse_count < MOST_PULSES) pulses[pulse_count++] = (struct servo_pulse){rise_at, last_width};
}

bool tower_servo_pin(void) { return servo_level; }

static void oc_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    oc_level = value & 1;
    servo_changed();
}

static void tccr1a_written(struct avr_t *core, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)core, (void)address, (void)value, (void)param;
    servo_changed();
}

static void port_b_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    servo_port = (uint8_t)value;
    servo_changed();
}

static void direction_b_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    servo_ddr = (uint8_t)value;
    servo_changed();
    emitters_changed(value);
}

double board_servo_place(void) { tower_move(); return place; }
void board_servo_stall(bool is) { tower_move(); stalled = is; }
void board_servo_hand(double where) { tower_move(); place = where; show_ring(); }

double board_servo_width(void)
{
    if (last_pulse_at == 0 || chip->cycle - last_pulse_at > 50000 * CYCLES_PER_US) return 0;
    return (double)last_width / CYCLES_PER_US;
}

unsigned board_servo_pulses(struct servo_pulse *into, unsigned most)
{
    unsigned many = pulse_count < most ? pulse_count : most;
    memcpy(into, pulses, many * sizeof *into);
    memmove(pulses, pulses + many, (pulse_count - many) * sizeof *pulses);
    pulse_count -= many;
    return many;
}

void board_ring(bool fitted, const double eras[BEAMS], const uint8_t codes[BEAMS], double half_width)
{
    ring_fitted = fitted;
    memcpy(ring_eras, eras, sizeof ring_eras);
    memcpy(ring_codes, codes, sizeof ring_codes);
    ring_half = half_width;
    show_ring();
}

/* ---------------------------------------------------------------- with the chip */

uint64_t tower_next(void) { return event_count ? events[0].at : UINT64_MAX; }

void tower_happen(void)
{
    while (event_count && events[0].at <= chip->cycle) {
        struct event event = events[0];
        events[0] = events[--event_count];
        if (event_count) sift(0);
        if (event.kind == OBJECT) {
            board_object(event.outlet, event.change);
        } else if (beams[event.outlet].light_at == event.at) {
            beams[event.outlet].light_at = 0;
            beams[event.outlet].broken = false;
            show_beam(event.outlet);
        }
    }
}

void tower_power_changed(void)
{
    servo_changed();
    emitters_changed(chip->data[PIN_B + 1]);
}

void tower_reset(void)
{
    servo_ddr = servo_port = 0;
    oc_level = false;
    servo_changed();
    emitters_changed(0);
}

void tower_start(avr_irq_t *compare_output)
{
    for (int outlet = 0; outlet < BEAMS; outlet++) beams[outlet].cable = outlet;
    avr_irq_t *port_b = avr_io_getirq(chip, AVR_IOCTL_IOPORT_GETIRQ('B'), IOPORT_IRQ_REG_PORT);
    avr_irq_t *direction_b = avr_io_getirq(chip, AVR_IOCTL_IOPORT_GETIRQ('B'), IOPORT_IRQ_DIRECTION_ALL);
    avr_irq_register_notify(compare_output, oc_changed, NULL);
    avr_irq_register_notify(port_b, port_b_changed, NULL);
    avr_irq_register_notify(direction_b, direction_b_changed, NULL);
    avr_register_io_write(chip, TCCR1A_ADDRESS, tccr1a_written, NULL);
    all_beams();
}
