import type { SourceColumn, SourceValues } from '@simwright/contract/profiles/source'
import type { NineteenDigits } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, SourceId } from '../../../db/row-id.ts'
import type { SourceServer as Server } from '../../../port/module.ts'
import type { SealContext } from '../../../seal/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { openCard, sealCard } from '../../platform/vault/service.ts'
import { cardForm } from './iccid.ts'
import { selectChunk } from './queries.ts'
import type { ParsedRow } from './row.ts'
import { joinSecrets } from './secret-cells.ts'

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

/** Separates the rows from their secret cells. A chunk that was sealed with whole rows has none. */
const LINE_END = 0x0a

/** Seals rows: whole ones, or masked ones with their secret cells. */
export function sealChunk(
  server: Pick<Server, 'vault'>,
  location: ChunkLocation,
  { rows, secrets }: { rows: readonly StagedRow[]; secrets?: Uint8Array | undefined },
): Buffer {
  const text = Buffer.from(JSON.stringify(rows))
  const plain = secrets ? Buffer.concat([text, Buffer.of(LINE_END), secrets]) : text
  try {
    return sealCard(server.vault, chunkSealContext(location), new Secret(plain))
  } finally {
    plain.fill(0)
  }
}

/** The rows of a chunk with their secret cells. */
export function openChunk(server: Pick<Server, 'vault'>, location: ChunkLocation, sealed: Uint8Array): StagedRow[] {
  return usePlain(openPlain(server, location, sealed), ({ rows, secrets }) => {
    if (secrets) joinSecrets(rows, secrets)
    return rows
  })
}

type OpenChunk = { rows: StagedRow[]; secrets: Buffer | undefined }

/** Calls `use` with masked rows and their secret cells, which are overwritten afterwards. */
export function withMaskedChunk<T>(
  server: Pick<Server, 'vault'>,
  { sealed, ...location }: ChunkLocation & { sealed: Uint8Array },
  use: (chunk: OpenChunk) => T,
): T {
  return usePlain(openPlain(server, location, sealed), use)
}

function openPlain(server: Pick<Server, 'vault'>, location: ChunkLocation, sealed: Uint8Array): Buffer {
  const { buffer, byteOffset, length } = openCard(server.vault, chunkSealContext(location), sealed).reveal()
  return Buffer.from(buffer, byteOffset, length)
}

function usePlain<T>(plain: Buffer, use: (chunk: OpenChunk) => T): T {
  try {
    const end = plain.indexOf(LINE_END)
    const rows = JSON.parse(plain.toString('utf8', 0, end < 0 ? plain.length : end))
    return use({ rows, secrets: end < 0 ? undefined : plain.subarray(end + 1) })
  } finally {
    plain.fill(0)
  }
}

/** The rows of a staged chunk without their secret cells (`MASK`); undefined after the last one. */
export async function readMaskedChunk(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  location: ChunkLocation,
): Promise<StagedRow[] | undefined> {
  const sealed = await selectChunk(db, location)
  return sealed && withMaskedChunk(server, { ...location, sealed }, ({ rows }) => rows)
}

/** The rows of a staged chunk; undefined after the last one. */
export async function readChunk(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  location: ChunkLocation,
): Promise<StagedRow[] | undefined> {
  const sealed = await selectChunk(db, location)
  return sealed && openChunk(server, location, sealed)
}

/** The non-empty cells of a row by column, the ICCID in its staged notation. */
export function valuesOf(columns: readonly SourceColumn[], row: ParsedRow): SourceValues {
  const values: SourceValues = {}
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
): SourceValues {
  const { ICCID: iccid, ...values } = valuesOf(columns, row)
  return iccid === undefined ? values : { ICCID: cardForm(iccid, nineteenDigits), ...values }
}

const chunkSealContext = ({ enterpriseId, sourceId, chunk }: ChunkLocation): SealContext => ({
  enterpriseId,
  table: 'source_part',
  row: `${sourceId}/${chunk}`,
  field: 'sealed',
})
