import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { useMemo } from 'react'
import { useAsk } from '../../../api/query.ts'
import { useAllowed } from '../../../session/permission.tsx'

const CHOICES_SHOWN = 200
const STALE_MS = 60_000

type Choice = { value: string; label: string }

/** Values that a filter of events offers; undefined while they load and for what the user may not see. */
export type EventChoices = Readonly<
  Record<'group' | 'campaign' | 'configuration' | 'brand' | 'member', readonly Choice[] | undefined>
>

export function useEventChoices(): EventChoices {
  const maySeeFleet = useAllowed('Fleet_View')
  const groups = useAsk(
    group.list,
    {},
    { enabled: useAllowed(['Group_View', 'Fleet_View', 'Generate_Ac_View']), staleMs: STALE_MS },
  ).data?.items
  const campaigns = useAsk(
    campaign.list,
    { limit: CHOICES_SHOWN },
    { enabled: useAllowed('Campaign_View'), staleMs: STALE_MS },
  ).data?.items
  const configurations = useAsk(
    configuration.list,
    { limit: CHOICES_SHOWN, sort: { by: 'name', direction: 'asc' } },
    { enabled: useAllowed(['Profile_Config_View', 'Generate_Ac_View']), staleMs: STALE_MS },
  ).data?.items
  const brands = useAsk(fleet.brands, {}, { enabled: useAllowed(['Fleet_View', 'Analytic']), staleMs: STALE_MS }).data
    ?.brands
  const makers = useAsk(fleet.makers, {}, { enabled: maySeeFleet, staleMs: STALE_MS }).data?.items
  return useMemo(
    () => ({
      group: groups?.map(choiceOf),
      campaign: campaigns?.map(choiceOf),
      configuration: configurations?.map(choiceOf),
      brand: brands?.map((value) => ({ value, label: value })),
      member: makers?.map(choiceOf),
    }),
    [groups, campaigns, configurations, brands, makers],
  )
}

const choiceOf = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: name })
