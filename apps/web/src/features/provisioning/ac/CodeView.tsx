import { Alert, Button } from '@mantine/core'
import type { PublicCode } from '@simwright/contract/provisioning/delivery'
import { IconBrandAndroid, IconBrandApple, IconBrandWindows, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { ManualFields } from '../../../esim/ManualFields.tsx'
import { oneTapLink, oneTapPlatforms, platformOf } from '../../../esim/one-tap.ts'
import { profileTexts } from '../../../texts/profile.ts'
import { publicCodeTexts as texts } from '../../../texts/public-code.ts'
import { say } from '../../../texts/text.ts'
import { CopyField } from '../../../ui/CopyField.tsx'
import { Illustration } from '../../../ui/Illustration.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import type { QrLook } from '../../../ui/qr-file.ts'
import { Steps } from '../../../ui/Steps.tsx'
import { formatTime } from '../../../ui/time.ts'
import classes from './CodeView.module.css'
import { drawingOf, isUsable, stepsOf } from './install-progress.ts'

type Code = PublicCode & { look?: QrLook | null }

/** Content of the public page: the ways to install the code while it can be used, and the progress of the device. */
export function CodeView({ code }: { code: Code }) {
  const { state, serviceProviderName: provider, expiresAt } = code
  const { title, text } = texts.states[state]
  const steps = stepsOf(state)
  return (
    <>
      <div className={classes.head}>
        <Illustration name={drawingOf(state)} />
        <h1 className={classes.title}>{provider ? say(texts.title, { provider }) : texts.titleNone}</h1>
        <div aria-live="polite">
          <p className={classes.state} data-state={state}>
            {title}
          </p>
          <p className={classes.text}>{text}</p>
        </div>
        {isUsable(state) && expiresAt && (
          <p className={classes.text}>{say(texts.expires, { time: formatTime(expiresAt) })}</p>
        )}
      </div>
      {steps && (
        <div className={classes.steps}>
          <Steps label={texts.steps} steps={steps} />
        </div>
      )}
      {isUsable(state) && <InstallMethods code={code} />}
    </>
  )
}

const icons = { apple: IconBrandApple, android: IconBrandAndroid, windows: IconBrandWindows }

type Installable = Pick<Code, 'activationCode' | 'smdpAddress' | 'matchingId' | 'confirmationCodeRequired' | 'look'>

/** The ways to install a code, one-tap installation on the visitor's own platform first. */
export function InstallMethods({ code }: { code: Installable }) {
  const [platform] = useState(() => platformOf(navigator))
  const { activationCode, smdpAddress, matchingId } = code
  const Icon = platform && icons[platform]
  const hasCamera = platform === 'apple' || platform === 'android'
  return (
    <div className={classes.methods}>
      {code.confirmationCodeRequired && (
        <Alert color="yellow" variant="light" icon={<IconKey size={18} />} title={texts.confirmation.title}>
          {texts.confirmation.text}
        </Alert>
      )}
      {platform && Icon && (
        <div>
          <Button
            component="a"
            href={oneTapLink(platform, activationCode)}
            size="lg"
            fullWidth
            leftSection={<Icon size={22} stroke={1.6} />}
          >
            {texts.install[platform]}
          </Button>
          <p className={classes.help}>{texts.installHelp[platform]}</p>
        </div>
      )}
      <Panel title={texts.qr} text={hasCamera ? texts.qrTextHere : texts.qrText}>
        <div className={classes.qr}>
          <QrCode text={activationCode} size={264} look={code.look} />
        </div>
      </Panel>
      <Panel title={texts.manual}>
        <ManualFields smdpAddress={smdpAddress} matchingId={matchingId} />
        <div className={classes.whole}>
          <CopyField label={texts.whole} value={activationCode} />
        </div>
        <dl className={classes.where}>
          {(platform ? [platform] : oneTapPlatforms).map((one) => (
            <div key={one}>
              <dt>{profileTexts.oneTap[one]}</dt>
              <dd>{texts.where[one]}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </div>
  )
}
