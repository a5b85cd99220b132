/* Generated from hardware/tower.toml by `make hardware`: do not edit. */
#ifndef PINS_H
#define PINS_H

/* Arduino Nano, ATmega328P */
#define BOARD_CLOCK_HZ 16000000UL
#define BEAM_COUNT 7

/* PIN_<what>_PORT, _DDR, _PIN and _BIT; PIN_<what> alone is Arduino's number. */
#define PIN_BEAM_0 2  /* D2 = PD2 */
#define PIN_BEAM_0_PORT PORTD
#define PIN_BEAM_0_DDR DDRD
#define PIN_BEAM_0_PIN PIND
#define PIN_BEAM_0_BIT 2
#define PIN_BEAM_1 3  /* D3 = PD3 */
#define PIN_BEAM_1_PORT PORTD
#define PIN_BEAM_1_DDR DDRD
#define PIN_BEAM_1_PIN PIND
#define PIN_BEAM_1_BIT 3
#define PIN_BEAM_2 4  /* D4 = PD4 */
#define PIN_BEAM_2_PORT PORTD
#define PIN_BEAM_2_DDR DDRD
#define PIN_BEAM_2_PIN PIND
#define PIN_BEAM_2_BIT 4
#define PIN_BEAM_3 5  /* D5 = PD5 */
#define PIN_BEAM_3_PORT PORTD
#define PIN_BEAM_3_DDR DDRD
#define PIN_BEAM_3_PIN PIND
#define PIN_BEAM_3_BIT 5
#define PIN_BEAM_4 6  /* D6 = PD6 */
#define PIN_BEAM_4_PORT PORTD
#define PIN_BEAM_4_DDR DDRD
#define PIN_BEAM_4_PIN PIND
#define PIN_BEAM_4_BIT 6
#define PIN_BEAM_5 7  /* D7 = PD7 */
#define PIN_BEAM_5_PORT PORTD
#define PIN_BEAM_5_DDR DDRD
#define PIN_BEAM_5_PIN PIND
#define PIN_BEAM_5_BIT 7
#define PIN_BEAM_6 8  /* D8 = PB0 */
#define PIN_BEAM_6_PORT PORTB
#define PIN_BEAM_6_DDR DDRB
#define PIN_BEAM_6_PIN PINB
#define PIN_BEAM_6_BIT 0
#define PIN_SERVO 9  /* D9 = PB1 */
#define PIN_SERVO_PORT PORTB
#define PIN_SERVO_DDR DDRB
#define PIN_SERVO_PIN PINB
#define PIN_SERVO_BIT 1
#define PIN_EMITTERS 11  /* D11 = PB3 */
#define PIN_EMITTERS_PORT PORTB
#define PIN_EMITTERS_DDR DDRB
#define PIN_EMITTERS_PIN PINB
#define PIN_EMITTERS_BIT 3
#define PIN_POSITION_0 14  /* A0 = PC0 */
#define PIN_POSITION_0_PORT PORTC
#define PIN_POSITION_0_DDR DDRC
#define PIN_POSITION_0_PIN PINC
#define PIN_POSITION_0_BIT 0
#define PIN_POSITION_1 15  /* A1 = PC1 */
#define PIN_POSITION_1_PORT PORTC
#define PIN_POSITION_1_DDR DDRC
#define PIN_POSITION_1_PIN PINC
#define PIN_POSITION_1_BIT 1
#define PIN_POSITION_2 16  /* A2 = PC2 */
#define PIN_POSITION_2_PORT PORTC
#define PIN_POSITION_2_DDR DDRC
#define PIN_POSITION_2_PIN PINC
#define PIN_POSITION_2_BIT 2
#define PIN_LED 13  /* D13 = PB5 */
#define PIN_LED_PORT PORTB
#define PIN_LED_DDR DDRB
#define PIN_LED_PIN PINB
#define PIN_LED_BIT 5
#define PIN_LIGHTS_CLOCK 17  /* A3 = PC3 */
#define PIN_LIGHTS_CLOCK_PORT PORTC
#define PIN_LIGHTS_CLOCK_DDR DDRC
#define PIN_LIGHTS_CLOCK_PIN PINC
#define PIN_LIGHTS_CLOCK_BIT 3
#define PIN_LIGHTS_DATA 18  /* A4 = PC4 */
#define PIN_LIGHTS_DATA_PORT PORTC
#define PIN_LIGHTS_DATA_DDR DDRC
#define PIN_LIGHTS_DATA_PIN PINC
#define PIN_LIGHTS_DATA_BIT 4

/* All beams, all position sensors of a port at once; bits are not in era order. */
#define BEAMS_MASK_B 0x01u
#define BEAMS_MASK_C 0x00u
#define BEAMS_MASK_D 0xFCu
#define POSITION_MASK_B 0x00u
#define POSITION_MASK_C 0x07u
#define POSITION_MASK_D 0x00u

/* X(era, port letter, bit) for every beam; X(code bit, port letter, bit) for every sensor. */
#define FOR_EACH_BEAM(X) X(0, D, 2) X(1, D, 3) X(2, D, 4) X(3, D, 5) X(4, D, 6) X(5, D, 7) X(6, B, 0)
#define FOR_EACH_POSITION(X) X(0, C, 0) X(1, C, 1) X(2, C, 2)

#endif
