import { Anchor, Skeleton } from '@mantine/core'
import { eventsOfMetrics } from '@simwright/contract/profiles/event-metric'
import * as fleet from '@simwright/contract/profiles/fleet'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../../../api/query.ts'
import { useNow } from '../../../base/now.ts'
import { useEventLink } from '../../../esim/event-link.ts'
import { failureExplanation } from '../../../esim/failure-explanation.ts'
import { profileTimelinePath } from '../../../esim/path.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { failureTexts } from '../../../texts/explain.ts'
import { say } from '../../../texts/text.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import classes from './HomePage.module.css'
import { homeTexts } from './home-texts.ts'

const texts = homeTexts.failures

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
const POLL_MS = 60_000
/** Events that are loaded, of which a profile can have several. */
const LOADED = 30
const SHOWN = 5

const metrics = ['failed', 'refused'] as const

/** The profiles whose download failed in the last seven days, each with its newest failure in words. */
export function Failures() {
  // whole hours, so that the call stays the same for an hour
  const toMs = Math.ceil(useNow(POLL_MS) / HOUR_MS) * HOUR_MS
  const from = new Date(toMs - WEEK_MS).toISOString()
  const { type } = eventsOfMetrics(metrics)
  const { data, error, refetch } = useAsk(
    fleet.profileLog,
    { filter: { type, from }, limit: LOADED },
    { pollMs: POLL_MS, keepPrevious: true },
  )
  const link = useEventLink()({ metrics, from, to: new Date(toMs).toISOString() })
  const failures = data && newestOfEach(data.items).slice(0, SHOWN)
  return (
    <Panel
      title={texts.title}
      text={texts.span}
      actions={
        link &&
        failures &&
        failures.length > 0 && (
          <Anchor component={Link} {...link} size="sm">
            {texts.all}
          </Anchor>
        )
      }
    >
      {error && !data ? (
        <ErrorState problem={error} onRetry={() => void refetch()} />
      ) : failures === undefined ? (
        <Skeleton height={72} />
      ) : failures.length === 0 ? (
        <Row as="p" nowrap className="muted">
          <IconCircleCheck size={18} stroke={1.6} aria-hidden />
          {texts.none}
        </Row>
      ) : (
        <Stack as="ul" gap={14} className={classes.failures}>
          {failures.map((event) => (
            <FailureRow key={event.id} event={event} />
          ))}
        </Stack>
      )}
    </Panel>
  )
}

function FailureRow({ event }: { event: fleet.ProfileEvent }) {
  const mayOpen = useAllowed('Fleet_View')
  const masks = useMasks()
  const explanation = failureExplanation(event)
  const iccid = masks.text(event.iccid)
  return (
    <li className={classes.failure}>
      <span className={classes.failureIcon} aria-hidden>
        <IconAlertTriangle size={16} stroke={1.8} />
      </span>
      <Row gap="2 12" align="baseline">
        {mayOpen ? (
          <Anchor component={Link} {...profileTimelinePath(event.profileId)} size="sm" className="strong figures">
            {iccid}
          </Anchor>
        ) : (
          <span className="strong figures">{iccid}</span>
        )}
        <Time at={event.at} show="ago" className="muted size-small" />
      </Row>
      <div>
        <div>{explanation?.why ?? masks.text(event.text)}</div>
        {explanation && (
          <div className="muted size-small">{say(texts.causes, { cause: failureTexts.causes[explanation.cause] })}</div>
        )}
      </div>
    </li>
  )
}

/** The newest failure of each profile, with a cause rather than without: a profile's last event can be only "failed". */
function newestOfEach(events: readonly fleet.ProfileEvent[]): fleet.ProfileEvent[] {
  const found = new Map<string, fleet.ProfileEvent>()
  for (const event of events) {
    const known = found.get(event.profileId)
    if (!known || (!failureExplanation(known) && failureExplanation(event))) found.set(event.profileId, event)
  }
  return [...found.values()]
}
