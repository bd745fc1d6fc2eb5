import { z } from 'zod'
import { id } from '../list.ts'
import { configurationTypes } from './configuration.ts'
import { acFormats, orderStates, profileStatuses, recycleReasons, recycleStatuses } from './profile-state.ts'
import { protections } from './source.ts'

const prefix = z.string().trim().max(40)
const moment = z.iso.datetime({ offset: true })

/**
 * The conditions of a filter; a listed profile meets all of them. `query` can express every condition. The other names
 * are older: `fleet-legacy.ts` translates them to terms of the query.
 */
export const fleetFilter = {
  /** The text of the query bar: see fleet-query.ts. */
  query: z.string().trim().max(2_000),
  /** Prefix of ICCID, IMSI, EID, MSISDN or matching ID; or a whole activation code, for its matching ID. */
  search: z.string().trim().max(300),
  status: z.array(z.enum(profileStatuses)).max(10),
  orderState: z.array(z.enum(orderStates)).max(9),
  configurationId: id,
  configurationType: z.array(z.enum(configurationTypes)).max(5),
  /** `none`: profiles without a group. */
  groupId: z.union([id, z.literal('none')]),
  batchId: id,
  campaignId: id,
  acFormat: z.array(z.enum(acFormats)).max(acFormats.length),
  /** `NONE`: profiles entered in the portal, not uploaded as a file. */
  protection: z.enum([...protections, 'NONE']),
  spn: z.string().trim().max(32),
  iccid: prefix,
  imsi: prefix,
  msisdn: prefix,
  eid: prefix,
  matchingId: prefix,
  deviceBrand: z.string().max(64),
  region: z.string().regex(/^[A-Z]{2}$/),
  /** Prefix of the notes. */
  notes: z.string().trim().max(100),
  createdBy: id,
  createdFrom: moment,
  createdTo: moment,
  changedFrom: moment,
  changedTo: moment,
  recycleStatus: z.array(z.enum(recycleStatuses)).max(4),
  recycleReason: z.array(z.enum(recycleReasons)).max(4),
  recycleFrom: moment,
  recycleTo: moment,
}

/** Refuses unknown fields: a filter without its misspelled field would select all profiles. */
export const FleetFilter = z.strictObject(fleetFilter).partial()
export type FleetFilter = z.infer<typeof FleetFilter>

/** The maximum number of ids in a selection, both of selected and of excluded profiles. */
export const SELECTION_IDS_MAX = 1_000

/** Selected profiles: those with the listed ids, or all that match a filter, without the ids in `except`. */
export const Selection = z.union([
  z.object({ ids: z.array(id).min(1).max(SELECTION_IDS_MAX) }),
  z.object({ filter: FleetFilter, except: z.array(id).max(SELECTION_IDS_MAX).default([]) }),
])
export type Selection = z.infer<typeof Selection>
