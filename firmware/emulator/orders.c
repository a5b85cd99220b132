#define _GNU_SOURCE
#include "orders.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "board.h"
#include "control.h"
#include "line.h"
#include "trace.h"

#define LATEST_US 1000000000000ull         /* eleven days */

static char *answer;                       /* of the command being served, grows as needed */
static size_t answer_size, answer_used;

static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    for (;;) {
        va_list again;
        va_copy(again, arguments);
        int wanted = vsnprintf(answer + answer_used, answer_size - answer_used, format, again);
        va_end(again);
        if ((size_t)wanted < answer_size - answer_used) {
            answer_used += (size_t)wanted;
            break;
        }
        answer_size = answer_size * 2 + (size_t)wanted + 1;
        answer = realloc(answer, answer_size);
        if (!answer) abort();
    }
    va_end(arguments);
}

static bool refuse(const char *why)
{
    answer_used = 0;
    say("error %s", why);
    return false;
}

static uint64_t now_us(void) { return board_cycle() / CYCLES_PER_US; }

static bool is(const char *word, const char *wanted) { return word && !strcmp(word, wanted); }

static bool number(const char *word, uint64_t most, uint64_t *value)
{
    char *end;
    if (!word || !isdigit((unsigned char)*word)) return false;
    *value = strtoull(word, &end, 0);
    return *end == 0 && *value <= most;
}

static bool decimal(const char *word, double *value)
{
    char *end;
    if (!word || !isdigit((unsigned char)*word)) return false;
    *value = strtod(word, &end);
    return *end == 0 && *value > 0;
}

/* "+500" = in 500 µs, "12000" = at 12000 µs or, if that is over, now; nothing = now. */
static bool moment(const char *word, uint64_t *cycle)
{
    uint64_t us = 0;
    bool from_now = !word || *word == '+';
    if (word && !number(word + from_now, LATEST_US, &us)) return false;
    *cycle = (from_now ? board_cycle() : 0) + us * CYCLES_PER_US;
    if (*cycle < board_cycle()) *cycle = board_cycle();
    return true;
}

static bool on_or_off(const char *word, bool *on)
{
    if (!is(word, "on") && !is(word, "off")) return false;
    *on = is(word, "on");
    return true;
}

static bool outlet(const char *word, int *which)
{
    uint64_t value;
    if (!number(word, BEAMS - 1, &value)) return false;
    *which = (int)value;
    return true;
}

/* ---------------------------------------------------------------- commands */

#define MOST_WORDS 8
typedef bool command(char *words[MOST_WORDS]);

static bool do_time(char *words[]) { (void)words; say("ok %" PRIu64, now_us()); return true; }

static bool do_run(char *words[])
{
    uint64_t us, written;
    if (control_mode != LOCKSTEP) return refuse("run is for lockstep mode");
    if (!number(words[1], 7200000000ull, &us)) return refuse("run MICROSECONDS [WRITTEN]");
    if (words[2] && !number(words[2], UINT32_MAX, &written)) return refuse("run MICROSECONDS [WRITTEN]");
    control_notice_line();
    if (words[2] && !line_await(written)) return refuse("what the host wrote did not come");
    board_run_until(board_cycle() + us * CYCLES_PER_US);
    say("ok %" PRIu64 " %lu", now_us(), line_sent());
    return true;
}

static bool do_mode(char *words[])
{
    const char *usage = "mode paced [SPEED] | free | lockstep";
    double speed;
    if (words[2] && (!is(words[1], "paced") || !decimal(words[2], &speed))) return refuse(usage);
    if (is(words[1], "paced")) control_mode = PACED;
    else if (is(words[1], "free")) control_mode = FREE;
    else if (is(words[1], "lockstep")) control_mode = LOCKSTEP;
    else return refuse(usage);
    if (words[2]) control_speed = speed;
    say("ok");
    return true;
}

static bool do_pin(char *words[])
{
    int level = words[1] ? board_pin_read(words[1]) : -1;
    if (level < 0) return refuse("pin NAME [0 | 1 | free], NAME like D2 or A0");
    if (!words[2]) {
        say("ok %d", level);
        return true;
    }
    if (!is(words[2], "0") && !is(words[2], "1") && !is(words[2], "free")) return refuse("pin NAME 0 | 1 | free");
    board_pin_force(words[1], is(words[2], "free") ? -1 : words[2][0] - '0');
    say("ok");
    return true;
}

static bool do_pulse(char *words[])
{
    int which;
    uint64_t us, at;
    if (!outlet(words[1], &which) || !number(words[2], 10000000000ull, &us) || !moment(words[3], &at)) {
        return refuse("pulse OUTLET MICROSECONDS [TIME | +DELAY]");
    }
    if (!board_pulse(which, at, us * CYCLES_PER_US)) return refuse("too many edges are waiting");
    say("ok");
    return true;
}

static bool do_object(char *words[])
{
    int which;
    if (!outlet(words[1], &which) || (!is(words[2], "in") && !is(words[2], "out"))) return refuse("object OUTLET in | out");
    board_object(which, is(words[2], "in") ? 1 : -1);
    say("ok");
    return true;
}

static bool do_beam(char *words[])
{
    int which;
    if (!outlet(words[1], &which)) return refuse("beam OUTLET sound | clear | broken");
    if (is(words[2], "sound")) board_fault(which, BEAM_SOUND);
    else if (is(words[2], "clear")) board_fault(which, BEAM_STUCK_CLEAR);
    else if (is(words[2], "broken")) board_fault(which, BEAM_STUCK_BROKEN);
    else return refuse("beam OUTLET sound | clear | broken");
    say("ok");
    return true;
}

static bool do_swap(char *words[])
{
    int a, b;
    if (!outlet(words[1], &a) || !outlet(words[2], &b)) return refuse("swap OUTLET OUTLET");
    board_swap(a, b);
    say("ok");
    return true;
}

static bool do_lag(char *words[])
{
    uint64_t us;
    if (!number(words[1], 1000000, &us)) return refuse("lag MICROSECONDS");
    board_lag(us * CYCLES_PER_US);
    say("ok");
    return true;
}

static bool do_polarity(char *words[])
{
    uint64_t mask;
    if (!number(words[1], 0x7F, &mask)) return refuse("polarity MASK");
    board_polarity((uint8_t)mask);
    say("ok");
    return true;
}

static bool do_drop(char *words[])
{
    static struct trace_break drop[MOST_BREAKS];
    uint64_t index, at, last = 0;
    const char *why;
    if (!words[1] || !number(words[2], 1000000, &index) || !moment(words[3], &at)) {
        return refuse("drop TRACE-FILE INDEX [TIME | +DELAY]");
    }
    int many = trace_drop(words[1], (unsigned)index, drop, &why);
    if (many < 0) return refuse(why);
    if (!board_pulse_room((unsigned)many)) return refuse("too many edges are waiting");
    for (int i = 0; i < many; i++) {
        uint64_t from = at + (uint64_t)(drop[i].start * 1000 * CYCLES_PER_US);
        uint64_t cycles = (uint64_t)(drop[i].duration * 1000 * CYCLES_PER_US);
        board_pulse(drop[i].outlet, from, cycles);
        if (from + cycles > last) last = from + cycles;
    }
    say("ok %d %" PRIu64, many, last / CYCLES_PER_US);
    return true;
}

static bool do_servo(char *words[])
{
    bool on;
    double place;
    if (is(words[1], "stall") && on_or_off(words[2], &on)) board_servo_stall(on);
    else if (is(words[1], "hand") && decimal(words[2], &place)) board_servo_hand(place);
    else if (words[1]) return refuse("servo [stall on | stall off | hand MICROSECONDS]");
    say("ok %.1f %.1f", board_servo_width(), board_servo_place());
    return true;
}

static bool do_pulses(char *words[])
{
    struct servo_pulse pulses[256];
    unsigned many;
    (void)words;
    say("ok");
    while ((many = board_servo_pulses(pulses, 256)) > 0) {
        for (unsigned i = 0; i < many; i++) {
            say(" %.4f:%.4f", (double)pulses[i].start / CYCLES_PER_US, (double)pulses[i].width / CYCLES_PER_US);
        }
    }
    return true;
}

static bool do_track(char *words[])
{
    struct servo_track track[256];
    unsigned many;
    (void)words;
    say("ok");
    while ((many = board_servo_track(track, 256)) > 0) {
        for (unsigned i = 0; i < many; i++) say(" %.0f:%.2f", (double)track[i].at / CYCLES_PER_US, track[i].place);
    }
    return true;
}

static bool do_lights(char *words[])
{
    const struct lights *strip = board_lights();
    (void)words;
    say("ok");
    for (unsigned i = 0; i < strip->many; i++) {
        const struct light *one = &strip->light[i];
        say(" %u:%u:%u:%u", one->brightness, one->red, one->green, one->blue);
    }
    return true;
}

static bool do_glow(char *words[])
{
    struct lights_change changes[256];
    unsigned many;
    (void)words;
    say("ok");
    while ((many = board_lights_changes(changes, 256)) > 0) {
        for (unsigned i = 0; i < many; i++) say(" %.0f:%u", (double)changes[i].at / CYCLES_PER_US, changes[i].glow);
    }
    return true;
}

static bool do_emitters(char *words[]) { (void)words; say("ok %s", board_emitters() ? "on" : "off"); return true; }
static bool do_pending(char *words[]) { (void)words; say("ok %u", board_pending()); return true; }
static bool do_reset(char *words[]) { (void)words; board_reset(); say("ok"); return true; }
static bool do_resets(char *words[]) { (void)words; say("ok %u", board_resets()); return true; }

static bool do_power(char *words[])
{
    bool on;
    if (!on_or_off(words[1], &on)) return refuse("power on | off");
    board_power(on);
    say("ok");
    return true;
}

static bool do_cable(char *words[])
{
    if (is(words[1], "pull")) {
        line_pull();
    } else if (is(words[1], "plug")) {
        if (!line_plug(words[2])) return refuse("the cable is in, or the port could not be made");
    } else {
        return refuse("cable pull | plug [LINK]");
    }
    say("ok %s", line_port());
    return true;
}

static bool do_reset_on_open(char *words[])
{
    if (!on_or_off(words[1], &control_reset_on_open)) return refuse("reset-on-open on | off");
    say("ok");
    return true;
}

static bool do_line(char *words[])
{
    bool board = is(words[1], "to-board");
    uint64_t nth = 1;
    const char *usage = "line to-board | to-host flip | lose | double [NTH], or line to-board | to-host mute on | off";
    bool on;
    if (!board && !is(words[1], "to-host")) return refuse(usage);
    if (is(words[2], "mute")) {
        if (!on_or_off(words[3], &on)) return refuse(usage);
        line_mute(board, on);
    } else {
        enum line_fault fault = is(words[2], "flip") ? LINE_FLIP : is(words[2], "lose") ? LINE_LOSE : LINE_DOUBLE;
        if (fault == LINE_DOUBLE && !is(words[2], "double")) return refuse(usage);
        if (words[3] && (!number(words[3], 1000000, &nth) || nth == 0)) return refuse(usage);
        if (!line_fault(board, fault, (unsigned)nth)) return refuse("too many faults are waiting");
    }
    say("ok");
    return true;
}

/* ram/eeprom ADDRESS LENGTH reads, ADDRESS =HEX writes. */
static bool memory(char *words[], uint8_t *(*find)(uint16_t, uint16_t))
{
    uint64_t address, length;
    const char *usage = "ram | eeprom ADDRESS LENGTH, or ADDRESS =HEXBYTES";
    if (!number(words[1], 0xFFFF, &address) || !words[2]) return refuse(usage);
    if (words[2][0] == '=') {
        const char *hex = words[2] + 1;
        size_t digits = strspn(hex, "0123456789abcdefABCDEF");
        if (digits == 0 || digits % 2 || hex[digits]) return refuse(usage);
        uint8_t *to = find((uint16_t)address, (uint16_t)(strlen(hex) / 2));
        if (!to) return refuse("out of range");
        for (unsigned byte; sscanf(hex, "%2x", &byte) == 1; hex += 2) *to++ = (uint8_t)byte;
        say("ok");
        return true;
    }
    if (!number(words[2], 4096, &length)) return refuse(usage);
    const uint8_t *from = find((uint16_t)address, (uint16_t)length);
    if (!from) return refuse("out of range");
    say("ok ");
    for (uint64_t i = 0; i < length; i++) say("%02x", from[i]);
    return true;
}

static bool do_ram(char *words[]) { return memory(words, board_ram); }
static bool do_eeprom(char *words[]) { return memory(words, board_eeprom); }

static bool do_jump(char *words[])
{
    uint64_t address;
    if (!number(words[1], 0x7FFF, &address)) return refuse("jump ADDRESS");
    board_jump((uint32_t)address);
    say("ok");
    return true;
}

static bool do_status(char *words[])
{
    static const char *const modes[] = {"paced", "free", "lockstep"};
    (void)words;
    say("ok time=%" PRIu64 " mode=%s power=%s port=%s open=%s resets=%u emitters=%s servo=%.1f place=%.1f", now_us(),
        modes[control_mode], board_powered() ? "on" : "off", line_port()[0] ? line_port() : "-",
        line_open_now() ? "yes" : "no", board_resets(), board_emitters() ? "on" : "off", board_servo_width(), board_servo_place());
    return true;
}

static bool do_quit(char *words[]) { (void)words; control_quit = true; say("ok"); return true; }

/* Each with the most words it takes, its own among them. */
static const struct { const char *name; command *run; int most; } commands[] = {
    {"time", do_time, 1}, {"run", do_run, 3}, {"mode", do_mode, 3}, {"status", do_status, 1},
    {"pulse", do_pulse, 4}, {"drop", do_drop, 4}, {"object", do_object, 3}, {"beam", do_beam, 3}, {"swap", do_swap, 3},
    {"lag", do_lag, 2}, {"polarity", do_polarity, 2}, {"emitters", do_emitters, 1}, {"pending", do_pending, 1},
    {"servo", do_servo, 3}, {"pulses", do_pulses, 1}, {"track", do_track, 1}, {"lights", do_lights, 1}, {"glow", do_glow, 1},
     {"pin", do_pin, 3}, {"reset", do_reset, 1}, {"resets", do_resets, 1},
    {"power", do_power, 2}, {"jump", do_jump, 2}, {"ram", do_ram, 3}, {"eeprom", do_eeprom, 3}, {"cable", do_cable, 3},
    {"reset-on-open", do_reset_on_open, 2}, {"line", do_line, 4}, {"quit", do_quit, 1},
};

void obey(int fd, char *line)
{
    char *words[MOST_WORDS] = {0}, *rest = line;
    int many = 0;
    while (many < MOST_WORDS - 1 && (words[many] = strtok_r(rest, " \t\r", &rest))) many++;
    answer_used = 0;
    if (words[0]) {
        bool known = false;
        for (size_t i = 0; i < sizeof commands / sizeof commands[0] && !known; i++) {
            known = is(words[0], commands[i].name);
            if (known && many > commands[i].most) refuse("too many words");
            else if (known) commands[i].run(words);
        }
        if (!known) refuse("no such command");
    } else {
        refuse("an empty line");
    }
    say("\n");
    for (size_t sent = 0; sent < answer_used;) {
        ssize_t many = send(fd, answer + sent, answer_used - sent, MSG_NOSIGNAL);
        if (many <= 0) break;
        sent += (size_t)many;
    }
}
