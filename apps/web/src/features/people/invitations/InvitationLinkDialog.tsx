import { NumberInput, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import * as invitation from '@simwright/contract/people/invitation'
import * as platforms from '@simwright/contract/platform/white-label'
import type { z } from 'zod'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useCallForm } from '../../../ui/form/call-form.ts'
import { DateInput } from '../../../ui/form/DateInput.tsx'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { FieldRow } from '../../../ui/form/FormSection.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { invitationLinkTexts } from './invitation-link-texts.ts'

const texts = invitationLinkTexts.form

type InvitationLinkDialogProps = { isOpen: boolean; onClose: () => void; onCreated: (id: string) => void }

/** Creates an invitation link. */
export function InvitationLinkDialog({ isOpen, onClose, onCreated }: InvitationLinkDialogProps) {
  const { data } = useAsk(platforms.list, {}, { enabled: isOpen })
  return (
    <Dialog opened={isOpen} onClose={onClose} title={texts.title} size={560}>
      {data && <InvitationLinkForm platforms={data.items} onClose={onClose} onCreated={onCreated} />}
    </Dialog>
  )
}

type NumberField = 'planDays' | 'trialDays' | 'maxUses'

type FormProps = Omit<InvitationLinkDialogProps, 'isOpen'> & { platforms: readonly platforms.PlatformRow[] }

function InvitationLinkForm({ platforms: offered, onClose, onCreated }: FormProps) {
  const platformId = offered[0]?.id ?? ''
  const add = useMutation(invitation.add, { changes: [invitation.list] })
  const { form, submit } = useCallForm(add, invitation.InvitationFields, {
    initialValues: { platformId, plan: 'PRO', planDays: 30, trialDays: null, maxUses: 1, until: null, note: '' },
    send: (fields) => ({ fields: { ...fields, planDays: fields.plan === null ? null : fields.planDays } }),
    done: texts.done,
    onDone: ({ id }) => {
      onClose()
      onCreated(id)
    },
  })
  return (
    <DialogForm onSubmit={submit} submit={texts.submit} isPending={add.isPending} onCancel={onClose}>
      {offered.length > 1 && (
        <Select
          label={texts.platform}
          data={offered.map(({ id, appName }) => ({ value: id, label: appName }))}
          allowDeselect={false}
          {...form.getInputProps('platformId')}
        />
      )}
      <PlanAndLimits form={form} />
      <DateInput
        label={texts.until}
        description={texts.untilHelp}
        name="until"
        value={form.values.until ?? ''}
        error={form.errors.until}
        onChange={(until) => form.setFieldValue('until', until || null)}
      />
      <Textarea
        label={texts.note}
        description={texts.noteHelp}
        name="note"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('note')}
      />
    </DialogForm>
  )
}

type PlanAndLimitsProps = { form: UseFormReturnType<z.input<typeof invitation.InvitationFields>> }

/** The plan that the invited get and for how long, and how often the link can be used. */
function PlanAndLimits({ form }: PlanAndLimitsProps) {
  const { plan } = form.values
  const number = (name: NumberField) => ({
    name,
    label: texts[name],
    min: 1,
    allowDecimal: false,
    allowNegative: false,
    clampBehavior: 'none' as const,
    value: form.values[name] ?? '',
    error: form.errors[name],
    onChange: (value: string | number) => form.setFieldValue(name, value === '' ? null : Number(value)),
  })
  return (
    <>
      <FieldRow>
        <Select
          label={texts.plan}
          description={texts.planHelp}
          data-autofocus
          data={[
            { value: '', label: texts.noPlan },
            ...invitation.invitedPlans.map((value) => ({ value, label: value as string })),
          ]}
          allowDeselect={false}
          value={plan ?? ''}
          onChange={(value) => form.setFieldValue('plan', invitation.invitedPlans.find((one) => one === value) ?? null)}
        />
        {plan !== null && <NumberInput {...number('planDays')} description=" " withAsterisk max={3660} />}
      </FieldRow>
      <FieldRow>
        <NumberInput {...number('trialDays')} description={texts.trialHelp} max={365} />
        <NumberInput {...number('maxUses')} description={texts.maxUsesHelp} withAsterisk max={invitation.MAX_USES} />
      </FieldRow>
    </>
  )
}
