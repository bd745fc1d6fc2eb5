import type { SourceColumn } from '@simwright/contract/profiles/source'
import type { TenantDb } from '../../../db/database.ts'
import type { SealContext } from '../../../secret/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { openCardText, sealCard } from '../../platform/vault/service.ts'
import type { Server } from './port.ts'
import { selectPart } from './queries.ts'
import type { ReadRow } from './row.ts'

/** A row as it is staged: `exists` when its ICCID is one of the enterprise's own. Cells in the order of the columns. */
export type StagedRow = ReadRow & { exists: boolean }

export type PartPlace = { enterpriseId: string; sourceId: string; part: number }

export function sealPart(server: Pick<Server, 'vault'>, place: PartPlace, rows: readonly StagedRow[]): Buffer {
  return sealCard(server.vault, placeOf(place), new Secret(JSON.stringify(rows)))
}

export function openPart(server: Pick<Server, 'vault'>, place: PartPlace, sealed: Uint8Array): StagedRow[] {
  return JSON.parse(openCardText(server.vault, placeOf(place), sealed).reveal())
}

/** A staged part; undefined behind the last one. */
export async function readPart(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  place: PartPlace,
): Promise<StagedRow[] | undefined> {
  const sealed = await selectPart(db, place.enterpriseId, place)
  return sealed && openPart(server, place, sealed)
}

/** The filled cells of a row by their columns. */
export function valuesOf(columns: readonly SourceColumn[], row: ReadRow): Partial<Record<SourceColumn, string>> {
  const values: Partial<Record<SourceColumn, string>> = {}
  columns.forEach((column, index) => {
    const cell = row.cells[index]
    if (cell) values[column] = cell
  })
  return values
}

const placeOf = ({ enterpriseId, sourceId, part }: PartPlace): SealContext => ({
  enterpriseId,
  table: 'source_part',
  row: `${sourceId}/${part}`,
  field: 'sealed',
})
