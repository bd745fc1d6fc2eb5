import { ActionIcon, Button, Select, TextInput, Tooltip } from '@mantine/core'
import * as group from '@simwright/contract/profiles/group'
import * as groupRule from '@simwright/contract/profiles/group-rule'
import { IconArrowRight, IconX } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { ConfigurationSelect } from '../../../esim/ConfigurationSelect.tsx'
import { GroupTag } from '../../../esim/GroupTag.tsx'
import { useGroupLimit } from '../../../session/group-limit.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { Grid, Note, Row } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './GroupRules.module.css'
import { groupRuleTexts as texts } from './group-rule-texts.ts'

type GroupRulesProps = { isOpen: boolean; onClose: () => void }

/** Dialog with the rules that assign new profiles to groups, in order, and a form that adds a rule. */
export function GroupRules({ isOpen, onClose }: GroupRulesProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={texts.title} size={640}>
      <Note mb={12}>{texts.text}</Note>
      <Rules />
    </Dialog>
  )
}

function Rules() {
  const isLimited = useGroupLimit() !== null
  const mayEdit = useAllowed('Group_Edit') && !isLimited
  const { data, error, refetch } = useAsk(groupRule.list, {})
  if (error && !data) return <ErrorState problem={error} onRetry={() => void refetch()} />
  return (
    <>
      {data?.items.length === 0 && <p className={classes.none}>{texts.none}</p>}
      {data && data.items.length > 0 && (
        <>
          <ol className={classes.rules} aria-label={texts.list}>
            {data.items.map((rule) => (
              <Rule key={rule.id} rule={rule} mayEdit={mayEdit} />
            ))}
          </ol>
          {data.items.length > 1 && <Note mb={12}>{texts.order}</Note>}
        </>
      )}
      {mayEdit && <NewRule />}
    </>
  )
}

function Rule({ rule, mayEdit }: { rule: groupRule.GroupRule; mayEdit: boolean }) {
  const { id, mark, value, configurationName, groupName, groupColor } = rule
  const remove = useMutation(groupRule.remove, {
    changes: [groupRule.list],
    onSuccess: () => toast.success(texts.removed),
  })
  const what = mark === 'CONFIGURATION' ? (configurationName ?? texts.gone) : value
  const label = say(texts.remove, { rule: `${texts.marks[mark]} ${what}` })
  return (
    <Row as="li" justify="between" nowrap className={classes.rule}>
      <Row as="span" gap="4 8" style={{ minWidth: 0 }}>
        <Note as="span" size="same">
          {texts.marks[mark]}
        </Note>
        {mark === 'CONFIGURATION' ? <span className="wrap">{what}</span> : <Mono>{value}</Mono>}
        <IconArrowRight size={14} aria-label={texts.into} className="faint" />
        <GroupTag name={groupName} color={groupColor} />
      </Row>
      {mayEdit && (
        <Tooltip label={label}>
          <ActionIcon aria-label={label} loading={remove.isPending} onClick={() => remove.mutate({ id })}>
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </Row>
  )
}

const markChoices = groupRule.ruleMarks.map((value) => ({ value, label: texts.marks[value] }))

/** The fields of a rule that is not added yet; only after an attempt to add it, missing ones are faults. */
function useNewRule() {
  const [mark, setMark] = useState<groupRule.RuleMark>('ICCID')
  const [value, setValue] = useState('')
  const [groupId, setGroupId] = useState<string | null>(null)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const add = useMutation(groupRule.add, {
    silent: true,
    changes: [groupRule.list],
    onSuccess: () => {
      toast.success(texts.added)
      setValue('')
      setWasSubmitted(false)
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (value.trim() !== '' && groupId !== null) add.mutate({ fields: { mark, value: value.trim(), groupId } })
  }
  const requiredError = (input: string | null) => (wasSubmitted && !input ? texts.required : undefined)
  return {
    mark,
    value,
    groupId,
    valueFault: requiredError(value.trim()) ?? add.error?.faults?.[0]?.text ?? add.error?.message,
    groupFault: requiredError(groupId),
    isPending: add.isPending,
    setMark,
    setGroupId,
    setValue: (next: string | undefined) => {
      add.reset()
      setValue(next ?? '')
    },
    submit,
  }
}

/** Form that adds a rule. */
function NewRule() {
  const groups = useAsk(group.list, {}).data?.items ?? []
  const rule = useNewRule()
  return (
    <Grid
      as="form"
      columns={3}
      singleBelow="36em"
      gap={12}
      align="start"
      mt={16}
      className="ruled"
      style={{ paddingTop: 16 }}
      onSubmit={rule.submit}
      noValidate
    >
      <Select
        label={texts.mark}
        data={markChoices}
        value={rule.mark}
        allowDeselect={false}
        onChange={(next) => {
          rule.setMark(next as groupRule.RuleMark)
          rule.setValue('')
        }}
      />
      <ValueInput mark={rule.mark} value={rule.value} error={rule.valueFault} onChange={rule.setValue} />
      <Select
        label={texts.group}
        data={groups.map(({ id, name }) => ({ value: id, label: name }))}
        value={rule.groupId}
        onChange={rule.setGroupId}
        searchable
        withAsterisk
        allowDeselect={false}
        error={rule.groupFault}
      />
      <Button type="submit" loading={rule.isPending} style={{ gridColumn: '1 / -1', justifySelf: 'end' }}>
        {texts.add}
      </Button>
    </Grid>
  )
}

type ValueInputProps = {
  mark: groupRule.RuleMark
  value: string
  error: string | undefined
  onChange: (value: string | undefined) => void
}

/** What the mark of a profile must be: a configuration, or the first digits of a number. */
function ValueInput({ mark, value, error, onChange }: ValueInputProps) {
  if (mark === 'CONFIGURATION') {
    return (
      <ConfigurationSelect
        label={texts.configuration}
        name="value"
        value={value || undefined}
        onChange={onChange}
        error={error}
      />
    )
  }
  return (
    <TextInput
      label={texts.digits}
      inputMode="numeric"
      withAsterisk
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
