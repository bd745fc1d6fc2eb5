import type { EnterpriseId } from '../db/row-id.ts'

/** The row that a job works on. Contains no secrets. */
export type JobPayload = { enterpriseId: EnterpriseId; id: string }

/** Task names are stored in the queue's tables and must not change. */
export type TaskName = 'generate' | 'operate' | 'writeCodes'

/** The queue only wakes a task: lease, checkpoint and outcome are in the job's row. */
export type Jobs = {
  /** Wakes a task in any process. Never throws: when the queue cannot be reached, a sweep wakes the task later. */
  add(name: TaskName, payload: JobPayload): Promise<void>
}
