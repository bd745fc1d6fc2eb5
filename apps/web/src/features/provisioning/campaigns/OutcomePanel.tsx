import { Anchor, Skeleton } from '@mantine/core'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { fleetOfPath } from '../../../esim/path.ts'
import { ProfileStatusBadge } from '../../../esim/profile-state.tsx'
import { RecycleBadge } from '../../../esim/recycle-state.tsx'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say, sayCount } from '../../../texts/text.ts'
import { Grid, Note } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import classes from './Campaign.module.css'
import { campaignTexts } from './campaign-texts.ts'

const texts = campaignTexts.outcome

/** The states of the campaign's profiles, and the reasons for which devices were refused. */
export function OutcomePanel({ one }: { one: campaign.Campaign }) {
  const outcome = useAsk(campaign.outcome, { id: one.id }, { keepPrevious: true })
  const isEnded = one.state === 'ENDED'
  const left = isEnded && one.leftOver ? ` ${sayCount(texts.leftOver, one.leftOver)}` : ''
  const maySee = useAllowed(pages.fleet.permissions)
  return (
    <Panel
      title={isEnded ? texts.titleEnded : texts.title}
      text={`${sayCount(texts.text, one.taken)}${left}`}
      actions={
        maySee && (
          <Anchor component={Link} {...fleetOfPath({ campaign: one.id })} size="sm">
            {texts.fleet}
          </Anchor>
        )
      }
    >
      {outcome.data ? (
        <Outcome one={one} outcome={outcome.data} />
      ) : outcome.error ? (
        <ErrorState problem={outcome.error} onRetry={() => void outcome.refetch()} />
      ) : (
        <Skeleton height={160} />
      )}
    </Panel>
  )
}

function Outcome({ one, outcome }: { one: campaign.Campaign; outcome: campaign.CampaignOutcome }) {
  const { statuses, recycling, refusals, looked } = outcome
  return (
    <Grid min={200} gap="20 32" className={classes.outcome}>
      <section>
        <h3>{texts.statuses}</h3>
        {statuses.length === 0 && <Note>{texts.noStatus}</Note>}
        <dl>
          {statuses.map(({ status, count }) => (
            <div key={status}>
              <dt>
                <ProfileStatusBadge status={status} />
              </dt>
              <dd>{count.toLocaleString('en')}</dd>
            </div>
          ))}
        </dl>
      </section>
      {(one.recycling || recycling.length > 0) && (
        <section>
          <h3>{texts.recycling}</h3>
          {one.recycling && <Note>{recycleProgress(one.recycling)}</Note>}
          <dl>
            {recycling.map(({ status, count }) => (
              <div key={status}>
                <dt>
                  <RecycleBadge status={status} />
                </dt>
                <dd>{count.toLocaleString('en')}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section style={{ gridColumn: '1 / -1' }}>
        <h3>{texts.refusals}</h3>
        {refusals.length === 0 && <Note>{texts.noRefusal}</Note>}
        <dl>
          {refusals.map(({ subjectCode, reasonCode, text, count, devices }) => (
            <div key={`${subjectCode}/${reasonCode} ${text}`}>
              <dt>
                {text}{' '}
                <span className="muted nowrap">
                  {subjectCode}/{reasonCode}
                </span>
              </dt>
              <dd>{sayCount(texts.reason, count, { devices: sayCount(texts.devices, devices) })}</dd>
            </div>
          ))}
        </dl>
        {looked !== null && <Note>{say(texts.looked, { count: looked.toLocaleString('en') })}</Note>}
      </section>
    </Grid>
  )
}

function recycleProgress({ profiles, begunAt, doneAt }: NonNullable<campaign.Campaign['recycling']>): string {
  return doneAt === null
    ? sayCount(texts.recycleBegun, profiles, { time: formatTime(begunAt) })
    : sayCount(texts.recycleDone, profiles, { time: formatTime(doneAt) })
}
