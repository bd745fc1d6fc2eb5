import { type ArrivalReport, differenceText } from '@simwright/contract/people/move'

type Arrival = { name: string; signer: string; exportedAt: Date; arrivedAt: Date; report: ArrivalReport }

/** What an import has taken over and what differs, as text for people. */
export function reportText({ name, signer, exportedAt, arrivedAt, report }: Arrival): string {
  const rows = report.tables.filter(({ rows }) => rows > 0)
  const lines = [
    `${name} arrived from another installation`,
    '',
    `Exported at: ${exportedAt.toISOString()}`,
    `Imported at: ${arrivedAt.toISOString()}`,
    `Signed by the installation with the fingerprint ${signer}`,
    '',
    'What differs',
    ...report.differences.map((one) => `- ${differenceText(one)}`),
    '',
    'Rows taken over',
    ...rows.map(({ table, rows }) => `- ${table}: ${rows}`),
  ]
  if (report.matchingIds.length > 0)
    lines.push(
      '',
      'Matching IDs that were replaced (previous, current)',
      ...report.matchingIds.map(({ previous, current }) => `- ${previous}, ${current}`),
    )
  return `${lines.join('\n')}\n`
}
