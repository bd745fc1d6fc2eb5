import { Button } from '@mantine/core'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { useAskedDialog } from '../../../ui/overlay/asked-dialog.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { CampaignDialog } from './CampaignDialog.tsx'
import { CampaignView } from './CampaignView.tsx'
import { CampaignStateBadge, Period, takenText } from './campaign-state.tsx'
import { campaignTexts as texts } from './campaign-texts.ts'

const POLL_MS = 15_000

const filters = {
  search: { kind: 'text', label: texts.columns.name },
  state: {
    kind: 'choices',
    label: texts.columns.state,
    choices: campaign.campaignStates.map((value) => ({ value, label: texts.states[value] })),
  },
} as const satisfies Filters

/** The list of campaigns, or the campaign that the page address names. */
export function CampaignsPage() {
  const [{ campaign: openId }, changeAddress] = useAddress(pages.campaigns)
  if (openId !== undefined)
    return <CampaignView key={openId} id={openId} onBack={() => changeAddress({ campaign: undefined }, 'push')} />
  return <CampaignList onOpen={(id) => changeAddress({ campaign: id }, 'push')} />
}

function CampaignList({ onOpen }: { onOpen: (id: string) => void }) {
  const filter = useUrlFilter(pages.campaigns, filters)
  const [isAdding, setIsAdding] = useState(false)
  const mayEdit = useAllowed('Campaign_Edit')
  useAskedDialog({ new: mayEdit && (() => setIsAdding(true)) })
  const list = useList(campaign.list, {
    module: 'campaigns',
    sortInAddress: true,
    filter: filter.values as { search?: string; state?: campaign.CampaignState[] },
    sort: { by: 'createdAt', direction: 'desc' },
    pollMs: POLL_MS,
  })
  const isEmpty = list.rows?.length === 0 && !filter.isOn
  return (
    <>
      <PageHeader
        title={pageTexts.campaigns}
        text={texts.purpose}
        actions={
          !isEmpty && (
            <Allowed need="Campaign_Edit">
              <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
                {texts.add}
              </Button>
            </Allowed>
          )
        }
      />
      <FilteredTable
        label={pageTexts.campaigns}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => onOpen(row.id)}
        filter={filter}
        search={{ name: 'search', placeholder: texts.searchPlaceholder }}
        hasViews
        empty={{
          drawing: 'campaign',
          example: exampleTexts.campaigns,
          title: texts.emptyTitle,
          text: texts.emptyText,
          ...(mayEdit ? { button: { label: texts.add, onClick: () => setIsAdding(true) } } : {}),
        }}
      />
      {mayEdit && <CampaignDialog isOpen={isAdding} onClose={() => setIsAdding(false)} onCreated={onOpen} />}
    </>
  )
}

const { columns: names } = texts

const columns: readonly DataColumn<campaign.CampaignRow>[] = [
  {
    id: 'name',
    header: names.name,
    phone: 'title',
    show: 'always',
    width: 220,
    cell: (row) => (
      <strong style={{ fontWeight: 550 }}>
        <LongText>{row.name}</LongText>
      </strong>
    ),
  },
  { id: 'state', header: names.state, phone: 'status', cell: (row) => <CampaignStateBadge state={row.state} /> },
  { id: 'taken', header: names.taken, align: 'right', cell: (row) => takenText(row) },
  { id: 'profiles', header: names.profiles, align: 'right', cell: (row) => row.profiles.toLocaleString('en') },
  {
    id: 'period',
    header: names.period,
    phone: 'time',
    cell: (row) => (row.startsAt || row.endsAt ? <Period campaign={row} /> : '–'),
  },
  {
    id: 'configuration',
    header: names.configuration,
    phone: 'text',
    cell: (row) => <LongText>{row.configurationName}</LongText>,
  },
  {
    id: 'createdAt',
    header: names.createdAt,
    sortBy: 'createdAt',
    cell: (row) => <Time at={row.createdAt} show="day" />,
  },
]
