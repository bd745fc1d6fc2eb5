import { Anchor, Button } from '@mantine/core'
import * as block from '@simwright/contract/provisioning/block'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useList } from '../../../api/list.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { profilePath } from '../../../esim/path.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { plainAddress } from '../../../esim/profile-event.tsx'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { blockTexts as texts } from '../../../texts/block.ts'
import { exampleTexts } from '../../../texts/example.ts'
import { type DataColumn, DataTable } from '../../../ui/table/DataTable.tsx'
import { FilterBar } from '../../../ui/table/FilterBar.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { ViewsMenu } from '../../../views/ViewsMenu.tsx'

const { hitColumns: names } = texts
const POLL_MS = 15_000

const filters = {
  eid: { kind: 'text', label: names.eid },
  at: { kind: 'days', label: texts.days },
} as const satisfies Filters

type HitListProps = { blockId: string | undefined; onAll: () => void }

/** Devices that were refused by one rule, or by any. */
export function HitList({ blockId, onAll }: HitListProps) {
  const filter = useUrlFilter(pages.block, filters)
  const masks = useMasks()
  const { eid, at } = filter.values
  const list = useList(block.hits, {
    module: 'block-hits',
    sortInAddress: true,
    filter: {
      ...(blockId ? { blockId } : {}),
      ...(eid ? { eid } : {}),
      ...(at?.from ? { from: at.from } : {}),
      ...(at?.to ? { to: at.to } : {}),
    },
    sort: { by: 'at', direction: 'desc' },
    pollMs: POLL_MS,
  })
  return (
    <DataTable
      label={texts.tabs.hits}
      list={list}
      columns={columns}
      rowId={(row) => row.id}
      filters={
        <>
          <FilterBar
            after={<ViewsMenu module="block-hits" names={Object.keys(filter.filters)} read={filter.upgrade} />}
            filter={filter}
            search={{ name: 'eid', placeholder: texts.hitSearch }}
          />
          {blockId && (
            <Button variant="default" rightSection={<IconX size={14} />} onClick={onAll}>
              {masks.number(list.rows?.[0]?.value ?? '') || texts.tabs.blocks}
            </Button>
          )}
        </>
      }
      onClearFilters={filter.isOn ? filter.clear : undefined}
      empty={{ drawing: 'block', example: exampleTexts.hits, title: texts.hitEmptyTitle, text: texts.hitEmptyText }}
    />
  )
}

const columns: readonly DataColumn<block.BlockHit>[] = [
  { id: 'at', header: names.at, phone: 'time', show: 'always', cell: (row) => <Time at={row.at} show="second" /> },
  {
    id: 'eid',
    header: names.eid,
    phone: 'title',
    show: 'always',
    cell: (row) => <Identifier copyAs={names.eid}>{row.eid}</Identifier>,
  },
  {
    id: 'kind',
    header: names.kind,
    phone: 'status',
    cell: (row) => <StatusBadge tone="danger">{texts.kinds[row.kind]}</StatusBadge>,
  },
  { id: 'value', header: names.value, show: 'extra', cell: (row) => <Identifier>{row.value}</Identifier> },
  {
    id: 'device',
    header: names.device,
    phone: 'text',
    cell: (row) => (row.device ? <LongText>{row.device}</LongText> : '–'),
  },
  { id: 'tac', header: names.tac, cell: (row) => (row.tac ? <Identifier>{row.tac}</Identifier> : '–') },
  {
    id: 'iccid',
    header: names.iccid,
    cell: (row) => (row.iccid ? <RequestedProfile id={row.profileId} iccid={row.iccid} /> : texts.pool),
  },
  { id: 'address', header: names.address, cell: (row) => (row.address ? plainAddress(row.address) : '–') },
]

function RequestedProfile({ id, iccid }: { id: string | null; iccid: string }) {
  const masks = useMasks()
  const mayOpen = useAllowed('Fleet_View')
  if (id === null || !mayOpen) return <Identifier copyAs={names.iccid}>{iccid}</Identifier>
  return (
    <Anchor component={Link} size="sm" {...profilePath(id)}>
      {masks.number(iccid)}
    </Anchor>
  )
}
