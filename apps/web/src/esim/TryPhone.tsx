import { Button, type ButtonProps } from '@mantine/core'
import { enterpriseInfo } from '@simwright/contract/people/session'
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
