import { Button, FileButton, Select, Textarea, TextInput } from '@mantine/core'
import * as fleet from '@simwright/contract/fleet'
import * as group from '@simwright/contract/group'
import * as operation from '@simwright/contract/operation'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isProblem, type Problem } from '../../api/problem.ts'
import { useDo } from '../../api/query.ts'
import { upload } from '../../api/upload.ts'
import { runningOperations } from '../../esim/running.ts'
import { pages } from '../../paths.ts'
import { useAllowed } from '../../session/permission.tsx'
import { groupTexts as texts } from '../../texts/group.ts'
import { profileTexts } from '../../texts/profile.ts'
import { say, sayCount } from '../../texts/text.ts'
import { confirm } from '../../ui/confirm.ts'
import { DetailDrawer } from '../../ui/DetailDrawer.tsx'
import { showFaults, useEntryForm } from '../../ui/form.ts'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './GroupsPage.module.css'

type GroupDrawerProps = {
  isOpen: boolean
  /** Undefined: a new one. */
  group: group.Group | undefined
  onClose: () => void
  onSaved: (id: string) => void
  /** Work in the background has begun. */
  onOperation: (id: string) => void
}

/** A group: what its profiles do, moving by a list, and its form; or the form of a new one. */
export function GroupDrawer({ isOpen, group: shown, onClose, onSaved, onOperation }: GroupDrawerProps) {
  const mayEdit = useAllowed('Group_Edit')
  const [tab, setTab] = useState('overview')
  const form = <GroupForm key={shown?.version ?? 'new'} group={shown} onClose={onClose} onSaved={onSaved} />
  return (
    <DetailDrawer
      isOpen={isOpen}
      onClose={onClose}
      kind={texts.kind}
      title={shown?.name ?? texts.addTitle}
      tabs={
        shown
          ? [
              {
                id: 'overview',
                label: texts.tabs.overview,
                content: <Overview group={shown} onOperation={onOperation} />,
              },
              ...(mayEdit ? [{ id: 'edit', label: texts.tabs.edit, content: form }] : []),
            ]
          : [{ id: 'edit', label: texts.addTitle, content: form }]
      }
      tab={tab}
      onTab={setTab}
    />
  )
}

function Overview({
  group: { id, name, profiles, statuses, notes },
  onOperation,
}: {
  group: group.Group
  onOperation: (id: string) => void
}) {
  const mayMove = useAllowed('Fleet_Edit', 'Group_Edit')
  const [isSending, setIsSending] = useState(false)
  const send = async (file: File | null) => {
    if (!file) return
    setIsSending(true)
    try {
      const { id: operationId } = await upload(operation.moveListed, { groupId: id }, file)
      runningOperations.noteStart()
      onOperation(operationId)
    } catch {
      // the notice has said why
    } finally {
      setIsSending(false)
    }
  }
  return (
    <>
      <Section title={texts.profiles}>
        {profiles === 0 && <p className={classes.note}>{texts.noProfiles}</p>}
        <KeyValue
          items={fleet.profileStatuses
            .filter((status) => statuses[status])
            .map((status) => ({
              label: profileTexts.statuses[status].label,
              value: statuses[status]?.toLocaleString('en'),
            }))}
        />
        {profiles > 0 && (
          <div className={classes.buttons}>
            <Button component={Link} to={pages.fleet.path} search={{ groupId: id } as never} variant="default">
              {sayCount(texts.show, profiles)}
            </Button>
          </div>
        )}
      </Section>
      {notes && (
        <Section title={texts.notes}>
          <p className={classes.note}>{notes}</p>
        </Section>
      )}
      {mayMove && (
        <Section title={texts.move}>
          <p className={classes.note}>{texts.moveText}</p>
          <div className={classes.buttons}>
            <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void send(file)}>
              {(props) => (
                <Button {...props} variant="default" loading={isSending} aria-label={`${texts.move}: ${name}`}>
                  {texts.move}
                </Button>
              )}
            </FileButton>
          </div>
        </Section>
      )}
    </>
  )
}

const colorChoices = group.groupColors.map((value) => ({ value, label: texts.colors[value] }))

type GroupFormProps = { group: group.Group | undefined; onClose: () => void; onSaved: (id: string) => void }

function GroupForm({ group: saved, onClose, onSaved }: GroupFormProps) {
  const form = useEntryForm(group.NewGroup, {
    name: saved?.name ?? '',
    color: saved?.color ?? 'blue',
    notes: saved?.notes ?? '',
  })
  const changes = [group.list, fleet.list, fleet.detail]
  const add = useDo(group.add, { changes, silent: true })
  const edit = useDo(group.edit, { changes, silent: true })
  const remove = useDo(group.remove, { changes, onDone: () => runningOperations.noteStart() })
  const done = (id: string, name: string) => {
    toast.success(say(saved ? texts.saved : texts.created, { name }))
    onSaved(id)
  }
  const submit = form.onSubmit((values) => {
    const fields = group.NewGroup.parse(values)
    const handlers = { onError: (problem: Problem) => showOn(form, problem) }
    if (saved) {
      const { id, version } = saved
      edit.mutate({ id, version, fields }, { ...handlers, onDone: () => done(id, fields.name) })
    } else add.mutate({ fields }, { ...handlers, onDone: ({ id }) => done(id, fields.name) })
  })
  const ask = async ({ id, name, version, profiles }: group.Group) => {
    const yes = await confirm({
      title: say(texts.removeTitle, { name }),
      text: sayCount(texts.removeText, profiles),
      proceed: texts.remove,
      tone: 'danger',
    })
    if (!yes) return
    remove.mutate({ id, version }, { onDone: () => toast.success(say(texts.removed, { name })) })
    onClose()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput label={texts.name} name="name" maxLength={64} data-autofocus {...form.getInputProps('name')} />
      <Select
        label={texts.color}
        name="color"
        data={colorChoices}
        allowDeselect={false}
        {...form.getInputProps('color')}
      />
      <Textarea
        label={texts.notes}
        name="notes"
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('notes')}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={add.isPending || edit.isPending}>
          {saved ? texts.save : texts.create}
        </Button>
        {saved && (
          <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => void ask(saved)}>
            {texts.remove}
          </Button>
        )}
      </div>
    </form>
  )
}

/** A name that is used belongs under its field. */
function showOn(form: ReturnType<typeof useEntryForm<typeof group.NewGroup>>, problem: Problem): void {
  const { message } = problem
  if (isProblem(problem, 'group_name_used')) form.setFieldError('name', message)
  else if (!showFaults(form, problem, 'fields')) toast.error(message)
}
