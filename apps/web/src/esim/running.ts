import type { Batch } from '@simwright/contract/provisioning/batch'
import type { CodeFile } from '@simwright/contract/provisioning/delivery'
import type { RunningOperation } from '@simwright/contract/provisioning/operation'
import { useSyncExternalStore } from 'react'

type Work = { id: string; process: 'PROCESSING' | 'COMPLETE' | 'FAILED' }

type Running<W extends Work> = { works: readonly W[]; starts: number }

/** Work in the background of the enterprise account, as far as it is followed. */
class RunningWork<W extends Work> {
  #running: Running<W> = { works: [], starts: 0 }
  readonly #listeners = new Set<() => void>()

  works = (): readonly W[] => this.#running.works

  /** Grows with each that was started on this page: there is something to follow again. */
  starts = (): number => this.#running.starts

  listen = (changed: () => void): (() => void) => {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  /** Some was started on this page. */
  noteStart(): void {
    this.#set({ ...this.#running, starts: this.#running.starts + 1 })
  }

  /** Takes in how it stands. Answers whether it has ended just now. */
  note(work: W): boolean {
    const others = this.#running.works.filter((one) => one.id !== work.id)
    const wasRunning = others.length < this.#running.works.length
    const isRunning = work.process === 'PROCESSING'
    if (wasRunning || isRunning) this.#set({ ...this.#running, works: isRunning ? [work, ...others] : others })
    return wasRunning && !isRunning
  }

  forget = (): void => {
    this.#set({ ...this.#running, works: [] })
  }

  #set(next: Running<W>): void {
    this.#running = next
    for (const tell of this.#listeners) tell()
  }
}

/** Activation codes that are being generated. */
export const runningBatches = new RunningWork<Batch>()
/** Operations on many profiles. */
export const runningOperations = new RunningWork<RunningOperation>()
/** Files with codes that are being written. */
export const runningFiles = new RunningWork<CodeFile>()

export const useRunning = <W extends Work>(work: RunningWork<W>): readonly W[] =>
  useSyncExternalStore(work.listen, work.works)

/** Grows with each work that was started here. */
export const useStarts = (work: Pick<RunningWork<Work>, 'listen' | 'starts'>): number =>
  useSyncExternalStore(work.listen, work.starts)
