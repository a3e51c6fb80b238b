// MuJoCo's functions with the signature that `host.c` times. Each call copies the state, as users have to.
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

static mjModel *m;
static mjData *d;
static mjtNum tau[4096];
static int bodies[1024], count;

// Reads a file: the path of the model, and the numbers of the bodies whose poses are requested.
int prepare(const char *path)
{
    char model[4096];
    FILE *file = fopen(path, "r");
    if (!file || !fgets(model, sizeof model, file)) return 1;
    model[strcspn(model, "\n")] = 0;
    while (count < 1024 && fscanf(file, "%d", &bodies[count]) == 1) count++;
    fclose(file);
    m = mj_loadModel(model, NULL);
    if (!m) return 1;
    d = mj_makeData(m);
    return !d;
}

static void positions(const double *x) { memcpy(d->qpos, x, (size_t)m->nq * sizeof *x); }

static void rates(const double *x) { memcpy(d->qvel, x + m->nq, (size_t)m->nv * sizeof *x); }

void inverse_dynamics(const double *x, double *y)
{
    (void)y;
    positions(x);
    rates(x);
    memcpy(d->qacc, x + m->nq + m->nv, (size_t)m->nv * sizeof *x);
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_comVel(m, d);
    mj_rne(m, d, 1, tau);
    // MuJoCo adds armatures to M, but not to this function.
    for (int k = 0; k < m->nv; k++) tau[k] += m->dof_armature[k] * d->qacc[k];
}

void inverse_dynamics_results(double *y) { memcpy(y, tau, (size_t)m->nv * sizeof *y); }

void mass_matrix(const double *x, double *y)
{
    (void)y;
    positions(x);
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_makeM(m, d);
}

void mass_matrix_results(double *y) { mj_fullM(m, d, y); }

void forward_dynamics(const double *x, double *y)
{
    (void)y;
    positions(x);
    rates(x);
    memcpy(d->qfrc_applied, x + m->nq + m->nv, (size_t)m->nv * sizeof *x);
    mj_forward(m, d);
}

void forward_dynamics_results(double *y) { memcpy(y, d->qacc, (size_t)m->nv * sizeof *y); }

// The parts of mj_forward that a tree without forces needs.
void forward_dynamics_of_tree(const double *x, double *y)
{
    (void)y;
    const double *force = x + m->nq + m->nv;
    positions(x);
    rates(x);
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_makeM(m, d);
    mj_factorM(m, d);
    mj_comVel(m, d);
    mj_rne(m, d, 0, tau);
    for (int k = 0; k < m->nv; k++) tau[k] = force[k] - tau[k];
    mj_solveM(m, d, d->qacc, tau, 1);
}

void forward_dynamics_of_tree_results(double *y) { forward_dynamics_results(y); }

void poses(const double *x, double *y)
{
    (void)y;
    positions(x);
    mj_kinematics(m, d);
}

void poses_results(double *y)
{
    for (int k = 0; k < count; k++, y += 12) {
        memcpy(y, d->xmat + 9 * bodies[k], 9 * sizeof *y);
        memcpy(y + 9, d->xpos + 3 * bodies[k], 3 * sizeof *y);
    }
}
