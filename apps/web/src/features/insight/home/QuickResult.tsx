import { Button } from '@mantine/core'
import * as home from '@simwright/contract/insight/home'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import { parseActivationCode } from '@simwright/ids'
import { IconCircleCheckFilled, IconDeviceSim, IconDownload, IconMail, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { answersChanged } from '../../../api/answers-changed.ts'
import { saveBlob } from '../../../api/file.ts'
import { useAsk } from '../../../api/query.ts'
import { useSave } from '../../../api/save.ts'
import { CodeQr } from '../../../esim/CodeQr.tsx'
import { Identifier } from '../../../esim/Identifier.tsx'
import { useLooks } from '../../../esim/look.ts'
import { profilePath } from '../../../esim/path.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { SendDialog } from '../../../esim/SendDialog.tsx'
import { canBeTried, TryPhone, useVirtualPhone } from '../../../esim/TryPhone.tsx'
import { WhereItWorks } from '../../../esim/WhereItWorks.tsx'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { qrPng } from '../../../ui/text/qr-file.ts'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { homeTexts } from './home-texts.ts'
import type { GeneratedCode } from './QuickForm.tsx'
import classes from './QuickResult.module.css'

const texts = homeTexts.result

/** A code is in the figures of the page a moment after it was generated, later if the server is busy. */
const COUNTED_AFTER_MS = [1_500, 5_000]

/** Asks for the figures of the page again when the code is counted in them. */
function useCountedFigures(): void {
  useEffect(() => {
    const timers = COUNTED_AFTER_MS.map((ms) => setTimeout(() => void answersChanged([home.overview]), ms))
    return () => timers.forEach(clearTimeout)
  }, [])
}

type QuickResultProps = { generated: GeneratedCode; onAnother: () => void }

/** The generated code: as a QR code and PNG, to copy, as a public page, to send, and a link to its profile. */
export function QuickResult({ generated, onAnother }: QuickResultProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isSending, setIsSending] = useState(false)
  const maySend = useAllowed('Fleet_Export')
  const { data: profile, error } = useAsk(
    fleet.detail,
    { id: generated.profileId },
    { enabled: useAllowed('Fleet_View') },
  )
  const canTry = useVirtualPhone() && profile !== undefined && canBeTried(profile)
  // not before it is known which button is the primary one
  const openVariant = error || (profile && !canTry) ? 'filled' : 'default'
  useEffect(() => {
    heading.current?.focus()
  }, [])
  useCountedFigures()
  return (
    <Stack as="section" className="panel" style={{ padding: 16 }} aria-labelledby="quick-result">
      <Row gap={10} align="start" nowrap>
        <IconCircleCheckFilled size={22} className={classes.check} aria-hidden />
        <div>
          <h2 ref={heading} id="quick-result" tabIndex={-1} className={classes.title}>
            {texts.title}
          </h2>
          <Note as="div">{texts.text}</Note>
        </div>
      </Row>
      <Code generated={generated} link={profile?.link} />
      <Values values={generated.values} />
      <Row justify="end" style={{ marginTop: 'auto' }}>
        {maySend && (
          <Button variant="default" leftSection={<IconMail size={16} />} onClick={() => setIsSending(true)}>
            {texts.send}
          </Button>
        )}
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAnother}>
          {texts.another}
        </Button>
        <Allowed need="Fleet_View">
          <Button
            component={Link}
            {...profilePath(generated.profileId)}
            // another element for another variant: the colors of its text and its background would fade through each other
            key={openVariant}
            variant={openVariant}
            leftSection={<IconDeviceSim size={16} />}
          >
            {texts.open}
          </Button>
        </Allowed>
        {canTry && <TryPhone profileId={generated.profileId} />}
      </Row>
      <SendDialog
        selection={isSending ? { ids: [generated.profileId] } : undefined}
        iccid={generated.iccid}
        onClose={() => setIsSending(false)}
      />
    </Stack>
  )
}

type CodeProps = {
  generated: GeneratedCode
  /** The public page of the code; undefined until it is loaded. */
  link: string | null | undefined
}

/** The code as a picture and as texts to copy. */
function Code({ generated, link }: CodeProps) {
  const { activationCode, iccid, code } = generated
  const masks = useMasks()
  const { look } = useLooks()
  return (
    <div className={classes.body}>
      <Stack gap={8} align="center">
        <CodeQr code={activationCode} size={208} look={look} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          aria-label={texts.downloadPng}
          onClick={() => void qrPng(activationCode, look).then((blob) => saveBlob(blob, `${iccid}.png`))}
        >
          {texts.png}
        </Button>
      </Stack>
      <Stack gap={10} className={classes.words}>
        <CopyField label={texts.code} value={activationCode} shown={masks.code(activationCode)} />
        {link && <CopyField label={texts.link} value={link} shown={masks.code(link)} />}
        <KeyValue
          items={[
            { label: texts.iccid, value: <Identifier copyAs={texts.iccid}>{iccid}</Identifier> },
            { label: texts.batch, value: <Mono>{code}</Mono> },
          ]}
        />
        <Confirmation generated={generated} />
        <WhereItWorks />
      </Stack>
    </div>
  )
}

/** The values that a profile can replace, each with where it is from. */
function Values({ values }: Pick<GeneratedCode, 'values'>) {
  if (values.length === 0) return null
  const items = values.map(({ label, value, isOwn }) => ({
    label,
    value: (
      <span className={classes.value}>
        <span className="wrap" style={{ minWidth: 0 }}>
          {value || texts.values.none}
        </span>
        <span className="fixed nowrap">
          <StatusBadge tone={isOwn ? 'info' : 'neutral'}>
            {isOwn ? texts.values.own : texts.values.configured}
          </StatusBadge>
        </span>
      </span>
    ),
  }))
  return (
    <details className={classes.values}>
      <summary>{texts.values.title}</summary>
      <KeyValue items={items} />
    </details>
  )
}

function Confirmation({ generated }: { generated: GeneratedCode }) {
  const masks = useMasks()
  const mayRead = useAllowed('Generate_AC_Log_View')
  const file = useSave(batch.result)
  if (!parseActivationCode(generated.activationCode).confirmationCodeRequired) return null
  if (generated.confirmationCode)
    return <Note size="small">{say(texts.confirmation, { code: masks.code(generated.confirmationCode) })}</Note>
  return (
    <Note as="div" size="small">
      {texts.confirmationAsked}
      {mayRead && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDownload size={14} />}
          loading={file.isPending}
          onClick={() => file.start({ id: generated.batchId })}
        >
          {texts.confirmationFile}
        </Button>
      )}
    </Note>
  )
}
