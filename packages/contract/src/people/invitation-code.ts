import { z } from 'zod'

/** A code as a person enters it: case, spaces and hyphens don't matter, and O, I and L count as the digits they resemble. */
export const InvitationCode = z
  .string()
  .max(200)
  .transform((text) =>
    text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replaceAll('I', '1').replaceAll('L', '1'),
  )

/** Why a code cannot be used. */
export const invitationRefusals = ['UNKNOWN', 'STOPPED', 'EXPIRED', 'USED_UP'] as const
export type InvitationRefusal = (typeof invitationRefusals)[number]
