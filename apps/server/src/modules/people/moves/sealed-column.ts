import type { EnterpriseId } from '../../../db/row-id.ts'
import type { MovesServer as Server } from '../../../port/module.ts'
import type { SealContext } from '../../../seal/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { openCard, sealCard } from '../../platform/vault/service.ts'
import type { SealedColumn } from './move-table.ts'

type Keys = Pick<Server, 'vault' | 'sealer'>

/** A sealed column of a row, whose other columns are `values`. */
export type SealedAt = { enterpriseId: EnterpriseId; table: string; values: Readonly<Record<string, unknown>> }

const contextOf = ({ field, row }: SealedColumn, { enterpriseId, table, values }: SealedAt): SealContext => ({
  enterpriseId,
  table,
  row: row.map((name) => String(values[name])).join('/'),
  field,
})

/** @throws UnsealError */
export function openSealed(
  { vault, sealer }: Keys,
  column: SealedColumn,
  { value, ...at }: SealedAt & { value: Uint8Array },
): Uint8Array {
  const context = contextOf(column, at)
  return (column.key === 'card' ? openCard(vault, context, value) : sealer.open(context, value)).reveal()
}

/** Seals the value with the keys of this installation. */
export function sealAgain(
  { vault, sealer }: Keys,
  column: SealedColumn,
  { value, ...at }: SealedAt & { value: Uint8Array },
): Buffer {
  const context = contextOf(column, at)
  const secret = new Secret(value)
  return column.key === 'card' ? sealCard(vault, context, secret) : sealer.seal(context, secret)
}
