/** Requests for the approval of a second person: for other modules, how many wait for a user. */
export { countWaiting } from './shown.ts'
