import { Button } from '@mantine/core'
import type { OutputOf } from '@simwright/contract'
import * as team from '@simwright/contract/people/team'
import { queryOrder } from '@simwright/contract/platform/plan'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { teamTexts } from '../../../texts/team.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { toast } from '../../../ui/toast.ts'
import { RoleSelect } from './RoleSelect.tsx'
import classes from './TeamDialog.module.css'

const texts = teamTexts.many

/** An action on the members with these ids. */
export type BulkAction = { action: team.ManyAction; ids: readonly string[] }

type BulkActionDialogProps = {
  bulk: BulkAction | undefined
  roles: readonly team.Role[]
  onClose: () => void
  onDone: () => void
}

/** Asks for confirmation, runs the action, and lists the members for whom it failed, with the reason. */
export function BulkActionDialog({ bulk, roles, onClose, onDone }: BulkActionDialogProps) {
  const [answered, setAnswered] = useState<{ bulk: BulkAction; answer: Answer }>()
  const answer = answered?.bulk === bulk ? answered?.answer : undefined
  return (
    <Dialog
      opened={bulk !== undefined}
      onClose={onClose}
      title={answer ? outcomeOf(answer) : bulk && sayCount(texts.byAction[bulk.action].title, bulk.ids.length)}
      size={520}
    >
      {answer && <Outcome items={answer.items} onClose={onClose} />}
      {bulk && !answer && (
        <BulkActionForm
          bulk={bulk}
          roles={roles}
          onClose={onClose}
          onDone={onDone}
          onAnswer={(result) => setAnswered({ bulk, answer: result })}
        />
      )}
    </Dialog>
  )
}

type BulkActionFormProps = Omit<BulkActionDialogProps, 'bulk'> & {
  bulk: BulkAction
  onAnswer: (answer: Answer) => void
}

function BulkActionForm({ bulk: { action, ids }, roles, onClose, onDone, onAnswer }: BulkActionFormProps) {
  const [roleId, setRoleId] = useState<string | null>(null)
  const many = useMutation(team.many, { changes: [team.list, team.roles, queryOrder] })
  const needsRole = action === 'CHANGE_ROLE'
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (needsRole && roleId === null) return
    many.mutate({ ids: [...ids], action, ...(needsRole && roleId ? { roleId } : {}) }, { onSuccess: report })
  }
  const report = (answer: Answer) => {
    onDone()
    if (!answer.items.every(({ done }) => done)) return onAnswer(answer)
    toast.success(sayCount(texts.done, answer.items.length))
    onClose()
  }
  return (
    <Stack as="form" onSubmit={submit} noValidate>
      <Note>{texts.byAction[action].text}</Note>
      {needsRole && <RoleSelect label={texts.role} roles={roles} value={roleId} onChange={setRoleId} data-autofocus />}
      <Row justify="end">
        <Button variant="default" onClick={onClose}>
          {uiTexts.cancel}
        </Button>
        <Button
          type="submit"
          color={action === 'REMOVE' ? 'red' : undefined}
          loading={many.isPending}
          disabled={needsRole && roleId === null}
          data-autofocus={!needsRole || undefined}
        >
          {sayCount(texts.byAction[action].proceed, ids.length)}
        </Button>
      </Row>
    </Stack>
  )
}

type Answer = OutputOf<typeof team.many>

const outcomeOf = ({ items }: Answer) =>
  say(texts.outcome, { done: items.filter(({ done }) => done).length, all: items.length })

function Outcome({ items, onClose }: { items: Answer['items']; onClose: () => void }) {
  const refused = items.filter(({ done }) => !done)
  return (
    <Stack role="status">
      <Note>{texts.outcomeText}</Note>
      <PlainTable className={classes.outcome}>
        <thead>
          <tr>
            <th scope="col">{texts.member}</th>
            <th scope="col">{texts.reason}</th>
          </tr>
        </thead>
        <tbody>
          {refused.map(({ id, name, reason }, index) => (
            <tr key={id ?? index}>
              <td>{name || texts.gone}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <Row gap={16} justify="end">
        <Button onClick={onClose} data-autofocus>
          {uiTexts.close}
        </Button>
      </Row>
    </Stack>
  )
}
