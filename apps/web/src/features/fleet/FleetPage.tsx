import { Button } from '@mantine/core'
import * as fleet from '@simwright/contract/fleet'
import { IconQrcode } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useList } from '../../api/list.ts'
import { pages } from '../../paths.ts'
import { useAllowed } from '../../session/permission.tsx'
import { fleetTexts as texts } from '../../texts/fleet.ts'
import { pageTexts } from '../../texts/page.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { useKept } from '../../ui/kept.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useUrlSearch } from '../../ui/url.ts'
import { useUrlFilter } from '../../ui/url-filter.ts'
import { columns } from './columns.tsx'
import { filterOf, useFleetFilters } from './filter.ts'
import { ProfileDrawer } from './ProfileDrawer.tsx'

const POLL_MS = 20_000

/** Every profile of the enterprise account; one of them in a drawer with an address of its own. */
export function FleetPage() {
  const filter = useUrlFilter(useFleetFilters())
  const list = useList(fleet.list, {
    module: 'fleet',
    filter: filterOf(filter.values),
    sort: { by: 'createdAt', direction: 'desc' },
    pollMs: POLL_MS,
  })
  const [search, change] = useUrlSearch()
  const openId = useKept(search.profile)
  const mayGenerate = useAllowed('Generate_Ac_Create')
  const isEmpty = list.rows?.length === 0 && !filter.isOn
  return (
    <>
      <PageHeader
        title={pageTexts.fleet}
        text={texts.purpose}
        actions={
          mayGenerate &&
          !isEmpty && (
            <Button component={Link} to={pages.generateAc.path} leftSection={<IconQrcode size={16} />}>
              {texts.generate}
            </Button>
          )
        }
      />
      <DataTable
        label={pageTexts.fleet}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => change({ profile: row.id }, 'push')}
        openId={search.profile}
        filters={<FilterBar filter={filter} search={{ name: 'search', placeholder: texts.searchPlaceholder }} />}
        onClearFilters={filter.isOn ? filter.clear : undefined}
        empty={{
          drawing: 'card',
          title: texts.emptyTitle,
          text: mayGenerate ? texts.emptyText : texts.emptyTextView,
          button: mayGenerate ? { label: texts.generate, to: pages.generateAc.path } : undefined,
        }}
      />
      <ProfileDrawer
        isOpen={search.profile !== undefined}
        id={openId}
        row={list.rows?.find((row) => row.id === openId)}
        tab={search.tab}
        onTab={(tab) => change({ tab })}
        onClose={() => change({ profile: undefined, tab: undefined }, 'push')}
      />
    </>
  )
}
