import type { TenantDb } from '../../../db/database.ts'
import type { ActivationCodeId, EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import type { Vault } from '../../../port/vault.ts'
import type { SealContext } from '../../../seal/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { openCardKeys, openCardText, sealCard, sealCardKeys } from '../../platform/vault/service.ts'
import { drawDigits, sealConfirmation } from './draw.ts'
import { updateKeys } from './insert.ts'

type OperationRef = { enterpriseId: EnterpriseId; operationId: string }

/** The new confirmation code: one code for all, sealed in the operation; a random code per profile; or none. */
export type CodeChoice = { mode: 'fixed'; sealed: Uint8Array } | { mode: 'random'; digits: number } | { mode: 'none' }

/** A profile that waits for a device, locked with its code and order. Its code is not shared with other profiles. */
export type ConfirmableProfile = { line: number; profileId: ProfileId; activationCodeId: ActivationCodeId }

/** Seals the fixed code of an operation, which keeps it until it is complete. */
export function sealOperationCode(vault: Vault, key: OperationRef, code: string): Buffer {
  return sealCard(vault, contextOfOperation(key), new Secret(code))
}

type NewConfirmations = OperationRef & { choice: CodeChoice; profiles: readonly ConfirmableProfile[] }

/** A profile whose confirmation code was replaced in its keys. */
export type ReplacedConfirmation = {
  line: number
  profileId: ProfileId
  /** Null if no confirmation code is required. */
  sealedConfirmation: Buffer | null
  /** The previous and the new code, sealed for the row of the operation. */
  sealedCodes: Buffer
}

export type Replacement = {
  replaced: ReplacedConfirmation[]
  /** IDs of profiles whose code was changed after the operation to undo. */
  changedAgain: string[]
}

/**
 * Stores new confirmation codes in the keys of profiles. The caller updates activation codes and the operation's rows.
 */
export async function setConfirmations(
  server: Pick<Server, 'vault' | 'random'>,
  db: TenantDb,
  { choice, profiles, ...key }: NewConfirmations,
): Promise<Replacement> {
  const next = nextCode(server, key, choice)
  return await change(server, db, { key, profiles, codeOf: () => next() })
}

function nextCode(server: Pick<Server, 'vault' | 'random'>, key: OperationRef, choice: CodeChoice): () => string {
  if (choice.mode === 'none') return () => ''
  if (choice.mode === 'random') return () => drawDigits(server.random, choice.digits)
  const code = openCardText(server.vault, contextOfOperation(key), choice.sealed).reveal()
  return () => code
}

type PreviousConfirmations = OperationRef & {
  undoes: string
  profiles: readonly (ConfirmableProfile & { from: number })[]
}

/** Restores the codes that the rows `from` of the operation `undoes` replaced. */
export async function putBackConfirmations(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  { undoes, profiles, ...key }: PreviousConfirmations,
): Promise<Replacement> {
  const { enterpriseId } = key
  const lines = profiles.map(({ from }) => from)
  const stored = await selectSealedCodes(db, { operationId: undoes }, lines)
  const codes = new Map(
    profiles.flatMap(({ line, from }) => {
      const sealed = stored.get(from)
      return sealed ? [[line, openCodes(server.vault, { enterpriseId, operationId: undoes, line: from }, sealed)]] : []
    }),
  )
  const codeOf = ({ line }: ConfirmableProfile, now: string) => {
    const change = codes.get(line)
    return change?.after === now ? change.before : undefined
  }
  return await change(server, db, { key, profiles, codeOf })
}

type Change = {
  key: OperationRef
  profiles: readonly ConfirmableProfile[]
  /** The new code; undefined if the current code `now` was changed again meanwhile. */
  codeOf: (profile: ConfirmableProfile, now: string) => string | undefined
}

async function change(
  { vault }: Pick<Server, 'vault'>,
  db: TenantDb,
  { key, profiles, codeOf }: Change,
): Promise<Replacement> {
  const { enterpriseId } = key
  const ids = profiles.map(({ profileId }) => profileId)
  const rows = new Map((await selectSealedKeys(db, ids)).map((row) => [row.profile_id, row]))
  const changedAgain: string[] = []
  const replaced: (ReplacedConfirmation & { sealedKeys: Buffer })[] = []
  for (const profile of profiles) {
    const { line, profileId, activationCodeId } = profile
    const keys = openCardKeys(vault, { enterpriseId, profileId }, rows.get(profileId)!.sealed)
    const code = codeOf(profile, keys.confirmationCode)
    if (code === undefined) {
      changedAgain.push(profileId)
      continue
    }
    replaced.push({
      line,
      profileId,
      sealedKeys: sealCardKeys(vault, { enterpriseId, profileId }, { ...keys, confirmationCode: code }),
      sealedConfirmation: code ? sealConfirmation(vault, { enterpriseId, activationCodeId }, code) : null,
      sealedCodes: sealCodes(vault, { ...key, line }, { before: keys.confirmationCode, after: code }),
    })
  }
  if (replaced.length > 0) await updateKeys(db, replaced)
  return { replaced, changedAgain }
}

type ChangedRows = OperationRef & { rows: readonly { line: number; profileId: ProfileId }[] }

/** The codes that an operation set, by line; without codes that were changed since. */
export async function readConfirmations(
  { vault }: Pick<Server, 'vault'>,
  db: TenantDb,
  { rows, ...key }: ChangedRows,
): Promise<Map<number, string>> {
  const { enterpriseId } = key
  const stored = await selectSealedCodes(
    db,
    key,
    rows.map(({ line }) => line),
  )
  const keys = await selectSealedKeys(
    db,
    rows.map(({ profileId }) => profileId),
  )
  const now = new Map(
    keys.map(({ profile_id: profileId, sealed }) => [
      profileId,
      openCardKeys(vault, { enterpriseId, profileId }, sealed).confirmationCode,
    ]),
  )
  return new Map(
    rows.flatMap(({ line, profileId }) => {
      const sealed = stored.get(line)
      const code = sealed && openCodes(vault, { ...key, line }, sealed).after
      return code && code === now.get(profileId) ? [[line, code]] : []
    }),
  )
}

type OperationRowRef = OperationRef & { line: number }
type Codes = { before: string; after: string }

/** Plaintext: previous code, a space, new code. "No code" is the empty string. */
const sealCodes = (vault: Vault, key: OperationRowRef, { before, after }: Codes): Buffer =>
  sealCard(vault, contextOfRow(key), new Secret(`${before} ${after}`))

function openCodes(vault: Vault, key: OperationRowRef, sealed: Uint8Array): Codes {
  const [before = '', after = ''] = openCardText(vault, contextOfRow(key), sealed).reveal().split(' ')
  return { before, after }
}

const contextOfOperation = ({ enterpriseId, operationId }: OperationRef): SealContext => ({
  enterpriseId,
  table: 'operation',
  row: operationId,
  field: 'sealed_code',
})

const contextOfRow = ({ enterpriseId, operationId, line }: OperationRowRef): SealContext => ({
  enterpriseId,
  table: 'operation_row',
  row: `${operationId} ${line}`,
  field: 'sealed_codes',
})

async function selectSealedKeys(db: TenantDb, profileIds: readonly string[]) {
  return await db
    .selectFrom('profile_key')
    .select(['profile_id', 'sealed'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where((eb) => eb('profile_id', '=', eb.fn.any(eb.val(profileIds))))
    .execute()
}

/** The sealed previous and new codes of rows of an operation, by line. */
async function selectSealedCodes(
  db: TenantDb,
  { operationId }: { operationId: string },
  lines: readonly number[],
): Promise<Map<number, Buffer>> {
  const rows = await db
    .selectFrom('operation_row')
    .select(['line', 'sealed_codes'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('operation_id', '=', operationId)
    .where((eb) => eb('line', '=', eb.fn.any(eb.val(lines))))
    .where('sealed_codes', 'is not', null)
    .execute()
  return new Map(rows.map(({ line, sealed_codes }) => [line, sealed_codes!]))
}
