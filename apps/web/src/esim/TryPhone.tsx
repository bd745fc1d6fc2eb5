import { Button, type ButtonProps } from '@mantine/core'
import type { InputOf } from '@simwright/contract/endpoint'
import { enterpriseInfo } from '@simwright/contract/people/session'
import * as fleet from '@simwright/contract/profiles/fleet'
import { IconDeviceMobile } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../api/query.ts'
import { useAllowed } from '../session/permission.tsx'
import { virtualPhoneTexts } from '../texts/virtual-phone.ts'
import { virtualPhonePath } from './path.ts'

const FRESH_MS = 5 * 60_000

/** Whether profiles can be tried with a virtual phone: without a live certificate issuer, by members who edit profiles. */
export function useVirtualPhone(): boolean {
  const { data } = useAsk(enterpriseInfo, {}, { staleMs: FRESH_MS })
  return useAllowed('Fleet_Edit') && data?.testIssuerOnly === true
}

/** The virtual phone downloads codes of profiles that no device has and no campaign holds, and that are bound to no EID. */
export const canBeTried = ({ status, orderState, campaignId, eid, sample }: fleet.ProfileRow): boolean =>
  status === 'AVAILABLE' && orderState === 'Released' && campaignId === null && eid === null && !sample

/** Sample profiles, which come with a new enterprise account, may be among the newest. */
const ROWS = 50

/** The newest profile that can be tried; undefined without one, and where there is no virtual phone. */
export function useTriable(filter: InputOf<typeof fleet.list>['filter'], isWanted = true): string | undefined {
  const mayView = useAllowed('Fleet_View')
  const enabled = useVirtualPhone() && mayView && isWanted
  const sent = { filter: { ...filter, status: ['AVAILABLE' as const] }, limit: ROWS }
  return useAsk(fleet.list, sent, { enabled }).data?.items.find(canBeTried)?.id
}

type TryPhoneProps = { profileId: string } & Pick<ButtonProps, 'variant' | 'size' | 'fullWidth'>

/** Leads to the virtual phone for a profile; renders nothing where there is none. */
export function TryPhone({ profileId, ...look }: TryPhoneProps) {
  if (!useVirtualPhone()) return null
  return (
    <Button component={Link} {...virtualPhonePath(profileId)} leftSection={<IconDeviceMobile size={16} />} {...look}>
      {virtualPhoneTexts.try}
    </Button>
  )
}
