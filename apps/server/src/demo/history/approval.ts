import { problems } from '@simwright/contract'
import * as approval from '@simwright/contract/platform/approval'
import * as operation from '@simwright/contract/provisioning/operation'
import type { Company } from './company.ts'
import type { Scene } from './scene.ts'

/** More than those who try the demo delete in a day. */
const DELETED_A_DAY = 20

/** An admin asks to delete more profiles than need no approval; the owner has not decided yet. */
export async function askToDelete(scene: Scene, { owner, members, configurationIds }: Company): Promise<void> {
  const client = await scene.as(owner)
  const { version } = await client.ask(approval.policy, {})
  const fields = { rules: [{ operation: 'REMOVE' as const, over: DELETED_A_DAY }], expiryHours: 720 }
  await client.ask(approval.setPolicy, { version, fields })
  const admin = await scene.as(members.grace)
  const asked = {
    operation: { kind: 'REMOVE' as const },
    selection: { filter: { configurationId: configurationIds.meters, status: ['AVAILABLE' as const] }, except: [] },
  }
  const { fits } = await admin.ask(operation.preview, asked)
  if (fits <= DELETED_A_DAY) throw new Error(`${fits} meters are too few to need approval`)
  const { code, obj } = await admin.refusal(operation.start, asked)
  if (code !== problems.approval_needed.code) throw new Error(`deleting them was refused with ${code}`)
  const { id } = obj.approval as { id: string }
  const comment = 'The water works return these meters; none of them was ever used.'
  await admin.ask(approval.explain, { id, version: 1, comment })
}
