// Times functions of shared objects beside one another, and writes what they compute, to be checked elsewhere.
//
// usage: host BATCHES < JOBS        one job in each line, words separated by tabs:
//     LABEL LIBRARY SYMBOL ROBOT STATES COUNT IN OUT PER_CALL RESULTS
// A function is `void SYMBOL(const double *in, double *out)`. STATES has COUNT inputs of IN numbers; RESULTS gets
// COUNT outputs of OUT numbers. A call computes PER_CALL states. If the library has a function `prepare`, it is called with
// ROBOT first. If the library has `SYMBOL_results`, it fetches the outputs of the last call; this is not timed.
// Prints `LABEL minimum median`, ns a state.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH_NS 50e3
#define MOST_JOBS 256
#define WORD " %1023[^\t\n]"

typedef void (*Function)(const double *in, double *out);

struct Job {
    char label[1024];
    Function call;
    void (*results)(double *out);
    double *states, *out;
    long count, in, size, per_call, calls;
    double *times;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static void fail(const char *what, const char *which)
{
    fprintf(stderr, "host: %s: %s\n", what, which);
    exit(1);
}

// Memory aligned to a page, and so to registers of 64 bytes.
static double *numbers(long count)
{
    double *room = aligned_alloc(4096, ((size_t)count * sizeof(double) / 4096 + 1) * 4096);
    if (!room) fail("no memory", "numbers");
    memset(room, 0, (size_t)count * sizeof(double));
    return room;
}

static void *library(const char *path, const char *robot)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (handle) return handle;
    handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) fail("cannot be loaded", dlerror());
    int (*prepare)(const char *) = (int (*)(const char *))dlsym(handle, "prepare");
    if (prepare && prepare(robot)) fail("cannot be prepared", path);
    return handle;
}

static int read_job(struct Job *job, char *results)
{
    char path[1024], symbol[1024], robot[1024], states[1024], fetch[1100];
    int words = scanf(WORD WORD WORD WORD WORD "%ld%ld%ld%ld" WORD, job->label, path, symbol, robot, states,
                      &job->count, &job->in, &job->size, &job->per_call, results);
    if (words == EOF) return 0;
    if (words != 10) fail("no job", job->label);
    void *handle = library(path, robot);
    job->call = (Function)dlsym(handle, symbol);
    if (!job->call) fail("has no such function", job->label);
    snprintf(fetch, sizeof fetch, "%s_results", symbol);
    job->results = (void (*)(double *))dlsym(handle, fetch);
    job->states = numbers(job->count * job->in);
    job->out = numbers(job->size);
    FILE *file = fopen(states, "rb");
    size_t inputs = (size_t)(job->count * job->in);
    if (!file || fread(job->states, sizeof(double), inputs, file) != inputs)
        fail("cannot be read", states);
    fclose(file);
    return 1;
}

static void write_results(struct Job *job, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file) fail("cannot be written", path);
    for (long k = 0; k < job->count; k++) {
        // All bits 1 are a NaN, which shows entries that a function does not write.
        memset(job->out, 0xff, (size_t)job->size * sizeof(double));
        job->call(job->states + k * job->in, job->out);
        if (job->results) job->results(job->out);
        fwrite(job->out, sizeof(double), (size_t)job->size, file);
    }
    fclose(file);
}

static double run(const struct Job *job, long calls)
{
    double start = now();
    for (long call = 0, k = 0; call < calls; call++) {
        job->call(job->states + k * job->in, job->out);
        if (++k == job->count) k = 0;
    }
    return (now() - start) / (double)calls;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int count, char **words)
{
    static struct Job jobs[MOST_JOBS];
    int batches = count > 1 ? atoi(words[1]) : 0, last = 0;
    char results[1024];
    if (batches < 1) fail("usage", "host BATCHES < JOBS");
    for (; last < MOST_JOBS && read_job(&jobs[last], results); last++) {
        struct Job *job = &jobs[last];
        write_results(job, results);
        job->calls = 1 + (long)(BATCH_NS / run(job, 4 * job->count));
        job->times = numbers(batches);
    }
    // Jobs run in turns, so that a slow moment of the machine affects all of them.
    for (int batch = 0; batch < batches; batch++)
        for (int k = 0; k < last; k++) jobs[k].times[batch] = run(&jobs[k], jobs[k].calls);
    for (int k = 0; k < last; k++) {
        qsort(jobs[k].times, (size_t)batches, sizeof(double), ascending);
        double states = (double)jobs[k].per_call;
        printf("%s %.2f %.2f\n", jobs[k].label, jobs[k].times[0] / states, jobs[k].times[batches / 2] / states);
    }
    return 0;
}
