import type { EnterpriseId } from '../db/row-id.ts'

/** The row that a job works on. Contains no secrets. */
export type JobPayload = { enterpriseId: EnterpriseId; id: string }

/** Task names are stored in the queue's tables and must not change. */
export type TaskPayload = {
  generate: JobPayload
  operate: JobPayload
  writeCodes: JobPayload
  exportEnterprise: JobPayload
  checkPayment: JobPayload
  /** An event of Stripe, which belongs to no enterprise account before it was looked up. */
  handlePaymentEvent: { id: string }
}

export type TaskName = keyof TaskPayload

/** The queue only wakes a task: lease, checkpoint and outcome are in the job's row. */
export type Jobs = {
  /** Wakes a task in any process. Never throws: when the queue cannot be reached, a sweep wakes the task later. */
  add<Name extends TaskName>(name: Name, payload: TaskPayload[Name]): Promise<void>
}
