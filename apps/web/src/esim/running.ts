import type { Batch } from '@simwright/contract/provisioning/batch'
import type { CodeFile } from '@simwright/contract/provisioning/delivery'
import type { RunningOperation } from '@simwright/contract/provisioning/operation'
import { createStore, type Store, useStoreSlice } from '../base/store.ts'

type Job = { id: string; process: 'PROCESSING' | 'COMPLETE' | 'FAILED' }

/** `starts` counts the jobs started on this page, so that listeners open a new stream for each. */
type Running<J extends Job> = { jobs: readonly J[]; starts: number }

/** The running background jobs of the enterprise account, of one kind. */
class RunningJobs<J extends Job> {
  readonly store = createStore<Running<J>>({ jobs: [], starts: 0 })

  /** Call when the user has started a job on this page. */
  noteStart(): void {
    const running = this.store.get()
    this.store.set({ ...running, starts: running.starts + 1 })
  }

  /** Records the state of a job. Returns whether the job has just ended. */
  update(job: J): boolean {
    const running = this.store.get()
    const others = running.jobs.filter((one) => one.id !== job.id)
    const wasRunning = others.length < running.jobs.length
    const isRunning = job.process === 'PROCESSING'
    if (wasRunning || isRunning) this.store.set({ ...running, jobs: isRunning ? [job, ...others] : others })
    return wasRunning && !isRunning
  }

  forget = (): void => {
    this.store.set({ ...this.store.get(), jobs: [] })
  }
}

/** Batches whose activation codes are being generated. */
export const runningBatches = new RunningJobs<Batch>()
/** Operations on many profiles. */
export const runningOperations = new RunningJobs<RunningOperation>()
/** Files with codes or profiles that are being written. */
export const runningFiles = new RunningJobs<CodeFile>()

export const useRunning = <J extends Job>(running: RunningJobs<J>): readonly J[] =>
  useStoreSlice(running.store, ({ jobs }) => jobs)

/** Number of jobs started on this page. */
export const useStartCount = (running: { store: Pick<Store<{ starts: number }>, 'get' | 'listen'> }): number =>
  useStoreSlice(running.store, ({ starts }) => starts)
