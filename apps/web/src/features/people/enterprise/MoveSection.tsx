import { Button } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as move from '@simwright/contract/people/move'
import { IconFileZip } from '@tabler/icons-react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useSave } from '../../../api/save.ts'
import { formatBytes } from '../../../base/size.ts'
import { formatTime } from '../../../base/time.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { useCallForm } from '../../../ui/form/call-form.ts'
import { FormSection } from '../../../ui/form/FormSection.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { ItemList } from '../../../ui/layout/ItemList.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { toast } from '../../../ui/toast.ts'
import { moveTexts as texts } from './move-texts.ts'

type Overview = OutputOf<typeof move.overview>

const POLL_MS = 2_000

/** Exports the enterprise account for another installation; after an import, what differs since. */
export function MoveSection({ name }: { name: string }) {
  const mayEdit = useAllowed('Enterprise_Edit')
  const overview = useOverview()
  if (!overview) return null
  return (
    <>
      {overview.arrival && <ArrivalSection arrival={overview.arrival} />}
      {mayEdit && (
        <FormSection title={texts.title} text={texts.text}>
          <Note as="div">{say(texts.needs, { hours: move.MOVE_HOURS })}</Note>
          <div>
            <CopyField label={texts.signer} value={overview.signer} />
            <Note as="div" mt={4}>
              {texts.signerText}
            </Note>
          </div>
          <ExportForm name={name} />
          <Archives items={overview.items} />
        </FormSection>
      )}
    </>
  )
}

/** The overview, called again while an archive is written. */
function useOverview(): Overview | undefined {
  const once = useAsk(move.overview, {})
  const isWriting = once.data?.items.some(({ process }) => process === 'PROCESSING') ?? false
  const polled = useAsk(move.overview, {}, isWriting ? { pollMs: POLL_MS } : {})
  return polled.data
}

function ExportForm({ name }: { name: string }) {
  const start = useMutation(move.start, { changes: [move.overview], silent: true })
  const { form, submit } = useCallForm(start, move.start.input, {
    initialValues: { key: '' },
    ask: () => confirm({ title: say(texts.askTitle, { name }), text: texts.askText, proceed: texts.proceed }),
    send: (values) => values,
    done: ({ recipient }) => say(texts.started, { recipient: recipient.slice(-16) }),
    onDone: () => form.reset(),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12}>
        <Textarea
          withAsterisk
          label={texts.key}
          description={texts.keyText}
          placeholder="-----BEGIN PGP PUBLIC KEY BLOCK-----"
          autosize
          minRows={3}
          maxRows={8}
          spellCheck={false}
          autoComplete="off"
          name="key"
          {...form.getInputProps('key')}
        />
        <div>
          <Button type="submit" variant="default" loading={start.isPending}>
            {texts.export}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function Archives({ items }: { items: readonly move.MoveArchive[] }) {
  const save = useSave(move.content)
  const remove = useMutation(move.remove, {
    changes: [move.overview],
    onSuccess: () => toast.success(texts.removed),
  })
  const askAndRemove = async ({ id, createdAt }: move.MoveArchive) => {
    const title = say(texts.removeTitle, { time: formatTime(createdAt) })
    if (await confirm({ title, text: texts.removeText, proceed: texts.remove, tone: 'danger' })) remove.mutate({ id })
  }
  const shown = items.map((one) => ({
    id: one.id,
    icon: IconFileZip,
    title: say(texts.ofTime, { time: formatTime(one.createdAt) }),
    note: stateOf(one),
    actions: (
      <>
        {one.process === 'COMPLETE' && (
          <Button size="xs" loading={save.isPending} onClick={() => save.start({ id: one.id })}>
            {texts.download}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => void askAndRemove(one)}>
          {texts.remove}
        </Button>
      </>
    ),
  }))
  const none = { id: 'none', icon: IconFileZip, title: texts.none }
  return <ItemList label={texts.archives} items={shown.length > 0 ? shown : [none]} />
}

function stateOf({ process, total, written, bytes, recipient, expiresAt }: move.MoveArchive): string {
  if (process === 'FAILED') return texts.failed
  if (process === 'COMPLETE') {
    const values = { bytes: formatBytes(bytes), recipient: recipient.slice(-16), time: formatTime(expiresAt) }
    return say(texts.complete, values)
  }
  if (total === 0) return texts.counting
  return say(texts.writing, { written: written.toLocaleString('en'), total: total.toLocaleString('en') })
}

function ArrivalSection({ arrival }: { arrival: NonNullable<Overview['arrival']> }) {
  const save = useSave(move.arrivalFile)
  const { signer, arrivedAt, report } = arrival
  return (
    <FormSection title={texts.arrived} text={say(texts.arrivedText, { time: formatTime(arrivedAt) })}>
      <ul className="bullets">
        {report.differences.map((one) => (
          <li key={one.id}>{move.differenceText(one)}</li>
        ))}
      </ul>
      <CopyField label={texts.arrivedFrom} value={signer} />
      <div>
        <Button variant="default" loading={save.isPending} onClick={() => save.start({})}>
          {texts.arrivedFile}
        </Button>
      </div>
    </FormSection>
  )
}
