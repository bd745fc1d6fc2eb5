export { chainAudit } from './chain.ts'
