/* A Nano with two beams per outlet: beam N and beam N + 7 stand behind each other at outlet N. `make BEAMS=14` puts this
 * file in the place of pins.h, which is for the tower that docs/build tells how to build; this one nobody has wired. */
#ifndef PINS_H
#define PINS_H

#define BOARD_CLOCK_HZ 16000000UL
#define BEAM_COUNT 14

#define PIN_SERVO 9  /* D9 = PB1 */
#define PIN_SERVO_PORT PORTB
#define PIN_SERVO_DDR DDRB
#define PIN_SERVO_BIT 1
#define PIN_EMITTERS_PORT PORTB  /* D11 = PB3 */
#define PIN_EMITTERS_DDR DDRB
#define PIN_EMITTERS_BIT 3
#define PIN_LED_PORT PORTB  /* D13 = PB5 */
#define PIN_LED_DDR DDRB
#define PIN_LED_BIT 5

/* D2 … D8, then as the carrier board's plug has them (`second beams` in hardware/tower.toml): D12, D10, A0, A1, A3 … A5. */
#define BEAMS_MASK_B 0x15u
#define BEAMS_MASK_C 0x3Bu
#define BEAMS_MASK_D 0xFCu
#define FOR_EACH_BEAM(X) X(0, D, 2) X(1, D, 3) X(2, D, 4) X(3, D, 5) X(4, D, 6) X(5, D, 7) X(6, B, 0) \
    X(7, B, 4) X(8, B, 2) X(9, C, 0) X(10, C, 1) X(11, C, 3) X(12, C, 4) X(13, C, 5)

/* The ring, which the carrier board then has no plug for: A2 is a pin like any other, A6 and A7 can only be measured and
 * need pull-ups of their own. */
#define POSITION_MASK_B 0x00u
#define POSITION_MASK_C 0x04u
#define POSITION_MASK_D 0x00u
#define FOR_EACH_POSITION(X) X(0, C, 2)
#define POSITION_FIRST_MEASURED 1       /* these bits of the ring's code … */
#define POSITION_CHANNELS {6, 7}        /* … come from these channels of the ADC */

#endif
