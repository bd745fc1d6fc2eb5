import * as fleet from '@simwright/contract/profiles/fleet'
import { refusalTexts } from '@simwright/contract/profiles/refusal-text'
import { useMemo } from 'react'
import { useList } from '../../../api/list.ts'
import { platform } from '../../../brand/platform.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { profileTimelinePath } from '../../../esim/path.ts'
import { EventLabel, eventActor, plainAddress, statusCode } from '../../../esim/profile-event.tsx'
import { pages } from '../../../paths.ts'
import { exampleTexts } from '../../../texts/example.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { useEventChoices } from './event-choices.ts'
import { eventFilterOf, eventFilters } from './event-filter.ts'
import { LogExport } from './LogExport.tsx'
import { logTexts } from './logs-texts.ts'
import { LogText, NEWEST_FIRST, ProfileLogTable } from './ProfileLogTable.tsx'

const texts = logTexts.profiles

/** The events of all profiles, newest first. */
export function ProfileLog() {
  const choices = useEventChoices()
  const filters = useMemo(() => eventFilters(choices), [choices])
  const filter = useUrlFilter(pages.logs, filters)
  const listFilter = eventFilterOf(filter.values)
  const list = useList(fleet.profileLog, {
    module: 'profile-log',
    filter: listFilter,
    ...NEWEST_FIRST,
  })
  return (
    <ProfileLogTable
      label={logTexts.tabs.profiles}
      list={list}
      columns={columns}
      filter={filter}
      texts={texts}
      example={exampleTexts.profileLog}
      exporting={<LogExport endpoint={fleet.exportLog} filter={listFilter} />}
      pathOf={(row) => profileTimelinePath(row.profileId)}
    />
  )
}

const names = texts.columns

const columns: readonly DataColumn<fleet.ProfileEvent>[] = [
  { id: 'at', header: names.at, phone: 'time', show: 'always', cell: (row) => <Time at={row.at} show="second" /> },
  { id: 'type', header: names.type, phone: 'status', show: 'always', cell: (row) => <EventLabel type={row.type} /> },
  {
    id: 'iccid',
    header: names.iccid,
    phone: 'title',
    cell: (row) => <Identifier copyAs={names.iccid}>{row.iccid}</Identifier>,
  },
  { id: 'text', header: names.text, phone: 'text', cell: (row) => <LogText>{row.text}</LogText> },
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

/** The actor of the event; a device without a known name is shown by its EID. */
function By({ event }: { event: fleet.ProfileEvent }) {
  if (event.actor === 'device' && !event.device && event.eid) return <Identifier maxChars={16}>{event.eid}</Identifier>
  return <LongText>{eventActor(event, { device: texts.device, system: platform().appName }) || '–'}</LongText>
}
