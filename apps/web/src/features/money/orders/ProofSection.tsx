import { Alert, Button } from '@mantine/core'
import * as order from '@simwright/contract/money/order'
import * as transferProof from '@simwright/contract/money/transfer-proof'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { save } from '../../../api/file.ts'
import { useAsk } from '../../../api/query.ts'
import { useUpload } from '../../../api/use-upload.ts'
import { formatBytes } from '../../../base/size.ts'
import { formatTime } from '../../../base/time.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { orderTexts } from '../../../texts/order.ts'
import { say } from '../../../texts/text.ts'
import { DropArea } from '../../../ui/form/DropArea.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Order.module.css'

const texts = orderTexts.proof

/** The proof of a bank transfer: its upload, its state, and why it was rejected. */
export function ProofSection({ order: shown }: { order: order.OrderDetail }) {
  const mayCreate = useAllowed('Order_Create')
  const { state, paymentMethod, events } = shown
  if (paymentMethod !== order.BANK_TRANSFER) return null
  const rejection = events.find(({ event }) => event === 'REJECTED')
  if (rejection)
    return (
      <Alert color="red" title={texts.rejected}>
        {rejection.note}
      </Alert>
    )
  const isOpen = state === 'UNPAID' || state === 'PENDING_CONFIRMATION'
  const isGiven = events.some(({ event }) => event === 'PROOF_GIVEN')
  if (!isGiven && !(isOpen && mayCreate)) return null
  return (
    <Section title={texts.title} text={isOpen ? (isGiven ? texts.waits : texts.text) : undefined}>
      {isGiven && <StoredProof orderId={shown.id} />}
      {isOpen && mayCreate && <UploadForm orderId={shown.id} />}
    </Section>
  )
}

function StoredProof({ orderId }: { orderId: string }) {
  const { data } = useAsk(transferProof.query, { orderId }, { staleMs: 0 })
  if (!data?.proof) return null
  const { fileName, bytes, at } = data.proof
  return (
    <Stack gap={12} align="start" className={classes.upload}>
      <Time at={at}>{say(texts.stored, { name: fileName, size: formatBytes(bytes), time: formatTime(at) })}</Time>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={16} />}
        onClick={() => void save(transferProof.download, { orderId }).catch(() => undefined)}
      >
        {texts.download}
      </Button>
    </Stack>
  )
}

function UploadForm({ orderId }: { orderId: string }) {
  const [file, setFile] = useState<File>()
  const [fault, setFault] = useState<string>()
  const send = useUpload(transferProof.upload, {
    silent: true,
    changes: [order.query, order.get, order.subscription, transferProof.query],
    onSuccess: () => {
      setFile(undefined)
      toast.success(texts.sent)
    },
  })
  const submit = () => {
    if (!file) return setFault(texts.missing)
    send.mutate(
      { file, fields: { orderId } },
      { onError: ({ message, faults }) => setFault(faults[0]?.text ?? message) },
    )
  }
  return (
    <Stack gap={12} align="start" className={classes.upload}>
      <DropArea
        label={texts.file}
        hint={texts.hint}
        accept={['.pdf', '.png', '.jpg', '.jpeg', '.webp']}
        maxBytes={transferProof.PROOF_MIB * 1024 * 1024}
        file={file}
        onFile={(chosen) => {
          setFile(chosen)
          setFault(undefined)
        }}
        uploadShare={send.share}
        processingText={texts.checking}
        error={fault}
      />
      <Button loading={send.isPending} onClick={submit}>
        {texts.send}
      </Button>
    </Stack>
  )
}
