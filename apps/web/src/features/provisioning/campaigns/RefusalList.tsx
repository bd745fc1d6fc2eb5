import * as campaign from '@simwright/contract/provisioning/campaign'
import { useList } from '../../../api/list.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { plainAddress } from '../../../esim/profile-event.tsx'
import { type DataColumn, DataTable } from '../../../ui/table/DataTable.tsx'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { campaignTexts } from './campaign-texts.ts'

const texts = campaignTexts.refusals
const { columns: names } = texts

/** Devices that the campaign refused, with the reason. */
export function RefusalList({ id }: { id: string }) {
  const list = useList(campaign.refusals, {
    module: 'campaign-refusals',
    filter: { id },
    sort: { by: 'at', direction: 'desc' },
  })
  return (
    <DataTable
      label={texts.title}
      list={list}
      columns={columns}
      rowId={(row) => row.id}
      filters={<h2 style={{ fontSize: 'var(--type-h3)', lineHeight: '34px' }}>{texts.title}</h2>}
      empty={{ drawing: 'log', title: texts.emptyTitle, text: texts.emptyText }}
    />
  )
}

const columns: readonly DataColumn<campaign.CampaignRefusal>[] = [
  { id: 'at', header: names.at, phone: 'time', show: 'always', cell: (row) => <Time at={row.at} show="second" /> },
  {
    id: 'text',
    header: names.text,
    phone: 'text',
    show: 'always',
    cell: (row) => <LongText width="wide">{row.text}</LongText>,
  },
  { id: 'device', header: names.device, cell: (row) => row.device ?? '–' },
  {
    id: 'eid',
    header: names.eid,
    phone: 'title',
    cell: (row) => <Identifier copyAs={names.eid}>{row.eid}</Identifier>,
  },
  { id: 'code', header: names.code, phone: 'status', cell: (row) => `${row.subjectCode}/${row.reasonCode}` },
  {
    id: 'address',
    header: names.address,
    show: 'extra',
    cell: (row) => (row.address ? plainAddress(row.address) : '–'),
  },
]
