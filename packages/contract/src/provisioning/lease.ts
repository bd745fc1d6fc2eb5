import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, pageOf, time, version } from '../list.ts'
import { profileStatuses } from '../profiles/profile-state.ts'

/** `WAITING`: its time is over, the device has not confirmed yet. `FAILED`: it did not in time. */
export const leaseStates = ['LENT', 'WAITING', 'FAILED', 'ENDED'] as const
export type LeaseState = (typeof leaseStates)[number]

const borrower = z.string().trim().min(1, 'Required').max(80, 'Up to 80 characters.')
const notes = z.string().trim().max(200, 'Up to 200 characters.').default('')
const endsAt = z.iso.datetime({ offset: true, error: 'Required' })

/** To whom, and until when. */
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
  summary: 'Profiles that are lent, and were',
  input: listInput(
    {
      /** Prefix of the ICCID, or a part of the borrower. */
      search: z.string().trim().max(80),
      /** Open ones, or those that have ended. */
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
  summary: 'Lend a profile until a date; then it is recycled',
  input: z.object({ iccid: z.string().trim().min(1, 'Required').max(24), fields: LeaseFields }),
  output: z.object({ id, profileId: id }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/lease/edit',
  access: 'Fleet_Edit',
  summary: 'Change who has it, or until when',
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
