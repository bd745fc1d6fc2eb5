import { Checkbox } from '@mantine/core'
import { enterpriseInfo } from '@simwright/contract/people/session'
import type { PermissionId } from '@simwright/contract/permission'
import { type ApiKey, KeyFields, type KeyKind, keyKinds } from '@simwright/contract/programs/keys'
import { scopeIds } from '@simwright/contract/programs/scope'
import { type SyntheticEvent, useState } from 'react'
import type { Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { PermissionTree } from '../../../membership/PermissionTree.tsx'
import { permissionAreas } from '../../../membership/permission-areas.ts'
import { sayCount } from '../../../texts/text.ts'
import { ChoiceCards } from '../../../ui/form/ChoiceCards.tsx'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { type DialogGuard, useDialogEntries } from '../../../ui/form/unsaved.ts'
import { Grid, Note, Title } from '../../../ui/layout/layout.tsx'
import { DaysSelect, DEFAULT_DAYS } from './DaysSelect.tsx'
import { developerTexts } from './developer-texts.ts'

const { form: texts, kinds, kindTexts } = developerTexts.keys

/** The areas of the role editor, with the menus whose permissions a key can have. */
export const scopeAreas = permissionAreas
  .map(({ label, menus }) => ({ label, menus: menus.filter((menu) => scopeIds.includes(menu)) }))
  .filter(({ menus }) => menus.length > 0)

type KeyDraft = { kind: KeyKind; isTest: boolean; days: number; fields: KeyFields }

type KeyFormProps = {
  /** The key that is edited; absent for a new one. Its kind and expiry stay as they are. */
  saved?: ApiKey
  problem: Problem | undefined
  isSaving: boolean
  onSave: (draft: KeyDraft) => void
  guard: DialogGuard
}

export function KeyForm({ saved, problem, isSaving, onSave, guard }: KeyFormProps) {
  const [name, setName] = useState(saved?.name ?? '')
  const [kind, setKind] = useState<KeyKind>(saved?.kind ?? 'PERSONAL')
  const [isTest, setIsTest] = useState(false)
  const [days, setDays] = useState(DEFAULT_DAYS)
  const [lines, setLines] = useState(saved?.addresses.join('\n') ?? '')
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(saved?.scopes))
  useDialogEntries(guard, { name, kind, isTest, days, lines, scopes: [...scopes].sort() })
  const addresses = lines.split(/[\s,]+/).filter(Boolean)
  const fields = { name, scopes: [...scopes] as PermissionId[], addresses }
  const { faultOf, wasSent, submit } = useCheckedFields(fields, problem, (parsed) =>
    onSave({ kind, isTest, days, fields: parsed }),
  )
  return (
    <DialogForm
      onSubmit={submit}
      problem={problem?.faults.length === 0 ? problem : undefined}
      submit={saved ? texts.save : texts.submit}
      isPending={isSaving}
      onCancel={guard.close}
    >
      <Grid min={240}>
        <TextInput
          label={texts.name}
          description={texts.nameHelp}
          name="name"
          withAsterisk
          data-autofocus
          maxLength={64}
          value={name}
          error={faultOf('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {!saved && <DaysSelect label={texts.days} description={texts.daysHelp} value={days} onChange={setDays} />}
      </Grid>
      {!saved && <KindChoice value={kind} onChange={setKind} />}
      {!saved && (
        <Checkbox
          label={texts.isTest}
          description={texts.isTestHelp}
          checked={isTest}
          onChange={(event) => setIsTest(event.currentTarget.checked)}
        />
      )}
      <ScopeFields scopes={scopes} wasSent={wasSent} onChange={setScopes} />
      <Textarea
        label={texts.addresses}
        description={texts.addressesHelp}
        autosize
        minRows={2}
        maxRows={6}
        value={lines}
        error={faultOf('addresses')}
        onChange={(event) => setLines(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

/** Passes valid fields on when the form is sent; faults are named from then on, and those of the server. */
function useCheckedFields(fields: KeyFields, problem: Problem | undefined, onValid: (fields: KeyFields) => void) {
  const [wasSent, setWasSent] = useState(false)
  const parsed = KeyFields.safeParse(fields)
  const faultOf = (field: keyof KeyFields) =>
    (wasSent && parsed.error?.issues.find(({ path }) => path[0] === field)?.message) ||
    problem?.faults.find(({ path }) => path.startsWith(`fields.${field}`))?.text
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (parsed.success) onValid(parsed.data)
  }
  return { faultOf, wasSent, submit }
}

type ScopeFieldsProps = {
  scopes: ReadonlySet<string>
  wasSent: boolean
  onChange: (scopes: ReadonlySet<string>) => void
}

/** What the key may do. */
function ScopeFields({ scopes, wasSent, onChange }: ScopeFieldsProps) {
  const isScopeMissing = wasSent && scopes.size === 0
  return (
    <>
      <div>
        <Title mb={4}>{texts.scopes}</Title>
        <Note role="status" data-fault={isScopeMissing || undefined}>
          {isScopeMissing ? texts.noScope : chosenText(scopes.size)}
        </Note>
      </div>
      <PermissionTree held={scopes} areas={scopeAreas} onChange={onChange} />
    </>
  )
}

const chosenText = (count: number) => (count === 0 ? texts.scopesHelp : sayCount(texts.chosen, count))

type KindChoiceProps = { value: KeyKind; onChange: (kind: KeyKind) => void }

/** Only owners and admins can choose; the keys of others are personal. */
function KindChoice({ value, onChange }: KindChoiceProps) {
  const { data } = useAsk(enterpriseInfo, {}, { staleMs: 5 * 60_000 })
  if (!data || !(data.owner || data.role === 'Admin')) return null
  const choices = keyKinds.map((kind) => ({ value: kind, label: kinds[kind], help: kindTexts[kind] }))
  return <ChoiceCards label={texts.kind} choices={choices} value={value} onChange={onChange} name="kind" />
}
