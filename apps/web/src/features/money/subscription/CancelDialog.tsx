import { Button, Group, Skeleton, Stack } from '@mantine/core'
import type { Endpoint } from '@simwright/contract'
import * as order from '@simwright/contract/money/order'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { FrozenNotice } from '../../../money/FrozenNotice.tsx'
import { subscriptionTexts } from '../../../texts/subscription.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatDate } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.ts'
import classes from './SubscriptionPage.module.css'

const texts = subscriptionTexts.actions

type CancelDialogProps = { isOpen: boolean; onClose: () => void; changes: readonly Endpoint[] }

/** Cancels the subscription, after it has listed what would be frozen. */
export function CancelDialog({ isOpen, onClose, changes }: CancelDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={texts.cancelTitle}>
      <Cancellation onClose={onClose} changes={changes} />
    </Dialog>
  )
}

function Cancellation({ onClose, changes }: Omit<CancelDialogProps, 'isOpen'>) {
  const preview = useAsk(order.cancelPreview, {}, { staleMs: 0 })
  const cancel = useMutation(order.cancelSubscription, {
    changes,
    onSuccess: () => toast.success(texts.cancelled),
  })
  if (preview.error) return <ErrorState problem={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return <Skeleton height={96} />
  const { endsAt, plan, downloads, frozen } = preview.data
  const until = { time: formatDate(endsAt), plan }
  return (
    <Stack>
      <p className={classes.about}>
        {downloads === null ? say(texts.cancelText, until) : sayCount(texts.cancelTextLimited, downloads, until)}
        {frozen.length === 0 && ` ${texts.cancelFreezesNothing}`}
      </p>
      <FrozenNotice frozen={frozen} />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>
          {texts.keep}
        </Button>
        <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate({}, { onSuccess: onClose })}>
          {texts.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
