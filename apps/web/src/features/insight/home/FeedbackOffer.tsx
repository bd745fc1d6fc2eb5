import { Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useSeen } from '../../../api/seen.ts'
import { useFrameAddress } from '../../../base/url.ts'
import { feedbackTexts } from '../../../texts/feedback.ts'
import { Note, Row, Title } from '../../../ui/layout/layout.tsx'
import { isGuideDone, type StepsDone } from './guide-steps.ts'

/** Asks for feedback after the first download, as long as the guide goes on, until it is answered. */
export function FeedbackOffer({ steps }: { steps: StepsDone | undefined }) {
  const [, change] = useFrameAddress()
  const [isSeen, markSeen] = useSeen('feedback')
  if (isSeen || !steps?.downloaded || isGuideDone(steps)) return null
  const { title, text, give, notNow } = feedbackTexts.prompt
  return (
    <Row as="section" gap="12 16" className="panel" style={{ padding: '12px 16px' }} aria-label={title}>
      <span className="icon-box" aria-hidden>
        <IconMessage size={22} stroke={1.5} />
      </span>
      <div style={{ flex: '1 1 260px' }}>
        <Title as="h2">{title}</Title>
        <Note as="div" size="same">
          {text}
        </Note>
      </div>
      <Row className="push">
        <Button variant="subtle" color="gray" onClick={markSeen}>
          {notNow}
        </Button>
        <Button
          variant="light"
          onClick={() => {
            markSeen()
            change({ feedback: 'new' })
          }}
        >
          {give}
        </Button>
      </Row>
    </Row>
  )
}
