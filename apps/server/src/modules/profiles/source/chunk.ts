import type { SourceColumn } from '@simwright/contract/profiles/source'
import type { NineteenDigits } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, SourceId } from '../../../db/row-id.ts'
import type { SealContext } from '../../../secret/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { openCardText, sealCard } from '../../platform/vault/service.ts'
import { cardForm } from './iccid.ts'
import type { Server } from './port.ts'
import { selectChunk } from './queries.ts'
import type { ParsedRow } from './row.ts'

/*
 * Stages of subscriber data: a file is uploaded; its rows are parsed (`ParsedRow`) and staged (`StagedRow`) in sealed
 * chunks of `CHUNK_ROWS`, which are the rows of the table `source_part`; rows without faults are valid (`ValidRow`) and
 * can be generated.
 */

/**
 * A staged row. `exists`: the enterprise already has a profile with this ICCID. Cells are in the order of the columns.
 */
export type StagedRow = ParsedRow & { exists: boolean }

export type ChunkLocation = { enterpriseId: EnterpriseId; sourceId: SourceId; chunk: number }

export function sealChunk(server: Pick<Server, 'vault'>, location: ChunkLocation, rows: readonly StagedRow[]): Buffer {
  return sealCard(server.vault, chunkSealContext(location), new Secret(JSON.stringify(rows)))
}

export function openChunk(server: Pick<Server, 'vault'>, location: ChunkLocation, sealed: Uint8Array): StagedRow[] {
  return JSON.parse(openCardText(server.vault, chunkSealContext(location), sealed).reveal())
}

/** The rows of a staged chunk; undefined after the last one. */
export async function readChunk(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  location: ChunkLocation,
): Promise<StagedRow[] | undefined> {
  const sealed = await selectChunk(db, location.enterpriseId, location)
  return sealed && openChunk(server, location, sealed)
}

/** The non-empty cells of a row by column, the ICCID in its staged notation. */
export function valuesOf(columns: readonly SourceColumn[], row: ParsedRow): Partial<Record<SourceColumn, string>> {
  const values: Partial<Record<SourceColumn, string>> = {}
  columns.forEach((column, index) => {
    const cell = row.cells[index]
    if (cell) values[column] = cell
  })
  return values
}

/** The non-empty cells of a row by column, the ICCID in the form of the card. */
export function cardValuesOf(
  columns: readonly SourceColumn[],
  row: ParsedRow,
  nineteenDigits: NineteenDigits,
): Partial<Record<SourceColumn, string>> {
  const { ICCID: iccid, ...values } = valuesOf(columns, row)
  return iccid === undefined ? values : { ICCID: cardForm(iccid, nineteenDigits), ...values }
}

const chunkSealContext = ({ enterpriseId, sourceId, chunk }: ChunkLocation): SealContext => ({
  enterpriseId,
  table: 'source_part',
  row: `${sourceId}/${chunk}`,
  field: 'sealed',
})
