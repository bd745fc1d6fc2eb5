import * as webhook from '@simwright/contract/programs/webhook'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { Note, Stack, Title } from '../../../ui/layout/layout.tsx'
import { useAskedDialog } from '../../../ui/overlay/asked-dialog.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { DeliveryList } from './DeliveryList.tsx'
import { EndpointDrawer } from './EndpointDrawer.tsx'
import { EndpointFormDialog } from './EndpointFormDialog.tsx'
import { EndpointList } from './EndpointList.tsx'
import { EndpointRotateDialog } from './EndpointRotateDialog.tsx'
import { webhookTexts } from './webhook-texts.ts'

const POLL_MS = 15_000

/** What the dialogs of the tab are about. */
type Open = { form: webhook.Webhook | 'new' } | { rotated: webhook.Webhook }

/** The webhook endpoints of the enterprise account, their deliveries, and their dialogs. */
export function WebhookTab() {
  const [{ open: openId, delivery: deliveryId }, changeAddress] = useAddress(pages.developer)
  const [open, setOpen] = useState<Open>()
  const mayEdit = useAllowed('Developer_Edit')
  useAskedDialog({ new: mayEdit && (() => setOpen({ form: 'new' })) })
  const list = useAsk(webhook.list, {}, { pollMs: POLL_MS })
  if (list.error) return <ErrorState problem={list.error} onRetry={() => void list.refetch()} />
  const endpoints = list.data?.items
  return (
    <Stack gap={24} className="over-table">
      <EndpointList
        endpoints={endpoints}
        max={list.data?.max}
        onAdd={() => setOpen({ form: 'new' })}
        onOpen={({ id }) => changeAddress({ open: id }, 'push')}
      />
      <div>
        <Title as="h2" size="lead">
          {webhookTexts.log.title}
        </Title>
        <Note>{webhookTexts.log.text}</Note>
      </div>
      <DeliveryList endpoints={endpoints ?? []} onOpen={({ id }) => changeAddress({ delivery: id }, 'push')} />
      <EndpointDrawer
        endpoint={endpoints?.find(({ id }) => id === openId)}
        onClose={() => changeAddress({ open: undefined }, 'push')}
        onEdit={(form) => setOpen({ form })}
        onRotate={(rotated) => setOpen({ rotated })}
      />
      <DeliveryDrawer deliveryId={deliveryId} onClose={() => changeAddress({ delivery: undefined }, 'push')} />
      <EndpointFormDialog draft={open && 'form' in open ? open.form : undefined} onClose={() => setOpen(undefined)} />
      <EndpointRotateDialog
        endpoint={open && 'rotated' in open ? open.rotated : undefined}
        onClose={() => setOpen(undefined)}
      />
    </Stack>
  )
}
