import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { loginClient } from './connection.ts'

const { url } = await openTestDatabase()
const owner = loginClient(url, 'test')

beforeAll(() => owner.connect())
afterAll(() => owner.end())

const STOCK = 'It is in stock, without an activation code until it is generated again.'
const SAME_CODE = 'Available again under the same activation code'
const LOST = 'Its device is lost; set free without its word.'
const eid = '89049032000000000000000000000163'

type Case = readonly [type: string, sentence: string, id: string, values?: object]

/** Sentences stored before events had text IDs, with the text ID and values of each. */
const sentences: readonly Case[] = [
  ['GENERATED', 'Activation code generated in batch B000000000001.', 'generated', { batch: 'B000000000001' }],
  [
    'GENERATED_AGAIN',
    'New activation code generated in batch B2 in batch B3; the old one is dead.',
    'generatedAgain',
    { batch: 'B2 in batch B3' },
  ],
  ['AUTHENTICATED', 'The eUICC proved who it is; attempt 2 of 10.', 'authenticated', { attempt: 2, most: 10 }],
  ['AUTHENTICATED', 'The eUICC proved who it is; the profile is kept for it.', 'authenticatedReserved'],
  ['AUTHENTICATED', 'The same device was given the profile package again.', 'deliveredAgain'],
  ['DOWNLOADED', 'The profile package was handed out.', 'delivered'],
  ['INSTALLED', 'The eUICC installed the profile.', 'installed'],
  ['INSTALLED', 'The eUICC has the profile; its installation result did not come.', 'installedSilently'],
  ['INSTALL_FAILED', 'The eUICC has no memory left.', 'installFailed', { reason: 'The eUICC has no memory left.' }],
  ['ENABLED', 'The profile was enabled on the device.', 'enabled'],
  ['DISABLED', 'The profile was disabled on the device.', 'disabled'],
  ['DELETED', 'The profile was deleted from the device.', 'deleted'],
  [
    'AVAILABLE_AGAIN',
    `${SAME_CODE}, for any device. Re-downloads left after this one: 3.`,
    'availableForAny',
    { left: 3 },
  ],
  [
    'AVAILABLE_AGAIN',
    `${SAME_CODE}, for the same device. Re-downloads left after this one: 0.`,
    'availableForSame',
    { left: 0 },
  ],
  ['SET_FREE', `${LOST} ${SAME_CODE}, for any device.`, 'lostAvailable'],
  ['SET_FREE', `${LOST} No re-download is left: generate it again to give it a new activation code.`, 'lostForGood'],
  [
    'SET_FREE',
    'The device did not go on with its download; the profile is there for the next one.',
    'reservationLapsed',
  ],
  ['REFUSED', 'This offer has ended.', 'refused', { reason: 'This offer has ended.' }],
  ['SESSION_CANCELED', 'The user\nrefused.', 'sessionCanceled', { reason: 'The user\nrefused.' }],
  [
    'SESSION_CANCELED',
    'The user refused. The profile is there for the next device.',
    'sessionCanceledReserved',
    { reason: 'The user refused.' },
  ],
  ['EXPIRED', 'The activation code was not used in time.', 'expired'],
  ['NOTIFICATION_REFUSED', 'It was signed by another.', 'notificationRefused', { reason: 'It was signed by another.' }],
  [
    'PUSHED',
    `Pushed to the EID ${eid}: its device finds it at the SM-DS sm-ds.example:8446.`,
    'pushed',
    { eid, smds: 'sm-ds.example:8446' },
  ],
  ['PUSH_FAILED', 'The SM-DS refused.', 'pushFailed', { reason: 'The SM-DS refused.' }],
  [
    'PUSH_FAILED',
    'The SM-DS refused. The profile is free again: any device may download it.',
    'pushFailedReleased',
    { reason: 'The SM-DS refused.' },
  ],
  [
    'CAMPAIGN_JOINED',
    'In the campaign "The "big" one"; its own activation code is closed meanwhile.',
    'joinedCampaign',
    { campaign: 'The "big" one' },
  ],
  [
    'CAMPAIGN_LEFT',
    'Out of the campaign "Fair"; its own activation code works again.',
    'leftCampaign',
    { campaign: 'Fair' },
  ],
  ['REMOVED', 'Deleted in the portal.', 'removed'],
  ['RESTORED', 'Put back as it was before.', 'restored'],
  ['EDITED', 'Put back as it was before.', 'restored'],
  ['EDITED', 'Moved into another group.', 'grouped'],
  ['EDITED', 'Taken out of its group.', 'ungrouped'],
  ['EDITED', 'Notes changed.', 'notesChanged'],
  ['EDITED', `Bound to the EID ${eid}.`, 'bound', { eid }],
  ['EDITED', 'Freed from its EID: any device may download it.', 'released'],
  [
    'EDITED',
    'The activation code lives until 2026-12-01T00:00:00.000Z.',
    'expirySet',
    { expiresAt: '2026-12-01T00:00:00.000Z' },
  ],
  ['EDITED', 'The activation code lives without end.', 'expiryRemoved'],
  ['EDITED', 'Download attempts and wrong confirmation codes count from the beginning again.', 'attemptsReset'],
  ['EDITED', 'It has a new confirmation code.', 'confirmationSet'],
  ['EDITED', 'Its confirmation code is asked for no more.', 'confirmationRemoved'],
  ['RECYCLE_SET', 'To be recycled at 1 Dec 2026, 00:00 UTC.', 'recycleSet', { at: '1 Dec 2026, 00:00 UTC' }],
  ['RECYCLE_SET', 'Not to be recycled any more.', 'recycleUnset'],
  ['RECYCLE_SET', 'The recycle time is as it was before.', 'recyclePutBack'],
  [
    'RECYCLE_BEGUN',
    'Its recycling waits for the device to confirm, until 1 Dec 2026, 00:00 UTC.',
    'recycleBegun',
    { until: '1 Dec 2026, 00:00 UTC' },
  ],
  ['RECYCLED', `No device has it. ${STOCK}`, 'recycledUnused'],
  ['RECYCLED', `The device has deleted it. ${STOCK}`, 'recycledDeleted'],
  ['RECYCLED', `Its applet has confirmed it (message 17). ${STOCK}`, 'recycledByApplet', { message: 17 }],
  [
    'RECYCLE_FAILED',
    'No word of the device within 30 days: it may still have the profile, which stays as it is.',
    'recycleFailed',
    { days: 30 },
  ],
]

/** Sentences that match no text, or a text of another event type. */
const others: readonly [type: string, sentence: string][] = [
  ['GENERATED', 'Activation code generated in a seeded batch.'],
  ['AUTHENTICATED', 'The eUICC proved who it is; attempt 2 of many.'],
  ['INSTALLED', 'The eUICC installed the profile. Twice.'],
  ['EDITED', 'Bound to the EID 8904.'],
  ['ERROR', 'The eUICC could not install the profile.'],
  ['EDITED', 'Deleted in the portal.'],
]

type Stored = { text_id: string | null; text_values: object | null; detail: string | null }

async function afterMigration(
  events: readonly { type: string; detail?: string; textId?: string }[],
): Promise<Stored[]> {
  const migration = await readFile(join(import.meta.dirname, 'migrations', 'old', '0073_event_sentence.sql'), 'utf8')
  const [enterpriseId, profileId] = [randomUUID(), randomUUID()]
  await owner.query('begin')
  try {
    await owner.query('set local role simwright_system')
    for (const { type, detail = null, textId = null } of events)
      await owner.query(
        `insert into profile_event (enterprise_id, profile_id, id, type, at, actor, detail, text_id, text_values)
         values ($1, $2, gen_random_uuid(), $3, '2026-01-01', 'system', $4, $5, $6)`,
        [enterpriseId, profileId, type, detail, textId, textId && '{"batch": "B1"}'],
      )
    await owner.query('reset role')
    await owner.query(migration)
    await owner.query('set local role simwright_system')
    const { rows } = await owner.query<Stored>('select text_id, text_values, detail from profile_event order by ctid')
    return rows
  } finally {
    await owner.query('rollback')
  }
}

test('a stored sentence is converted to its text ID and values', async () => {
  const stored = await afterMigration(sentences.map(([type, detail]) => ({ type, detail })))
  expect(stored).toEqual(
    sentences.map(([, , id, values]) => ({ text_id: id, text_values: values ?? null, detail: null })),
  )
})

test('a sentence that matches no text stays, and so does an event with a text ID', async () => {
  const stored = await afterMigration([
    ...others.map(([type, detail]) => ({ type, detail })),
    { type: 'REFUSED', textId: 'refused' },
  ])
  expect(stored).toEqual([
    ...others.map(([, detail]) => ({ text_id: null, text_values: null, detail })),
    { text_id: 'refused', text_values: { batch: 'B1' }, detail: null },
  ])
})
