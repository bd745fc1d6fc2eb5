/** Progress of a job at one moment. */
export type Sample = { atMs: number; processed: number }

/** Older samples do not count for the current pace. */
const WINDOW_MS = 15_000

/** Adds a sample and drops those that are too old; a sample without progress is ignored. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  if (samples.at(-1)?.processed === sample.processed) return samples
  const recent = samples.filter((one) => sample.atMs - one.atMs <= WINDOW_MS)
  const base = recent.length > 0 ? recent : samples.slice(-1)
  return [...base, sample]
}

/** Time left at the pace of the samples, ms; undefined as long as there is no pace. */
export function timeLeftMs(samples: readonly Sample[], total: number): number | undefined {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.atMs === first.atMs || last.processed <= first.processed) return undefined
  return ((total - last.processed) * (last.atMs - first.atMs)) / (last.processed - first.processed)
}
