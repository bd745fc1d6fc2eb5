import { Button, Skeleton } from '@mantine/core'
import type { Endpoint } from '@simwright/contract'
import * as order from '@simwright/contract/money/order'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { formatDate } from '../../../base/time.ts'
import { FrozenNotice } from '../../../money/FrozenNotice.tsx'
import { subscriptionTexts } from '../../../texts/subscription.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { toast } from '../../../ui/toast.ts'

const texts = subscriptionTexts.actions

type CancelDialogProps = {
  /** A trial ends at once, a subscription at the end of its period. */
  what: 'subscription' | 'trial'
  isOpen: boolean
  onClose: () => void
  changes: readonly Endpoint[]
}

const textsOf = (what: CancelDialogProps['what']) => (what === 'trial' ? texts.trial : texts)

/** Cancels the subscription or the free trial, after it has listed what would be frozen. */
export function CancelDialog({ isOpen, ...cancellation }: CancelDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={cancellation.onClose} title={textsOf(cancellation.what).cancelTitle}>
      <Cancellation {...cancellation} />
    </Dialog>
  )
}

function Cancellation({ what, onClose, changes }: Omit<CancelDialogProps, 'isOpen'>) {
  const own = textsOf(what)
  const preview = useAsk(order.cancelPreview, {}, { staleMs: 0 })
  const cancel = useMutation(order.cancelSubscription, {
    changes,
    onSuccess: () => toast.success(own.canceled),
  })
  if (preview.error) return <ErrorState problem={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return <Skeleton height={96} />
  const { endsAt, plan, downloads, frozen } = preview.data
  const until = { time: formatDate(endsAt), plan }
  return (
    <Stack>
      <Note>
        {downloads === null ? say(own.cancelText, until) : sayCount(own.cancelTextLimited, downloads, until)}
        {frozen.length === 0 && ` ${texts.cancelFreezesNothing}`}
      </Note>
      <FrozenNotice frozen={frozen} />
      <Row justify="end">
        <Button variant="default" onClick={onClose}>
          {own.keep}
        </Button>
        <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate({}, { onSuccess: onClose })}>
          {own.cancel}
        </Button>
      </Row>
    </Stack>
  )
}
