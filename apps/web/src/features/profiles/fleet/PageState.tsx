import { Button } from '@mantine/core'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { sayCount } from '../../../texts/text.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'

const texts = deliveryTexts.code
const POLL_MS = 10_000

/** How often the public page was opened, and a button that closes or reopens it. */
export function PageState({ profileId }: { profileId: string }) {
  const { data } = useAsk(delivery.page, { profileId }, { pollMs: POLL_MS })
  const mayEdit = useAllowed('Fleet_Edit')
  const set = useMutation(delivery.setPage, {
    changes: [delivery.page],
    onSuccess: (_, { closed }) => toast.success(closed ? texts.closed : texts.reopened),
  })
  if (!data) return null
  const { closed, opened, lastOpenedAt } = data
  const openedText = lastOpenedAt ? (
    <Time at={lastOpenedAt}>{sayCount(texts.page.opened, opened, { time: formatTime(lastOpenedAt) })}</Time>
  ) : (
    texts.page.never
  )
  const toggle = async () => {
    const question = { title: texts.closeTitle, text: texts.closeText, proceed: texts.close }
    if (closed || (await confirm(question))) set.mutate({ profileId, closed: !closed })
  }
  return (
    <Row gap="4 12" mt={8} className="size-text muted">
      <span aria-live="polite">{closed ? texts.page.closed : openedText}</span>
      {mayEdit && (
        <Button size="compact-sm" variant="subtle" loading={set.isPending} onClick={() => void toggle()}>
          {closed ? texts.reopen : texts.close}
        </Button>
      )}
    </Row>
  )
}
