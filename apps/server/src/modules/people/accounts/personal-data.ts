import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import { readBehavior } from '../../people/behavior/service.ts'
import { exportOwnActions, recordOwnAction } from '../../platform/audit/service.ts'
import { exportFeedback } from '../../platform/feedback/service.ts'
import { listConsents } from '../../platform/legal/service.ts'
import { readSecurity } from '../security/service.ts'
import { hasPassword } from './password.ts'
import { personOf } from './person.ts'
import {
  selectAllSessions,
  selectIdentitiesOf,
  selectMailsTo,
  selectMembership,
  selectMembershipIds,
} from './queries.ts'

/** All data stored about the user, as JSON. It says which secrets exist, without their values. */
export async function writePersonalData(server: Server, who: Who): Promise<FileAnswer> {
  const person = await personOf(server, who)
  await server.db.globalTx((db) => recordOwnAction(server, db, who, { action: 'account.dataExported' }))
  const security = await readSecurity(server, who)
  const memberships = []
  for (const enterpriseId of await selectMembershipIds(server.db.global, who.userId)) {
    const membership = await server.db.tenantRead(enterpriseId, (db) => selectMembership(db, enterpriseId, who.userId))
    if (membership) {
      const { name, role, state, since } = membership
      const membershipKey = { userId: who.userId, enterpriseId }
      const { configs: remembered } = await readBehavior(server, membershipKey, {})
      const feedback = await exportFeedback(server, membershipKey)
      const actions = await exportOwnActions(server, membershipKey)
      memberships.push({ enterpriseId, enterprise: name, role, state, since, remembered, feedback, actions })
    }
  }
  const data = {
    exportedAt: server.clock.now(),
    account: {
      id: person.id,
      email: person.email,
      firstName: person.first_name,
      lastName: person.last_name,
      companyName: person.company_name,
      timeZone: person.time_zone,
      survey: person.survey,
      state: person.state,
      createdAt: person.created_at,
      activatedAt: person.activated_at,
      passwordChangedAt: person.password_changed_at,
      deletionAt: person.deletion_at,
    },
    security: {
      password: hasPassword(person),
      authenticatorAppSince: security.appSince,
      passkeys: security.passkeys,
      recoveryCodesLeft: security.recoveryCodesLeft,
    },
    linkedIdentities: await selectIdentitiesOf(server.db.global, who.userId),
    acceptedTexts: await listConsents(server, who.userId),
    memberships,
    actionsElsewhere: await exportOwnActions(server, { userId: who.userId, enterpriseId: STAFF_ENTERPRISE_ID }),
    sessions: await selectAllSessions(server.db.global, who.userId),
    mails: await selectMailsTo(server.db.global, person),
  }
  return {
    fileName: `personal-data-${server.clock.now().toISOString().slice(0, 10)}.json`,
    contentType: 'application/json; charset=utf-8',
    body: `${JSON.stringify(data, null, 2)}\n`,
  }
}
