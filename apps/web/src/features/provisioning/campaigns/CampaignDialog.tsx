import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { HIDDEN_VALUE } from '@simwright/contract/programs/call-log'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { CampaignFields } from '@simwright/contract/provisioning/campaign'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { ShowAsCode } from '../../../program/ShowAsCode.tsx'
import { say, sayCount } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { type DialogGuard, useDialogDirty, useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Steps } from '../../../ui/layout/Steps.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { campaignTexts } from './campaign-texts.ts'
import { PageStep, WhatStep, WhenStep } from './FormSteps.tsx'
import {
  type CampaignValues,
  editSteps,
  fieldOf,
  fieldsOf,
  newCampaign,
  steps as newSteps,
  type StepId,
  stepOf,
  valuesOf,
} from './form-values.ts'
import { type ProfileChoice, ProfilesStep, useProfileChoice } from './ProfilesStep.tsx'

const texts = campaignTexts.form

type CampaignDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** The campaign to edit; absent for a new one. */
  current?: campaign.Campaign
  onCreated?: (id: string) => void
}

/** Form of a campaign in steps: what, the profiles of a new one, when and how many, the public page. */
export function CampaignDialog({ isOpen, onClose, current, onCreated }: CampaignDialogProps) {
  const guard = useDialogGuard(onClose)
  return (
    <Dialog opened={isOpen} onClose={guard.close} title={current ? texts.titleEdit : texts.titleAdd} size={680}>
      <CampaignForm current={current} guard={guard} onClose={guard.finish} onCreated={onCreated} />
    </Dialog>
  )
}

type CampaignFormProps = Omit<CampaignDialogProps, 'isOpen'> & { guard: DialogGuard }

function CampaignForm({ current, guard, onClose, onCreated }: CampaignFormProps) {
  const [step, setStep] = useState<StepId>('what')
  const steps: readonly StepId[] = current ? editSteps : newSteps
  const form = useForm<CampaignValues>({ initialValues: current ? valuesOf(current) : newCampaign })
  const profiles = useProfileChoice(form.values.configurationId)
  useDialogDirty(guard, form.isDirty() || profiles.filter !== undefined)
  const isLast = step === steps.at(-1)
  const isCounting = step === 'profiles' && profiles.filter !== undefined && !profiles.preview.data
  const go = (by: number) => setStep(steps[steps.indexOf(step) + by]!)
  const showFaults = (faults: readonly { path: string; text: string }[]) => {
    form.setErrors(Object.fromEntries(faults.map(({ path, text }) => [fieldOf(path), text])))
    const first = steps.find((one) => faults.some(({ path }) => stepOf(fieldOf(path)) === one))
    if (first) setStep(first)
  }
  const save = useSaving({
    current,
    profiles,
    onClose,
    onCreated,
    onRefused: (problem) => showFaults(faultsOf(problem)),
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const faults = faultsOfStep(form.values, isLast ? undefined : step, current)
    if (faults.length > 0) return showFaults(faults)
    if (isCounting) return
    form.clearErrors()
    if (isLast) save.start(fieldsOf(form.values))
    else go(1)
  }
  return (
    <Stack as="form" onSubmit={submit} noValidate>
      <Steps
        label={texts.steps}
        steps={steps.map((id, index) => ({
          id,
          label: texts[id],
          state: id === step ? 'current' : index < steps.indexOf(step) ? 'done' : 'to come',
        }))}
      />
      {step === 'what' && <WhatStep form={form} current={current} />}
      {step === 'profiles' && <ProfilesStep choice={profiles} />}
      {step === 'when' && <WhenStep form={form} hasStarted={current !== undefined && hasStarted(current)} />}
      {step === 'page' && <PageStep form={form} />}
      <Row gap={16} justify="between">
        <Button variant="default" onClick={step === 'what' ? guard.close : () => go(-1)}>
          {step === 'what' ? uiTexts.cancel : texts.previous}
        </Button>
        {isLast && !current && (
          <ShowAsCode endpoint={campaign.add} input={{ fields: withoutCode(fieldsOf(form.values)) }} />
        )}
        <Button type="submit" loading={save.isPending} disabled={isCounting}>
          {isLast ? (current ? texts.save : texts.create) : texts.next}
        </Button>
      </Row>
    </Stack>
  )
}

/** The fields with a placeholder for the confirmation code. */
const withoutCode = ({ confirmationCode, ...fields }: ReturnType<typeof fieldsOf>) => ({
  ...fields,
  confirmationCode:
    confirmationCode.code === undefined ? confirmationCode : { ...confirmationCode, code: HIDDEN_VALUE },
})

const hasStarted = ({ state }: campaign.Campaign) => state !== 'DRAFT' && state !== 'SCHEDULED'

type Fault = { path: string; text: string }

/** Errors of the contract's schema in the fields of a step, or in all fields if `step` is undefined. */
function faultsOfStep(
  values: CampaignValues,
  step: StepId | undefined,
  current: campaign.Campaign | undefined,
): Fault[] {
  const parsed = CampaignFields.safeParse(fieldsOf(values))
  const faults = (parsed.error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), text: message }))
  const isCodeMissing = values.mode === 'fixed' && values.code === '' && !current?.confirmationCodeRequired
  if (isCodeMissing) faults.push({ path: 'confirmationCode.code', text: uiTexts.required })
  return step === undefined ? faults : faults.filter(({ path }) => stepOf(fieldOf(path)) === step)
}

const faultsOf = (problem: Problem): Fault[] =>
  problem.faults.length > 0
    ? problem.faults.map(({ path, text }) => ({ path: path.replace(/^fields\./, ''), text }))
    : [{ path: 'name', text: problem.message }]

type Saving = Omit<CampaignDialogProps, 'isOpen'> & { profiles: ProfileChoice; onRefused: (problem: Problem) => void }

/** Saves the campaign; a new one gets the chosen profiles after that. If they are refused, it is a draft without them. */
function useSaving({ current, profiles, onClose, onCreated, onRefused }: Saving) {
  const changes = [campaign.list, campaign.get]
  const add = useMutation(campaign.add, { silent: true, changes })
  const edit = useMutation(campaign.edit, { silent: true, changes })
  const fill = useMutation(campaign.fill, {
    silent: true,
    changes: [...changes, campaign.preview, campaign.previewNew],
  })
  const start = (fields: CampaignFields) => {
    if (current) {
      const done = () => {
        toast.success(texts.saved)
        onClose()
      }
      edit.mutate({ id: current.id, version: current.version, fields }, { onSuccess: done, onError: onRefused })
      return
    }
    const open = (id: string) => {
      onClose()
      onCreated?.(id)
    }
    const { filter, most } = profiles
    const done = ({ id }: { id: string }) => {
      if (filter === undefined) {
        toast.success(texts.made)
        return open(id)
      }
      const filled = {
        onSuccess: ({ added }: { added: number }) => {
          toast.success(added === 0 ? texts.made : sayCount(texts.madeWith, added))
          open(id)
        },
        onError: ({ message }: Problem) => {
          toast.warning(say(texts.madeUnfilled, { problem: message }))
          open(id)
        },
      }
      fill.mutate({ id, filter, ...(most === '' ? {} : { most }) }, filled)
    }
    add.mutate({ fields }, { onSuccess: done, onError: onRefused })
  }
  return { start, isPending: add.isPending || edit.isPending || fill.isPending }
}
