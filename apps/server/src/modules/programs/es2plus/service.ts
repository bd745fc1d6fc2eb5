export { openEs2plus } from './operator-port.ts'
export { countUnsent as countUnsentNotices } from './progress-queries.ts'
export { performSigned } from './signed.ts'
