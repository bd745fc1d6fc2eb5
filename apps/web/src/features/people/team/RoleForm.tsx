import { Button } from '@mantine/core'
import * as team from '@simwright/contract/people/team'
import { problemCodes } from '@simwright/contract/problem-code.gen'
import { type SyntheticEvent, useState } from 'react'
import type { Problem } from '../../../api/problem.ts'
import { PermissionTree } from '../../../membership/PermissionTree.tsx'
import { actionsOf, permissionAreas } from '../../../membership/permission-areas.ts'
import { teamTexts } from '../../../texts/team.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { RefusalNotice } from '../../../ui/form/RefusalNotice.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import classes from './RoleDrawer.module.css'

const texts = teamTexts.role

/** Content of the role form. `saved` is the stored role that is edited, absent for a new role or a copy. */
export type RoleDraft = { name: string; permissions: readonly string[]; saved?: team.Role }

type RoleFormProps = {
  draft: RoleDraft
  problem: Problem | undefined
  isSaving: boolean
  onSave: (fields: { name: string; permissions: string[] }) => void
  onReload: () => void
  onCancel: () => void
}

const all = permissionAreas.flatMap(({ menus }) => menus.flatMap((menu) => [menu, ...actionsOf(menu)])).length

export function RoleForm({ draft, problem, isSaving, onSave, onReload, onCancel }: RoleFormProps) {
  const [name, setName] = useState(draft.name)
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set(draft.permissions))
  const [wasSent, setWasSent] = useState(false)
  const nameFault = team.RoleFields.shape.name.safeParse(name).error?.issues[0]?.message
  const isNameUsed = problem?.code === problemCodes.role_name_used
  const isNothingHeld = wasSent && held.size === 0
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (!nameFault && held.size > 0) onSave({ name: name.trim(), permissions: [...held] })
  }
  return (
    <Stack as="form" gap={20} onSubmit={submit} noValidate>
      {problem && !isNameUsed && <RefusalNotice problem={problem} onReload={onReload} />}
      <TextInput
        label={texts.name}
        name="name"
        withAsterisk
        data-autofocus
        maxLength={64}
        value={name}
        error={(wasSent && nameFault) || (isNameUsed && problem?.message) || undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div>
        <Note role="status" data-fault={isNothingHeld || undefined}>
          {isNothingHeld ? texts.tickedNone : say(texts.ticked, { count: held.size, all })}
        </Note>
      </div>
      <PermissionTree held={held} onChange={setHeld} />
      <Row justify="end" className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {uiTexts.cancel}
        </Button>
        <Button type="submit" loading={isSaving}>
          {draft.saved ? texts.save : texts.create}
        </Button>
      </Row>
    </Stack>
  )
}
