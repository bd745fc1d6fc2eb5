import * as fleet from '@simwright/contract/profiles/fleet'
import { useNavigate } from '@tanstack/react-router'
import { useList } from '../../../api/list.ts'
import { platform } from '../../../brand/platform.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { profileTimelinePath } from '../../../esim/path.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { EventLabel, eventActor, eventLabel, plainAddress, statusCode } from '../../../esim/profile-event.tsx'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { refusalTexts } from '../../../texts/explain.ts'
import { logTexts } from '../../../texts/logs.ts'
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx'
import { FilterBar } from '../../../ui/FilterBar.tsx'
import { LongText } from '../../../ui/LongText.tsx'
import { formatTimeExact } from '../../../ui/time.ts'
import { type Filters, type FilterValues, useUrlFilter } from '../../../ui/url-filter.ts'
import { ViewsMenu } from '../../../views/ViewsMenu.tsx'
import { ExportButton } from './ExportButton.tsx'
import page from './LogsPage.module.css'

const texts = logTexts.profiles
const POLL_MS = 15_000

const filters = {
  iccid: { kind: 'text', label: texts.filters.iccid },
  event: {
    kind: 'choices',
    label: texts.filters.type,
    choices: fleet.eventTypes.map((value) => ({ value, label: eventLabel(value) })),
  },
  eid: { kind: 'text', label: texts.filters.eid },
  actor: {
    kind: 'choices',
    label: texts.filters.actor,
    choices: (['user', 'device', 'system'] as const).map((value) => ({ value, label: texts.actors[value] })),
  },
  at: { kind: 'days', label: texts.filters.at },
} as const satisfies Filters

/** The events of all profiles, newest first. */
export function ProfileLog() {
  const navigate = useNavigate()
  const maySeeProfile = useAllowed('Fleet_View')
  const filter = useUrlFilter(pages.logs, filters)
  const listFilter = filterOf(filter.values)
  const list = useList(fleet.profileLog, {
    module: 'profile-log',
    sortInAddress: true,
    filter: listFilter,
    sort: { by: 'at', direction: 'desc' },
    pollMs: POLL_MS,
  })
  return (
    <DataTable
      label={logTexts.tabs.profiles}
      list={list}
      columns={columns}
      rowId={(row) => row.id}
      onOpen={maySeeProfile ? (row) => void navigate(profileTimelinePath(row.profileId)) : undefined}
      filters={
        <div className={page.filters}>
          <FilterBar
            after={<ViewsMenu module="profile-log" names={Object.keys(filter.filters)} />}
            filter={filter}
            search={{ name: 'iccid', placeholder: texts.searchPlaceholder }}
          />
          <ExportButton endpoint={fleet.exportLog} filter={listFilter} />
        </div>
      }
      onClearFilters={filter.isOn ? filter.clear : undefined}
      empty={{ drawing: 'log', title: texts.emptyTitle, text: texts.emptyText }}
    />
  )
}

function filterOf({ iccid, event, eid, actor, at }: FilterValues<typeof filters>) {
  return {
    ...(eid === undefined ? {} : { eid }),
    ...(actor === undefined ? {} : { actor: actor as fleet.ProfileEvent['actor'][] }),
    ...(iccid === undefined ? {} : { iccid }),
    ...(event === undefined ? {} : { type: event as fleet.EventType[] }),
    ...(at?.from === undefined ? {} : { from: at.from }),
    ...(at?.to === undefined ? {} : { to: at.to }),
  }
}

const names = texts.columns

const columns: readonly DataColumn<fleet.ProfileEvent>[] = [
  { id: 'at', header: names.at, show: 'always', cell: (row) => formatTimeExact(row.at) },
  { id: 'type', header: names.type, show: 'always', cell: (row) => <EventLabel type={row.type} /> },
  { id: 'iccid', header: names.iccid, cell: (row) => <Identifier copyAs={names.iccid}>{row.iccid}</Identifier> },
  { id: 'text', header: names.text, cell: (row) => <EventText>{row.text}</EventText> },
  { id: 'by', header: names.by, cell: (row) => <By event={row} /> },
  {
    id: 'address',
    header: names.address,
    cell: (row) => (row.address === null ? '–' : plainAddress(row.address)),
  },
  { id: 'code', header: names.code, cell: (row) => <StatusCode event={row} /> },
  {
    id: 'eid',
    header: names.eid,
    show: 'extra',
    cell: (row) => (row.eid ? <Identifier copyAs={names.eid}>{row.eid}</Identifier> : '–'),
  },
]

/** The status code that the device was sent, and its meaning. */
function StatusCode({ event }: { event: fleet.ProfileEvent }) {
  const refused = statusCode(event)
  if (!refused) return '–'
  const codeText = refused.meaning ? `${refused.code}, ${refused.meaning}` : refused.code
  const explained = refusalTexts[`${event.subjectCode}/${event.reasonCode}`]
  return <LongText tip={explained && `${codeText}. ${explained.why} ${explained.next}`}>{codeText}</LongText>
}

function EventText({ children }: { children: string }) {
  return <LongText width="wide">{useMasks().text(children)}</LongText>
}

/** The actor of the event; a device without a known name is shown by its EID. */
function By({ event }: { event: fleet.ProfileEvent }) {
  if (event.actor === 'device' && !event.device && event.eid) return <Identifier maxChars={16}>{event.eid}</Identifier>
  return <LongText>{eventActor(event, { device: texts.device, system: platform().appName }) || '–'}</LongText>
}
