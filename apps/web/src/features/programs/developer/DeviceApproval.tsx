import { Button } from '@mantine/core'
import type { PermissionId } from '@simwright/contract/permission'
import type { WaitingDevice } from '@simwright/contract/programs/device'
import { KeyFields } from '@simwright/contract/programs/keys'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { Problem } from '../../../api/problem.ts'
import { PermissionTree } from '../../../membership/PermissionTree.tsx'
import { actionsOf, permissionLabel } from '../../../membership/permission-areas.ts'
import { say } from '../../../texts/text.ts'
import { RefusalNotice } from '../../../ui/form/RefusalNotice.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Grid, Note, Row, Stack, Title } from '../../../ui/layout/layout.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { DaysSelect, DEFAULT_DAYS } from './DaysSelect.tsx'
import { developerTexts } from './developer-texts.ts'
import { deviceTexts as texts } from './device-texts.ts'
import { scopeAreas } from './KeyForm.tsx'

const { form } = developerTexts.keys

type DeviceApprovalProps = {
  waiting: WaitingDevice
  problem: Problem | undefined
  isSaving: boolean
  onApprove: (fields: KeyFields, days: number) => void
  onRefuse: () => void
}

/** What asks, from where and for which scopes. Only scopes that it asks for can be given. */
export function DeviceApproval({ waiting, problem, isSaving, onApprove, onRefuse }: DeviceApprovalProps) {
  const [name, setName] = useState(waiting.machine)
  const [days, setDays] = useState(DEFAULT_DAYS)
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(waiting.scopes))
  const [wasSent, setWasSent] = useState(false)
  const parsed = KeyFields.safeParse({ name, scopes: [...scopes] as PermissionId[] })
  const nameFault =
    (wasSent && parsed.error?.issues.find(({ path }) => path[0] === 'name')?.message) ||
    problem?.faults.find(({ path }) => path === 'fields.name')?.text
  const nameInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (nameFault) nameInput.current?.focus()
  }, [nameFault])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (parsed.success) onApprove(parsed.data, days)
  }
  const isScopeMissing = wasSent && scopes.size === 0
  const wanted = new Set<string>(waiting.scopes)
  // the field that had the focus is gone
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <Stack as="form" ref={element} tabIndex={-1} aria-label={texts.approveTitle} onSubmit={submit} noValidate>
      {problem && problem.faults.length === 0 && <RefusalNotice problem={problem} />}
      <WaitingFacts waiting={waiting} />
      <Grid min={240}>
        <TextInput
          ref={nameInput}
          withAsterisk
          label={form.name}
          name="name"
          maxLength={64}
          value={name}
          error={nameFault}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DaysSelect label={form.days} value={days} onChange={setDays} />
      </Grid>
      <ScopesHead missing={waiting.missing} isFault={isScopeMissing} />
      <PermissionTree
        held={scopes}
        areas={areasOf(wanted)}
        offered={wanted}
        onChange={(held) => setScopes(new Set([...held].filter((id) => wanted.has(id))))}
      />
      <Row>
        <Button type="submit" loading={isSaving}>
          {texts.approve}
        </Button>
        <Button variant="default" disabled={isSaving} onClick={onRefuse}>
          {texts.refuse}
        </Button>
      </Row>
    </Stack>
  )
}

/** The areas of the scopes that a key can have, with the menus that are asked for. */
const areasOf = (wanted: ReadonlySet<string>) =>
  scopeAreas
    .map(({ label, menus }) => ({
      label,
      menus: menus.filter((menu) => [menu, ...actionsOf(menu)].some((id) => wanted.has(id))),
    }))
    .filter(({ menus }) => menus.length > 0)

function WaitingFacts({ waiting: { machine, address, expiresAt } }: { waiting: WaitingDevice }) {
  return (
    <KeyValue
      items={[
        { label: texts.machine, value: machine },
        { label: texts.address, value: address },
        { label: texts.expires, value: <Time at={expiresAt} /> },
      ]}
    />
  )
}

type ScopesHeadProps = { missing: WaitingDevice['missing']; isFault: boolean }

/** What the scopes are for, and those that the user cannot give. */
function ScopesHead({ missing, isFault }: ScopesHeadProps) {
  return (
    <div>
      <Title mb={4}>{form.scopes}</Title>
      <Note role="status" data-fault={isFault || undefined}>
        {isFault ? form.noScope : texts.scopesHelp}
      </Note>
      {missing.length > 0 && (
        <Note>{say(texts.missing, { names: missing.map((id) => permissionLabel(id)).join(', ') })}</Note>
      )}
    </div>
  )
}
