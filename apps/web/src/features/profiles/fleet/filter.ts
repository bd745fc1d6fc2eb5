import type { InputOf } from '@simwright/contract/endpoint'
import * as configuration from '@simwright/contract/profiles/configuration'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import { acFormats, recycleReasons, recycleStatuses } from '@simwright/contract/profiles/profile-state'
import { protections } from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { built } from '@simwright/contract/unbuilt'
import { useMemo } from 'react'
import { useAsk } from '../../../api/query.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { fleetTexts } from '../../../texts/fleet.ts'
import { profileTexts } from '../../../texts/profile.ts'
import { recycleTexts } from '../../../texts/recycle.ts'
import { say } from '../../../texts/text.ts'
import { formatTime } from '../../../ui/time.ts'
import { useAddress } from '../../../ui/url.ts'
import type { Filter, Filters, FilterValues } from '../../../ui/url-filter.ts'
import type { KnownNames } from './completion.ts'

const labels = fleetTexts.filters
const CHOICES_SHOWN = 100
const STALE_MS = 60_000

/** `word`: how the query bar calls it, where that is not its label. */
type Choice = { value: string; label: string; word?: string }

const fixed = {
  status: {
    kind: 'choices',
    label: labels.status,
    choices: fleet.profileStatuses.map((value) => ({ value, label: profileTexts.statuses[value].label })),
  },
  orderState: {
    kind: 'choices',
    label: labels.orderState,
    choices: built('orderStates', fleet.orderStates).map((value) => ({
      value,
      label: profileTexts.orderStates[value].label,
    })),
  },
  configurationType: {
    kind: 'choices',
    label: labels.type,
    choices: configuration.configurationTypes.map((value) => ({
      value,
      label: configurationFields.type.options[value].label,
    })),
  },
  acFormat: {
    kind: 'choices',
    label: labels.acFormat,
    choices: acFormats.map((value) => ({ value, label: profileTexts.acFormats[value] })),
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
  iccid: { kind: 'text', label: labels.iccid },
  imsi: { kind: 'text', label: labels.imsi },
  msisdn: { kind: 'text', label: labels.msisdn },
  eid: { kind: 'text', label: labels.eid },
  matchingId: { kind: 'text', label: labels.matchingId },
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
export type FleetFilters = typeof fixed & {
  configurationId: Chosen
  groupId: Chosen
  batchId: Chosen
  campaignId: Chosen
  brand: Chosen
  createdBy: Chosen
}

/** What is chosen from what there is, as far as the user may see it. */
function useChoices() {
  const [{ batchId }] = useAddress(pages.fleet)
  const groups = useAsk(group.list, {}, { staleMs: STALE_MS }).data?.items
  const { data: seen } = useAsk(fleet.brands, {}, { staleMs: STALE_MS })
  const makers = useAsk(fleet.makers, {}, { staleMs: STALE_MS }).data?.items
  const configurations = useAsk(
    configuration.list,
    { limit: CHOICES_SHOWN, sort: { by: 'name', direction: 'asc' } },
    { enabled: useAllowed('Profile_Config_View', 'Generate_Ac_View'), staleMs: STALE_MS },
  ).data?.items
  const campaigns = useAsk(
    campaign.list,
    { limit: CHOICES_SHOWN },
    { enabled: useAllowed('Campaign_View'), staleMs: STALE_MS },
  ).data?.items
  const maySeeBatches = useAllowed('Generate_AC_Log_View')
  const batches = useAsk(batch.list, { limit: CHOICES_SHOWN }, { enabled: maySeeBatches, staleMs: STALE_MS }).data
    ?.items
  const isOlder = batches !== undefined && batchId && !batches.some((one) => one.id === batchId)
  const older = useAsk(batch.get, { id: batchId ?? '' }, { enabled: Boolean(isOlder), staleMs: STALE_MS }).data
  return useMemo(
    () => ({
      groupId: [
        ...(groups ?? []).map(choiceOf),
        ...(groups && groups.length > 0 ? [{ value: 'none', label: labels.noGroup, word: 'none' }] : []),
      ],
      configurationId: (configurations ?? []).map(choiceOf),
      batchId: [...(older ? [older] : []), ...(batches ?? [])].map(batchChoice),
      campaignId: (campaigns ?? []).map(choiceOf),
      brand: (seen?.brands ?? []).map((value) => ({ value, label: value })),
      createdBy: (makers ?? []).map(choiceOf),
    }),
    [groups, configurations, batches, older, campaigns, seen, makers],
  )
}

const choiceOf = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: name })

/** The filters of the table; one that has nothing to choose from is not offered. */
export function useFleetFilters(): FleetFilters {
  const [search] = useAddress(pages.fleet)
  const choices = useChoices()
  const on = (Object.keys(choices) as (keyof typeof choices)[]).filter((name) => search[name]).join()
  return useMemo(() => {
    const chosen = (name: keyof typeof choices, label: string): Chosen => ({
      kind: 'choice',
      label,
      choices: choices[name],
    })
    const all: FleetFilters = {
      status: fixed.status,
      orderState: fixed.orderState,
      groupId: chosen('groupId', labels.group),
      configurationId: chosen('configurationId', labels.configuration),
      configurationType: fixed.configurationType,
      batchId: chosen('batchId', labels.batch),
      campaignId: chosen('campaignId', labels.campaign),
      brand: chosen('brand', labels.brand),
      acFormat: fixed.acFormat,
      protection: fixed.protection,
      spn: fixed.spn,
      iccid: fixed.iccid,
      imsi: fixed.imsi,
      msisdn: fixed.msisdn,
      eid: fixed.eid,
      matchingId: fixed.matchingId,
      region: fixed.region,
      notes: fixed.notes,
      created: fixed.created,
      createdBy: chosen('createdBy', labels.createdBy),
      changed: fixed.changed,
      recycleStatus: fixed.recycleStatus,
      recycleReason: fixed.recycleReason,
      recycled: fixed.recycled,
    }
    const isOn = new Set(on.split(','))
    const names = built('fleetFilters', Object.keys(all) as (keyof FleetFilters)[])
    const offered = names.filter((name) => {
      const filter: Filter = all[name]
      return filter.kind !== 'choice' || filter.choices.length > 0 || isOn.has(name)
    })
    return Object.fromEntries(offered.map((name) => [name, all[name]])) as FleetFilters
  }, [choices, on])
}

function batchChoice({ id, code, createdAt }: batch.Batch): Choice {
  return { value: id, label: say(labels.batchChoice, { code, time: formatTime(createdAt) }), word: code }
}

/** What narrows the list in its address, whether it is offered now or not. */
export const filterNames: readonly string[] = [
  ...Object.keys(fixed),
  'groupId',
  'configurationId',
  'batchId',
  'campaignId',
  'brand',
  'createdBy',
  'q',
]

/** What the query bar may offer of the names that there are. */
export function namesOf(filters: FleetFilters): KnownNames {
  const words = (filter: Filter | undefined) =>
    filter?.kind === 'choice' ? filter.choices.map(({ label, word }: Choice) => word ?? label) : []
  return {
    group: words(filters.groupId),
    config: words(filters.configurationId),
    batch: words(filters.batchId),
    campaign: words(filters.campaignId),
    brand: words(filters.brand),
    by: words(filters.createdBy),
    type: configuration.configurationTypes,
  }
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
