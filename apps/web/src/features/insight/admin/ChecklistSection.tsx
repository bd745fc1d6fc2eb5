import { Button } from '@mantine/core'
import * as adminDashboard from '@simwright/contract/insight/admin-dashboard'
import { BACKUP_DAYS, type ChecklistPoint, type ChecklistRow } from '@simwright/contract/insight/admin-dashboard'
import { IconCircleDashed } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAsk } from '../../../api/query.ts'
import figures from '../../../esim/Figures.module.css'
import { linkTo, pages } from '../../../paths.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { ItemList } from '../../../ui/layout/ItemList.tsx'
import { Note, Stack, Title } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { GuideLink } from '../../../ui/text/GuideLink.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { checklistTexts as texts } from './checklist-texts.ts'

/** What the operator of the portal still has to set up, each point with the place to do it. Nothing when all is done. */
export function ChecklistSection() {
  const answer = useAsk(adminDashboard.checklist, {}, { staleMs: 0 })
  if (answer.error && !answer.data)
    return (
      <Panel>
        <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
      </Panel>
    )
  if (!answer.data) return null
  const { points, sells, severalPlatforms } = answer.data
  const open = points.filter(({ reason }) => reason !== null)
  if (open.length === 0) return null
  const done = points.filter(({ reason }) => reason === null).map(({ point }) => texts.points[point])
  const title = sayCount(texts.title, open.length)
  return (
    <Stack as="section" className={figures.sections} aria-label={title}>
      <div>
        <Title as="h2" size="lead">
          {title}
        </Title>
        <Note>{sells ? texts.text : texts.textNotSold}</Note>
      </div>
      <ItemList
        label={title}
        items={open.map((row) => ({
          id: row.point,
          icon: IconCircleDashed,
          title: (
            <>
              <span>{texts.points[row.point]}</span>
              {blocksSales(row) && <StatusBadge tone="warning">{texts.blocks}</StatusBadge>}
            </>
          ),
          note: noteOf(row, severalPlatforms),
          actions: placeOf(row),
        }))}
      />
      {done.length > 0 && <Note>{say(texts.done, { points: done.join(' · ') })}</Note>}
    </Stack>
  )
}

const blocksSales = ({ reason }: ChecklistRow) => reason === 'PAYMENT_NO_METHOD' || reason === 'CONTACT_NONE'

function noteOf({ reason, platforms }: ChecklistRow, severalPlatforms: boolean): string {
  if (reason === null) return ''
  const text = reason === 'BACKUP_OLD' ? say(texts.reasons.BACKUP_OLD, { days: BACKUP_DAYS }) : texts.reasons[reason]
  if (!severalPlatforms || platforms.length === 0) return text
  return `${text} ${say(texts.on, { platforms: platforms.map(({ name }) => name).join(', ') })}`
}

/** Settings of the server are read about in the guide; all else is set up on a page of the portal. */
const guidePages: Partial<Record<ChecklistPoint, { page: string; section?: string }>> = {
  ADDRESS: { page: 'installation', section: 'put-a-tls-proxy-in-front-of-the-portal' },
  MAIL: { page: 'server-settings' },
  CERTIFICATES: { page: 'certificates', section: 'load-certificates' },
  BACKUP: { page: 'operation', section: 'back-up' },
}

function placeOf({ point, platforms }: ChecklistRow): ReactNode {
  const guide = guidePages[point]
  if (guide) return <GuideLink {...guide}>{texts.guide}</GuideLink>
  // of several platforms that lack it, the checklist leads to one after the other
  const id = platforms[0]?.id
  const to =
    point === 'CONTACT'
      ? linkTo(pages.platformForm, { params: { operation: 'edit' }, search: { id } })
      : linkTo(pages.plans, { search: { tab: point === 'TERMS' ? 'texts' : 'seller', platform: id } })
  return (
    <Button
      component={Link}
      {...to}
      size="xs"
      variant="default"
      aria-label={say(texts.open, { point: texts.points[point] })}
    >
      {texts.setUp}
    </Button>
  )
}
