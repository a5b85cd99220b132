#include "board.h"

#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_timer.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_hex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/pins.h"

#define BYTE_CYCLES 640u            /* 10 bits at 250000 baud */
#define EEPROM_CYCLES (3400u * CYCLES_PER_US)
#define HEARTBEAT (100u * CYCLES_PER_US)
#define TCCR1A_ADDRESS 0x80
#define OCR1AL_ADDRESS 0x88
#define EECR_ADDRESS 0x3F
#define WDTCSR_ADDRESS 0x60
#define WDIF_BIT 0x80
#define WDE_BIT 0x08
#define WATCHDOG_CYCLES 16000000u    /* 1 s, as the firmware sets it */
#define COM1A1_BIT 0x80
#define EEPE_BIT 0x02
#define PIN_B 0x23                  /* PINx, DDRx, PORTx lie one after the other, three per port */
#define SERVO_BIT (1u << PIN_SERVO_BIT)

static avr_t *avr;
static avr_timer_t *timer1;
static avr_uart_t *uart;
static bool powered = true, rearm;
static unsigned resets;
static uint32_t noise_seed;
static void (*core_reset)(avr_t *);

void (*board_sent)(uint8_t byte);

uint64_t board_cycle(void) { return avr->cycle; }
bool board_powered(void) { return powered; }
unsigned board_resets(void) { return resets; }

/* ---------------------------------------------------------------- things that happen at a given cycle */

enum kind { OBJECT, LIGHT };
struct event { uint64_t at; uint64_t order; enum kind kind; int outlet, change; };
#define MOST_EVENTS 16384
static struct event events[MOST_EVENTS];
static unsigned event_count;
static uint64_t event_order;

static bool before(const struct event *a, const struct event *b)
{
    return a->at != b->at ? a->at < b->at : a->order < b->order;
}

static void sift(unsigned at)
{
    struct event moving = events[at];
    while (at > 0 && before(&moving, &events[(at - 1) / 2])) {
        events[at] = events[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    for (unsigned child = 2 * at + 1; child < event_count; child = 2 * at + 1) {
        if (child + 1 < event_count && before(&events[child + 1], &events[child])) child++;
        if (!before(&events[child], &moving)) break;
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

/* ---------------------------------------------------------------- pins */

static int8_t forced[3][8];          /* port B, C, D: -1 = not forced */
static uint8_t driven[3], driven_level[3];

static void apply_pins(int port)
{
    uint8_t mask = driven[port], level = driven_level[port];
    for (int bit = 0; bit < 8; bit++) {
        if (forced[port][bit] < 0) continue;
        mask |= (uint8_t)(1 << bit);
        level = (uint8_t)((level & ~(1 << bit)) | forced[port][bit] << bit);
    }
    level &= mask;
    /* Without this any write to PORTx would snap a pulled-up input HIGH. */
    avr_ioport_external_t external = {.name = 'B' + port, .mask = mask, .value = level};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('B' + port), &external);
    for (int bit = 0; bit < 8; bit++) {
        if (mask >> bit & 1) avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B' + port), bit), level >> bit & 1);
    }
}

/* After a reset the PIN registers are zero, and simavr tells only changes. */
static void restore_pins(void)
{
    for (int port = 0; port < 3; port++) {
        apply_pins(port);
        for (int bit = 0; bit < 8; bit++) {
            avr_irq_t *irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B' + port), bit);
            uint8_t *pin = &avr->data[PIN_B + 3 * port];
            bool outside = (driven[port] >> bit & 1) || forced[port][bit] >= 0;
            if (!outside) irq->value = 0;
            *pin = (uint8_t)((*pin & ~(1 << bit)) | (irq->value & 1) << bit);
        }
    }
}

static void drive(int port, int bit, bool high)
{
    driven[port] |= (uint8_t)(1 << bit);
    driven_level[port] = (uint8_t)((driven_level[port] & ~(1 << bit)) | high << bit);
    apply_pins(port);
}

static bool find_pin(const char *name, int *port, int *bit)
{
    char kind;
    int number;
    if (sscanf(name, "%c%d", &kind, &number) != 2 || number < 0) return false;
    if (kind == 'D' && number < 8) { *port = 2; *bit = number; }
    else if (kind == 'D' && number < 14) { *port = 0; *bit = number - 8; }
    else if (kind == 'A' && number < 6) { *port = 1; *bit = number; }
    else return false;
    return true;
}

bool board_pin_force(const char *name, int level)
{
    int port, bit;
    if (!find_pin(name, &port, &bit)) return false;
    forced[port][bit] = (int8_t)level;
    if (level < 0 && !(driven[port] >> bit & 1)) { /* let go: the pull-up has it */
        avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B' + port), bit), 1);
    }
    apply_pins(port);
    return true;
}

int board_pin_read(const char *name)
{
    int port, bit;
    if (!find_pin(name, &port, &bit)) return -1;
    uint8_t pin = avr->data[PIN_B + 3 * port], ddr = avr->data[PIN_B + 3 * port + 1], out = avr->data[PIN_B + 3 * port + 2];
    return ((pin & ~ddr) | (out & ddr)) >> bit & 1;
}

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
    drive(beam_pins[input].port, beam_pins[input].bit, broken == (polarity >> input & 1));
}

static void light_changed(int outlet)
{
    bool dark = beams[outlet].objects > 0 || !emitters;
    if (dark) {
        beams[outlet].broken = true;
        beams[outlet].light_at = 0;
    } else if (beams[outlet].broken && beams[outlet].light_at == 0) {
        if (lag && schedule(avr->cycle + lag, LIGHT, outlet, 0)) {
            beams[outlet].light_at = avr->cycle + lag;
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
    return schedule(at, OBJECT, outlet, 1) && schedule(at + duration, OBJECT, outlet, -1);
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

static void emitters_changed(struct avr_irq_t *irq, uint32_t ddr, void *param)
{
    (void)irq, (void)param;
    /* On while the pin floats; the firmware drives it low to switch them off. */
    bool on = !powered ? false : !(ddr >> PIN_EMITTERS_BIT & 1) || (avr->data[PIN_B + 2] >> PIN_EMITTERS_BIT & 1);
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
    for (int bit = 0; bit < 3; bit++) drive(ring_pins[bit].port, ring_pins[bit].bit, !(code >> bit & 1));
}

static void move_servo(void)
{
    double most = (double)(avr->cycle - moved_at) / CYCLES_PER_US * SERVO_SPEED;
    moved_at = avr->cycle;
    /* A servo without pulses for two frames lets go and stays where it is. */
    if (stalled || !powered || last_pulse_at == 0 || avr->cycle - last_pulse_at > 45000 * CYCLES_PER_US) return;
    double away = wanted - place;
    place += away > most ? most : away < -most ? -most : away;
    show_ring();
}

static void servo_changed(void)
{
    bool joined = avr->data[TCCR1A_ADDRESS] & COM1A1_BIT;
    bool level = powered && (servo_ddr & SERVO_BIT) && (joined ? oc_level : (servo_port & SERVO_BIT) != 0);
    if (level == servo_level) return;
    servo_level = level;
    if (level) {
        rise_at = avr->cycle;
        return;
    }
    move_servo();
    last_width = (uint32_t)(avr->cycle - rise_at);
    last_pulse_at = avr->cycle;
    wanted = (double)last_width / CYCLES_PER_US;
    if (wanted < 400 || wanted > 2600) wanted = place; /* a real servo twitches; ours tells through `pulses` */
    if (pulse_count < MOST_PULSES) pulses[pulse_count++] = (struct servo_pulse){rise_at, last_width};
}

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
    servo_ddr = (uint8_t)value;
    servo_changed();
    emitters_changed(irq, value, param);
}

double board_servo_place(void) { move_servo(); return place; }
void board_servo_stall(bool is) { move_servo(); stalled = is; }
void board_servo_hand(double where) { move_servo(); place = where; show_ring(); }

double board_servo_width(void)
{
    if (last_pulse_at == 0 || avr->cycle - last_pulse_at > 50000 * CYCLES_PER_US) return 0;
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

/* ---------------------------------------------------------------- serial line */

#define MOST_RECEIVED 65536u
static uint8_t received[MOST_RECEIVED];
static unsigned received_in, received_out;
static uint64_t receive_at;

unsigned board_receive_room(void) { return (received_out - received_in - 1) % MOST_RECEIVED; }

bool board_receive(uint8_t byte)
{
    if (board_receive_room() == 0) return false;
    received[received_in] = byte;
    received_in = (received_in + 1) % MOST_RECEIVED;
    return true;
}

static void feed_line(void)
{
    while (received_in != received_out && avr->cycle >= receive_at) {
        uint8_t byte = received[received_out];
        received_out = (received_out + 1) % MOST_RECEIVED;
        receive_at = avr->cycle + (uart->cycles_per_byte > BYTE_CYCLES ? uart->cycles_per_byte : BYTE_CYCLES);
        avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), byte); /* lost while RXEN is off */
    }
}

static void byte_sent(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    if (board_sent) board_sent((uint8_t)value);
}

/* ---------------------------------------------------------------- what simavr 1.6 gets wrong */

/* A change of OCR1A's high byte alone never reaches the timer. */
static void ocr1a_written(struct avr_t *core, avr_io_addr_t address, uint8_t value, void *param)
{
    static bool again;
    uint32_t ocr = core->data[address] | core->data[address + 1] << 8;
    (void)param;
    if (again || timer1->tov_cycles == 0 || timer1->comp[AVR_TIMER_COMPA].comp_cycles == (ocr + 1) * timer1->cs_div_value) return;
    again = true;
    core->data[address] = value ^ 1; /* now it is a change of the low byte too */
    avr_io_addr_t io = AVR_DATA_TO_IO(address);
    core->io[io].w.c(core, address, value, core->io[io].w.param);
    again = false;
}

/* Its EEPROM is never busy: silicon takes 3.4 ms per byte, in which the power may go. */
static avr_cycle_count_t eeprom_done(struct avr_t *core, avr_cycle_count_t when, void *param)
{
    (void)when, (void)param;
    core->data[EECR_ADDRESS] &= (uint8_t)~EEPE_BIT;
    return 0;
}

static void eecr_written(struct avr_t *core, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)param;
    if (!(value & EEPE_BIT)) return;
    core->data[address] |= EEPE_BIT;
    avr_cycle_timer_register(core, EEPROM_CYCLES, eeprom_done, NULL);
}

/* In the mode "interrupt, then reset" it forgets the reset when the interrupt is not served. */
static void watchdog_again(void)
{
    static uint64_t waiting_since;
    bool waiting = (avr->data[WDTCSR_ADDRESS] & (WDIF_BIT | WDE_BIT)) == (WDIF_BIT | WDE_BIT);
    if (!waiting) {
        waiting_since = 0;
    } else if (waiting_since == 0) {
        waiting_since = avr->cycle;
    } else if (avr->cycle - waiting_since >= WATCHDOG_CYCLES) {
        waiting_since = 0;
        avr_reset(avr);
        avr_regbit_set(avr, avr->reset_flags.wdrf);
    }
}

static avr_cycle_count_t heartbeat(struct avr_t *core, avr_cycle_count_t when, void *param)
{
    (void)core, (void)param;
    return when + HEARTBEAT;       /* a sleeping core would jump over our events */
}

static void was_reset(avr_t *core)
{
    if (core_reset) core_reset(core);
    resets++;
    rearm = true;
}

static void arm(void)
{
    rearm = false;
    avr_cycle_timer_register(avr, HEARTBEAT, heartbeat, NULL);
    servo_ddr = servo_port = 0;
    oc_level = false;
    servo_changed();
    emitters_changed(NULL, 0, NULL);
    restore_pins();
}

/* ---------------------------------------------------------------- running */

static void happen(void)
{
    while (event_count && events[0].at <= avr->cycle) {
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

static avr_cycle_count_t alarm_rings(struct avr_t *core, avr_cycle_count_t when, void *param)
{
    (void)core, (void)when, (void)param;
    return 0;
}

void board_run_until(uint64_t cycle)
{
    uint64_t tower_at = avr->cycle;
    happen();
    while (avr->cycle < cycle) {
        if (!powered) {
            avr->cycle = event_count && events[0].at < cycle ? events[0].at : cycle;
            happen();
            continue;
        }
        watchdog_again();
        if (rearm) arm();
        if (uart->cycles_per_byte == BYTE_CYCLES / 10 * 11) uart->cycles_per_byte = BYTE_CYCLES; /* it counts a parity bit */
        if (event_count && events[0].at <= avr->cycle + HEARTBEAT && events[0].at > avr->cycle) {
            avr_cycle_timer_register(avr, events[0].at - avr->cycle, alarm_rings, NULL);
        }
        uint64_t stop = event_count && events[0].at < cycle ? events[0].at : cycle;
        if (received_in != received_out) {
            stop = receive_at < stop ? receive_at : stop;
            feed_line();
        }
        if (stop > avr->cycle + HEARTBEAT) stop = avr->cycle + HEARTBEAT;
        do {
            int state = avr_run(avr);
            if (state == cpu_Done || state == cpu_Crashed) {
                fprintf(stderr, "the firmware crashed (state %d, pc 0x%04x)\n", state, avr->pc);
                exit(3);
            }
        } while (avr->cycle < stop && !rearm);
        happen();
        if (avr->cycle - tower_at >= 1000 * CYCLES_PER_US) {
            tower_at = avr->cycle;
            move_servo();
        }
    }
}

static void no_sleep(struct avr_t *core, avr_cycle_count_t how_long) { (void)core, (void)how_long; }

static void scramble(void)
{
    for (unsigned at = 0x100; at <= avr->ramend; at++) {
        noise_seed = noise_seed * 1664525u + 1013904223u;
        avr->data[at] = (uint8_t)(noise_seed >> 24);
    }
}

void board_reset(void)
{
    if (!powered) return;
    avr_reset(avr);
    avr_regbit_set(avr, avr->reset_flags.extrf);
}

void board_power(bool on)
{
    if (on == powered) return;
    powered = on;
    if (on) {
        scramble();
        avr_reset(avr);
        avr_regbit_set(avr, avr->reset_flags.porf);
        received_in = received_out = 0;
    }
    servo_changed();
    emitters_changed(NULL, 0, NULL);
}

uint8_t *board_ram(uint16_t address, uint16_t length)
{
    return (uint32_t)address + length <= avr->ramend + 1u ? avr->data + address : NULL;
}

uint8_t *board_eeprom(uint16_t address, uint16_t length)
{
    avr_eeprom_desc_t whole = {.ee = NULL, .offset = 0, .size = 1024};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &whole);
    return (uint32_t)address + length <= whole.size ? whole.ee + address : NULL;
}

void board_jump(uint32_t address)
{
    avr->pc = address;
    avr->state = cpu_Running;
}

bool board_bootloader(const char *hex)
{
    ihex_chunk_p chunks = NULL;
    int many = read_ihex_chunks(hex, &chunks);
    uint32_t first = avr->flashend;
    for (int i = 0; i < many; i++) {
        if (chunks[i].size == 0 || chunks[i].baseaddr + chunks[i].size > avr->flashend + 1) continue;
        avr_loadcode(avr, chunks[i].data, chunks[i].size, chunks[i].baseaddr);
        if (chunks[i].baseaddr < first) first = chunks[i].baseaddr;
    }
    if (many > 0) free_ihex_chunks(chunks);
    if (first < 0x7000) return false;   /* no boot section begins there */
    avr->reset_pc = avr->pc = first;
    avr->codeend = avr->flashend;
    return many > 0;
}

static void quiet(avr_t *core, const int level, const char *format, va_list arguments)
{
    (void)core;
    if (level == LOG_ERROR) vfprintf(stderr, format, arguments);
}

bool board_load(const char *elf, uint32_t seed)
{
    elf_firmware_t firmware = {0};
    avr_global_logger_set(quiet);
    if (elf_read_firmware(elf, &firmware) != 0) return false;
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr) return false;
    avr_init(avr);
    avr->frequency = BOARD_CLOCK_HZ;
    avr_load_firmware(avr, &firmware);
    avr->frequency = BOARD_CLOCK_HZ;
    avr->sleep = no_sleep;
    noise_seed = seed;
    memset(forced, -1, sizeof forced);
    for (int outlet = 0; outlet < BEAMS; outlet++) beams[outlet].cable = outlet;

    for (avr_io_t *io = avr->io_port; io; io = io->next) {
        if (!strcmp(io->kind, "timer") && ((avr_timer_t *)io)->name == '1') timer1 = (avr_timer_t *)io;
        if (!strcmp(io->kind, "uart")) uart = (avr_uart_t *)io;
    }
    /* simavr takes mode 14 for phase-correct PWM. */
    timer1->wgm_op[14] = (avr_timer_wgm_t)AVR_TIMER_WGM_ICFASTPWM();
    avr_register_io_write(avr, OCR1AL_ADDRESS, ocr1a_written, NULL);
    avr_register_io_write(avr, TCCR1A_ADDRESS, tccr1a_written, NULL);
    avr_register_io_write(avr, EECR_ADDRESS, eecr_written, NULL);
    avr_irq_register_notify(timer1->io.irq + TIMER_IRQ_OUT_COMP + AVR_TIMER_COMPA, oc_changed, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), IOPORT_IRQ_REG_PORT), port_b_changed, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), IOPORT_IRQ_DIRECTION_ALL), direction_b_changed, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), byte_sent, NULL);
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags); /* no console, no waiting */
    core_reset = avr->reset;
    avr->reset = was_reset;
    scramble();
    all_beams();
    arm();
    return true;
}
