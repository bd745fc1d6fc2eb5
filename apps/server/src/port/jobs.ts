/** What a job is about: the row with its state. Never a secret. */
export type JobPayload = { enterpriseId: string; id: string }

/** Names in the tables of the queue: they stay. */
export type TaskName = 'generate' | 'operate' | 'writeCodes'

/** The queue only wakes a task: lease, checkpoint and outcome are in the row that the job is about. */
export type Jobs = {
  /** Wakes a task in some process. Never throws: when the queue cannot be reached, a sweep wakes the task later. */
  add(name: TaskName, payload: JobPayload): Promise<void>
}
