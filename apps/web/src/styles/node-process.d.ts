/** The one function of `node:process` that web tests use. */
declare module 'node:process' {
  /** Microseconds of processor time since the start of the process, or since an earlier result. */
  export function cpuUsage(since?: { user: number; system: number }): { user: number; system: number }
}
