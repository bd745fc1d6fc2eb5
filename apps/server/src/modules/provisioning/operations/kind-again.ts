import { type LeftReason, leftTexts, operationTable } from '@simwright/contract/provisioning/operation-kind'
import { lockProfiles } from '../../profiles/lifecycle/service.ts'
import { closeSelectedBatch, commitSelected, openSelectedBatch } from '../generate/service.ts'
import { allowedBy, type Fitness, whyLockedUnfit } from './fitness.ts'
import { kindRow } from './kind-row.ts'

const offDevice = allowedBy('generatedAgain', ['status', 'held'])

/**
 * A pool member that a campaign still reserves. One that was handed out and deleted from the device can be generated
 * again.
 */
const isReserved = ({ codeKind, member }: Fitness) => codeKind === 'pooled' && (member === 'FREE' || member === 'HELD')

const whyNot = (profile: Fitness): LeftReason | undefined =>
  offDevice(profile) ?? (isReserved(profile) ? 'inCampaign' : undefined)

const row = kindRow(operationTable.AGAIN.schema, {
  whyNot,
  // small, because opening and sealing secrets blocks the event loop
  chunkSize: 500,
  onStart: async (server, db, { who, id }) => await openSelectedBatch(server, db, who, id),
  onEnd: closeSelectedBatch,
  change: async (worker, db, { key, userId, rule, total, rows }) => {
    const ids = rows.flatMap(({ profile_id: id }) => id ?? [])
    const locked = new Map((await lockProfiles(db, key.enterpriseId, ids)).map((row) => [row.profile_id, row]))
    const selected = rows.map(({ line, iccid, profile_id: profileId }) => {
      const row = locked.get(profileId ?? '')
      const reason = row?.keys_erased_at ? 'erased' : whyLockedUnfit(whyNot, row)
      return { line, iccid, profileId, reason: reason && leftTexts[reason] }
    })
    const reasons = await commitSelected(worker, db, { key, userId, rule, total, rows: selected })
    return rows.map(({ line }) => ({ line, before: null, reason: reasons.get(line) ?? null }))
  },
})

/** Generates new activation codes. The rows are also the rows of a batch with the operation's ID. */
export const AGAIN = { ...row, undoable: false as const }
