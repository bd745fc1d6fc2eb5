import { type Fault, Problem } from '@simwright/contract'
import { readAttribute } from '@simwright/contract/profiles/attribute-value'
import { TAGS_MAX, TagName } from '@simwright/contract/profiles/tag'
import type * as openApi from '@simwright/contract/programs/open-api'
import type { SignedOutput } from '@simwright/contract/programs/signed-call'
import type { OperationOf } from '@simwright/contract/provisioning/operation-kind'
import type { TenantDb } from '../../../db/database.ts'
import type { Recorded } from '../../../http/once.ts'
import type { OpenApiServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { selectAttributes, shownAttributes } from '../../profiles/attributes/service.ts'
import { lockRows, lockTraits, type Traits } from '../../profiles/lifecycle/service.ts'
import { tagsById, tagsByName } from '../../profiles/tags/service.ts'
import { changeProfile } from '../../provisioning/operations/service.ts'
import { profileNamed } from './profile.ts'
import type { Signed } from './serve-signed.ts'

type Call = Signed<typeof openApi.changeTraits>
type Answer = SignedOutput<typeof openApi.changeTraits>
type Change = OperationOf<'TAG' | 'UNTAG' | 'ATTRIBUTE'>

/**
 * Changes tags and attributes of a profile, all of them or none, as the same changes in the portal. What the profile has already
 * is left out, so a call can be repeated.
 */
export async function changeTraits(server: Server, { input, once, ...caller }: Call): Promise<Recorded<Answer>> {
  const { who } = caller
  const { iccid: given, addTags = [], removeTags = [], attributes = {} } = input
  return await once.tenantTx(who.enterpriseId, async (db) => {
    const profile = await profileNamed(db, caller, given)
    const traits = await traitsOf(db, profile.id)
    // tags are removed first, so that there is room for others
    const changes = [
      ...(await attributeChanges(db, attributes, traits)),
      ...(await removals(db, removeTags, traits)),
      ...(await additions(server, db, { who, names: addTags, traits })),
    ]
    for (const operation of changes) await changeProfile(server, db, who, { operation, profile })
    if (changes.length === 0) await recordNothing(server, db, profile)
    return { iccid: profile.iccid, ...(await shownOf(db, await traitsOf(db, profile.id))) }
  })
}

/** Locks the profile until the transaction ends. */
async function traitsOf(db: TenantDb, profileId: string): Promise<Traits> {
  await lockRows(db, [profileId])
  return (await lockTraits(db, [profileId])).get(profileId) ?? { tags: [], attributes: {} }
}

/** @throws Problem `invalid` naming each attribute that does not exist, and each value that does not fit */
async function attributeChanges(
  db: TenantDb,
  values: Readonly<Record<string, string>>,
  traits: Traits,
): Promise<Change[]> {
  const byWord = new Map((await selectAttributes(db)).map((one) => [one.word, one]))
  const faults: Fault[] = []
  const changes: Change[] = []
  for (const [word, value] of Object.entries(values)) {
    const refuse = (rule: string, text: string) => faults.push({ path: `attributes.${word}`, rule, text })
    const attribute = byWord.get(word)
    if (!attribute) {
      refuse('not_found', 'There is no attribute with this name.')
      continue
    }
    const { id: attributeId, name, required } = attribute
    const read = value === '' ? { value: undefined } : readAttribute(attribute, value)
    if ('fault' in read) refuse('value', read.fault)
    else if (read.value === undefined && required) refuse('required', `${name} is required.`)
    else if (read.value !== traits.attributes[attributeId]) changes.push({ kind: 'ATTRIBUTE', attributeId, value })
  }
  if (faults.length > 0) throw new Problem('invalid', {}, { faults })
  return changes
}

async function removals(db: TenantDb, names: readonly string[], { tags }: Traits): Promise<Change[]> {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const byId = await tagsById(db)
  const ids = tags.flatMap((id) => {
    const shown = byId.get(id)
    return shown && wanted.has(shown.name.toLowerCase()) ? [shown.id] : []
  })
  return [...new Set(ids)].map((tagId) => ({ kind: 'UNTAG', tagId }))
}

type Adding = { who: Call['who']; names: readonly string[]; traits: Traits }

/** @throws Problem `invalid` if a name cannot be that of a tag, `tags_too_many` */
async function additions(server: Server, db: TenantDb, { who, names, traits }: Adding): Promise<Change[]> {
  const faults = names.flatMap((name, index): Fault[] => {
    const issue = TagName.safeParse(name).error?.issues[0]
    return issue ? [{ path: `addTags.${index}`, rule: 'name', text: issue.message }] : []
  })
  if (faults.length > 0) throw new Problem('invalid', {}, { faults })
  const at = server.clock.now()
  const byName = await tagsByName(server, db, { userId: who.userId, at, names })
  const ids = names.map((name) => {
    const id = byName.get(name.toLowerCase())
    if (id === undefined) throw new Problem('tags_too_many', { max: TAGS_MAX })
    return id
  })
  return [...new Set(ids)].filter((id) => !traits.tags.includes(id)).map((tagId) => ({ kind: 'TAG', tagId }))
}

async function shownOf(db: TenantDb, { tags, attributes }: Traits): Promise<Omit<Answer, 'iccid'>> {
  const byId = await tagsById(db)
  const names = new Set(tags.flatMap((id) => byId.get(id)?.name ?? []))
  return {
    tags: [...names].sort((one, other) => one.localeCompare(other, 'en')),
    attributes: (await shownAttributes(db)).valuesOf(attributes),
  }
}

/** Each call that may change something is in the audit log. */
async function recordNothing(server: Server, db: TenantDb, { id, iccid }: { id: string; iccid: string }) {
  const object = { id, name: iccid }
  await recordAudit(server, db, {
    action: 'profile.changed',
    enterpriseId: db.enterpriseId,
    object,
    after: { fields: ['nothing'] },
  })
}
