/* Dual-buffer, feature-guided non-local means.
 *
 * Two half renders A and B with different seeds: the weights that filter A come
 * from B and the other way round, so that noise never chooses its own weights.
 * Images are planar floats. Features are pre-divided by their sigma.
 */
#include <math.h>
#include <stddef.h>
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

/* One row's share of the distance between pixels and their neighbours `by` further on. */
static void add_colour_distance(const float *A, const float *B, const float *variance, float *a, float *b, ptrdiff_t by,
                                int from, int to, float k2) {
    for (int x = from; x < to; x++) {
        float vi = variance[x], vq = variance[x + by];
        float common = (vi + vq) * .5f + (vi < vq ? vi : vq), scale = 1.f / (1e-7f + k2 * (vi + vq));
        float ea = A[x] - A[x + by], eb = B[x] - B[x + by];
        a[x] += (ea * ea - common) * scale;
        b[x] += (eb * eb - common) * scale;
    }
}

/* channels: of A, B and out; features: of F; reach: search radius; patch: patch radius; k: strength */
void denoise(const float *A, const float *B, int channels, const float *F, int features, float *out,
             int w, int h, int reach, int patch, float k) {
    size_t N = (size_t)w * h;
    float *variance = malloc(channels * N * sizeof(float));
    float *tmp = malloc(N * sizeof(float)), *square = malloc(N * sizeof(float));
    float *distA = malloc(N * sizeof(float)), *distB = malloc(N * sizeof(float)), *distF = malloc(N * sizeof(float));
    float *sumA = calloc(channels * N, sizeof(float)), *sumB = calloc(channels * N, sizeof(float));
    float *weightA = calloc(N, sizeof(float)), *weightB = calloc(N, sizeof(float));
    for (int c = 0; c < channels; c++) {
        for (size_t i = 0; i < N; i++) {
            float e = A[c * N + i] - B[c * N + i];
            square[i] = e * e * .5f;
        }
        box(square, variance + c * N, tmp, w, h, 4);
    }
    /* A distance is the same seen from either end, so half of all offsets serves both.
     * Rows outside, pixels inside: the inner loops are plain arithmetic that the compiler vectorises. */
    for (int dy = 0; dy <= reach; dy++)
        for (int dx = dy ? -reach : 0; dx <= reach; dx++) {
            ptrdiff_t by = (ptrdiff_t)dy * w + dx;
            int from = dx < 0 ? -dx : 0, to = dx > 0 ? w - dx : w, last = h - dy;
#pragma omp parallel for schedule(dynamic, 16)
            for (int y = 0; y < h; y++) {
                size_t row = (size_t)y * w;
                float *a = distA + row, *b = distB + row, *f = distF + row;
                for (int x = 0; x < w; x++) a[x] = b[x] = f[x] = 0;
                if (y >= last) continue;
                for (int c = 0; c < channels; c++) {
                    size_t at = c * N + row;
                    add_colour_distance(A + at, B + at, variance + at, a, b, by, from, to, k * k * channels);
                }
                for (int c = 0; c < features; c++) {
                    const float *feature = F + c * N + row;
                    for (int x = from; x < to; x++) {
                        float e = feature[x] - feature[x + by];
                        f[x] += e * e;
                    }
                }
            }
            box(distA, distA, tmp, w, h, patch);
            box(distB, distB, tmp, w, h, patch);
#pragma omp parallel for schedule(dynamic, 16)
            for (int y = 0; y < last; y++) {
                size_t row = (size_t)y * w;
                for (int x = from; x < to; x++) {
                    size_t i = row + x;
                    float a = fmaxf(fmaxf(distA[i], distF[i]), 0), b = fmaxf(fmaxf(distB[i], distF[i]), 0);
                    distA[i] = a < 12 ? expf(-a) : 0;
                    distB[i] = b < 12 ? expf(-b) : 0;
                }
            }
            for (int way = 1; way >= (by ? -1 : 1); way -= 2)
#pragma omp parallel for schedule(dynamic, 16)
                for (int y = 0; y < last; y++) {
                    size_t here = (size_t)y * w, there = here + by, pixel = way > 0 ? here : there;
                    const float *wa = distB + here, *wb = distA + here;
                    for (int x = from; x < to; x++) {
                        weightA[pixel + x] += wa[x];
                        weightB[pixel + x] += wb[x];
                    }
                    for (int c = 0; c < channels; c++) {
                        const float *a = A + c * N + (way > 0 ? there : here), *b = B + c * N + (way > 0 ? there : here);
                        float *sa = sumA + c * N + pixel, *sb = sumB + c * N + pixel;
                        for (int x = from; x < to; x++) {
                            sa[x] += wa[x] * a[x];
                            sb[x] += wb[x] * b[x];
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
