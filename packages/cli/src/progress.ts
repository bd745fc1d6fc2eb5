import type { Terminal } from './terminal.ts'

const WIDTH = 30

/** A progress bar on a terminal; nothing elsewhere. */
export function progressBar({ notes }: Terminal): { show: (done: number, total: number) => void; end: () => void } {
  if (!notes.isTTY) return { show: () => {}, end: () => {} }
  return {
    show: (done, total) => {
      const filled = total === 0 ? WIDTH : Math.floor((WIDTH * done) / total)
      notes.write(`\r[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${done} of ${total}`)
    },
    end: () => void notes.write('\r\u001b[K'),
  }
}
