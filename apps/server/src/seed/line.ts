import type { LoadedTable } from './bulk-load.ts'
import { mixed, type SeededProfile } from './draw.ts'
import { disabled, enabled, type Step, switches } from './story.ts'

/** One step of the counters. `ms`: when an event happened; 0 for what a profile is now. */
export type Count = { metric: string; dimension: string; groupId: string | null; ms: number }

/** Lines of COPY's text format, by table. */
export type Lines = Record<Exclude<LoadedTable, 'batch'>, string[]>

export type LineFacts = {
  enterpriseId: string
  userId: string
  batchId: string
  trust: 'test' | 'live'
  until: Date
  uuidAt: (ms: number) => string
  /** Counts what the counters will say. */
  count: (step: Count) => void
  /** How many events there are to be for each profile, in the long run. */
  eventsEach: number
}

/** The columns in the order of the lines. */
export const COPIED_COLUMNS: Record<LoadedTable, string> = {
  batch: `enterprise_id, id, code, type, process, configuration_id, configuration_version, protection, file_name, total,
    succeeded, created_by, created_at, started_at, completed_at`,
  profile: `enterprise_id, id, iccid, imsi, msisdn, eid, spn, status, status_at, order_state, order_state_at,
    activation_code_id, matching_id, configuration_id, configuration_version, batch_id, protection, region, device_brand,
    device_model, notes, downloads, created_by, created_at`,
  profile_place: 'enterprise_id, profile_id, group_id, created_at',
  profile_key: 'enterprise_id, profile_id, sealed',
  activation_code: `enterprise_id, id, kind, matching_id, slug, profile_id, sealed_confirmation, state, max_attempts,
    max_redownloads, allow_device_change, expires_at, created_at`,
  activation_code_directory: 'matching_id, slug, enterprise_id, activation_code_id',
  iccid_directory: 'iccid, enterprise_id, profile_id',
  download_order: `enterprise_id, id, profile_id, activation_code_id, eid, state, state_at, device_trust, attempts, created_at`,
  batch_row: 'enterprise_id, batch_id, line, iccid, profile_id, activation_code_id',
  profile_event: 'enterprise_id, profile_id, id, type, at, actor, actor_id, address, eid, device, detail',
}

export const emptyLines = (): Lines => ({
  profile: [],
  profile_place: [],
  profile_key: [],
  activation_code: [],
  activation_code_directory: [],
  iccid_directory: [],
  download_order: [],
  batch_row: [],
  profile_event: [],
})

type Value = string | number | boolean | null | undefined

/** What is copied here has no tab, line end or backslash of its own. */
export const line = (...values: readonly Value[]): string => `${values.map((v) => v ?? '\\N').join('\t')}\n`

const hex = (bytes: Uint8Array | null) => (bytes ? `\\\\x${Buffer.from(bytes).toString('hex')}` : null)

/** Everything that a profile with its story is made of. @returns how many events it has */
export function addLines(lines: Lines, profile: SeededProfile, facts: LineFacts, eventsSoFar: number): number {
  const { drawn, story, configuration, groupId, eid, device, at } = profile
  const { enterpriseId, userId, batchId, trust } = facts
  const { fields, id: configurationId, version } = configuration
  const events = eventsOf(profile, facts, eventsSoFar)
  const made = at.toISOString()
  const last = new Date(events.at(-1)!.ms).toISOString()
  const { profileId, activationCodeId, orderId, iccid, matchingId, slug } = drawn
  const downloads = story.course.filter(({ type }) => type === 'DOWNLOADED').length
  const protection = mixed(drawn.line, 11) % 10 < 7 ? 'PGP' : 'PLAIN'
  lines.profile.push(
    line(
      enterpriseId,
      profileId,
      iccid,
      drawn.imsi,
      drawn.msisdn,
      eid,
      fields.serviceProviderName,
      story.status,
      last,
      story.orderState,
      last,
      activationCodeId,
      matchingId,
      configurationId,
      version,
      batchId,
      protection,
      drawn.region,
      device?.brand,
      device?.model,
      drawn.notes,
      downloads,
      userId,
      made,
    ),
  )
  if (story.status !== 'REMOVED') lines.profile_place.push(line(enterpriseId, profileId, groupId, made))
  lines.profile_key.push(line(enterpriseId, profileId, hex(drawn.sealedKeys)))
  lines.activation_code.push(
    line(
      enterpriseId,
      activationCodeId,
      'single',
      matchingId,
      slug,
      profileId,
      hex(drawn.sealedConfirmation),
      story.codeState,
      fields.maxDownloadAttempts,
      fields.maxRedownloads,
      fields.allowDeviceChange,
      null,
      made,
    ),
  )
  lines.activation_code_directory.push(line(matchingId, slug, enterpriseId, activationCodeId))
  lines.iccid_directory.push(line(iccid, enterpriseId, profileId))
  lines.download_order.push(
    line(enterpriseId, orderId, profileId, activationCodeId, eid, story.orderState, last, trust, downloads, made),
  )
  lines.batch_row.push(line(enterpriseId, batchId, drawn.line, iccid, profileId, activationCodeId))
  for (const { step, ms } of events) {
    const isDevice = step.actor === 'device'
    const address = isDevice ? `198.51.100.${mixed(drawn.line, 12) % 254}` : null
    lines.profile_event.push(
      line(
        enterpriseId,
        profileId,
        facts.uuidAt(ms),
        step.type,
        new Date(ms).toISOString(),
        step.actor,
        step.actor === 'user' ? userId : null,
        address,
        isDevice ? eid : null,
        isDevice && device ? `${device.brand} ${device.model}` : null,
        step.text,
      ),
    )
    if (step.metric) facts.count({ metric: step.metric, dimension: '', groupId, ms })
  }
  facts.count({ metric: 'status', dimension: story.status, groupId, ms: 0 })
  if (device) facts.count({ metric: 'brand', dimension: device.brand, groupId, ms: 0 })
  return events.length
}

const MOST_EVENTS = 24

/** The story's course, with switching on and off in between until there are as many events as there should be. */
function eventsOf({ story, at, drawn }: SeededProfile, facts: LineFacts, soFar: number): { step: Step; ms: number }[] {
  const steps = [...story.course]
  if (switches(story)) {
    const place = steps.indexOf(enabled) + 1
    while (soFar + steps.length < facts.eventsEach && steps.length < MOST_EVENTS)
      steps.splice(place, 0, disabled, enabled)
  }
  const span = (facts.until.getTime() - at.getTime()) / (steps.length + 1)
  const shift = (mixed(drawn.line, 13) % 1000) / 1000
  return steps.map((step, index) => ({
    step,
    ms: Math.floor(at.getTime() + (index === 0 ? 0 : (index + shift) * span)),
  }))
}
