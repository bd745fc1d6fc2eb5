import { Anchor } from '@mantine/core'
import * as plan from '@simwright/contract/platform/plan'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useLastDefined } from '../../../base/last-defined.ts'
import { linkTo, pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { say } from '../../../texts/text.ts'
import { Note } from '../../../ui/layout/layout.tsx'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { toast } from '../../../ui/toast.ts'
import { PlanForm } from './PlanForm.tsx'
import { plansTexts } from './plans-texts.ts'

const texts = plansTexts.drawer

type PlanDrawerProps = {
  row: plan.PlanRow | undefined
  onClose: () => void
  /** Fetches the stored row. */
  load: (name: plan.PlanName) => Promise<plan.PlanRow | undefined>
}

/** Drawer with the form of a plan. */
export function PlanDrawer({ row, onClose, load }: PlanDrawerProps) {
  const shown = useLastDefined(row)
  return (
    <DetailDrawer
      hasForm
      isOpen={row !== undefined}
      onClose={onClose}
      kind={texts.kind}
      title={shown?.name}
      status={
        shown && (
          <StatusBadge tone={shown.givenOnly ? 'neutral' : 'success'}>
            {shown.givenOnly ? plansTexts.notSold : plansTexts.sold}
          </StatusBadge>
        )
      }
    >
      {shown && <Content key={shown.name} row={shown} load={load} />}
    </DetailDrawer>
  )
}

function Content({ row, load }: { row: plan.PlanRow } & Pick<PlanDrawerProps, 'load'>) {
  // the row that the form edits; a concurrent change by somebody else does not replace it
  const [base, setBase] = useState({ row, loads: 0 })
  const link = usePageLink(pages.clients, texts.who)
  const edit = useMutation(plan.edit, { silent: true, changes: [plan.table] })
  const { name, version } = base.row
  const save = (fields: plan.PlanFields) =>
    edit.mutate(
      { name, version, fields },
      {
        onSuccess: (saved) => {
          setBase(({ row, loads }) => ({ row: { ...row, ...saved, fields }, loads }))
          toast.success(say(texts.saved, { name }))
        },
      },
    )
  const reload = async () => {
    const stored = await load(name)
    edit.reset()
    if (stored) setBase(({ loads }) => ({ row: stored, loads: loads + 1 }))
  }
  return (
    <>
      <Note mb={12}>{texts.effect}</Note>
      {link && (
        <Note mb={12}>
          <Anchor component={Link} {...linkTo(pages.clients, { search: { plan: name } })} size="sm">
            {link.label}
          </Anchor>
        </Note>
      )}
      <PlanForm
        key={base.loads}
        row={base.row}
        problem={edit.error}
        isSaving={edit.isPending}
        onSave={save}
        onReload={() => void reload()}
      />
    </>
  )
}
