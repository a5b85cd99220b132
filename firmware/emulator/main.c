/* Runs the tower's real firmware on an emulated board. See docs/emulator.md.
 * Links libsimavr (GPL-3), so this program is for testing and is not part of the companion. */
#define _GNU_SOURCE
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "board.h"
#include "control.h"
#include "line.h"

#define SLICE (500 * CYCLES_PER_US)    /* between two looks at the outside world */
#define NANOSECONDS 1000000000ll

static volatile sig_atomic_t stopping;
static bool lifeline;                  /* standard input closes: whoever started us is gone */
static pid_t parent;                   /* or it is no longer our parent; 0 = we do not care */
static void stop(int signal) { (void)signal; stopping = 1; }

static int64_t wall_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * NANOSECONDS + now.tv_nsec;
}

/* Waits for the control socket, the line, or the time to be up; -1 = no limit. */
static void look_outside(int64_t nanoseconds)
{
    struct pollfd polled[CONTROL_MOST_POLLED + 2];
    unsigned many = control_poll(polled), all = many;
    if (lifeline) polled[all++] = (struct pollfd){STDIN_FILENO, POLLIN, 0};
    struct timespec limit = {nanoseconds / NANOSECONDS, nanoseconds % NANOSECONDS};
    if (parent && getppid() != parent) stopping = 1;
    if (control_mode != LOCKSTEP) polled[all++] = (struct pollfd){line_fd(), POLLIN, 0};
    if (ppoll(polled, all, nanoseconds < 0 ? NULL : &limit, NULL) > 0) {
        if (lifeline && polled[many].revents) stopping = 1;
        control_serve(polled, many);
    }
}

static void run(void)
{
    int64_t wall_start = wall_clock();
    uint64_t start = board_cycle();
    while (!stopping && !control_quit) {
        if (control_mode == LOCKSTEP) {
            look_outside(parent ? NANOSECONDS : -1);
            wall_start = wall_clock();
            start = board_cycle();
            continue;
        }
        control_notice_line();
        int64_t ahead = 0;
        if (control_mode == PACED) {
            double due = (double)(board_cycle() - start) / CYCLES_PER_US * 1000 / control_speed;
            ahead = (int64_t)due - (wall_clock() - wall_start);
            if (ahead < -200 * 1000000ll) { /* the machine was busy: do not rush to make up for it */
                wall_start = wall_clock();
                start = board_cycle();
                ahead = 0;
            }
        } else {
            wall_start = wall_clock();
            start = board_cycle();
        }
        look_outside(ahead > 0 ? ahead : 0);
        if (ahead <= 0) board_run_until(board_cycle() + SLICE);
    }
}

static bool numbers(char *text, double *into, unsigned many)
{
    for (unsigned i = 0; i < many; i++, text = NULL) {
        char *word = strtok(text, ",");
        if (!word) return false;
        into[i] = atof(word);
    }
    return true;
}

static void usage(void)
{
    fputs("tower-emulator FIRMWARE.elf [--link PATH] [--control SOCKET] [--mode paced|free|lockstep] [--speed FACTOR]\n"
          "    [--no-reset-on-open] [--lifeline] [--with-parent] [--bootloader HEX] [--eeprom FILE] [--servo MICROSECONDS] [--seed N]\n"
          "    [--ring ERA-PULSES --ring-codes CODES --ring-width MICROSECONDS]\n", stderr);
    exit(2);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"link", 1, 0, 'l'}, {"control", 1, 0, 'c'}, {"mode", 1, 0, 'm'}, {"speed", 1, 0, 's'},
        {"no-reset-on-open", 0, 0, 'n'}, {"eeprom", 1, 0, 'e'}, {"servo", 1, 0, 'p'}, {"seed", 1, 0, 'd'},
        {"ring", 1, 0, 'r'}, {"ring-codes", 1, 0, 'k'}, {"ring-width", 1, 0, 'w'},
        {"lifeline", 0, 0, 'i'}, {"bootloader", 1, 0, 'b'}, {"with-parent", 0, 0, 'a'}, {0, 0, 0, 0},
    };
    const char *link = "", *control = NULL, *eeprom = NULL, *bootloader = NULL;
    double eras[BEAMS], codes[BEAMS], width = 22, servo = 0;
    bool ring = false, coded = false;
    unsigned seed = 1;
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (option) {
        case 'l': link = optarg; break;
        case 'c': control = optarg; break;
        case 'm':
            if (!strcmp(optarg, "lockstep")) control_mode = LOCKSTEP;
            else if (!strcmp(optarg, "free")) control_mode = FREE;
            else if (strcmp(optarg, "paced")) usage();
            break;
        case 's': control_speed = atof(optarg); break;
        case 'n': control_reset_on_open = false; break;
        case 'e': eeprom = optarg; break;
        case 'p': servo = atof(optarg); break;
        case 'd': seed = (unsigned)atoi(optarg); break;
        case 'r': if (!(ring = numbers(optarg, eras, BEAMS))) usage(); break;
        case 'k': if (!(coded = numbers(optarg, codes, BEAMS))) usage(); break;
        case 'w': width = atof(optarg); break;
        case 'i': lifeline = true; break;
        case 'b': bootloader = optarg; break;
        case 'a': parent = getppid(); break;
        default: usage();
        }
    }
    if (optind + 1 != argc || control_speed <= 0 || ring != coded) usage();
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    signal(SIGPIPE, SIG_IGN);

    if (!board_load(argv[optind], seed)) {
        fprintf(stderr, "cannot load the firmware %s\n", argv[optind]);
        return 1;
    }
    if (bootloader && !board_bootloader(bootloader)) {
        fprintf(stderr, "%s is no bootloader for this chip\n", bootloader);
        return 1;
    }
    FILE *stored = eeprom ? fopen(eeprom, "rb") : NULL;
    if (stored) {
        size_t many = fread(board_eeprom(0, 1024), 1, 1024, stored);
        fclose(stored);
        if (many != 1024) {
            fprintf(stderr, "%s is not a whole EEPROM\n", eeprom);
            return 1;
        }
    }
    if (servo > 0) board_servo_hand(servo);
    if (ring) {
        uint8_t ring_codes[BEAMS];
        for (int i = 0; i < BEAMS; i++) ring_codes[i] = (uint8_t)codes[i];
        board_ring(true, eras, ring_codes, width);
    }
    board_sent = line_send;
    if ((control && !control_start(control)) || !line_plug(link)) {
        control_end();
        return 1;
    }
    printf("ready %s\n", line_port());
    fflush(stdout);
    run();
    line_pull();
    control_end();
    stored = eeprom ? fopen(eeprom, "wb") : NULL;
    if (eeprom && (!stored || fwrite(board_eeprom(0, 1024), 1, 1024, stored) != 1024 || fclose(stored) != 0)) {
        perror(eeprom);
        return 1;
    }
    return 0;
}
