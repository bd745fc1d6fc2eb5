import { operatorPermissionIds } from '@simwright/contract'
import * as team from '@simwright/contract/people/team'
import * as group from '@simwright/contract/profiles/group'
import * as operation from '@simwright/contract/provisioning/operation'
import type { Client } from './client.ts'
import type { TestEnterprise } from './server.ts'

/** A group of the enterprise account. @returns its id */
export async function addTestGroup({ owner }: Pick<TestEnterprise, 'owner'>, name: string): Promise<string> {
  return (await owner.ask(group.add, { fields: { name } })).id
}

/** Moves profiles into a group, and waits until that is done. */
export async function moveIntoGroup(
  { owner }: Pick<TestEnterprise, 'owner'>,
  { ids, groupId }: { ids: readonly string[]; groupId: string | null },
): Promise<void> {
  const started = await owner.ask(operation.start, {
    operation: { kind: 'GROUP', groupId },
    selection: { ids: [...ids] },
  })
  for await (const _ of owner.events(operation.progress, { id: started.id }));
}

/** A member with every permission of an operator's enterprise account, whose view is limited to the groups. */
export async function limitedMember(
  { id: enterpriseId, owner, member, server }: TestEnterprise,
  groups: readonly string[],
): Promise<Client> {
  const name = `Everything ${crypto.randomUUID()}`
  const { id: roleId } = await owner.ask(team.addRole, { name, permissions: [...operatorPermissionIds] })
  const client = await member('Viewer')
  await server.db.tenantTx(enterpriseId, async (db) => {
    const { sub: userId } = tokenOf(client)
    await db
      .updateTable('member')
      .set({ built_in_role: null, role_id: roleId, group_limit: [...groups] })
      .where('user_id', '=', userId)
      .execute()
  })
  return client
}

function tokenOf(client: Client): { sub: string } {
  const { userId } = JSON.parse(Buffer.from(client.token?.split('.')[1] ?? '', 'base64url').toString()) as {
    userId: string
  }
  return { sub: userId }
}
