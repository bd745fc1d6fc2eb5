import type { Batch } from '@simwright/contract/provisioning/batch'
import { formatDuration } from '../../../base/time.ts'
import { generateTexts } from '../../../texts/generate.ts'
import type { Tone } from '../../../ui/tone.ts'
import { logTexts } from './logs-texts.ts'

type Outcome = { label: string; tone: Tone; busy?: boolean }

const texts = logTexts.batches

/** Label and tone of the state of a batch, or of its outcome. */
export function batchOutcome({ process, canceled, succeeded, failed }: Batch): Outcome {
  if (process === 'PROCESSING') {
    return { label: canceled ? texts.outcomes.stopping : texts.processes.PROCESSING, tone: 'info', busy: true }
  }
  if (canceled) return { label: texts.outcomes.stopped, tone: 'neutral' }
  if (failed === 0) return { label: texts.processes.COMPLETE, tone: 'success' }
  return succeeded === 0
    ? { label: texts.outcomes.failed, tone: 'danger' }
    : { label: texts.outcomes.failures, tone: 'warning' }
}

/** Milliseconds that a batch took, or has taken until `nowMs`; undefined before it has started. */
export function tookMs({ startedAt, completedAt }: Batch, nowMs: number): number | undefined {
  if (startedAt === null) return undefined
  return (completedAt === null ? nowMs : Date.parse(completedAt)) - Date.parse(startedAt)
}

/** "2 min 5 s", or that it took less than a second. */
export function formatTook(ms: number): string {
  return ms < 1000 ? generateTexts.progress.facts.tookLittle : formatDuration(ms)
}

/** Milliseconds that are left at the pace so far; undefined until there is a pace. */
export function leftMs(batch: Batch, nowMs: number): number | undefined {
  const took = tookMs(batch, nowMs)
  if (batch.process === 'COMPLETE' || took === undefined || batch.processed === 0) return undefined
  return Math.max(0, (took / batch.processed) * (batch.total - batch.processed))
}
