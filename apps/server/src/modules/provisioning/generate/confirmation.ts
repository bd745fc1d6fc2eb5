import type { TenantDb } from '../../../db/database.ts'
import type { Place } from '../../../secret/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { openCardKeys, openCardText, sealCard, sealCardKeys, type Vault } from '../../platform/vault/service.ts'
import { selectSealedCodes, selectSealedKeys } from './confirmation-queries.ts'
import { drawDigits, sealConfirmation } from './draw.ts'
import { updateKeys } from './insert.ts'
import type { Server } from './port.ts'

type OperationPlace = { enterpriseId: string; operationId: string }

/** What becomes the confirmation code: the one that is sealed in the operation, another for each profile, or none. */
export type CodeChoice = { mode: 'fixed'; sealed: Uint8Array } | { mode: 'random'; digits: number } | { mode: 'none' }

/** A profile, locked with its code and order; it waits for a device, and its code opens it alone. */
export type Confirmed = { line: number; profileId: string; activationCodeId: string }

/** The code of an operation on many profiles, until it is complete. */
export function sealOperationCode(vault: Vault, place: OperationPlace, code: string): Buffer {
  return sealCard(vault, placeOfOperation(place), new Secret(code))
}

type Setting = OperationPlace & { choice: CodeChoice; profiles: readonly Confirmed[] }

/** A profile that gets another confirmation code; its keys hold it already. */
export type Replaced = {
  line: number
  profileId: string
  /** Null: none is asked for. */
  sealedConfirmation: Buffer | null
  /** The previous and the new code, for the row of the operation. */
  sealedCodes: Buffer
}

export type Replacement = {
  replaced: Replaced[]
  /** Profiles whose code is not the one that is to be replaced. */
  changedAgain: string[]
}

/** Seals other confirmation codes for profiles; the caller puts them into activation codes and the operation. */
export async function setConfirmations(
  server: Pick<Server, 'vault' | 'random'>,
  db: TenantDb,
  { choice, profiles, ...place }: Setting,
): Promise<Replacement> {
  const next = nextCode(server, place, choice)
  return await change(server, db, { place, profiles, codeOf: () => next() })
}

function nextCode(server: Pick<Server, 'vault' | 'random'>, place: OperationPlace, choice: CodeChoice): () => string {
  if (choice.mode === 'none') return () => ''
  if (choice.mode === 'random') return () => drawDigits(server.random, choice.digits)
  const code = openCardText(server.vault, placeOfOperation(place), choice.sealed).reveal()
  return () => code
}

type PuttingBack = OperationPlace & { undoes: string; profiles: readonly (Confirmed & { from: number })[] }

/** The same with the codes that the rows `from` of another operation had found. */
export async function putBackConfirmations(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  { undoes, profiles, ...place }: PuttingBack,
): Promise<Replacement> {
  const { enterpriseId } = place
  const lines = profiles.map(({ from }) => from)
  const kept = await selectSealedCodes(db, { enterpriseId, operationId: undoes }, lines)
  const codes = new Map(
    profiles.flatMap(({ line, from }) => {
      const sealed = kept.get(from)
      return sealed ? [[line, openCodes(server.vault, { enterpriseId, operationId: undoes, line: from }, sealed)]] : []
    }),
  )
  const codeOf = ({ line }: Confirmed, now: string) => {
    const held = codes.get(line)
    return held?.after === now ? held.before : undefined
  }
  return await change(server, db, { place, profiles, codeOf })
}

type Change = {
  place: OperationPlace
  profiles: readonly Confirmed[]
  /** Undefined: the code was changed again meanwhile. */
  codeOf: (profile: Confirmed, now: string) => string | undefined
}

async function change(
  { vault }: Pick<Server, 'vault'>,
  db: TenantDb,
  { place, profiles, codeOf }: Change,
): Promise<Replacement> {
  const { enterpriseId } = place
  const ids = profiles.map(({ profileId }) => profileId)
  const rows = new Map((await selectSealedKeys(db, enterpriseId, ids)).map((row) => [row.profile_id, row]))
  const changedAgain: string[] = []
  const replaced: (Replaced & { sealedKeys: Buffer })[] = []
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
      sealedCodes: sealCodes(vault, { ...place, line }, { before: keys.confirmationCode, after: code }),
    })
  }
  if (replaced.length > 0) await updateKeys(db, enterpriseId, replaced)
  return { replaced, changedAgain }
}

type Told = OperationPlace & { rows: readonly { line: number; profileId: string }[] }

/** The codes that an operation has set, by line, as far as they still hold: for who hands them out. */
export async function readConfirmations(
  { vault }: Pick<Server, 'vault'>,
  db: TenantDb,
  { rows, ...place }: Told,
): Promise<Map<number, string>> {
  const { enterpriseId } = place
  const kept = await selectSealedCodes(
    db,
    place,
    rows.map(({ line }) => line),
  )
  const held = await selectSealedKeys(
    db,
    enterpriseId,
    rows.map(({ profileId }) => profileId),
  )
  const now = new Map(
    held.map(({ profile_id: profileId, sealed }) => [
      profileId,
      openCardKeys(vault, { enterpriseId, profileId }, sealed).confirmationCode,
    ]),
  )
  return new Map(
    rows.flatMap(({ line, profileId }) => {
      const sealed = kept.get(line)
      const code = sealed && openCodes(vault, { ...place, line }, sealed).after
      return code && code === now.get(profileId) ? [[line, code]] : []
    }),
  )
}

type RowPlace = OperationPlace & { line: number }
type Codes = { before: string; after: string }

/** Digits, a blank, digits; nothing where no code is asked for. */
const sealCodes = (vault: Vault, place: RowPlace, { before, after }: Codes): Buffer =>
  sealCard(vault, placeOfRow(place), new Secret(`${before} ${after}`))

function openCodes(vault: Vault, place: RowPlace, sealed: Uint8Array): Codes {
  const [before = '', after = ''] = openCardText(vault, placeOfRow(place), sealed).reveal().split(' ')
  return { before, after }
}

const placeOfOperation = ({ enterpriseId, operationId }: OperationPlace): Place => ({
  enterpriseId,
  table: 'operation',
  row: operationId,
  field: 'sealed_code',
})

const placeOfRow = ({ enterpriseId, operationId, line }: RowPlace): Place => ({
  enterpriseId,
  table: 'operation_row',
  row: `${operationId} ${line}`,
  field: 'sealed_codes',
})
