/* The emulated board: the real firmware on libsimavr, and the tower around it
 * (beams with their receivers, emitters, servo, position ring). Time is the chip's: 16 cycles per µs. */
#ifndef EMULATOR_BOARD_H
#define EMULATOR_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#define BEAMS 7
#define CYCLES_PER_US 16

struct servo_pulse { uint64_t start; uint32_t width; };   /* cycles */

bool board_load(const char *elf, uint32_t seed);
bool board_bootloader(const char *hex);       /* every reset begins in it, as on a bought board */
void board_run_until(uint64_t cycle);
uint64_t board_cycle(void);

/* ---- the chip */
void board_reset(void);                       /* the reset line */
void board_power(bool on);                    /* off: RAM is lost, the EEPROM stays */
bool board_powered(void);
unsigned board_resets(void);                  /* of any kind, since the start */
uint8_t *board_ram(uint16_t address, uint16_t length);    /* NULL: out of range */
uint8_t *board_eeprom(uint16_t address, uint16_t length);
void board_jump(uint32_t address);            /* the program goes astray */

/* ---- pins: "D2", "A0"; level 0, 1, or -1 to let go */
bool board_pin_force(const char *name, int level);
int board_pin_read(const char *name);         /* -1: no such pin */

/* ---- beams */
enum beam_fault { BEAM_SOUND, BEAM_STUCK_CLEAR, BEAM_STUCK_BROKEN };
bool board_pulse(int outlet, uint64_t at, uint64_t duration);   /* an object passes; false: no room */
bool board_pulse_room(unsigned many);         /* for so many of them */
void board_object(int outlet, int change);    /* +1: put one in, -1: take it out */
void board_fault(int outlet, enum beam_fault fault);
void board_swap(int a, int b);                /* two cables */
void board_polarity(uint8_t mask);            /* receivers that go HIGH when broken */
void board_lag(uint64_t cycles);              /* receivers see the light so much later */
bool board_emitters(void);
unsigned board_pending(void);                 /* edges still to come */

/* ---- servo and ring */
double board_servo_place(void);               /* [µs] where it really stands */
void board_servo_hand(double place);          /* moved by hand */
void board_servo_stall(bool stalled);
double board_servo_width(void);               /* [µs] of the last pulse; 0 = none for 50 ms */
struct servo_track { uint64_t at; double place; };        /* cycles, µs */
unsigned board_servo_track(struct servo_track *into, unsigned most);  /* where it stood every millisecond; takes it */
unsigned board_servo_pulses(struct servo_pulse *into, unsigned most); /* takes them */
void board_ring(bool fitted, const double eras[BEAMS], const uint8_t codes[BEAMS], double half_width);

/* ---- strip of lights */
#define MOST_LIGHTS 64
struct light { uint8_t brightness, red, green, blue; };
struct lights { unsigned many; struct light light[MOST_LIGHTS]; };
struct lights_change { uint64_t at; uint32_t glow; };     /* cycle; brightness times colour, summed up */
const struct lights *board_lights(void);
unsigned board_lights_changes(struct lights_change *into, unsigned most); /* takes them */

/* ---- serial line: told by whoever owns the other end */
extern void (*board_sent)(uint8_t byte);
bool board_receive(uint8_t byte);             /* queued, then fed at line speed; false: queue full */
unsigned board_receive_room(void);

#endif
