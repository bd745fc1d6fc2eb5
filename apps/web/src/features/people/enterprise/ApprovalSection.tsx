import { Anchor, Button, Checkbox, MultiSelect, NumberInput } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as approval from '@simwright/contract/platform/approval'
import {
  approvalRow,
  DAY_LIMIT_MAX,
  type GuardedOperation,
  guardedOperations,
} from '@simwright/contract/platform/approval-operation'
import { Link } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { linkTo, pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { FieldRow, FormSection } from '../../../ui/form/FormSection.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { approvalSectionTexts as texts } from './approval-section-texts.ts'

type Policy = OutputOf<typeof approval.policy>
type Rules = Partial<Record<GuardedOperation, number>>

/** Which operations need the approval of a second person. Nothing until it is loaded. */
export function ApprovalSection() {
  const { data } = useAsk(approval.policy, {})
  return (
    data && (
      <FormSection title={texts.title} text={texts.text}>
        <Stack gap={14}>
          <Off policy={data} />
          <PolicyForm key={data.version} policy={data} />
        </Stack>
      </FormSection>
    )
  )
}

const changes = [approval.policy]

/** What an owner can do if nobody is left who could approve. */
function Off({ policy: { version, isStuck, offDueAt, offAskedBy } }: { policy: Policy }) {
  const mayEdit = useAllowed('Enterprise_Edit')
  const askOff = useMutation(approval.askOff, { changes })
  const keepOn = useMutation(approval.keepOn, { changes })
  const start = async () => {
    if (await confirm({ title: texts.offTitle, text: texts.offText, proceed: texts.askOff, tone: 'danger' }))
      askOff.mutate({ version })
  }
  if (offDueAt !== null)
    return (
      <Note tone="danger">
        {say(texts.off, { name: offAskedBy ?? '–', time: formatTime(offDueAt) })}{' '}
        {mayEdit && (
          <Button
            size="compact-sm"
            variant="default"
            loading={keepOn.isPending}
            onClick={() => keepOn.mutate({ version })}
          >
            {texts.keepOn}
          </Button>
        )}
      </Note>
    )
  if (!isStuck) return null
  return (
    <Note tone="danger">
      {texts.stuck}{' '}
      {mayEdit && (
        <Button size="compact-sm" variant="default" loading={askOff.isPending} onClick={() => void start()}>
          {texts.askOff}
        </Button>
      )}
    </Note>
  )
}

function PolicyForm({ policy }: { policy: Policy }) {
  const mayEdit = useAllowed('Enterprise_Edit')
  const [rules, setRules] = useState<Rules>(
    Object.fromEntries(policy.rules.map(({ operation, over }) => [operation, over])),
  )
  const { approvers, expiryHours, windowMinutes } = policy
  const [choices, setChoices] = useState<Choice>({ approvers, expiryHours, windowMinutes })
  const save = useMutation(approval.setPolicy, { changes, silent: true, onSuccess: () => toast.success(texts.saved) })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const fields = {
      rules: guardedOperations.flatMap((operation) => {
        const over = rules[operation]
        return over === undefined ? [] : [{ operation, over }]
      }),
      ...choices,
    }
    save.mutate({ version: policy.version, fields })
  }
  const isOn = Object.values(rules).some((over) => over !== undefined)
  const change = (operation: GuardedOperation, over: number | undefined) =>
    // who can invite a second account can approve with it
    setRules({ ...(isOn ? {} : { ROLE: 0 }), ...rules, [operation]: over })
  return (
    <Stack as="form" gap={14} onSubmit={submit} noValidate>
      <Checkbox.Group label={texts.operations} value={guardedOperations.filter((one) => rules[one] !== undefined)}>
        <Stack gap={10}>
          {guardedOperations.map((operation) => (
            <OperationRow
              key={operation}
              operation={operation}
              over={rules[operation]}
              mayEdit={mayEdit}
              onChange={(over) => change(operation, over)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {isOn && rules.ROLE === undefined && <WithoutRoles />}
      {isOn && <Choices policy={policy} mayEdit={mayEdit} values={choices} onChange={setChoices} />}
      {save.error && (
        <Note role="alert" tone="danger">
          {save.error.faults[0]?.text ?? save.error.message}
        </Note>
      )}
      <Row gap={12}>
        {mayEdit && (
          <Button type="submit" loading={save.isPending}>
            {texts.save}
          </Button>
        )}
        <Anchor component={Link} {...linkTo(pages.approvals)}>
          {texts.open}
        </Anchor>
      </Row>
    </Stack>
  )
}

/** One person can approve by a second account. */
function WithoutRoles() {
  return (
    <Note tone="danger" role="status">
      {texts.withoutRoles}
    </Note>
  )
}

type Choice = Pick<Policy, 'approvers' | 'expiryHours' | 'windowMinutes'>

type ChoicesProps = { policy: Policy; mayEdit: boolean; values: Choice; onChange: (values: Choice) => void }

/** Who may approve, and the times. */
function Choices({ policy, mayEdit, values, onChange }: ChoicesProps) {
  return (
    <>
      <MultiSelect
        label={texts.approvers}
        description={texts.approversHelp}
        data={policy.possible.map(({ userId, name }) => ({ value: userId, label: name }))}
        searchable
        readOnly={!mayEdit}
        value={values.approvers}
        onChange={(approvers) => onChange({ ...values, approvers })}
      />
      <FieldRow>
        <NumberInput
          label={texts.expiry}
          min={1}
          max={720}
          allowDecimal={false}
          readOnly={!mayEdit}
          value={values.expiryHours}
          onChange={(hours) => onChange({ ...values, expiryHours: Number(hours) })}
        />
        <NumberInput
          label={texts.window}
          description={texts.windowHelp}
          min={0}
          max={60}
          allowDecimal={false}
          readOnly={!mayEdit}
          value={values.windowMinutes}
          onChange={(minutes) => onChange({ ...values, windowMinutes: Number(minutes) })}
        />
      </FieldRow>
      <Note>{texts.note}</Note>
    </>
  )
}

type RowProps = {
  operation: GuardedOperation
  over: number | undefined
  mayEdit: boolean
  onChange: (over: number | undefined) => void
}

function OperationRow({ operation, over, mayEdit, onChange }: RowProps) {
  const { name, about, counts } = approvalRow(operation)
  return (
    <Stack gap={6}>
      <Checkbox
        value={operation}
        label={name}
        description={about}
        disabled={!mayEdit}
        onChange={(event) => onChange(event.currentTarget.checked ? 0 : undefined)}
      />
      {over !== undefined && counts !== null && (
        <NumberInput
          label={say(texts.over, { counts })}
          description={texts.overHelp}
          style={{ maxWidth: 320, marginInlineStart: 32 }}
          min={0}
          max={DAY_LIMIT_MAX}
          allowDecimal={false}
          readOnly={!mayEdit}
          value={over}
          onChange={(value) => onChange(Number(value))}
        />
      )}
    </Stack>
  )
}
