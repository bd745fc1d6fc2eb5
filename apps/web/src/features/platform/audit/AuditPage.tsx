import { Button } from '@mantine/core'
import * as audit from '@simwright/contract/platform/audit'
import { AUDIT_MONTHS, type AuditCheck } from '@simwright/contract/platform/audit'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useMutation } from '../../../api/mutation.ts'
import { useSave } from '../../../api/save.ts'
import { useLastDefined } from '../../../base/last-defined.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { ExportButton } from '../../../ui/table/ExportButton.tsx'
import { useUrlFilter } from '../../../ui/table/url-filter.ts'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { AuditDrawer } from './AuditDrawer.tsx'
import { auditTexts as texts } from './audit-texts.ts'
import { CheckResult } from './CheckResult.tsx'
import { columns } from './columns.tsx'
import { filterOf, filters } from './filter.ts'

const POLL_MS = 15_000

type Checked = { check: AuditCheck; atMs: number }

/** The audit log. The page address names the entry in the drawer. */
export function AuditPage() {
  const filter = useUrlFilter(pages.audit, filters)
  const sent = filterOf(filter.values)
  const list = useList(audit.list, {
    module: 'audit',
    sortInAddress: true,
    filter: sent,
    sort: { by: 'number', direction: 'desc' },
    pollMs: POLL_MS,
  })
  const [search, change] = useAddress(pages.audit)
  const number = useLastDefined(search.entry)
  const [checked, setChecked] = useState<Checked>()
  const verify = useMutation(audit.verify, { onSuccess: (check) => setChecked({ check, atMs: Date.now() }) })
  const link = usePageLink(pages.roles, texts.emptyLink)
  const save = useSave(audit.exportCsv)
  const actions = (
    <Button leftSection={<IconShieldCheck size={16} />} loading={verify.isPending} onClick={() => verify.mutate({})}>
      {texts.verify}
    </Button>
  )
  return (
    <>
      <PageHeader title={pageTexts.audit} text={say(texts.purpose, { months: AUDIT_MONTHS })} actions={actions} />
      {checked && <CheckResult {...checked} onClose={() => setChecked(undefined)} />}
      <FilteredTable
        label={pageTexts.audit}
        list={list}
        columns={columns}
        rowId={(row) => String(row.number)}
        onOpen={(row) => change({ entry: String(row.number) }, 'push')}
        openId={search.entry}
        filter={filter}
        search={{ name: 'search', placeholder: texts.searchPlaceholder }}
        hasViews
        exporting={<ExportButton isPending={save.isPending} onClick={() => save.start({ filter: sent })} />}
        empty={{ drawing: 'log', example: exampleTexts.audit, title: texts.emptyTitle, text: texts.emptyText, link }}
      />
      <AuditDrawer
        isOpen={search.entry !== undefined}
        number={number}
        known={list.rows?.find((row) => String(row.number) === number)}
        tab={search.tab}
        onTab={(tab) => change({ tab })}
        onClose={() => change({ entry: undefined, tab: undefined }, 'push')}
        onSearch={(text, day) =>
          change({ search: text, at: day && `${day}..${day}`, entry: undefined, tab: undefined }, 'push')
        }
      />
    </>
  )
}
