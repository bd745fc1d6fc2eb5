import { Button } from '@mantine/core'
import type { InputOf } from '@simwright/contract/endpoint'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { plainStyle, type QrStyle } from '@simwright/qr'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { type DialogGuard, useDialogDirty, useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Delivery.module.css'
import { LogoField } from './LogoField.tsx'
import { QrStylePreview } from './QrStylePreview.tsx'
import { StyleFields } from './StyleFields.tsx'

const texts = deliveryTexts.editor

type QrPresetEditorProps = { edited: delivery.QrPreset | 'new' | undefined; onClose: () => void }

/** Dialog that edits a style of QR codes, with a preview that shows whether a camera can read it. */
export function QrPresetEditor({ edited, onClose }: QrPresetEditorProps) {
  const guard = useDialogGuard(onClose)
  return (
    <Dialog
      opened={edited !== undefined}
      onClose={guard.close}
      title={edited === 'new' ? texts.titleNew : texts.titleEdit}
      size={860}
    >
      {edited && (
        <Editor
          key={edited === 'new' ? 'new' : `${edited.id} ${edited.version}`}
          preset={edited === 'new' ? undefined : edited}
          guard={guard}
          onClose={guard.finish}
        />
      )}
    </Dialog>
  )
}

type Logo = { logoId: string; logo: string }

type EditorProps = { preset: delivery.QrPreset | undefined; guard: DialogGuard; onClose: () => void }

type PresetFields = InputOf<typeof delivery.addPreset>['fields']

/** Saves a style that has a name and enough contrast, and says what is wrong with it. */
function usePresetSave({ preset, onClose }: EditorProps, fields: PresetFields) {
  const { name, style } = fields
  const [wasSent, setWasSent] = useState(false)
  const done = () => {
    toast.success(say(texts.saved, { name }))
    onClose()
  }
  const options = { silent: true, changes: [delivery.presets], onSuccess: done }
  const add = useMutation(delivery.addPreset, options)
  const edit = useMutation(delivery.editPreset, options)
  const refused = preset ? edit.error : add.error
  const faults = new Map(refused?.faults?.map(({ path, text }) => [path, text]))
  const contrastFault = delivery.contrastFault(style)
  const nameFault = name.trim() === '' ? uiTexts.required : faults.get('fields.name')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (name.trim() === '' || contrastFault) return
    if (preset) edit.mutate({ id: preset.id, version: preset.version, fields })
    else add.mutate({ fields })
  }
  return {
    submit,
    isPending: add.isPending || edit.isPending,
    contrastFault,
    nameFault: wasSent && nameFault,
    logoFault: faults.get('fields.logoId'),
    refusal: refused && (faults.get('fields.style') ?? refused.faults?.[0]?.text ?? refused.message),
  }
}

function Editor(props: EditorProps) {
  const { preset, guard } = props
  const [name, setName] = useState(preset?.name ?? '')
  const [style, setStyle] = useState<QrStyle>(preset?.style ?? plainStyle)
  const [logo, setLogo] = useState<Logo | undefined>(
    preset?.logoId && preset.logo ? { logoId: preset.logoId, logo: preset.logo } : undefined,
  )
  const entered = JSON.stringify({ name, style, logoId: logo?.logoId })
  const [initial] = useState(entered)
  useDialogDirty(guard, entered !== initial)
  const save = usePresetSave(props, { name, style, logoId: logo?.logoId ?? null })
  return (
    <Grid as="form" columns="minmax(0, 1fr) 248px" singleBelow="48em" gap={32} onSubmit={save.submit} noValidate>
      <Stack>
        <TextInput
          label={texts.name}
          withAsterisk
          maxLength={40}
          data-autofocus
          value={name}
          error={save.nameFault}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <StyleFields style={style} fault={save.contrastFault} onChange={setStyle} />
        <LogoField
          logo={logo}
          percent={style.logoPercent}
          error={save.logoFault}
          onLogo={setLogo}
          onPercent={(logoPercent) => setStyle({ ...style, logoPercent })}
        />
      </Stack>
      <Stack>
        <QrStylePreview style={style} logo={logo?.logo ?? null} />
        {save.refusal && (
          <p className={classes.refusal} role="alert">
            {save.refusal}
          </p>
        )}
        <Button type="submit" fullWidth loading={save.isPending} disabled={save.contrastFault !== undefined}>
          {texts.save}
        </Button>
      </Stack>
    </Grid>
  )
}
