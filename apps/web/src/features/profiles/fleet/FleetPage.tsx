import { Button } from '@mantine/core'
import * as attribute from '@simwright/contract/profiles/attribute'
import * as fleet from '@simwright/contract/profiles/fleet'
import type { FleetFilter, Selection } from '@simwright/contract/profiles/fleet-filter'
import { IconQrcode } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type List, useList } from '../../../api/list.ts'
import { useAsk } from '../../../api/query.ts'
import { useLastDefined } from '../../../base/last-defined.ts'
import { useAddress } from '../../../base/url.ts'
import { FileStrip } from '../../../esim/FileStrip.tsx'
import { OperationStrip } from '../../../esim/OperationStrip.tsx'
import { pages } from '../../../paths.ts'
import { ShowAsCode } from '../../../program/ShowAsCode.tsx'
import { useSeesNoGroup } from '../../../session/group-limit.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { exampleTexts } from '../../../texts/example.ts'
import { frameTexts } from '../../../texts/frame.ts'
import { operationTexts } from '../../../texts/operation.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say, sayCount } from '../../../texts/text.ts'
import type { EmptyStateProps } from '../../../ui/page/EmptyState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { useIsPhone } from '../../../ui/phone.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { FilterBar } from '../../../ui/table/FilterBar.tsx'
import { ViewsMenu } from '../../../views/ViewsMenu.tsx'
import { ActionsMenu } from './ActionsMenu.tsx'
import { BlockedProvider } from './Blocked.tsx'
import { viewAddress } from './chip.ts'
import { attributeColumn, columns } from './columns.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { type FleetAction, FleetActions } from './FleetActions.tsx'
import { type FleetFilter as FilterState, useFleetFilter } from './filter.ts'
import { fleetFilterOf, fleetList } from './fleet-list.ts'
import { fleetTexts as texts } from './fleet-texts.ts'
import { ProfileDrawer } from './ProfileDrawer.tsx'
import type { ProfileChoice } from './profile-command.ts'
import { QueryBar } from './QueryBar.tsx'
import { SampleStrip } from './SampleStrip.tsx'
import { type FleetSelection, useFleetSelection } from './selection.ts'

/** A saved view stores only the query. */
const VIEW_NAMES = ['q']

/** All profiles of the enterprise account. The page address names the profile in the drawer. */
export function FleetPage() {
  const filtering = useFleetFilter()
  const [, change] = useAddress(pages.fleet)
  const filter = fleetFilterOf(filtering.query)
  const list = useList(fleet.list, fleetList(filter))
  const selection = useFleetSelection(filter, list.rows?.map(({ id }) => id) ?? [])
  const [action, setAction] = useState<FleetAction>()
  const isEmpty = list.rows?.length === 0 && !filtering.shown.isOn
  return (
    <>
      <FleetHeader isEmpty={isEmpty} />
      <FleetStrips rows={list.rows} />
      <BlockedProvider rows={list.rows}>
        <FleetTable {...{ filtering, filter, list, selection, isEmpty }} onChoose={setAction} />
      </BlockedProvider>
      <OpenProfile
        list={list}
        actions={(profile) => (
          <Actions
            selection={{ ids: [profile.id] }}
            isMany={false}
            single={profile}
            onChoose={setAction}
            onWriting={(file) => change({ file })}
          />
        )}
        onChoose={(profile, choice) => setAction({ ...choice, selection: { ids: [profile.id] }, single: profile })}
      />
      <FleetActions
        action={action}
        rows={list.rows}
        onClose={() => setAction(undefined)}
        onStarted={(started) => {
          if (!action?.single) selection.clear()
          setAction(undefined)
          if (started) change(started)
        }}
      />
    </>
  )
}

function FleetHeader({ isEmpty }: { isEmpty: boolean }) {
  return (
    <PageHeader
      title={pageTexts.fleet}
      text={texts.purpose}
      actions={
        !isEmpty && (
          <Allowed need="Generate_Ac_Create">
            <Button component={Link} to={pages.generateAc.path} leftSection={<IconQrcode size={16} />}>
              {texts.generate}
            </Button>
          </Allowed>
        )
      }
    />
  )
}

type Rows = List<fleet.ProfileRow>['rows']

/** The operation and the file that the address names, and a notice of sample profiles. */
function FleetStrips({ rows }: { rows: Rows }) {
  const [search, change] = useAddress(pages.fleet)
  return (
    <>
      {search.operation && (
        <OperationStrip
          id={search.operation}
          onUndo={(operation) => change({ operation })}
          onClose={() => change({ operation: undefined })}
        />
      )}
      {rows && <SampleStrip areShown={rows.some(({ sample }) => sample)} />}
      {search.file && <FileStrip id={search.file} onClose={() => change({ file: undefined })} />}
    </>
  )
}

type FleetTableProps = {
  filtering: FilterState
  filter: FleetFilter
  list: List<fleet.ProfileRow>
  selection: FleetSelection
  /** There are no profiles, with or without a filter. */
  isEmpty: boolean
  onChoose: (action: FleetAction) => void
}

function FleetTable({ filtering, filter, list, selection, isEmpty, onChoose }: FleetTableProps) {
  const { query, shown } = filtering
  const [search, change] = useAddress(pages.fleet)
  const { counted, countExactly } = useCounted(filter, list)
  const filters = useFilterBar(filtering, list.problem?.faults?.[0]?.text)
  const empty = useEmptyFleet()
  const onWriting = (file: string) => {
    selection.clear()
    change({ file })
  }
  const menu = { selection, counted, onChoose, onWriting }
  return (
    <DataTable
      label={pageTexts.fleet}
      list={counted}
      columns={useColumns()}
      rowId={(row) => row.id}
      onOpen={(row) => change({ profile: row.id }, 'push')}
      openId={search.profile}
      selection={{
        selected: selection.ticked,
        onChange: selection.setTicked,
        isOn: selection.selection !== undefined,
        onClear: selection.clear,
        words: selectionText(selection, counted),
        filter: selection.isAll ? query : undefined,
        actions: selection.selection && (
          <SelectionActions {...menu} selected={selection.selection} listedTotal={list.total} />
        ),
      }}
      filters={filters}
      exporting={!isEmpty && <FleetExport {...menu} filter={filter} />}
      footNote={
        countExactly && (
          <Button size="compact-xs" variant="subtle" onClick={countExactly}>
            {texts.countExactly}
          </Button>
        )
      }
      onClearFilters={shown.isOn ? shown.clear : undefined}
      empty={empty}
    />
  )
}

/** The columns, also of attributes. */
function useColumns() {
  const attributes = useAsk(attribute.list, {}, { staleMs: STALE_MS }).data?.items
  return useMemo(() => [...columns, ...(attributes ?? []).map(attributeColumn)], [attributes])
}

const STALE_MS = 60_000

/** Memoized, so that selecting a row does not render the filters again. */
function useFilterBar({ query, bar, setBar, shown, names }: FilterState, refusal: string | undefined): ReactNode {
  return useMemo(
    () => (
      <FilterBar
        filter={shown}
        after={
          <>
            <ViewsMenu module="fleet" names={VIEW_NAMES} read={viewAddress} />
            <ShowAsCode endpoint={fleet.list} input={{ filter: fleetFilterOf(query), limit: 200 }} />
          </>
        }
        before={<QueryBar value={bar} onChange={setBar} names={names} refusal={refusal} />}
      />
    ),
    [shown, bar, setBar, names, refusal, query],
  )
}

function useEmptyFleet(): EmptyStateProps {
  const mayGenerate = useAllowed('Generate_Ac_Create')
  if (useSeesNoGroup()) return { drawing: 'card', ...frameTexts.groupLimit.noneEmpty }
  return {
    drawing: 'card',
    example: exampleTexts.fleet,
    title: texts.emptyTitle,
    text: mayGenerate ? texts.emptyText : texts.emptyTextView,
    button: mayGenerate ? { label: texts.generate, to: pages.generateAc.path } : undefined,
  }
}

type SelectionMenuProps = {
  selection: FleetSelection
  counted: Counted
  onChoose: (action: FleetAction) => void
  /** Called with the id of the file that is written in the background. */
  onWriting: (file: string) => void
}

type SelectionActionsProps = SelectionMenuProps & { selected: Selection; listedTotal: number | undefined }

/** What the bar of a selection offers. */
function SelectionActions(props: SelectionActionsProps) {
  const { selection, selected, counted, listedTotal, onChoose, onWriting } = props
  const isPhone = useIsPhone()
  return (
    <>
      {!selection.isAll && (listedTotal === undefined || listedTotal > selection.idCount) && (
        <Button variant="default" size="xs" onClick={selection.selectAll}>
          {isPhone ? operationTexts.selectAllShort : operationTexts.selectAll}
        </Button>
      )}
      <Actions selection={selected} isMany={isMany(selection, counted)} onChoose={onChoose} onWriting={onWriting} />
      {!isPhone && (
        <Allowed need="Fleet_Export">
          <ShowAsCode
            endpoint={fleet.exportCsv}
            input={{ form: 'profiles', format: 'csv', selection: selected }}
            size="xs"
          />
        </Allowed>
      )}
    </>
  )
}

/** Exports the selected profiles; without a selection, all that match the filter. */
function FleetExport({
  selection,
  filter,
  counted,
  onChoose,
  onWriting,
}: SelectionMenuProps & { filter: FleetFilter }) {
  const exported = selection.selection ?? { filter, except: [] }
  return (
    <ExportMenu
      selection={exported}
      isMany={isMany({ ...selection, isAll: 'filter' in exported }, counted)}
      words={selection.selection ? selectionText(selection, counted) : operationTexts.exportAll}
      onDeliver={(delivery) => onChoose({ delivery, selection: exported, single: undefined })}
      onWriting={onWriting}
    />
  )
}

type Counted = Pick<List<fleet.ProfileRow>, 'total' | 'capped'>

function selectionText({ isAll, idCount }: FleetSelection, { total, capped }: Counted): string {
  if (!isAll) return sayCount(operationTexts.selected, idCount)
  if (idCount > 0) return say(operationTexts.allBut, { count: idCount })
  return total === undefined ? operationTexts.all : say(operationTexts.allCount, { count: countText(total, capped) })
}

/** An unknown or capped count is treated as many. */
const isMany = ({ isAll, idCount }: FleetSelection, { total, capped }: Counted) =>
  isAll && (capped || total === undefined || total - idCount > fleet.EXPORT_AT_ONCE)

const countText = (total: number, capped: boolean) => `${total.toLocaleString('en')}${capped ? '+' : ''}`

/** Counts separately if the list came without its total, and exactly if the user asks for it. */
function useCounted(filter: FleetFilter, list: List<fleet.ProfileRow>) {
  const filterKey = JSON.stringify(filter)
  const [exactly, setExactly] = useState<string>()
  const needsCount = list.rows !== undefined && list.total === undefined
  const { data } = useAsk(
    fleet.count,
    { filter, exact: exactly === filterKey },
    { enabled: needsCount || exactly === filterKey },
  )
  const counted = useMemo(() => (data ? { ...list, total: data.total, capped: data.capped } : list), [data, list])
  return { counted, countExactly: counted.capped ? () => setExactly(filterKey) : undefined }
}

type ActionsProps = {
  selection: Selection
  isMany: boolean
  single?: FleetAction['single']
  onChoose: (action: FleetAction) => void
  onWriting: (id: string) => void
}

function Actions({ selection, isMany, single, onChoose, onWriting }: ActionsProps) {
  return (
    <ActionsMenu
      selection={selection}
      isMany={isMany}
      variant={single && 'default'}
      profileId={single?.id}
      onChoose={(kind) => onChoose({ kind, selection, single })}
      onDeliver={(delivery) => onChoose({ delivery, selection, single })}
      onWriting={onWriting}
    />
  )
}

type OpenProfileProps = {
  list: List<fleet.ProfileRow>
  actions: (profile: fleet.ProfileRow) => ReactNode
  onChoose: (profile: fleet.ProfileRow, choice: ProfileChoice) => void
}

/** The drawer of a profile; keys open the next and the previous one, also on the next and previous page. */
function OpenProfile({ list, actions, onChoose }: OpenProfileProps) {
  const [search, change] = useAddress(pages.fleet)
  const { rows } = list
  const openId = useLastDefined(search.profile)
  const edge = useRef<'first' | 'last'>(undefined)
  const index = rows?.findIndex(({ id }) => id === search.profile) ?? -1
  useEffect(() => {
    if (edge.current === undefined || list.isPreviousPage) return
    const row = edge.current === 'first' ? rows?.[0] : rows?.at(-1)
    edge.current = undefined
    if (row) change({ profile: row.id })
  }, [list.isPreviousPage, rows, change])
  const neighbor = (step: 1 | -1) => {
    if (index < 0) return undefined
    const row = rows?.[index + step]
    if (row) return () => change({ profile: row.id })
    const turnPage = step === 1 ? list.next : list.previous
    if (!turnPage || list.isPreviousPage) return undefined
    return () => {
      edge.current = step === 1 ? 'first' : 'last'
      turnPage()
    }
  }
  return (
    <ProfileDrawer
      isOpen={search.profile !== undefined}
      id={openId}
      row={rows?.find((row) => row.id === openId)}
      tab={search.tab}
      onTab={(tab) => change({ tab })}
      onClose={() => change({ profile: undefined, tab: undefined }, 'push')}
      onPrevious={neighbor(-1)}
      onNext={neighbor(1)}
      actions={actions}
      onChoose={onChoose}
    />
  )
}
