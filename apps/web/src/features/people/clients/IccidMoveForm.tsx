import { Button, Checkbox, NumberInput } from '@mantine/core'
import type { OutputOf } from '@simwright/contract'
import * as client from '@simwright/contract/people/client'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { FieldRow } from '../../../ui/form/FormSection.tsx'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import classes from './Client.module.css'
import { clientTexts } from './client-texts.ts'

const texts = clientTexts.iccids

/** Assigns the ICCIDs of a range, which other clients hold, to a client that has proved that they are its own. */
export function IccidMoveForm({ client: { id, name } }: { client: client.Client }) {
  const form = useEntryForm(client.IccidMove, { firstIccid: '', count: 1, proof: '', downloaded: 'leave' })
  const find = useMutation(client.findIccids)
  const move = useMutation(client.moveIccids, { changes: [client.get, client.notes] })
  const onError = (problem: Problem) => showFaults(form, problem, 'fields')
  const submit = form.onSubmit(({ firstIccid, count, proof, downloaded }) => {
    const askToMove = async (found: Found) => {
      const moving = found.holders.reduce((sum, holder) => sum + movable(holder, downloaded), 0)
      if (moving === 0) return form.setFieldError('firstIccid', sayCount(texts.none, leftOf(found)))
      const title = sayCount(texts.ask, moving, { name })
      const text = <Holders found={found} downloaded={downloaded} />
      if (!(await confirm({ title, text, proceed: texts.submit, tone: 'danger' }))) return
      const onSuccess = ({ moved }: { moved: number }) => {
        toast.success(sayCount(texts.done, moved, { name }))
        form.reset()
      }
      move.mutate({ id, fields: { firstIccid, count, proof, downloaded } }, { onSuccess, onError })
    }
    find.mutate({ id, fields: { firstIccid, count } }, { onSuccess: askToMove, onError })
  })
  return (
    <Section title={texts.title} text={texts.text}>
      <Stack as="form" gap={12} align="start" onSubmit={submit} noValidate className={classes.form}>
        <FieldRow>
          <TextInput label={texts.first} withAsterisk name="firstIccid" {...form.getInputProps('firstIccid')} />
          <NumberInput
            label={texts.count}
            withAsterisk
            allowDecimal={false}
            thousandSeparator=","
            clampBehavior="none"
            name="count"
            {...form.getInputProps('count')}
          />
        </FieldRow>
        <Textarea
          label={texts.proof}
          description={texts.proofHelp}
          withAsterisk
          autosize
          minRows={2}
          maxRows={8}
          maxLength={500}
          name="proof"
          {...form.getInputProps('proof')}
        />
        <Checkbox
          label={texts.downloaded}
          description={texts.downloadedHelp}
          checked={form.values.downloaded === 'move'}
          onChange={(event) => form.setFieldValue('downloaded', event.currentTarget.checked ? 'move' : 'leave')}
        />
        <Button type="submit" variant="default" loading={find.isPending || move.isPending}>
          {texts.submit}
        </Button>
      </Stack>
    </Section>
  )
}

type Found = OutputOf<typeof client.findIccids>
type Holder = Found['holders'][number]

const movable = ({ count, onDevices }: Holder, downloaded: 'leave' | 'move') =>
  downloaded === 'move' ? count : count - onDevices

const leftOf = ({ holders }: Found) => holders.reduce((sum, { onDevices }) => sum + onDevices, 0)

/** What a holder loses, and what stays with it. */
function holderText(holder: Holder, downloaded: 'leave' | 'move'): string {
  const { name, onDevices } = holder
  const text = onDevices === 0 ? texts.holder : downloaded === 'move' ? texts.lost : texts.staying
  return say(text, { name, count: movable(holder, downloaded), onDevices })
}

type HoldersProps = { found: Found; downloaded: 'leave' | 'move' }

function Holders({ found: { firstIccid, lastIccid, own, free, holders }, downloaded }: HoldersProps) {
  return (
    <>
      <Note>{say(texts.range, { firstIccid, lastIccid, own, free })}</Note>
      <ul className="wrap size-text" style={{ margin: '8px 0' }}>
        {holders.map((holder) => (
          <li key={holder.id}>{holderText(holder, downloaded)}</li>
        ))}
      </ul>
      <Note>{texts.consequence}</Note>
    </>
  )
}
