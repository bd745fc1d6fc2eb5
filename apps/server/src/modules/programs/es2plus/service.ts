export { openEs2plus } from './operator-port.ts'
export { performSigned } from './signed.ts'
