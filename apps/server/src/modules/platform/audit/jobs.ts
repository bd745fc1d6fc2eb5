export { chainAudit } from './chain.ts'
export { auditDue } from './queries.ts'
