import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, pageOf, time, version } from '../list.ts'
import { profileStatuses } from '../profiles/profile-state.ts'

/** `WAITING`: it is over, but the device has not confirmed yet. `FAILED`: the device did not confirm in time. */
export const leaseStates = ['LENT', 'WAITING', 'FAILED', 'ENDED'] as const
export type LeaseState = (typeof leaseStates)[number]

const borrower = z.string().trim().min(1, 'Required').max(80, 'Up to 80 characters.')
const notes = z.string().trim().max(200, 'Up to 200 characters.').default('')
const endsAt = z.iso.datetime({ offset: true, error: 'Required' })

/** The borrower and the end of a lease. */
export const LeaseFields = z.object({ borrower, notes, endsAt })

export const Lease = z.object({
  id,
  profileId: id,
  iccid: z.string(),
  status: z.enum(profileStatuses),
  deviceBrand: z.string().nullable(),
  eid: z.string().nullable(),
  borrower: z.string(),
  notes: z.string(),
  endsAt: time,
  state: z.enum(leaseStates),
  endedAt: time.nullable(),
  version,
  createdAt: time,
  createdBy: z.string(),
})
export type Lease = z.infer<typeof Lease>

export const list = endpoint({
  method: 'POST',
  path: '/lease/list',
  access: 'Fleet_View',
  reads: true,
  summary: 'Current and past leases of profiles',
  input: listInput(
    {
      /** Prefix of the ICCID, or any text of the borrower. */
      search: z.string().trim().max(80),
      /** True: open leases; false: ended ones. */
      open: z.boolean(),
    },
    ['endsAt', 'createdAt'],
  ),
  output: pageOf(Lease),
})

export const lend = endpoint({
  method: 'POST',
  path: '/lease/lend',
  access: 'Fleet_Edit',
  summary: 'Lease a profile until a date, when it is recycled',
  input: z.object({ iccid: z.string().trim().min(1, 'Required').max(40), fields: LeaseFields }),
  output: z.object({ id, profileId: id }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/lease/edit',
  access: 'Fleet_Edit',
  summary: 'Change the borrower or the end of a lease',
  input: z.object({ id, version, fields: LeaseFields }),
  output: z.object({ version }),
})

export const end = endpoint({
  method: 'POST',
  path: '/lease/end',
  access: 'Fleet_Edit',
  summary: 'End a lease: the profile is recycled now',
  input: z.object({ id, version }),
  output: done,
})
