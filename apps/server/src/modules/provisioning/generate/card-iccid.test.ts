import * as group from '@simwright/contract/profiles/group'
import * as credential from '@simwright/contract/programs/credential'
import * as batch from '@simwright/contract/provisioning/batch'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as lease from '@simwright/contract/provisioning/lease'
import * as operation from '@simwright/contract/provisioning/operation'
import * as push from '@simwright/contract/provisioning/push'
import { findIccid } from '@simwright/ids'
import { describe, expect, test } from 'vitest'
import { finished, operated, staged } from '../../../testing/generated.ts'
import { limitedMember, moveIntoGroup } from '../../../testing/limited-member.ts'
import { OpenApiClient } from '../../../testing/open-api-client.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { findProfile } from '../recycle/receive.ts'

const scene = await smdpScene()
const { server, shown, nextEid } = scene
const { owner } = scene.enterprise
const configurationId = await scene.configured({ name: 'Cards with 19 digits' })
const program = new OpenApiClient(scene.url, await owner.ask(credential.create, { name: 'Program' }))
const { id: groupId } = await owner.ask(group.add, { fields: { name: 'Listed' } })

type Card = { card: string; profileId: string }

/** A profile in stock whose card has 19 digits. */
async function stocked(): Promise<Card> {
  const [{ ICCID, IMSI }] = newSubscribers(1) as [Record<'ICCID' | 'IMSI', string>]
  const card = ICCID.slice(0, 19)
  const call = { configurationId, iccid: `${card}F`, imsi: IMSI, makeKeys: true }
  const { iccid, profileId } = await owner.ask(batch.single, call)
  expect(iccid).toBe(card)
  return { card, profileId }
}

const notations: [string, (card: string) => string][] = [
  ['19 digits', (card) => card],
  ['19 digits and F', (card) => `${card}F`],
  ['digits in groups', (card) => card.replace(/(.{4})/g, '$1 ')],
  ['20 digits', (card) => findIccid(card)!],
]

/** Calls that name a profile. @returns the ICCID or the id of the profile that was found */
const calls: Record<string, (iccid: string, profile: Card) => Promise<string | undefined>> = {
  'a lease': async (iccid) => {
    const endsAt = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
    return (await owner.ask(lease.lend, { iccid, fields: { borrower: 'Lab', endsAt } })).profileId
  },
  'a push': async (iccid) => {
    const { id } = await owner.ask(push.add, { iccid, eid: nextEid() })
    return (await owner.ask(push.list, {})).items.find((one) => one.id === id)?.iccid
  },
  'a list of ICCIDs': async (iccid, { profileId }) => {
    const { id } = await owner.upload(
      operation.moveListed,
      { groupId },
      { name: 'list.csv', content: `ICCID\n${iccid}\n` },
    )
    for await (const _ of owner.events(operation.progress, { id }));
    return (await shown(profileId)).groupId === groupId ? profileId : undefined
  },
  'a recipient of codes': async (iccid, { profileId }) => {
    const recipients = [{ email: 'ada@example.com', iccid }]
    const { pairs } = await owner.ask(delivery.planMails, { selection: { ids: [profileId] }, recipients })
    return pairs[0]?.profileId ?? undefined
  },
  'a program': async (iccid) => (await program.call('/profile/detail', { iccid })).obj.iccid,
}

describe.each(Object.entries(calls))(
  'a profile whose card has 19 digits is found by %s that names it with',
  (_by, found) => {
    test.each(notations)('%s', async (_notation, write) => {
      const profile = await stocked()
      expect([profile.card, profile.profileId]).toContain(await found(write(profile.card), profile))
    })
  },
)

describe('a profile whose card has 19 digits', () => {
  test('gets a new code when it is selected to be generated again', async () => {
    const { profileId } = await stocked()
    const { matchingId } = await shown(profileId)
    const again = { kind: 'AGAIN' } as const
    const selection = { ids: [profileId] }
    expect(await operated(owner, { operation: again, selection })).toMatchObject({ succeeded: 1, failed: 0 })
    expect((await shown(profileId)).matchingId).not.toBe(matchingId)
  })

  test('is generated again by a file with its key, and is not another profile', async () => {
    const { card, profileId } = await stocked()
    const { id } = await staged(owner, {
      configurationId,
      rows: [{ ...newSubscribers(1)[0]!, ICCID: findIccid(card)! }],
    })
    const { batchId } = await owner.ask(batch.start, { sourceId: id, generateAgain: true })
    expect(await finished(owner, batchId)).toMatchObject({ succeeded: 1, failed: 0 })
    expect((await shown(profileId)).iccid).toBe(findIccid(card))
  })

  test('is generated again by a member of its group, although the file names its key and no group', async () => {
    const { card, profileId } = await stocked()
    await moveIntoGroup(scene.enterprise, { ids: [profileId], groupId })
    const { id: otherId } = await owner.ask(group.add, { fields: { name: 'Another of the member' } })
    const member = await limitedMember(scene.enterprise, [groupId, otherId])
    const { id } = await staged(member, {
      configurationId,
      rows: [{ ...newSubscribers(1)[0]!, ICCID: findIccid(card)! }],
    })
    const { batchId } = await member.ask(batch.start, { sourceId: id, generateAgain: true })
    expect(await finished(member, batchId)).toMatchObject({ succeeded: 1, failed: 0 })
  })

  test('is found by the message of its applet', async () => {
    const { card, profileId } = await stocked()
    expect(await findProfile(server, { iccid: card, counter: 1, reason: 'EXPIRE_TIME' })).toMatchObject({ profileId })
  })
})
