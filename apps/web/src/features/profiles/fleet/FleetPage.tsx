import { Button } from '@mantine/core'
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
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { useIsPhone } from '../../../ui/phone.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { FilterBar } from '../../../ui/table/FilterBar.tsx'
import { ViewsMenu } from '../../../views/ViewsMenu.tsx'
import { ActionsMenu } from './ActionsMenu.tsx'
import { BlockedProvider } from './Blocked.tsx'
import { viewAddress } from './chip.ts'
import { columns } from './columns.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { type FleetAction, FleetActions } from './FleetActions.tsx'
import { useFleetFilter } from './filter.ts'
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
  const { query, bar, setBar, shown, names } = useFleetFilter()
  const [search, change] = useAddress(pages.fleet)
  const filter = fleetFilterOf(query)
  const list = useList(fleet.list, fleetList(filter))
  const { counted, countExactly } = useCounted(filter, list)
  const selection = useFleetSelection(filter, list.rows?.map(({ id }) => id) ?? [])
  const [action, setAction] = useState<FleetAction>()
  const mayGenerate = useAllowed('Generate_Ac_Create')
  const seesNoGroup = useSeesNoGroup()
  const isPhone = useIsPhone()
  const refusal = list.problem?.faults?.[0]?.text
  // memoized, so that selecting a row does not render the filters again
  const filters = useMemo(
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
  const isEmpty = list.rows?.length === 0 && !shown.isOn
  const exported = selection.selection ?? { filter, except: [] }
  const isManyExported = isMany({ ...selection, isAll: 'filter' in exported }, counted)
  return (
    <>
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
      {search.operation && (
        <OperationStrip
          id={search.operation}
          onUndo={(operation) => change({ operation })}
          onClose={() => change({ operation: undefined })}
        />
      )}
      {list.rows && <SampleStrip areShown={list.rows.some(({ sample }) => sample)} />}
      {search.file && <FileStrip id={search.file} onClose={() => change({ file: undefined })} />}
      <BlockedProvider rows={list.rows}>
        <DataTable
          label={pageTexts.fleet}
          list={counted}
          columns={columns}
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
              <>
                {!selection.isAll && (list.total === undefined || list.total > selection.idCount) && (
                  <Button variant="default" size="xs" onClick={selection.selectAll}>
                    {isPhone ? operationTexts.selectAllShort : operationTexts.selectAll}
                  </Button>
                )}
                <Actions
                  selection={selection.selection}
                  isMany={isMany(selection, counted)}
                  onChoose={setAction}
                  onWriting={(file) => {
                    selection.clear()
                    change({ file })
                  }}
                />
                {!isPhone && (
                  <Allowed need="Fleet_Export">
                    <ShowAsCode
                      endpoint={fleet.exportCsv}
                      input={{ form: 'profiles', format: 'csv', selection: selection.selection }}
                      size="xs"
                    />
                  </Allowed>
                )}
              </>
            ),
          }}
          filters={filters}
          exporting={
            !isEmpty && (
              <ExportMenu
                selection={exported}
                isMany={isManyExported}
                words={selection.selection ? selectionText(selection, counted) : operationTexts.exportAll}
                onDeliver={(delivery) => setAction({ delivery, selection: exported, single: undefined })}
                onWriting={(file) => {
                  selection.clear()
                  change({ file })
                }}
              />
            )
          }
          footNote={
            countExactly && (
              <Button size="compact-xs" variant="subtle" onClick={countExactly}>
                {texts.countExactly}
              </Button>
            )
          }
          onClearFilters={shown.isOn ? shown.clear : undefined}
          empty={
            seesNoGroup
              ? { drawing: 'card', ...frameTexts.groupLimit.noneEmpty }
              : {
                  drawing: 'card',
                  example: exampleTexts.fleet,
                  title: texts.emptyTitle,
                  text: mayGenerate ? texts.emptyText : texts.emptyTextView,
                  button: mayGenerate ? { label: texts.generate, to: pages.generateAc.path } : undefined,
                }
          }
        />
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
