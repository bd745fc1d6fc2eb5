/** What the staff see of the whole installation. */
export { readChecklist } from './checklist.ts'
