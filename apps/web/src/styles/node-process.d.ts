/** The one function of Node that the test of markup uses; the web app itself has no types of Node. */
declare module 'node:process' {
  /** Microseconds of processor time since the start of the process, or since an earlier result. */
  export function cpuUsage(since?: { user: number; system: number }): { user: number; system: number }
}
