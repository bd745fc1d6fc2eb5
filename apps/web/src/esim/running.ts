import type { Batch } from '@simwright/contract/provisioning/batch'
import type { CodeFile } from '@simwright/contract/provisioning/delivery'
import type { RunningOperation } from '@simwright/contract/provisioning/operation'
import { createStore, type Store, useStoreSlice } from '../ui/store.ts'

type Work = { id: string; process: 'PROCESSING' | 'COMPLETE' | 'FAILED' }

/** `starts` grows with each work that was started on this page: there is something new to follow. */
type Running<W extends Work> = { works: readonly W[]; starts: number }

/** The enterprise account's work in the background that this page follows. */
class RunningWork<W extends Work> {
  readonly store = createStore<Running<W>>({ works: [], starts: 0 })

  /** Some work was started on this page. */
  noteStart(): void {
    const running = this.store.get()
    this.store.set({ ...running, starts: running.starts + 1 })
  }

  /** Records the state of a work. Returns whether it has ended with this. */
  note(work: W): boolean {
    const running = this.store.get()
    const others = running.works.filter((one) => one.id !== work.id)
    const wasRunning = others.length < running.works.length
    const isRunning = work.process === 'PROCESSING'
    if (wasRunning || isRunning) this.store.set({ ...running, works: isRunning ? [work, ...others] : others })
    return wasRunning && !isRunning
  }

  forget = (): void => {
    this.store.set({ ...this.store.get(), works: [] })
  }
}

/** Activation codes that are being generated. */
export const runningBatches = new RunningWork<Batch>()
/** Operations on many profiles. */
export const runningOperations = new RunningWork<RunningOperation>()
/** Files with codes that are being written. */
export const runningFiles = new RunningWork<CodeFile>()

export const useRunning = <W extends Work>(work: RunningWork<W>): readonly W[] =>
  useStoreSlice(work.store, ({ works }) => works)

/** Grows with each work that was started on this page. */
export const useStartCount = (work: { store: Pick<Store<{ starts: number }>, 'get' | 'listen'> }): number =>
  useStoreSlice(work.store, ({ starts }) => starts)
