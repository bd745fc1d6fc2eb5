import { Alert, Button } from '@mantine/core'
import type { PublicCode } from '@simwright/contract/provisioning/delivery'
import { IconBrandAndroid, IconBrandApple, IconBrandWindows, IconChevronDown, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { oneTapLink, oneTapPlatforms, platformOf } from '../esim/one-tap.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/Panel.tsx'
import { CopyField } from '../ui/text/CopyField.tsx'
import { QrCode } from '../ui/text/QrCode.tsx'
import type { QrLook } from '../ui/text/qr-file.ts'
import classes from './InstallMethods.module.css'
import { useSpeech } from './speech.ts'

const icons = { apple: IconBrandApple, android: IconBrandAndroid, windows: IconBrandWindows }
const install = {
  apple: ['installApple', 'installAppleHelp'],
  android: ['installAndroid', 'installAndroidHelp'],
  windows: ['installWindows', 'installWindowsHelp'],
} as const

export type Installable = Pick<
  PublicCode,
  'activationCode' | 'smdpAddress' | 'matchingId' | 'confirmationCodeRequired'
> & { look?: QrLook | null; testDevicesOnly: boolean }

/** The ways to install a code: one tap on the visitor's own platform first, then the QR code, then by hand, folded. */
export function InstallMethods({ code }: { code: Installable }) {
  const { texts } = useSpeech()
  const [platform] = useState(() => platformOf(navigator))
  const { activationCode } = code
  const Icon = platform && icons[platform]
  const [button, help] = platform ? install[platform] : []
  const hasCamera = platform === 'apple' || platform === 'android'
  return (
    <Stack mt={24}>
      {code.confirmationCodeRequired && (
        <Alert color="yellow" variant="light" icon={<IconKey size={18} />} title={texts.confirmation}>
          {texts.confirmationText}
        </Alert>
      )}
      {platform && Icon && button && help && (
        <div>
          <Button
            component="a"
            href={oneTapLink(platform, activationCode)}
            size="lg"
            fullWidth
            className={classes.button}
            leftSection={<Icon size={22} stroke={1.6} />}
          >
            {texts[button]}
          </Button>
          <p className={classes.help}>{texts[help]}</p>
        </div>
      )}
      <Panel title={texts.qr} text={hasCamera ? texts.qrTextHere : texts.qrText}>
        <Row justify="center">
          <QrCode text={activationCode} size={264} look={code.look} label={texts.qrLabel} />
        </Row>
        {code.testDevicesOnly && <p className={classes.help}>{texts.testOnly}</p>}
      </Panel>
      <ManualEntry code={code} />
    </Stack>
  )
}

function ManualEntry({ code: { activationCode, smdpAddress, matchingId } }: { code: Installable }) {
  const { texts } = useSpeech()
  const [platform] = useState(() => platformOf(navigator))
  return (
    <details className={classes.manual}>
      <summary>
        {texts.manual}
        <IconChevronDown size={18} stroke={1.8} aria-hidden />
      </summary>
      <Stack gap={12} style={{ padding: '0 16px 16px' }}>
        <CopyField label={texts.smdpAddress} value={smdpAddress} texts={texts} />
        <CopyField label={texts.matchingId} value={matchingId} texts={texts} />
        <CopyField label={texts.whole} value={activationCode} texts={texts} />
        <dl className={classes.where}>
          {(platform ? [platform] : oneTapPlatforms).map((one) => (
            <div key={one}>
              <dt>{texts[one]}</dt>
              <dd>{texts[`${one}Where`]}</dd>
            </div>
          ))}
        </dl>
      </Stack>
    </details>
  )
}
