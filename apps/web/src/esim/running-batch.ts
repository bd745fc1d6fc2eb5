import type { Batch } from '@simwright/contract/batch'
import { useSyncExternalStore } from 'react'

type Running = {
  batches: readonly Batch[]
  /** Grows with each batch that was started here: there is something to follow again. */
  starts: number
}

let running: Running = { batches: [], starts: 0 }
const listeners = new Set<() => void>()

/** The batches of the enterprise account that are being generated, as far as they are followed. */
export function useRunningBatches(): Running {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => running,
  )
}

/** A batch was started on this page. */
export function noteBatchStart(): void {
  set({ ...running, starts: running.starts + 1 })
}

/** Takes in how a batch stands. Answers whether it has ended just now. */
export function noteBatch(batch: Batch): boolean {
  const others = running.batches.filter((one) => one.id !== batch.id)
  const wasRunning = others.length < running.batches.length
  const isRunning = batch.process === 'PROCESSING'
  if (wasRunning || isRunning) set({ ...running, batches: isRunning ? [batch, ...others] : others })
  return wasRunning && !isRunning
}

export function forgetBatches(): void {
  set({ ...running, batches: [] })
}

function set(next: Running): void {
  running = next
  for (const tell of listeners) tell()
}
