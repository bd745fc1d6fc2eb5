import { z } from 'zod'
import { id } from '../list.ts'
import { configurationTypes } from './configuration.ts'
import { acFormats, orderStates, profileStatuses, recycleReasons, recycleStatuses } from './profile-state.ts'
import { protections } from './source.ts'

const prefix = z.string().trim().max(32)
const moment = z.iso.datetime({ offset: true })

/**
 * Conditions that a profile must all meet to be listed. `query` can express all of them; the other names are older, and
 * `fleet-legacy.ts` maps them to words of the query.
 */
export const fleetFilter = {
  /** The text of the query bar: see fleet-query.ts. */
  query: z.string().trim().max(2_000),
  /** Prefix of ICCID, IMSI, EID, MSISDN or matching id; a whole activation code counts as its matching id. */
  search: z.string().trim().max(300),
  status: z.array(z.enum(profileStatuses)).max(10),
  orderState: z.array(z.enum(orderStates)).max(9),
  configurationId: id,
  configurationType: z.array(z.enum(configurationTypes)).max(5),
  /** `none`: of no group. */
  groupId: z.union([id, z.literal('none')]),
  batchId: id,
  campaignId: id,
  acFormat: z.array(z.enum(acFormats)).max(3),
  /** `NONE`: entered in the portal. */
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

export const FleetFilter = z.object(fleetFilter).partial()
export type FleetFilter = z.infer<typeof FleetFilter>

/** The maximum number of profiles that a selection can name or exclude. */
export const NAMED_MAX = 1_000

/** A selection of profiles: by ids, or all that match a filter except some. */
export const Selection = z.union([
  z.object({ ids: z.array(id).min(1).max(NAMED_MAX) }),
  z.object({ filter: FleetFilter, except: z.array(id).max(NAMED_MAX).default([]) }),
])
export type Selection = z.infer<typeof Selection>
