export { auditVisitEnds } from './visit.ts'
