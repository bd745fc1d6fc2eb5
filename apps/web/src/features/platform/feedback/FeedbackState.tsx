import type { Feedback } from '@simwright/contract/platform/feedback'
import { feedbackTexts } from '../../../texts/feedback.ts'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'

const texts = feedbackTexts.admin.filters

/** Whether feedback is answered. */
export function FeedbackState({ feedback: { answeredAt } }: { feedback: Pick<Feedback, 'answeredAt'> }) {
  return <StatusBadge tone={answeredAt ? 'success' : 'warning'}>{answeredAt ? texts.yes : texts.no}</StatusBadge>
}
