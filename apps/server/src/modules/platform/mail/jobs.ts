export { mailsDue } from './queries.ts'
