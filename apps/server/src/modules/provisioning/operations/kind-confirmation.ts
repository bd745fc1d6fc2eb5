import type { EventText } from '@simwright/contract/profiles/event-text'
import { type OperationOf, operationTable } from '@simwright/contract/provisioning/operation-kind'
import { z } from 'zod'
import { fault } from '../../../http/input.ts'
import { type LockedProfile, move } from '../../profiles/lifecycle/service.ts'
import {
  type CodeChoice,
  putBackConfirmations,
  type Replacement,
  readConfirmations,
  sealOperationCode,
  setConfirmations,
} from '../generate/service.ts'
import {
  type ApplyContext,
  type ApplyResult,
  PROFILES_AND_CODES,
  type Target,
  undoableKind,
} from './change-profiles.ts'
import { allowedBy, whyLockedUnfit } from './fitness.ts'
import type { OperationParameters } from './queries.ts'
import { updateSealedCodes } from './queries.ts'

type Confirmation = OperationOf<'CONFIRMATION'>

/** Default length of a random code. */
const RANDOM_DIGITS = 6

const whyNot = allowedBy(
  'confirmationReplaced',
  ['codeKind', ({ codeKind }) => (codeKind === 'rotation' ? 'rotates' : 'inCampaign')],
  ['status', 'notWaiting'],
  ['order', 'notWaiting'],
)

/**
 * Replaces confirmation codes. The old and new codes are stored sealed in the rows of the operation, where undo reads
 * them.
 */
export const CONFIRMATION = undoableKind(operationTable.CONFIRMATION.schema, {
  locks: PROFILES_AND_CODES,
  whyNot,
  checkStart: ({ mode, code }) => {
    if (mode === 'fixed' && code === undefined) throw fault('operation.code', 'required', 'Required')
  },
  // the code itself is never shown or logged
  given: ({ mode, digits = RANDOM_DIGITS }): OperationParameters => (mode === 'random' ? { mode, digits } : { mode }),
  seal: (server, { enterpriseId, id }, { code }) =>
    code ? sealOperationCode(server.vault, { enterpriseId, operationId: id }, code) : null,
  apply: async (context, targets) => {
    const { worker, db, chunk } = context
    const choice = choiceOf(chunk.operation, chunk.sealedCode)
    const profiles = targets.map(profileOf)
    const replacement = await setConfirmations(worker, db, { ...operationRefOf(context), choice, profiles })
    const text = { id: chunk.operation.mode === 'none' ? 'confirmationRemoved' : 'confirmationSet' } as const
    await replace(context, targets, { replacement, text })
    return { before: new Map(targets.map(({ row, waiting: { line } }) => [row.profile_id, { line }])) }
  },
  undo: {
    before: z.object({ line: z.int() }),
    whyNot: (row) => whyLockedUnfit(whyNot, row),
    putBack: async (context, targets) => {
      const { worker, db, chunk } = context
      const profiles = targets.map((target) => ({ ...profileOf(target), from: target.to.line }))
      const undoes = chunk.undoes ?? ''
      const replacement = await putBackConfirmations(worker, db, { ...operationRefOf(context), undoes, profiles })
      return await replace(context, targets, { replacement, text: { id: 'restored' } })
    },
  },
  // small, because opening and sealing secrets blocks the event loop
  chunkSize: 500,
  secretColumn: {
    title: 'CONFIRMATION_CODE',
    needs: 'Generate_Ac_Create',
    read: async (server, db, { enterpriseId, id, rows }) => {
      const changed = rows.flatMap(({ line, profile_id: profileId, reason }) =>
        profileId !== null && reason === null ? [{ line, profileId }] : [],
      )
      return await readConfirmations(server, db, { enterpriseId, operationId: id, rows: changed })
    },
  },
})

const operationRefOf = ({ chunk: { key } }: ApplyContext<Confirmation>) => ({
  enterpriseId: key.enterpriseId,
  operationId: key.id,
})

const profileOf = ({ row, waiting: { line } }: Target<LockedProfile>) => ({
  line,
  profileId: row.profile_id,
  activationCodeId: row.activation_code_id,
})

function choiceOf({ mode, digits = RANDOM_DIGITS }: Confirmation, sealed: Buffer | null): CodeChoice {
  if (mode === 'random') return { mode, digits }
  if (mode === 'none') return { mode }
  if (sealed === null) throw new TypeError('the operation has no confirmation code')
  return { mode, sealed }
}

async function replace(
  { db, cause, chunk }: ApplyContext<Confirmation>,
  targets: readonly Target<LockedProfile>[],
  { replacement: { replaced, changedAgain }, text }: { replacement: Replacement; text: EventText },
): Promise<ApplyResult> {
  const rows = new Map(targets.map(({ row }) => [row.profile_id, row]))
  await move(
    db,
    cause,
    replaced.map(({ profileId, sealedConfirmation: sealed }) => {
      return { row: rows.get(profileId)!, transition: { kind: 'confirmationReplaced', sealed, text } }
    }),
  )
  await updateSealedCodes(db, chunk.key, replaced)
  return { left: new Map(changedAgain.map((profileId) => [profileId, 'changedAgain'])) }
}
