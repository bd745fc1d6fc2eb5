import { MailAddress } from '@simwright/contract/mail-address'
import { type RuleAction, RuleDefinition } from '@simwright/contract/provisioning/rule'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { RulesServer as Server } from '../../../port/module.ts'
import { type WrittenLetter, writeCodeLetters } from '../delivery/service.ts'
import { readOwner } from './owner.ts'
import { lockIdleRule } from './queries.ts'
import { isOfProfile, type ProfileRun, selectWaiting } from './run-queries.ts'

/** Pictures of codes take long. */
const LETTERS_AT_ONCE = 50

/** By ICCID: the letter with the activation code, or why there is none. */
export type Letters = ReadonlyMap<string, WrittenLetter | string>

type Send = Extract<RuleAction, { kind: 'SEND' }>

export const sendOf = ({ actions }: RuleDefinition): Send | undefined =>
  actions.find((action): action is Send => action.kind === 'SEND')

/**
 * Writes the letters of the next matches of a rule that sends codes, before the transaction that acts. @returns undefined
 * for a rule that sends none
 */
export async function prepareLetters(
  server: Server,
  { enterpriseId, id }: { enterpriseId: EnterpriseId; id: string },
  most: number,
): Promise<Letters | undefined> {
  const at = server.clock.now()
  const found = await server.db.tenantTx(enterpriseId, async (db) => {
    const rule = await lockIdleRule(db, id)
    const definition = rule && RuleDefinition.parse(rule.definition)
    const send = definition && sendOf(definition)
    if (!rule || !send) return undefined
    const owner = await readOwner(db, { rule, definition, at })
    const name = typeof owner === 'object' && 'owner' in owner ? owner.owner.name : undefined
    const runs = (await selectWaiting(db, id, Math.min(most, LETTERS_AT_ONCE))).filter(isOfProfile)
    return name === undefined ? undefined : { name, send, runs, emails: await emailsOf(db, send, runs) }
  })
  if (!found) return undefined
  const { name, send, runs, emails } = found
  const wanted = runs.flatMap(({ iccid, profile_id: id }) => {
    const email = MailAddress.safeParse(emails.get(id) ?? '')
    return email.success ? [{ iccid, email: email.data }] : []
  })
  const letters = await writeCodeLetters(server, { enterpriseId, sentBy: name }, { wanted, message: send.message })
  for (const { iccid } of runs) if (!letters.has(iccid)) letters.set(iccid, 'It has no e-mail address.')
  return letters
}

/** The addresses by profile: that of the rule, or the value of its attribute. */
async function emailsOf(db: TenantDb, { email, attributeId }: Send, runs: readonly ProfileRun[]) {
  const ids = runs.map(({ profile_id: id }) => id)
  if (attributeId === null) return new Map(ids.map((id) => [id, email]))
  const rows = await db
    .selectFrom('profile_trait')
    .select(['profile_id', 'attributes'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where((eb) => eb('profile_id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return new Map(
    rows.map(({ profile_id: id, attributes }) => {
      const values = attributes as Readonly<Record<string, string | number>>
      return [id, String(values[attributeId] ?? '')]
    }),
  )
}
