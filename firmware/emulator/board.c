/* The chip: the real firmware on libsimavr, and what libsimavr has to be helped with. */
#include "board.h"

#include <simavr/avr_eeprom.h>
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
#include "inside.h"

#define BYTE_CYCLES 640u            /* 10 bits at 250000 baud */
#define EEPROM_CYCLES (3400u * CYCLES_PER_US)
#define HEARTBEAT (100u * CYCLES_PER_US)
#define OCR1AL_ADDRESS 0x88
#define EECR_ADDRESS 0x3F
#define WDTCSR_ADDRESS 0x60
#define WDIF_BIT 0x80
#define WDE_BIT 0x08
#define WATCHDOG_CYCLES 16000000u    /* 1 s, as the firmware sets it */
#define EEPE_BIT 0x02

avr_t *chip;
static avr_timer_t *timer1;
static avr_uart_t *uart;
static bool powered = true, rearm;
static unsigned resets;
static uint32_t noise_seed;
static void (*core_reset)(avr_t *);

void (*board_sent)(uint8_t byte);

uint64_t board_cycle(void) { return chip->cycle; }
bool board_powered(void) { return powered; }
unsigned board_resets(void) { return resets; }

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
    while (received_in != received_out && chip->cycle >= receive_at) {
        uint8_t byte = received[received_out];
        received_out = (received_out + 1) % MOST_RECEIVED;
        receive_at = chip->cycle + (uart->cycles_per_byte > BYTE_CYCLES ? uart->cycles_per_byte : BYTE_CYCLES);
        avr_raise_irq(avr_io_getirq(chip, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), byte); /* lost while RXEN is off */
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
    bool waiting = (chip->data[WDTCSR_ADDRESS] & (WDIF_BIT | WDE_BIT)) == (WDIF_BIT | WDE_BIT);
    if (!waiting) {
        waiting_since = 0;
    } else if (waiting_since == 0) {
        waiting_since = chip->cycle;
    } else if (chip->cycle - waiting_since >= WATCHDOG_CYCLES) {
        waiting_since = 0;
        avr_reset(chip);
        avr_regbit_set(chip, chip->reset_flags.wdrf);
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
    avr_cycle_timer_register(chip, HEARTBEAT, heartbeat, NULL);
    tower_reset();
    pins_restore();
}

/* ---------------------------------------------------------------- running */

/* It rings twice: in the very cycle in which the core falls asleep simavr would sleep over the first. */
static uint64_t alarm_at;

static avr_cycle_count_t alarm_rings(struct avr_t *core, avr_cycle_count_t when, void *param)
{
    (void)core, (void)param;
    return when == alarm_at ? when + 4 : 0;
}

void board_run_until(uint64_t cycle)
{
    uint64_t tower_at = chip->cycle;
    tower_happen();
    while (chip->cycle < cycle) {
        if (!powered) {
            chip->cycle = tower_next() < cycle ? tower_next() : cycle;
            tower_happen();
            continue;
        }
        watchdog_again();
        if (rearm) arm();
        if (uart->cycles_per_byte == BYTE_CYCLES / 10 * 11) uart->cycles_per_byte = BYTE_CYCLES; /* it counts a parity bit */
        feed_line();
        uint64_t next = tower_next();
        if (received_in != received_out && receive_at < next) next = receive_at;
        /* A core that falls asleep on the way must wake at this very moment, not at its next heartbeat. */
        if (next > chip->cycle && next != UINT64_MAX) {
            alarm_at = next;
            avr_cycle_timer_register(chip, next - chip->cycle, alarm_rings, NULL);
        }
        uint64_t stop = next < cycle ? next : cycle;
        if (stop > chip->cycle + HEARTBEAT) stop = chip->cycle + HEARTBEAT;
        do {
            int state = avr_run(chip);
            if (state == cpu_Done || state == cpu_Crashed) {
                fprintf(stderr, "the firmware crashed (state %d, pc 0x%04x)\n", state, chip->pc);
                exit(3);
            }
        } while (chip->cycle < stop && !rearm);
        tower_happen();
        if (chip->cycle - tower_at >= 1000 * CYCLES_PER_US) {
            tower_at = chip->cycle;
            tower_move();
        }
    }
}

static void no_sleep(struct avr_t *core, avr_cycle_count_t how_long) { (void)core, (void)how_long; }

static void scramble(void)
{
    for (unsigned at = 0x100; at <= chip->ramend; at++) {
        noise_seed = noise_seed * 1664525u + 1013904223u;
        chip->data[at] = (uint8_t)(noise_seed >> 24);
    }
}

void board_reset(void)
{
    if (!powered) return;
    avr_reset(chip);
    avr_regbit_set(chip, chip->reset_flags.extrf);
}

void board_power(bool on)
{
    if (on == powered) return;
    powered = on;
    if (on) {
        scramble();
        avr_reset(chip);
        avr_regbit_set(chip, chip->reset_flags.porf);
        received_in = received_out = 0;
    }
    tower_power_changed();
}

uint8_t *board_ram(uint16_t address, uint16_t length)
{
    return (uint32_t)address + length <= chip->ramend + 1u ? chip->data + address : NULL;
}

uint8_t *board_eeprom(uint16_t address, uint16_t length)
{
    avr_eeprom_desc_t whole = {.ee = NULL, .offset = 0, .size = 1024};
    avr_ioctl(chip, AVR_IOCTL_EEPROM_GET, &whole);
    return (uint32_t)address + length <= whole.size ? whole.ee + address : NULL;
}

void board_jump(uint32_t address)
{
    chip->pc = address;
    if (!chip->sreg[S_I]) chip->interrupt_state = -2;
    chip->sreg[S_I] = 1;           /* astray in the main program, even if an interrupt was just being served */
    chip->state = cpu_Running;
}

bool board_bootloader(const char *hex)
{
    ihex_chunk_p chunks = NULL;
    int many = read_ihex_chunks(hex, &chunks);
    uint32_t first = chip->flashend;
    for (int i = 0; i < many; i++) {
        if (chunks[i].size == 0 || chunks[i].baseaddr + chunks[i].size > chip->flashend + 1) continue;
        avr_loadcode(chip, chunks[i].data, chunks[i].size, chunks[i].baseaddr);
        if (chunks[i].baseaddr < first) first = chunks[i].baseaddr;
    }
    if (many > 0) free_ihex_chunks(chunks);
    if (first < 0x7000) return false;   /* no boot section begins there */
    chip->reset_pc = chip->pc = first;
    chip->codeend = chip->flashend;
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
    chip = avr_make_mcu_by_name("atmega328p");
    if (!chip) return false;
    avr_init(chip);
    chip->frequency = BOARD_CLOCK_HZ;
    avr_load_firmware(chip, &firmware);
    chip->frequency = BOARD_CLOCK_HZ;
    chip->sleep = no_sleep;
    noise_seed = seed;
    pins_start();
    for (avr_io_t *io = chip->io_port; io; io = io->next) {
        if (!strcmp(io->kind, "timer") && ((avr_timer_t *)io)->name == '1') timer1 = (avr_timer_t *)io;
        if (!strcmp(io->kind, "uart")) uart = (avr_uart_t *)io;
    }
    /* simavr takes mode 14 for phase-correct PWM. */
    timer1->wgm_op[14] = (avr_timer_wgm_t)AVR_TIMER_WGM_ICFASTPWM();
    avr_register_io_write(chip, OCR1AL_ADDRESS, ocr1a_written, NULL);
    avr_register_io_write(chip, EECR_ADDRESS, eecr_written, NULL);
    avr_irq_register_notify(avr_io_getirq(chip, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), byte_sent, NULL);
    uint32_t flags = 0;
    avr_ioctl(chip, AVR_IOCTL_UART_SET_FLAGS('0'), &flags); /* no console, no waiting */
    core_reset = chip->reset;
    chip->reset = was_reset;
    scramble();
    lights_start();
    tower_start(timer1->io.irq + TIMER_IRQ_OUT_COMP + AVR_TIMER_COMPA);
    arm();
    return true;
}
