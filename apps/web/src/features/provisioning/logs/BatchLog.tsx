import { ActionIcon } from '@mantine/core'
import type { InputOf } from '@simwright/contract/endpoint'
import { protections } from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { IconFileDownload } from '@tabler/icons-react'
import { save } from '../../../api/file.ts'
import { useList } from '../../../api/list.ts'
import { useLastDefined } from '../../../base/last-defined.ts'
import { useAddress } from '../../../base/url.ts'
import { WithSampleBadge } from '../../../esim/SampleBadge.tsx'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { profileTexts } from '../../../texts/profile.ts'
import { say } from '../../../texts/text.ts'
import { ProgressBar } from '../../../ui/chart/ProgressBar.tsx'
import { Grid } from '../../../ui/layout/layout.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, type FilterValues, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { BatchDrawer } from './BatchDrawer.tsx'
import classes from './BatchLog.module.css'
import { batchList } from './batch-list.ts'
import { batchOutcome, formatTook, tookMs } from './batch-outcome.ts'
import { LogExport } from './LogExport.tsx'
import { newer, useLiveBatches } from './live-batch.ts'
import { logTexts } from './logs-texts.ts'

const texts = logTexts.batches

const filters = {
  code: { kind: 'text', label: texts.filters.code },
  process: {
    kind: 'choice',
    label: texts.filters.process,
    choices: batch.batchProcesses.map((value) => ({ value, label: texts.processes[value] })),
  },
  type: {
    kind: 'choice',
    label: texts.filters.type,
    choices: batch.batchTypes.map((value) => ({ value, label: profileTexts.batchTypes[value] })),
  },
  protection: {
    kind: 'choice',
    label: texts.filters.protection,
    choices: protections.map((value) => ({ value, label: profileTexts.protections[value] })),
  },
  failures: {
    kind: 'choice',
    label: texts.filters.failures,
    choices: [
      { value: 'yes', label: texts.filters.withFailures },
      { value: 'no', label: texts.filters.withoutFailures },
    ],
  },
  at: { kind: 'days', label: texts.filters.at },
} as const satisfies Filters

/** The batches of activation codes, with live progress of those that are running. */
export function BatchLog() {
  const filter = useUrlFilter(pages.logs, filters)
  const listFilter = filterOf(filter.values)
  const list = useList(batch.list, batchList(listFilter))
  const live = useLiveBatches(list.rows?.some((row) => row.process === 'PROCESSING') ?? false)
  const rows = list.rows?.map((row) => newer(row, live.get(row.id)))
  const [search, change] = useAddress(pages.logs)
  const openId = useLastDefined(search.batch)
  const mayGenerate = useAllowed('Generate_Ac_Create')
  return (
    <>
      <FilteredTable
        label={logTexts.tabs.batches}
        list={{ ...list, rows }}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => change({ batch: row.id }, 'push')}
        openId={search.batch}
        filter={filter}
        search={{ name: 'code', placeholder: texts.searchPlaceholder }}
        hasViews
        exporting={<LogExport endpoint={batch.exportLog} filter={listFilter} />}
        empty={{
          drawing: 'code',
          example: exampleTexts.batches,
          title: texts.emptyTitle,
          text: texts.emptyText,
          button: mayGenerate ? { label: texts.generate, to: pages.generateAc.path } : undefined,
        }}
      />
      <BatchDrawer
        isOpen={search.batch !== undefined}
        id={openId}
        known={rows?.find((row) => row.id === openId)}
        tab={search.tab}
        onTab={(tab) => change({ tab })}
        onClose={() => change({ batch: undefined, tab: undefined, rows: undefined }, 'push')}
      />
    </>
  )
}

type ListFilter = NonNullable<InputOf<typeof batch.list>['filter']>

function filterOf({ failures, at, ...same }: FilterValues<typeof filters>): ListFilter {
  return {
    ...(same as ListFilter),
    ...(failures === undefined ? {} : { failures: failures === 'yes' }),
    ...(at?.from === undefined ? {} : { from: at.from }),
    ...(at?.to === undefined ? {} : { to: at.to }),
  }
}

const names = texts.columns

const columns: readonly DataColumn<batch.Batch>[] = [
  {
    id: 'code',
    header: names.code,
    phone: 'title',
    show: 'always',
    cell: (row) => (
      <WithSampleBadge sample={row.sample}>
        <Mono copyAs={names.code}>{row.code}</Mono>
      </WithSampleBadge>
    ),
  },
  { id: 'process', header: names.process, phone: 'status', cell: (row) => <Outcome row={row} /> },
  { id: 'progress', header: names.progress, cell: (row) => <Progress row={row} /> },
  {
    id: 'failed',
    header: names.failed,
    align: 'right',
    cell: (row) => (
      <span data-bad={row.failed > 0 || undefined} className={classes.failed}>
        {row.failed.toLocaleString('en')}
      </span>
    ),
  },
  { id: 'result', header: names.result, align: 'right', cell: (row) => <ResultButton row={row} /> },
  {
    id: 'createdAt',
    header: names.createdAt,
    phone: 'time',
    sortBy: 'createdAt',
    cell: (row) => <Time at={row.createdAt} />,
  },
  {
    id: 'configuration',
    header: names.configuration,
    phone: 'text',
    cell: (row) => <LongText>{row.configurationName ?? '–'}</LongText>,
  },
  { id: 'type', header: names.type, cell: (row) => profileTexts.batchTypes[row.type] },
  { id: 'file', header: names.file, cell: (row) => <LongText>{row.fileName || '–'}</LongText> },
  {
    id: 'protection',
    header: names.protection,
    show: 'extra',
    cell: (row) => (row.protection ? profileTexts.protections[row.protection] : '–'),
  },
  {
    id: 'createdBy',
    header: names.createdBy,
    show: 'extra',
    cell: (row) => <LongText>{row.createdBy || '–'}</LongText>,
  },
  { id: 'took', header: names.took, show: 'extra', align: 'right', cell: (row) => <Took row={row} /> },
]

function Outcome({ row }: { row: batch.Batch }) {
  const { label, tone, busy } = batchOutcome(row)
  return (
    <StatusBadge tone={tone} busy={busy}>
      {label}
    </StatusBadge>
  )
}

function Progress({ row }: { row: batch.Batch }) {
  const { total, succeeded, failed } = row
  return (
    <Grid as="span" columns="88px max-content" gap={10} align="center">
      <ProgressBar
        label={say(texts.bar, { code: row.code })}
        total={total}
        succeeded={succeeded}
        failed={failed}
        size="thin"
      />
      <span className="muted size-small figures" style={{ minWidth: `${2 * total.toLocaleString('en').length + 4}ch` }}>
        {say(texts.of, { count: succeeded, total })}
      </span>
    </Grid>
  )
}

function Took({ row }: { row: batch.Batch }) {
  const took = tookMs(row, Date.now())
  return took === undefined ? '–' : formatTook(took)
}

function ResultButton({ row }: { row: batch.Batch }) {
  if (row.process !== 'COMPLETE') return '–'
  return (
    <ActionIcon
      size={28}
      title={texts.result}
      aria-label={say(texts.resultOf, { code: row.code })}
      onClick={() => void save(batch.result, { id: row.id }).catch(() => {})}
    >
      <IconFileDownload size={16} />
    </ActionIcon>
  )
}
