import { Button, Skeleton } from '@mantine/core'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { plainLook } from '../../../esim/look.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { Grid, Note, Row, Stack, Title } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { QrCode } from '../../../ui/text/QrCode.tsx'
import type { QrLook } from '../../../ui/text/qr-file.ts'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { toast } from '../../../ui/toast.ts'
import { QrPresetEditor } from './QrPresetEditor.tsx'

const texts = deliveryTexts.looks

/** The plain style and the presets of QR codes, each with a sample. */
export function QrPresetList() {
  const { data, error, refetch } = useAsk(delivery.presets, {})
  const mayEdit = useAllowed('Fleet_Edit')
  const [edited, setEdited] = useState<delivery.QrPreset | 'new'>()
  if (error) return <ErrorState problem={error} onRetry={() => void refetch()} />
  const presets = data?.items
  const standard = presets?.find(({ isStandard }) => isStandard)
  return (
    <>
      <Row gap="12 24" justify="between" mb={16}>
        <Note>{texts.text}</Note>
        {mayEdit && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            {texts.add}
          </Button>
        )}
      </Row>
      {presets ? (
        <Grid as="ul" min={236} fill aria-label={texts.list}>
          <StyleCard name={texts.plain} look={plainLook} isStandard={!standard} note={texts.plainText}>
            {mayEdit && standard && <SetStandardButton id={null} name={texts.plain} />}
          </StyleCard>
          {presets.map((preset) => (
            <StyleCard key={preset.id} name={preset.name} look={preset} isStandard={preset.isStandard}>
              {mayEdit && <Actions preset={preset} onEdit={() => setEdited(preset)} />}
            </StyleCard>
          ))}
        </Grid>
      ) : (
        <Grid min={236} fill role="status" aria-label={uiTexts.loading}>
          <Skeleton height={300} radius="md" />
          <Skeleton height={300} radius="md" />
        </Grid>
      )}
      <QrPresetEditor edited={edited} onClose={() => setEdited(undefined)} />
    </>
  )
}

type StyleCardProps = { name: string; look: QrLook; isStandard: boolean; note?: string; children: ReactNode }

function StyleCard({ name, look, isStandard, note, children }: StyleCardProps) {
  return (
    <Stack as="li" gap={12} align="start" className="boxed" style={{ padding: 20 }}>
      <QrCode text={texts.sample} size={168} look={look} />
      <Row gap="4 8">
        <Title as="h2" size="h3">
          {name}
        </Title>
        {isStandard && <StatusBadge tone="success">{texts.standard}</StatusBadge>}
      </Row>
      {note && <Note>{note}</Note>}
      <Row style={{ marginTop: 'auto' }}>{children}</Row>
    </Stack>
  )
}

function SetStandardButton({ id, name }: { id: string | null; name: string }) {
  const choose = useMutation(delivery.setStandard, {
    changes: [delivery.presets],
    onSuccess: () => toast.success(say(texts.chosen, { name })),
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={choose.isPending}
      aria-label={say(texts.standardOf, { name })}
      onClick={() => choose.mutate({ id })}
    >
      {texts.makeStandard}
    </Button>
  )
}

function Actions({ preset: { id, name, isStandard }, onEdit }: { preset: delivery.QrPreset; onEdit: () => void }) {
  const remove = useMutation(delivery.removePreset, {
    changes: [delivery.presets],
    onSuccess: () => toast.success(say(texts.removed, { name })),
  })
  const ask = async () => {
    const title = say(texts.removeTitle, { name })
    if (await confirm({ title, text: texts.removeText, proceed: texts.remove, tone: 'danger' })) remove.mutate({ id })
  }
  return (
    <>
      <Button size="xs" variant="default" aria-label={say(texts.editOf, { name })} onClick={onEdit}>
        {texts.edit}
      </Button>
      {!isStandard && <SetStandardButton id={id} name={name} />}
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        loading={remove.isPending}
        aria-label={say(texts.removeOf, { name })}
        onClick={() => void ask()}
      >
        {texts.remove}
      </Button>
    </>
  )
}
