/* Dual-buffer, feature-guided non-local means.
 *
 * Two half renders A and B with different seeds: the weights that filter A come
 * from B and the other way round, so that noise never chooses its own weights.
 * Images are planar floats. Features are pre-divided by their sigma.
 */
#include <math.h>
#include <stdlib.h>

static void box(const float *src, float *dst, float *tmp, int w, int h, int r) {
#pragma omp parallel for schedule(dynamic, 32)
    for (int y = 0; y < h; y++) {
        const float *in = src + (size_t)y * w;
        float *out = tmp + (size_t)y * w;
        double sum = 0;
        int n = 0;
        for (int x = 0; x <= r && x < w; x++) { sum += in[x]; n++; }
        for (int x = 0; x < w; x++) {
            out[x] = sum / n;
            if (x + r + 1 < w) { sum += in[x + r + 1]; n++; }
            if (x - r >= 0) { sum -= in[x - r]; n--; }
        }
    }
#pragma omp parallel for schedule(dynamic, 1)
    for (int left = 0; left < w; left += 64) {
        int right = left + 64 < w ? left + 64 : w;
        double sum[64] = {0};
        int n = 0;
        for (int y = 0; y <= r && y < h; y++) {
            for (int x = left; x < right; x++) sum[x - left] += tmp[(size_t)y * w + x];
            n++;
        }
        for (int y = 0; y < h; y++) {
            for (int x = left; x < right; x++) dst[(size_t)y * w + x] = sum[x - left] / n;
            if (y + r + 1 < h) {
                for (int x = left; x < right; x++) sum[x - left] += tmp[(size_t)(y + r + 1) * w + x];
                n++;
            }
            if (y - r >= 0) {
                for (int x = left; x < right; x++) sum[x - left] -= tmp[(size_t)(y - r) * w + x];
                n--;
            }
        }
    }
}

static int clamp(int v, int high) { return v < 0 ? 0 : v >= high ? high - 1 : v; }

/* channels: of A, B and out; features: of F; reach: search radius; patch: patch radius; k: strength */
void denoise(const float *A, const float *B, int channels, const float *F, int features, float *out,
             int w, int h, int reach, int patch, float k) {
    size_t N = (size_t)w * h;
    float *variance = malloc(channels * N * sizeof(float));
    float *tmp = malloc(N * sizeof(float)), *square = malloc(N * sizeof(float));
    float *distA = malloc(N * sizeof(float)), *distB = malloc(N * sizeof(float)), *distF = malloc(N * sizeof(float));
    float *sumA = calloc(channels * N, sizeof(float)), *sumB = calloc(channels * N, sizeof(float));
    float *weightA = calloc(N, sizeof(float)), *weightB = calloc(N, sizeof(float));
    float k2 = k * k;
    for (int c = 0; c < channels; c++) {
        for (size_t i = 0; i < N; i++) {
            float e = A[c * N + i] - B[c * N + i];
            square[i] = e * e * .5f;
        }
        box(square, variance + c * N, tmp, w, h, 4);
    }
    for (int dy = -reach; dy <= reach; dy++)
        for (int dx = -reach; dx <= reach; dx++) {
#pragma omp parallel for schedule(dynamic, 32)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    size_t i = (size_t)y * w + x, q = (size_t)clamp(y + dy, h) * w + clamp(x + dx, w);
                    float a = 0, b = 0, f = 0;
                    for (int c = 0; c < channels; c++) {
                        float vi = variance[c * N + i], vq = variance[c * N + q];
                        float common = vi + (vi < vq ? vi : vq), scale = 1.f / (1e-7f + k2 * (vi + vq));
                        float ea = A[c * N + i] - A[c * N + q], eb = B[c * N + i] - B[c * N + q];
                        a += (ea * ea - common) * scale;
                        b += (eb * eb - common) * scale;
                    }
                    for (int c = 0; c < features; c++) {
                        float e = F[c * N + i] - F[c * N + q];
                        f += e * e;
                    }
                    distA[i] = a / channels;
                    distB[i] = b / channels;
                    distF[i] = f;
                }
            box(distA, distA, tmp, w, h, patch);
            box(distB, distB, tmp, w, h, patch);
#pragma omp parallel for schedule(dynamic, 32)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    int qx = x + dx, qy = y + dy;
                    if (qx < 0 || qy < 0 || qx >= w || qy >= h) continue;
                    size_t i = (size_t)y * w + x, q = (size_t)qy * w + qx;
                    float a = fmaxf(distA[i], distF[i]), b = fmaxf(distB[i], distF[i]);
                    if (a < 12 || b < 12) {
                        float wa = b < 12 ? expf(-fmaxf(b, 0)) : 0, wb = a < 12 ? expf(-fmaxf(a, 0)) : 0;
                        weightA[i] += wa;
                        weightB[i] += wb;
                        for (int c = 0; c < channels; c++) {
                            sumA[c * N + i] += wa * A[c * N + q];
                            sumB[c * N + i] += wb * B[c * N + q];
                        }
                    }
                }
        }
    for (int c = 0; c < channels; c++)
        for (size_t i = 0; i < N; i++)
            out[c * N + i] = .5f * (sumA[c * N + i] / weightA[i] + sumB[c * N + i] / weightB[i]);
    free(variance); free(tmp); free(square); free(distA); free(distB); free(distF);
    free(sumA); free(sumB); free(weightA); free(weightB);
}
