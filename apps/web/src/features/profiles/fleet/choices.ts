import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import { type FieldOf, fleetFields } from '@simwright/contract/profiles/fleet-field'
import * as group from '@simwright/contract/profiles/group'
import * as tag from '@simwright/contract/profiles/tag'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { useMemo } from 'react'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { fleetTexts } from './fleet-texts.ts'

const CHOICES_SHOWN = 100
const STALE_MS = 60_000

/** A value that a field offers. */
export type NamedChoice = {
  /** The text that the menu writes into the query. */
  value: string
  label: string
  /** The text that completion writes into the query bar. */
  word: string
  id?: string
}

/** The values of fields that have a list; undefined while it loads, or if the user may not see it. */
export type Choices = Partial<Record<FieldOf<'named' | 'text'>, readonly NamedChoice[] | undefined>>

/** Loads the choices that the user may see. They include `batchId` even if it is not one of the newest batches. */
export function useChoices(batchId: string | undefined): Choices {
  const groups = useAsk(group.list, {}, { staleMs: STALE_MS }).data?.items
  const tags = useAsk(tag.list, {}, { staleMs: STALE_MS }).data?.items
  const { data: seen } = useAsk(fleet.brands, {}, { staleMs: STALE_MS })
  const makers = useAsk(fleet.makers, {}, { staleMs: STALE_MS }).data?.items
  const configurations = useAsk(
    configuration.list,
    { limit: CHOICES_SHOWN, sort: { by: 'name', direction: 'asc' } },
    { enabled: useAllowed(['Profile_Config_View', 'Generate_Ac_View']), staleMs: STALE_MS },
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
      group: groups && withNone(groups.map(choiceOf)),
      tag: tags && withNoTag(tags.map(choiceOf)),
      config: configurations?.map(choiceOf),
      batch: batches && [...(older ? [older] : []), ...batches].map(batchChoice),
      campaign: campaigns?.map(choiceOf),
      brand: seen?.brands.map((value) => ({ value, label: value, word: value })),
      by: makers?.map(choiceOf),
    }),
    [groups, tags, configurations, batches, older, campaigns, seen, makers],
  )
}

const choiceOf = ({ id, name }: { id: string; name: string }): NamedChoice => ({
  value: id,
  label: name,
  word: name,
  id,
})

const withNone = (groups: readonly NamedChoice[]): readonly NamedChoice[] =>
  groups.length > 0 ? [...groups, { value: 'none', label: fleetFields.group.none, word: 'none' }] : groups

const withNoTag = (tags: readonly NamedChoice[]): readonly NamedChoice[] =>
  tags.length > 0 ? [...tags, { value: 'none', label: fleetFields.tag.none, word: 'none' }] : tags

const batchChoice = ({ id, code, createdAt }: batch.Batch): NamedChoice => ({
  value: code,
  label: say(fleetTexts.batchChoice, { code, time: formatTime(createdAt) }),
  word: code,
  id,
})
