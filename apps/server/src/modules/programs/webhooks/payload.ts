import type { WebhookKind } from '@simwright/contract/programs/webhook'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type RowOf, statement } from '../../../db/statement.ts'
import type { OutboxRow } from '../../platform/outbox/service.ts'

/** What an endpoint gets of an event, but for the sequence number, which differs by endpoint. */
export type Message = {
  /** That of the event. */
  id: string
  kind: WebhookKind
  iccid: string | null
  at: Date
  payload: Record<string, unknown>
}

/** The `type` of a notification in its body. */
export const NOTICE_TYPE = 'NOTIFICATION'

/** The body that is signed and sent. */
export const bodyOf = (payload: Record<string, unknown>, sequence: number): string =>
  JSON.stringify({ ...payload, sequence })

/** `installed`: earlier installations of the profile. */
type Details = RowOf<'select details of webhook events'>

type EventColumns = {
  enterpriseId: EnterpriseId
  ids: readonly string[]
  configurations: readonly string[]
  profiles: readonly (string | null)[]
}

const detailsStatement = statement(
  'select details of webhook events',
  ({ enterpriseId, ids, configurations, profiles }: EventColumns) => sql`
    select r.id, c.name as config_name,
      (select count(*) from profile_event v where v.enterprise_id = ${enterpriseId} and v.profile_id = r.profile_id
        and v.type = 'INSTALLED' and v.id < r.id)::int as installed
    from unnest(${ids}::uuid[], ${configurations}::uuid[], ${profiles}::uuid[])
      as r(id, configuration_id, profile_id)
    left join profile_configuration c on c.enterprise_id = ${enterpriseId} and c.id = r.configuration_id`,
  { present: ['id', 'installed'] },
)

/**
 * The messages of events, in the same order. Names of configurations are the current ones.
 */
export async function messagesOf(db: TenantDb, rows: readonly OutboxRow[]): Promise<Message[]> {
  const details = await selectDetails(db, rows)
  return rows.map((row) => messageOf(row, details.get(row.id)))
}

async function selectDetails(db: TenantDb, rows: readonly OutboxRow[]): Promise<ReadonlyMap<string, Details>> {
  const about = rows.filter((row) => row.topic !== 'notice')
  if (about.length === 0) return new Map()
  const configurations = about.map(({ payload }) => payload.configurationId)
  const profiles = about.map((row) => (row.topic === 'profile' ? row.payload.profileId : null))
  const ids = about.map(({ id }) => id)
  const found = await detailsStatement(db, { enterpriseId: db.enterpriseId, ids, configurations, profiles })
  return new Map(found.map((one) => [one.id, one]))
}

function messageOf(row: OutboxRow, details: Details | undefined): Message {
  const { id, at } = row
  const timestamp = String(at.getTime())
  const configName = details?.config_name ?? ''
  switch (row.topic) {
    case 'profile': {
      const { eid, iccid, matchingId, address, device, type, status, message } = row.payload
      return {
        id,
        kind: type,
        iccid,
        at,
        payload: {
          type: 'PROFILE_EVENT_NOTIFICATION',
          eid,
          iccid,
          timestamp,
          matchingId,
          configName,
          clientIp: address && plainAddress(address),
          installedTimes: (details?.installed ?? 0) + (type === 'INSTALLED' && status === 'SUCCESS' ? 1 : 0),
          ...(device === null ? {} : { deviceName: device }),
          notificationType: type,
          notificationStatus: { status, ...(message === null ? {} : { message }) },
        },
      }
    }
    case 'recycle': {
      const { eid, iccid, orderId, status } = row.payload
      return { id, kind: 'RECYCLE', iccid, at, payload: { eid, iccid, orderId, configName, timestamp, status } }
    }
    case 'notice': {
      const { kind, facts } = row.payload
      return { id, kind: 'NOTICE', iccid: null, at, payload: { type: NOTICE_TYPE, timestamp, kind, facts } }
    }
  }
}

/** An IPv4 address that a dual-stack socket shows as an IPv6 address, in its usual form. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
