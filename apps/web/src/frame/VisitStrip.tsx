import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCurrentUser } from '../api/session.ts'
import { isVisit } from '../api/visit.ts'
import { formatTime } from '../base/time.ts'
import { useEnterprise } from '../membership/enterprise.ts'
import { signOut } from '../session/sign-out.ts'
import { visitTexts as texts } from '../texts/frame.ts'
import { say } from '../texts/text.ts'
import { Row } from '../ui/layout/layout.tsx'
import classes from './PlanStrip.module.css'

/** Strip on every page while platform staff visit a client: whom, until when, and the button that ends the visit. */
export function VisitStrip() {
  const name = useEnterprise()?.name
  const user = useCurrentUser()
  const [isEnding, setEnding] = useState(false)
  if (!isVisit() || !user || name === undefined) return null
  const end = () => {
    setEnding(true)
    void signOut()
  }
  return (
    <div className={classes.strip} data-tone="danger" role="status">
      <span>{say(texts.strip, { name, time: formatTime(new Date(user.exp * 1000).toISOString()) })}</span>
      <Row as="span" align="stretch">
        <Button size="compact-sm" variant="default" loading={isEnding} onClick={end}>
          {texts.end}
        </Button>
      </Row>
    </div>
  )
}
