export { visitEndsDue } from './queries.ts'
export { auditVisitEnds } from './visit.ts'
