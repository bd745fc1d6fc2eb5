/** What a fault did. Times are in milliseconds. */
export type Row = {
  fault: string
  acknowledged: number
  lost: number
  doubled: number
  /** Calls that the portal answered with 500, or the SM-DP+ with an error of its own. */
  errors: number
  refused: number
  /** The longest time without an acknowledged write, of programs and of devices. */
  gaps: { portal: number; devices: number }
  limitSeconds: number
  p99: { before: number; after: number }
}

export const isWithin = ({ gaps, limitSeconds, lost, doubled, errors }: Row): boolean =>
  lost + doubled + errors === 0 && Math.max(gaps.portal, gaps.devices) <= limitSeconds * 1_000

const seconds = (ms: number) => (ms / 1_000).toFixed(1)

const COLUMNS: readonly [string, (row: Row) => string | number][] = [
  ['fault', ({ fault }) => fault],
  ['acknowledged', ({ acknowledged }) => acknowledged],
  ['lost', ({ lost }) => lost],
  ['doubled', ({ doubled }) => doubled],
  ['500', ({ errors }) => errors],
  ['refused', ({ refused }) => refused],
  ['gap, programs (s)', ({ gaps }) => seconds(gaps.portal)],
  ['gap, devices (s)', ({ gaps }) => seconds(gaps.devices)],
  ['limit (s)', ({ limitSeconds }) => limitSeconds],
  ['p99 before (ms)', ({ p99 }) => Math.round(p99.before)],
  ['p99 after (ms)', ({ p99 }) => Math.round(p99.after)],
  ['holds', (row) => (isWithin(row) ? 'yes' : 'NO')],
]

/** A table in Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [
    COLUMNS.map(([name]) => name),
    COLUMNS.map(() => '---'),
    ...rows.map((row) => COLUMNS.map(([, of]) => String(of(row)))),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
