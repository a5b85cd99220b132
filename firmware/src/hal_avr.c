/* ATmega328P at 16 MHz. Registers live here and nowhere else.
 *
 * Timer1  mode 14, TOP 39999, 0.5 µs: the servo's 50 Hz pulse on OC1A and the time stamps
 * Timer0  1 ms tick
 * UART    250000 8N1, both directions buffered
 * PCINT   any beam, any edge
 */
#ifdef __AVR__
#include "hal.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "pins.h"
#include "wire.h"

#define FRAME_TICKS 40000U
#define FRAME_US 20000UL
#define EDGES 32U
#define RX_SIZE 64U
#define TX_SIZE 128U

_Static_assert(PIN_SERVO == 9, "the servo's pulse comes from OC1A, which is D9");
_Static_assert(BOARD_CLOCK_HZ == 16000000UL, "timer figures are for 16 MHz");

#define NOINIT __attribute__((section(".noinit")))
#define HUNG 0xB1C7U
static uint16_t hung NOINIT;           /* HUNG: the watchdog restarted us */
static uint8_t cause NOINIT;

static volatile uint32_t frame_start;  /* µs at which the present servo frame began */
static volatile uint8_t frames;
static volatile uint16_t milliseconds;
static volatile uint16_t servo_ticks;
static volatile bool happened;         /* something to do before going to sleep */

static volatile struct edge edges[EDGES]; /* volatile: filled before its index says so */
static volatile uint8_t edges_in, edges_out;
static volatile bool edges_were_lost;
static wire_beams last_levels;

static volatile uint8_t rx[RX_SIZE], tx[TX_SIZE];
static volatile uint8_t rx_in, rx_out, tx_in, tx_out;
static volatile uint16_t line_errors;

/* ---- before main */

#define PAINT 0xC5
extern uint8_t __heap_start, __stack;

void hal_first(void) __attribute__((naked, used, section(".init3")));
void hal_first(void)
{
    cause = MCUSR;
    MCUSR = 0;
    wdt_disable();                     /* it stays on through a reset, and short */
    for (uint8_t *byte = &__heap_start; byte <= &__stack; byte++) *byte = PAINT;
}

uint16_t hal_stack_free(void)
{
    const uint8_t *byte = &__heap_start;
    while (byte <= &__stack && *byte == PAINT) byte++;
    return (uint16_t)(byte - &__heap_start);
}

/* ---- watchdog
 * The old 57600 bootloader never comes back from a watchdog reset. So the first alarm is an interrupt
 * that starts the program anew without going through any bootloader; only if interrupts are dead
 * does the second alarm, 1 s later, reset the chip. */

static void watchdog_on(void)
{
    cli();
    wdt_reset();
    WDTCSR = _BV(WDCE) | _BV(WDE);
    WDTCSR = _BV(WDIE) | _BV(WDE) | _BV(WDP2) | _BV(WDP1); /* 1 s */
}

ISR(WDT_vect, ISR_NAKED)
{
    asm volatile("clr __zero_reg__");  /* no prologue: nobody else has */
    hung = HUNG;
    wdt_reset();
    /* Let a servo pulse end by itself: a runt would make the servo twitch. 3 ms at most. */
    for (uint16_t wait = 0; wait < 8000 && (TCCR1A & _BV(COM1A1)) && TCNT1 <= OCR1A; wait++) {}
    asm volatile("jmp 0");
}

void hal_watchdog_feed(void) { wdt_reset(); }

uint8_t hal_reset_cause(void)
{
    return cause & (RESET_CAUSE_POWER_ON | RESET_CAUSE_EXTERNAL | RESET_CAUSE_BROWN_OUT | RESET_CAUSE_WATCHDOG);
}
_Static_assert(_BV(PORF) == RESET_CAUSE_POWER_ON && _BV(EXTRF) == RESET_CAUSE_EXTERNAL
               && _BV(BORF) == RESET_CAUSE_BROWN_OUT && _BV(WDRF) == RESET_CAUSE_WATCHDOG, "MCUSR bits");

/* ---- start */

void hal_start(void)
{
    /* A watchdog restart finds the registers as they were: everything is set, nothing assumed. */
    cli();
    TIMSK0 = TIMSK1 = TIMSK2 = 0;
    UCSR0B = 0;
    PCICR = 0;
    if (hung == HUNG) cause |= RESET_CAUSE_WATCHDOG;
    hung = 0;

    TCCR1A = 0;                        /* the servo's pin is a plain low output */
    TCCR1B = 0;
    PIN_SERVO_PORT &= (uint8_t)~_BV(PIN_SERVO_BIT);
    PIN_SERVO_DDR |= _BV(PIN_SERVO_BIT);
    PIN_LED_DDR |= _BV(PIN_LED_BIT);
    hal_emitters(true);
    PORTB |= BEAMS_MASK_B | POSITION_MASK_B; /* pull-ups */
    PORTC |= BEAMS_MASK_C | POSITION_MASK_C;
    PORTD |= BEAMS_MASK_D | POSITION_MASK_D;

    TCNT1 = 0;
    OCR1A = 3000;
    ICR1 = FRAME_TICKS - 1;            /* before the mode: TOP must be there when counting begins */
    TCCR1A = _BV(WGM11);
    TCCR1B = _BV(WGM13) | _BV(WGM12) | _BV(CS11);
    TIFR1 = _BV(TOV1) | _BV(OCF1A) | _BV(OCF1B) | _BV(ICF1); /* nothing has overflowed yet */
    TIMSK1 = _BV(TOIE1);

    TCCR0B = 0;
    TCNT0 = 0;
    TCCR0A = _BV(WGM01);
    OCR0A = 249;                       /* 16 MHz / 64 / 250 = 1 kHz */
    TIFR0 = _BV(TOV0) | _BV(OCF0A) | _BV(OCF0B);
    TIMSK0 = _BV(OCIE0A);
    TCCR0B = _BV(CS01) | _BV(CS00);

    last_levels = hal_beam_levels();
    edges[edges_in++] = (struct edge){0, last_levels};
    PCMSK0 = BEAMS_MASK_B;
    PCMSK1 = BEAMS_MASK_C;
    PCMSK2 = BEAMS_MASK_D;
    PCIFR = _BV(PCIF0) | _BV(PCIF1) | _BV(PCIF2);
    PCICR = (BEAMS_MASK_B ? _BV(PCIE0) : 0) | (BEAMS_MASK_C ? _BV(PCIE1) : 0) | (BEAMS_MASK_D ? _BV(PCIE2) : 0);

    set_sleep_mode(SLEEP_MODE_IDLE);
    watchdog_on();
    sei();
}

void hal_sleep(void)
{
    cli();
    if (!happened) {
        sleep_enable();
        sei();
        sleep_cpu();                   /* the instruction after sei() always runs: no wake-up is missed */
        sleep_disable();
        cli();
    }
    happened = false;
    sei();
}

/* ---- time */

/* Into the beams' interrupt without a call, which would make it save every register first and be twice as long:
 * so long an edge on another beam waits for its time stamp. */
#define INLINE static inline __attribute__((always_inline))

/* With interrupts off. An overflow that has not been served yet is added here. */
INLINE uint32_t now(void)
{
    uint16_t ticks = TCNT1;
    uint32_t start = frame_start;
    if ((TIFR1 & _BV(TOV1)) && ticks < FRAME_TICKS / 2) start += FRAME_US;
    return start + ticks / 2;
}

uint32_t hal_now(void)
{
    uint32_t time;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) time = now();
    return time;
}

uint16_t hal_milliseconds(void)
{
    uint16_t ms;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) ms = milliseconds;
    return ms;
}

uint8_t hal_servo_frames(void) { return frames; }

ISR(TIMER0_COMPA_vect)
{
    milliseconds++;
    happened = true;
}

/* ---- servo: widths change right after a pulse has begun (OCR1A is taken over at the next one),
 * pulses begin and end by joining and leaving the pin while it is low: no runt. */

void hal_servo_width(uint16_t half_microseconds)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) servo_ticks = half_microseconds;
}

ISR(TIMER1_OVF_vect)
{
    frame_start += FRAME_US;
    frames++;
    happened = true;
    if (servo_ticks == 0) return;
    OCR1A = servo_ticks - 1;           /* the pulse lasts OCR1A + 1 ticks */
    if (!(TIMSK1 & _BV(OCIE1A))) {
        TIFR1 = _BV(OCF1A);
        TIMSK1 |= _BV(OCIE1A);
    }
}

ISR(TIMER1_COMPA_vect)
{
    /* The pulse has just ended: the pin is low for at least 17 ms. */
    if (servo_ticks) {
        TCCR1A |= _BV(COM1A1);
    } else {
        TCCR1A &= (uint8_t)~_BV(COM1A1);
        TIMSK1 &= (uint8_t)~_BV(OCIE1A);
    }
}

/* ---- beams, ring, emitters, LED */

#define LEVEL(number, port, bit) if (PIN##port & _BV(bit)) levels |= (1U << number);

INLINE wire_beams beam_levels(void)
{
    wire_beams levels = 0;
    FOR_EACH_BEAM(LEVEL)
    return levels;
}

wire_beams hal_beam_levels(void) { return beam_levels(); }

#ifdef POSITION_CHANNELS
/* One conversion after the other, begun and taken once a millisecond: 104 µs each, nobody waits. */
static uint8_t measured_levels(void)
{
    static const uint8_t channels[] = POSITION_CHANNELS;
    static uint8_t which, levels;
    if (ADCSRA & _BV(ADSC)) return levels;
    uint8_t bit = _BV(POSITION_FIRST_MEASURED + which);
    if (ADCSRA & _BV(ADEN)) levels = ADCH & 0x80 ? levels | bit : levels & (uint8_t)~bit;
    which = (which + 1) % sizeof channels;
    ADMUX = _BV(REFS0) | _BV(ADLAR) | channels[which];
    ADCSRA = _BV(ADEN) | _BV(ADSC) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
    return levels;
}
#else
static uint8_t measured_levels(void) { return 0; }
#endif

uint8_t hal_ring_levels(void)
{
    uint8_t levels = measured_levels();
    FOR_EACH_POSITION(LEVEL)
    return levels;
}

ISR(PCINT2_vect)
{
    uint32_t time = now();
    wire_beams levels = beam_levels();
    if (levels == last_levels) return; /* gone before we could look, or seen with its neighbour */
    last_levels = levels;
    happened = true;
    if (edges_were_lost) return;
    uint8_t next = (edges_in + 1) % EDGES;
    if (next == edges_out) {
        edges_were_lost = true;
        return;
    }
    volatile struct edge *edge = &edges[edges_in];
    edge->time = time;
    edge->levels = levels;
    edges_in = next;
}
ISR(PCINT0_vect, ISR_ALIASOF(PCINT2_vect));
ISR(PCINT1_vect, ISR_ALIASOF(PCINT2_vect));

bool hal_next_edge(struct edge *edge)
{
    if (edges_out == edges_in) return false;
    *edge = edges[edges_out];
    edges_out = (edges_out + 1) % EDGES;
    return true;
}

bool hal_edges_lost(void) { return edges_were_lost; }

struct edge hal_edges_forget(void)
{
    struct edge from_here;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        edges_out = edges_in;
        edges_were_lost = false;
        last_levels = hal_beam_levels();
        from_here = (struct edge){now(), last_levels};
    }
    return from_here;
}

void hal_emitters(bool on)
{
    /* On while the pin floats, so that an unprogrammed board has light; low switches them off. */
    PIN_EMITTERS_PORT &= (uint8_t)~_BV(PIN_EMITTERS_BIT);
    if (on) PIN_EMITTERS_DDR &= (uint8_t)~_BV(PIN_EMITTERS_BIT);
    else PIN_EMITTERS_DDR |= _BV(PIN_EMITTERS_BIT);
}

void hal_led(bool on)
{
    if (on) PIN_LED_PORT |= _BV(PIN_LED_BIT);
    else PIN_LED_PORT &= (uint8_t)~_BV(PIN_LED_BIT);
}

#ifdef PIN_LIGHTS_CLOCK
bool hal_lights(void) { return true; }

void hal_light_byte(uint8_t byte)
{
    PIN_LIGHTS_CLOCK_DDR |= _BV(PIN_LIGHTS_CLOCK_BIT);
    PIN_LIGHTS_DATA_DDR |= _BV(PIN_LIGHTS_DATA_BIT);
    for (uint8_t bit = 0x80; bit; bit >>= 1) {
        if (byte & bit) PIN_LIGHTS_DATA_PORT |= _BV(PIN_LIGHTS_DATA_BIT);
        else PIN_LIGHTS_DATA_PORT &= (uint8_t)~_BV(PIN_LIGHTS_DATA_BIT);
        PIN_LIGHTS_CLOCK_PORT |= _BV(PIN_LIGHTS_CLOCK_BIT);
        PIN_LIGHTS_CLOCK_PORT &= (uint8_t)~_BV(PIN_LIGHTS_CLOCK_BIT);
    }
}
#else
bool hal_lights(void) { return false; }
void hal_light_byte(uint8_t byte) { (void)byte; }
#endif

/* ---- serial line */

void hal_line_open(void)
{
    UCSR0A = 0;                        /* no U2X, before the divisor */
    UBRR0 = BOARD_CLOCK_HZ / 16 / WIRE_BAUD - 1;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

ISR(USART_RX_vect)
{
    if (UCSR0A & (_BV(FE0) | _BV(DOR0))) line_errors++;
    uint8_t byte = UDR0;
    uint8_t next = (rx_in + 1) % RX_SIZE;
    happened = true;
    if (next == rx_out) {
        line_errors++;
        return;
    }
    rx[rx_in] = byte;
    rx_in = next;
}

ISR(USART_UDRE_vect)
{
    if (tx_out == tx_in) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
        happened = true;               /* room for more */
        return;
    }
    UDR0 = tx[tx_out];
    tx_out = (tx_out + 1) % TX_SIZE;
}

bool hal_receive(uint8_t *byte)
{
    if (rx_out == rx_in) return false;
    *byte = rx[rx_out];
    rx_out = (rx_out + 1) % RX_SIZE;
    return true;
}

uint8_t hal_transmit_room(void) { return (uint8_t)(tx_out - tx_in - 1) % TX_SIZE; }

void hal_transmit(uint8_t byte)
{
    tx[tx_in] = byte;
    tx_in = (tx_in + 1) % TX_SIZE;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) UCSR0B |= _BV(UDRIE0);
}

uint16_t hal_line_errors(void)
{
    uint16_t errors;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) errors = line_errors;
    return errors;
}

/* ---- EEPROM */

bool hal_eeprom_busy(void) { return EECR & _BV(EEPE); }

uint8_t hal_eeprom_read(uint16_t address)
{
    while (hal_eeprom_busy()) {}       /* 3.4 ms at most, and only after a restart in the middle of a write */
    EEAR = address;
    EECR |= _BV(EERE);
    return EEDR;
}

void hal_eeprom_write(uint16_t address, uint8_t byte)
{
    EEAR = address;
    EEDR = byte;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { /* EEPE must follow EEMPE within four cycles */
        EECR = _BV(EEMPE);
        EECR |= _BV(EEPE);
    }
}
#endif
