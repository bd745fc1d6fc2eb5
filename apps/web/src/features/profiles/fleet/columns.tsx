import type { Attribute } from '@simwright/contract/profiles/attribute'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import type { ProfileRow } from '@simwright/contract/profiles/fleet'
import { use } from 'react'
import { fieldText } from '../../../esim/field-text.ts'
import { GroupTag } from '../../../esim/GroupTag.tsx'
import { Identifier } from '../../../esim/Identifier.tsx'
import { ProfileStatusBadge } from '../../../esim/profile-state.tsx'
import { regionName } from '../../../esim/region.ts'
import { PhoneSampleBadge, WithSampleBadge } from '../../../esim/SampleBadge.tsx'
import { TagCell } from '../../../esim/TagPill.tsx'
import { profileTexts } from '../../../texts/profile.ts'
import { recycleTexts } from '../../../texts/recycle.ts'
import { Narrow } from '../../../ui/phone.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { BlockedLine } from './Blocked.tsx'
import { fleetTexts } from './fleet-texts.ts'

const names = fleetTexts.columns

const typeName = (type: string) => fieldText(configurationFields.type, type)

/** The columns of the profile table; those marked `extra` are hidden until the user chooses them. */
export const columns: readonly DataColumn<ProfileRow>[] = [
  {
    id: 'iccid',
    header: names.iccid,
    phone: 'title',
    sortBy: 'iccid',
    show: 'always',
    cell: (row) => (
      <WithSampleBadge sample={row.sample} isElsewhereOnPhone>
        <Identifier copyAs={names.iccid}>{row.iccid}</Identifier>
      </WithSampleBadge>
    ),
  },
  {
    id: 'status',
    header: names.status,
    phone: 'status',
    cell: ({ status, orderState }) => <ProfileStatusBadge status={status} orderState={orderState} />,
  },
  {
    id: 'orderState',
    header: names.orderState,
    show: 'extra',
    cell: (row) => profileTexts.orderStates[row.orderState].label,
  },
  {
    id: 'device',
    header: names.device,
    phone: 'text',
    cell: (row) => (
      <>
        <Device name={[row.deviceBrand, row.deviceModel].filter(Boolean).join(' ')} />
        <BlockedLine profileId={row.id} />
      </>
    ),
  },
  { id: 'brand', header: names.brand, show: 'extra', cell: (row) => <LongText>{row.deviceBrand || '–'}</LongText> },
  { id: 'model', header: names.model, show: 'extra', cell: (row) => <LongText>{row.deviceModel || '–'}</LongText> },
  {
    id: 'group',
    header: names.group,
    phone: 'text',
    cell: (row) => {
      const group = row.groupName ? <GroupTag name={row.groupName} color={row.groupColor} /> : undefined
      return row.sample ? <PhoneSampleBadge>{group}</PhoneSampleBadge> : (group ?? '–')
    },
  },
  { id: 'tags', header: names.tags, show: 'extra', cell: ({ tags }) => <TagCell tags={tags} /> },
  { id: 'imsi', header: names.imsi, cell: (row) => <Identifier>{row.imsi}</Identifier> },
  {
    id: 'msisdn',
    header: names.msisdn,
    show: 'extra',
    cell: (row) => (row.msisdn ? <Identifier>{row.msisdn}</Identifier> : '–'),
  },
  {
    id: 'eid',
    header: names.eid,
    show: 'extra',
    cell: (row) => (row.eid ? <Identifier copyAs={names.eid}>{row.eid}</Identifier> : '–'),
  },
  {
    id: 'matchingId',
    header: names.matchingId,
    show: 'extra',
    cell: (row) => (
      <Identifier kind="code" copyAs={names.matchingId}>
        {row.matchingId}
      </Identifier>
    ),
  },
  {
    id: 'activationCode',
    header: names.activationCode,
    show: 'extra',
    cell: (row) => (
      <Identifier kind="code" copyAs={names.activationCode} maxChars={44}>
        {row.activationCode}
      </Identifier>
    ),
  },
  {
    id: 'configuration',
    header: names.configuration,
    cell: (row) => <LongText>{row.configurationName}</LongText>,
  },
  { id: 'type', header: names.type, show: 'extra', cell: (row) => typeName(row.configurationType) },
  {
    id: 'campaign',
    header: names.campaign,
    show: 'extra',
    cell: (row) => <LongText>{row.campaignName || '–'}</LongText>,
  },
  { id: 'acFormat', header: names.acFormat, show: 'extra', cell: (row) => profileTexts.acFormats[row.acFormat] },
  { id: 'spn', header: names.spn, show: 'extra', cell: (row) => <LongText>{row.spn || '–'}</LongText> },
  { id: 'batch', header: names.batch, show: 'extra', cell: (row) => <Mono>{row.batchCode}</Mono> },
  {
    id: 'protection',
    header: names.protection,
    show: 'extra',
    cell: (row) => (row.protection ? profileTexts.protections[row.protection] : '–'),
  },
  { id: 'region', header: names.region, show: 'extra', cell: (row) => regionName(row.region) ?? '–' },
  {
    id: 'downloads',
    header: names.downloads,
    align: 'right',
    show: 'extra',
    cell: (row) => row.downloads.toLocaleString('en'),
  },
  { id: 'notes', header: names.notes, show: 'extra', cell: (row) => <LongText>{row.notes || '–'}</LongText> },
  {
    id: 'recycleStatus',
    header: names.recycleStatus,
    show: 'extra',
    cell: (row) => (row.recycleStatus === 'NONE' ? '–' : recycleTexts.statuses[row.recycleStatus]),
  },
  {
    id: 'recycleReason',
    header: names.recycleReason,
    show: 'extra',
    cell: (row) => (row.recycleReason ? recycleTexts.reasons[row.recycleReason] : '–'),
  },
  {
    id: 'recycleAt',
    header: names.recycleAt,
    show: 'extra',
    cell: (row) => (row.recycleAt ? <Time at={row.recycleAt} /> : '–'),
  },
  {
    id: 'orderStateAt',
    header: names.orderStateAt,
    show: 'extra',
    cell: (row) => <Time at={row.orderStateAt} />,
  },
  {
    id: 'statusAt',
    header: names.statusAt,
    phone: 'time',
    sortBy: 'statusAt',
    cell: (row) => <Time at={row.statusAt} />,
  },
  {
    id: 'createdAt',
    header: names.createdAt,
    sortBy: 'createdAt',
    show: 'extra',
    cell: (row) => <Time at={row.createdAt} />,
  },
  {
    id: 'createdBy',
    header: names.createdBy,
    show: 'extra',
    cell: (row) => <LongText>{row.createdBy || '–'}</LongText>,
  },
]

/** The column of an attribute. */
export const attributeColumn = ({ word, name }: Attribute): DataColumn<ProfileRow> => ({
  id: `attr.${word}`,
  header: name,
  show: 'extra',
  cell: ({ attributes }) => <LongText>{attributes[word] ?? '–'}</LongText>,
})

/** A row of two lines on a phone has no dash for a missing device: nothing there says what is missing. */
function Device({ name }: { name: string }) {
  const isNarrow = use(Narrow)
  return name === '' && isNarrow ? null : <LongText>{name || '–'}</LongText>
}
