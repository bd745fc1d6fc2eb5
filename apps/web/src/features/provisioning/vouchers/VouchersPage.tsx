import { Button } from '@mantine/core'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as voucher from '@simwright/contract/provisioning/voucher'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
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
import { VoucherBatchView } from './VoucherBatchView.tsx'
import { VoucherDialog } from './VoucherDialog.tsx'
import { BatchStateBadge } from './voucher-state.tsx'
import { voucherTexts as texts } from './voucher-texts.ts'

const POLL_MS = 15_000
const CAMPAIGNS_MAX = 200

/** The list of batches of vouchers, or the batch that the page address names. */
export function VouchersPage() {
  const [{ batch: openId }, changeAddress] = useAddress(pages.vouchers)
  if (openId !== undefined)
    return (
      <VoucherBatchView
        key={openId}
        id={openId}
        onBack={() => changeAddress({ batch: undefined, state: undefined }, 'push')}
      />
    )
  return <BatchList onOpen={(id) => changeAddress({ batch: id }, 'push')} />
}

function BatchList({ onOpen }: { onOpen: (id: string) => void }) {
  const filters = useFilters()
  const filter = useUrlFilter(pages.vouchers, filters)
  const { search, campaign: campaignId } = filter.values
  const [isAdding, setIsAdding] = useState(false)
  const mayEdit = useAllowed('Campaign_Edit')
  useAskedDialog({ new: mayEdit && (() => setIsAdding(true)) })
  const list = useList(voucher.list, {
    module: 'vouchers',
    sortInAddress: true,
    filter: { ...(search === undefined ? {} : { search }), ...(campaignId === undefined ? {} : { campaignId }) },
    sort: { by: 'createdAt', direction: 'desc' },
    pollMs: POLL_MS,
  })
  const link = usePageLink(pages.campaigns, texts.toCampaigns)
  const isEmpty = list.rows?.length === 0 && !filter.isOn
  return (
    <>
      <PageHeader
        title={pageTexts.vouchers}
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
        label={pageTexts.vouchers}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => onOpen(row.id)}
        filter={filter}
        search={{ name: 'search', placeholder: texts.searchPlaceholder }}
        hasViews
        empty={{
          drawing: 'campaign',
          example: exampleTexts.vouchers,
          title: texts.emptyTitle,
          text: texts.emptyText,
          link,
          ...(mayEdit ? { button: { label: texts.add, onClick: () => setIsAdding(true) } } : {}),
        }}
      />
      {mayEdit && (
        <VoucherDialog
          isOpen={isAdding}
          campaignId={campaignId}
          onClose={() => setIsAdding(false)}
          onCreated={onOpen}
        />
      )}
    </>
  )
}

/** The filters of the list; campaigns can be chosen by name. */
function useFilters() {
  const campaigns = useAsk(campaign.list, { limit: CAMPAIGNS_MAX })
  return useMemo(() => {
    const choices = (campaigns.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
    return {
      search: { kind: 'text', label: texts.columns.name },
      campaign: { kind: 'choice', label: texts.campaign, choices },
    } as const satisfies Filters
  }, [campaigns.data])
}

const { columns: names } = texts

const columns: readonly DataColumn<voucher.VoucherBatch>[] = [
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
  { id: 'state', header: names.state, phone: 'status', cell: (row) => <BatchStateBadge state={row.state} /> },
  { id: 'campaign', header: names.campaign, phone: 'text', cell: (row) => <LongText>{row.campaignName}</LongText> },
  { id: 'redeemed', header: names.redeemed, align: 'right', cell: (row) => row.redeemed.toLocaleString('en') },
  { id: 'count', header: names.count, align: 'right', cell: (row) => row.count.toLocaleString('en') },
  {
    id: 'expiresAt',
    header: names.expiresAt,
    phone: 'time',
    cell: (row) => (row.expiresAt ? <Time at={row.expiresAt} /> : '–'),
  },
  {
    id: 'createdAt',
    header: names.createdAt,
    sortBy: 'createdAt',
    cell: (row) => <Time at={row.createdAt} show="day" />,
  },
  { id: 'createdBy', header: names.createdBy, show: 'extra', cell: (row) => row.createdBy || '–' },
]
