import { hashNumber } from '../runtime/hash-number.ts'
import type { LoadedTable } from './bulk-load.ts'
import type { SeededProfile } from './draw.ts'
import { canToggle, disabled, enabled, enabledAgain, type Step, withOpening, withRefusal } from './story.ts'

/** A profile that a counter of the current state counts. */
export type Count = { metric: 'status' | 'brand' | 'configuration'; dimension: string; groupId: string | null }

/** Lines of COPY's text format, by table. */
export type Lines = Record<Exclude<LoadedTable, 'batch'>, string[]>

export type LineFacts = {
  enterpriseId: string
  userId: string
  batchId: string
  trust: 'test' | 'live'
  until: Date
  uuidAt: (ms: number) => string
  count: (counted: Count) => void
  /** Target total of events up to and including this profile. */
  eventsEach: number
}

/** Columns in the order of the values in each line. */
export const COPIED_COLUMNS: Record<LoadedTable, string> = {
  batch: `enterprise_id, id, code, type, process, configuration_id, configuration_version, protection, file_name, total,
    succeeded, created_by, created_at, started_at, completed_at`,
  profile: `enterprise_id, id, iccid, imsi, msisdn, eid, spn, status, status_at, order_state, order_state_at,
    activation_code_id, matching_id, configuration_id, configuration_version, batch_id, protection, ac_format, region, device_brand,
    device_model, notes, downloads, created_by, created_at`,
  profile_place: 'enterprise_id, profile_id, group_id, created_at',
  profile_key: 'enterprise_id, profile_id, sealed',
  activation_code: `enterprise_id, id, kind, matching_id, slug, profile_id, sealed_confirmation, state, max_attempts,
    max_redownloads, allow_device_change, expires_at, created_at`,
  activation_code_directory: 'matching_id, slug, enterprise_id, activation_code_id',
  iccid_directory: 'iccid, enterprise_id, profile_id, downloaded',
  download_order: `enterprise_id, id, profile_id, activation_code_id, eid, state, state_at, device_trust, attempts,
    enabled_at, created_at`,
  code_page: 'enterprise_id, activation_code_id, opened, first_opened_at, last_opened_at',
  batch_row: 'enterprise_id, batch_id, line, iccid, profile_id, activation_code_id',
  profile_event: `enterprise_id, profile_id, id, type, at, actor, actor_id, address, eid, device, detail, group_id,
    configuration_id, configuration_version, region, device_brand, device_model, member_id, repeated, subject_code,
    reason_code`,
}

export const emptyLines = (): Lines => ({
  profile: [],
  profile_place: [],
  profile_key: [],
  activation_code: [],
  activation_code_directory: [],
  iccid_directory: [],
  download_order: [],
  code_page: [],
  batch_row: [],
  profile_event: [],
})

type Value = string | number | boolean | null | undefined

/** One line of COPY text format. The values contain no tabs, line ends or backslashes. */
export const line = (...values: readonly Value[]): string => `${values.map((v) => v ?? '\\N').join('\t')}\n`

const hex = (bytes: Uint8Array | null) => (bytes ? `\\\\x${Buffer.from(bytes).toString('hex')}` : null)

/** Adds the lines of all tables for one profile. @returns the number of its events */
export function addLines(lines: Lines, profile: SeededProfile, facts: LineFacts, eventsSoFar: number): number {
  const { drawn, story, configuration, groupId, eid, device, at } = profile
  const { enterpriseId, batchId, trust } = facts
  const events = eventsOf(profile, facts, eventsSoFar)
  const made = at.toISOString()
  const opening = events.find(({ step }) => step.type === 'OPENED')
  const last = new Date(events.at(-1)!.ms).toISOString()
  const { profileId, activationCodeId, orderId, iccid, matchingId, slug } = drawn
  const downloads = story.steps.filter(({ type }) => type === 'DOWNLOADED').length
  lines.profile.push(profileLine(profile, facts, { isOpened: opening !== undefined, last, downloads }))
  if (story.status !== 'REMOVED') lines.profile_place.push(line(enterpriseId, profileId, groupId, made))
  lines.profile_key.push(line(enterpriseId, profileId, hex(drawn.sealedKeys)))
  lines.activation_code.push(codeLine(profile, facts))
  lines.activation_code_directory.push(line(matchingId, slug, enterpriseId, activationCodeId))
  lines.iccid_directory.push(line(iccid, enterpriseId, profileId, downloads > 0))
  const enabledAt = enabledAtOf(story, events)
  const order = [orderId, profileId, activationCodeId, eid, story.orderState, last, trust, downloads, enabledAt, made]
  lines.download_order.push(line(enterpriseId, ...order))
  if (opening) {
    const at = new Date(opening.ms).toISOString()
    lines.code_page.push(line(enterpriseId, activationCodeId, 1, at, at))
  }
  lines.batch_row.push(line(enterpriseId, batchId, drawn.line, iccid, profileId, activationCodeId))
  for (const event of events) lines.profile_event.push(eventLine(profile, facts, event))
  facts.count({ metric: 'status', dimension: story.status, groupId })
  facts.count({ metric: 'configuration', dimension: `${configuration.id}/${story.status}`, groupId })
  if (device) facts.count({ metric: 'brand', dimension: device.brand, groupId })
  return events.length
}

type Progress = { isOpened: boolean; last: string; downloads: number }

function profileLine(
  { drawn, story, configuration, eid, device, at }: SeededProfile,
  { enterpriseId, userId, batchId }: LineFacts,
  { isOpened, last, downloads }: Progress,
): string {
  return line(
    enterpriseId,
    drawn.profileId,
    drawn.iccid,
    drawn.imsi,
    drawn.msisdn,
    eid,
    configuration.fields.serviceProviderName,
    story.status,
    last,
    story.orderState,
    last,
    drawn.activationCodeId,
    drawn.matchingId,
    configuration.id,
    configuration.version,
    batchId,
    hashNumber(drawn.line, 11) % 10 < 7 ? 'PGP' : 'PLAIN',
    isOpened || hashNumber(drawn.line, 21) % 8 > 0 ? 'AC_LINK' : 'STRING',
    drawn.region,
    device?.brand,
    device?.model,
    drawn.notes,
    downloads,
    userId,
    at.toISOString(),
  )
}

function codeLine({ drawn, story, configuration, at }: SeededProfile, { enterpriseId }: LineFacts): string {
  const { fields } = configuration
  return line(
    enterpriseId,
    drawn.activationCodeId,
    'single',
    drawn.matchingId,
    drawn.slug,
    drawn.profileId,
    hex(drawn.sealedConfirmation),
    story.codeState,
    fields.maxDownloadAttempts,
    fields.maxRedownloads,
    fields.allowDeviceChange,
    null,
    at.toISOString(),
  )
}

function eventLine(
  { drawn, configuration, groupId, eid, device }: SeededProfile,
  { enterpriseId, userId, uuidAt }: LineFacts,
  { step, ms }: SeededEvent,
): string {
  const isDevice = step.actor === 'device'
  return line(
    enterpriseId,
    drawn.profileId,
    uuidAt(ms),
    step.type,
    new Date(ms).toISOString(),
    step.actor,
    step.actor === 'user' ? userId : null,
    isDevice ? `198.51.100.${hashNumber(drawn.line, 12) % 254}` : null,
    isDevice ? eid : null,
    isDevice && device ? `${device.brand} ${device.model}` : null,
    step.text,
    groupId,
    configuration.id,
    configuration.version,
    drawn.region,
    isDevice ? device?.brand : null,
    isDevice ? device?.model : null,
    userId,
    step.repeated ?? false,
    step.refusal?.subjectCode,
    step.refusal?.reasonCode,
  )
}

const MAX_EVENTS = 40
const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS
const WEEK_MS = 7 * DAY_MS

type SeededEvent = { step: Step; ms: number }

/** When the device that has the profile enabled it for the first time. */
function enabledAtOf({ status }: SeededProfile['story'], events: readonly SeededEvent[]): string | null {
  if (status !== 'ENABLED' && status !== 'DISABLED') return null
  const first = events.findLast(({ step }) => step.type === 'ENABLED' && !step.repeated)
  return first ? new Date(first.ms).toISOString() : null
}

/** The steps of the story, with extra disable and enable events until the target total is reached. */
function eventsOf(
  { story, at, drawn, downloadAt }: SeededProfile,
  { until, eventsEach }: LineFacts,
  soFar: number,
): SeededEvent[] {
  // lines begin again in each batch, so the day is part of the number
  const number = drawn.line + Math.floor(at.getTime() / DAY_MS) * 7919
  const steps = withRefusal(withOpening(story.steps, number), number)
  if (canToggle(story)) {
    const index = steps.indexOf(enabled) + 1
    const weeks = downloadAt === undefined ? MAX_EVENTS : Math.floor((until.getTime() - downloadAt) / WEEK_MS)
    const most = Math.min(MAX_EVENTS, steps.length + 2 * weeks)
    while (soFar + steps.length < eventsEach && steps.length < most) steps.splice(index, 0, disabled, enabledAgain)
  }
  const times = { from: at.getTime(), until: until.getTime(), count: steps.length }
  const ms = downloadAt === undefined ? evenTimes(times, number) : quickTimes(times, downloadAt, number)
  return steps.map((step, index) => ({ step, ms: ms[index]! }))
}

type Times = { from: number; until: number; count: number }

/** The first event at `from`, the others spread evenly until `until`. */
function evenTimes({ from, until, count }: Times, number: number): number[] {
  const span = (until - from) / (count + 1)
  const shift = (hashNumber(number, 13) % 1000) / 1000
  return Array.from({ length: count }, (_, index) => Math.floor(from + (index === 0 ? 0 : (index + shift) * span)))
}

/** The steps of a download follow each other within minutes; later ones take days. */
const DOWNLOAD_STEPS = 6

/** The first event at `from`, the download at `start`, and the others at random times until `until`. */
function quickTimes({ from, until, count }: Times, start: number, number: number): number[] {
  const download = Math.min(count, DOWNLOAD_STEPS)
  const downloaded = Array.from({ length: download }, (_, index) => (index === 0 ? from : start + index * MINUTE_MS))
  const end = start + download * MINUTE_MS
  const later = Array.from({ length: count - download }, (_, index) => {
    return Math.floor(end + (Math.max(0, until - end) * (hashNumber(number, 20 + index) % 10_000)) / 10_000)
  })
  return [...downloaded, ...later.sort((a, b) => a - b)]
}
