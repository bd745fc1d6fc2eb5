import * as batch from '@simwright/contract/batch'
import * as configuration from '@simwright/contract/configuration'
import type { InputOf } from '@simwright/contract/endpoint'
import * as fleet from '@simwright/contract/fleet'
import * as group from '@simwright/contract/group'
import { recycleReasons, recycleStatuses } from '@simwright/contract/profile-state'
import { protections } from '@simwright/contract/source'
import { useMemo } from 'react'
import { useAsk } from '../../api/query.ts'
import { useAllowed } from '../../session/permission.tsx'
import { fleetTexts } from '../../texts/fleet.ts'
import { profileTexts } from '../../texts/profile.ts'
import { recycleTexts } from '../../texts/recycle.ts'
import { say } from '../../texts/text.ts'
import { formatTime } from '../../ui/time.ts'
import { useUrlSearch } from '../../ui/url.ts'
import type { Filters, FilterValues } from '../../ui/url-filter.ts'

const labels = fleetTexts.filters
const CHOICES_SHOWN = 100
const STALE_MS = 60_000

type Choice = { value: string; label: string }

const fixed = {
  status: {
    kind: 'choices',
    label: labels.status,
    choices: fleet.profileStatuses.map((value) => ({ value, label: profileTexts.statuses[value].label })),
  },
  orderState: {
    kind: 'choices',
    label: labels.orderState,
    choices: fleet.orderStates.map((value) => ({ value, label: profileTexts.orderStates[value].label })),
  },
  protection: {
    kind: 'choice',
    label: labels.protection,
    choices: [
      ...protections.map((value) => ({ value, label: profileTexts.protections[value] as string })),
      { value: 'NONE', label: labels.noProtection },
    ],
  },
  spn: { kind: 'text', label: labels.spn },
  imsi: { kind: 'text', label: labels.imsi },
  msisdn: { kind: 'text', label: labels.msisdn },
  eid: { kind: 'text', label: labels.eid },
  region: { kind: 'text', label: labels.region },
  notes: { kind: 'text', label: labels.notes },
  recycleStatus: {
    kind: 'choices',
    label: labels.recycleStatus,
    choices: recycleStatuses.map((value) => ({ value, label: recycleTexts.statuses[value] })),
  },
  recycleReason: {
    kind: 'choices',
    label: labels.recycleReason,
    choices: recycleReasons.map((value) => ({ value, label: recycleTexts.reasons[value] })),
  },
  recycled: { kind: 'days', label: labels.recycled },
  created: { kind: 'days', label: labels.created },
  changed: { kind: 'days', label: labels.changed },
} as const satisfies Filters

type Chosen = { kind: 'choice'; label: string; choices: readonly Choice[] }
export type FleetFilters = Omit<typeof fixed, 'search'> & {
  configurationId: Chosen
  groupId: Chosen
  batchId: Chosen
  brand: Chosen
}

/** The filters of the table; brands, configurations and batches are those that exist and that the user may see, if any. */
export function useFleetFilters(): FleetFilters {
  const [{ configurationId, groupId, batchId, brand }] = useUrlSearch()
  const groups = useAsk(group.list, {}, { staleMs: STALE_MS }).data?.items
  const { data: seen } = useAsk(fleet.brands, {}, { staleMs: STALE_MS })
  const configurations = useAsk(
    configuration.list,
    { limit: CHOICES_SHOWN, sort: { by: 'name', direction: 'asc' } },
    { enabled: useAllowed('Profile_Config_View', 'Generate_Ac_View'), staleMs: STALE_MS },
  ).data?.items
  const maySeeBatches = useAllowed('Generate_AC_Log_View')
  const batches = useAsk(batch.list, { limit: CHOICES_SHOWN }, { enabled: maySeeBatches, staleMs: STALE_MS }).data
    ?.items
  const isOlder = batches !== undefined && batchId && !batches.some((one) => one.id === batchId)
  const older = useAsk(batch.get, { id: batchId ?? '' }, { enabled: Boolean(isOlder), staleMs: STALE_MS }).data
  return useMemo(() => {
    const chosen = (label: string, choices: readonly Choice[] = []): Chosen => ({ kind: 'choice', label, choices })
    const all: FleetFilters = {
      status: fixed.status,
      orderState: fixed.orderState,
      groupId: chosen(labels.group, [
        ...(groups ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ...(groups && groups.length > 0 ? [{ value: 'none', label: labels.noGroup }] : []),
      ]),
      configurationId: chosen(
        labels.configuration,
        configurations?.map(({ id, name }) => ({ value: id, label: name })),
      ),
      batchId: chosen(labels.batch, [...(older ? [older] : []), ...(batches ?? [])].map(batchChoice)),
      brand: chosen(
        labels.brand,
        seen?.brands.map((value) => ({ value, label: value })),
      ),
      protection: fixed.protection,
      spn: fixed.spn,
      imsi: fixed.imsi,
      msisdn: fixed.msisdn,
      eid: fixed.eid,
      region: fixed.region,
      notes: fixed.notes,
      created: fixed.created,
      changed: fixed.changed,
      recycleStatus: fixed.recycleStatus,
      recycleReason: fixed.recycleReason,
      recycled: fixed.recycled,
    }
    const isOn: Record<string, string | undefined> = { configurationId, groupId, batchId, brand }
    const offered = Object.entries(all).filter(
      ([name, filter]) => filter.kind !== 'choice' || filter.choices.length > 0 || isOn[name],
    )
    return Object.fromEntries(offered) as FleetFilters
  }, [seen, configurations, groups, batches, older, configurationId, groupId, batchId, brand])
}

function batchChoice({ id, code, createdAt }: batch.Batch): Choice {
  return { value: id, label: say(labels.batchChoice, { code, time: formatTime(createdAt) }) }
}

/** The filters as the endpoint takes them. */
export function filterOf(values: FilterValues<FleetFilters>): NonNullable<InputOf<typeof fleet.list>['filter']> {
  const { created, changed, recycled, brand, region, ...same } = values
  return {
    ...(same as object),
    ...(brand === undefined ? {} : { deviceBrand: brand }),
    ...(region ? { region: region.toUpperCase() } : {}),
    ...(changed?.from === undefined ? {} : { changedFrom: changed.from }),
    ...(changed?.to === undefined ? {} : { changedTo: changed.to }),
    ...(recycled?.from === undefined ? {} : { recycleFrom: recycled.from }),
    ...(recycled?.to === undefined ? {} : { recycleTo: recycled.to }),
    ...(created?.from === undefined ? {} : { createdFrom: created.from }),
    ...(created?.to === undefined ? {} : { createdTo: created.to }),
  }
}
