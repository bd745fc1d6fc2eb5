import { Button } from '@mantine/core'
import { IconMap2, IconMessage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSeen } from '../../../behavior/seen.ts'
import { feedbackTexts } from '../../../texts/feedback.ts'
import { tourTexts } from '../../../texts/tour.ts'
import { useFrameAddress } from '../../../ui/url.ts'
import { isGuideDone, type StepsDone } from './guide-steps.ts'
import classes from './Offers.module.css'

/**
 * Shows at most one offer, and each until it is answered: the tour before the first code is generated, the feedback
 * form after the first download, as long as the getting-started guide goes on.
 */
export function Offers({ steps }: { steps: StepsDone | undefined }) {
  const [, change] = useFrameAddress()
  const [sawTour, markTourSeen] = useSeen('tour')
  const [sawFeedback, markFeedbackSeen] = useSeen('feedback')
  if (!steps) return null
  if (!sawTour && !steps.generated)
    return (
      <Offer
        icon={<IconMap2 size={22} stroke={1.5} />}
        title={tourTexts.offerTitle}
        text={tourTexts.offerText}
        yes={{ label: tourTexts.start, run: () => change({ tour: '1' }, 'push') }}
        no={{ label: tourTexts.notNow, run: markTourSeen }}
      />
    )
  if (sawFeedback || !steps.downloaded || isGuideDone(steps)) return null
  const { title, text, give, notNow } = feedbackTexts.prompt
  return (
    <Offer
      icon={<IconMessage size={22} stroke={1.5} />}
      title={title}
      text={text}
      yes={{
        label: give,
        run: () => {
          markFeedbackSeen()
          change({ feedback: 'new' })
        },
      }}
      no={{ label: notNow, run: markFeedbackSeen }}
    />
  )
}

type Answer = { label: string; run: () => void }
type OfferProps = { icon: ReactNode; title: string; text: string; yes: Answer; no: Answer }

function Offer({ icon, title, text, yes, no }: OfferProps) {
  return (
    <section className={classes.offer} aria-label={title}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <div className={classes.words}>
        <h2 className={classes.title}>{title}</h2>
        <div className={classes.text}>{text}</div>
      </div>
      <div className={classes.buttons}>
        <Button variant="subtle" color="gray" onClick={no.run}>
          {no.label}
        </Button>
        <Button variant="light" onClick={yes.run}>
          {yes.label}
        </Button>
      </div>
    </section>
  )
}
