import * as team from '@simwright/contract/people/team'
import { useEffect } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { teamTexts } from '../../../texts/team.ts'
import { say } from '../../../texts/text.ts'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { toast } from '../../../ui/toast.ts'
import { type RoleDraft, RoleForm } from './RoleForm.tsx'

const texts = teamTexts.role

type RoleFormDrawerProps = {
  draft: RoleDraft | undefined
  onDraft: (draft: RoleDraft | undefined) => void
  onSaved: (id: string) => void
}

/** Drawer with the form of a new, copied or edited role. */
export function RoleFormDrawer({ draft, onDraft, onSaved }: RoleFormDrawerProps) {
  const title = draft?.saved ? texts.editTitle : texts.addTitle
  return (
    <DetailDrawer
      hasForm
      isOpen={draft !== undefined}
      onClose={() => onDraft(undefined)}
      kind={texts.kind}
      title={title}
    >
      {draft && <Form key={draft.saved?.version} draft={draft} onDraft={onDraft} onSaved={onSaved} />}
    </DetailDrawer>
  )
}

function Form({ draft, onDraft, onSaved }: RoleFormDrawerProps & { draft: RoleDraft }) {
  const roles = useAsk(team.roles, {})
  const add = useMutation(team.addRole, { changes: [team.roles], silent: true })
  const edit = useMutation(team.editRole, { changes: [team.roles, team.list], silent: true })
  const { saved } = draft
  const problem = (saved ? edit : add).error
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once for each refusal, so that a reload has the stored role
  useEffect(() => {
    if (problem) void roles.refetch()
  }, [problem])
  const done = (id: string, text: string) => {
    toast.success(text)
    onDraft(undefined)
    onSaved(id)
  }
  return (
    <RoleForm
      draft={draft}
      problem={problem instanceof Problem ? problem : undefined}
      isSaving={add.isPending || edit.isPending}
      onCancel={() => onDraft(undefined)}
      onReload={() => {
        const stored = roles.data?.items.find(({ id }) => id === saved?.id)
        onDraft(stored && { name: stored.name, permissions: stored.permissions, saved: stored })
      }}
      onSave={(fields) => {
        if (saved) {
          const { id, version } = saved
          edit.mutate({ id, version, fields }, { onSuccess: () => done(id, say(texts.saved, { name: fields.name })) })
        } else {
          add.mutate(fields, { onSuccess: ({ id }) => done(id, say(texts.created, { name: fields.name })) })
        }
      }}
    />
  )
}
