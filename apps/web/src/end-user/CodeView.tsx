import type { PublicCode } from '@simwright/contract/provisioning/delivery'
import { Steps } from '../ui/layout/Steps.tsx'
import { Head } from './Head.tsx'
import { type Installable, InstallMethods } from './InstallMethods.tsx'
import { drawingOf, isUsable, stepsOf, toneOf } from './install-progress.ts'
import { useSpeech } from './speech.ts'

export type ShownCode = Installable & Pick<PublicCode, 'state' | 'serviceProviderName' | 'expiresAt'>

type EarlyCode = { serviceProviderName: string; opensAt: string; opensTimeZone: string }

/** Content of the page of an activation code before it opens, without the code. */
export function EarlyView({ code: { serviceProviderName: provider, opensAt, opensTimeZone } }: { code: EarlyCode }) {
  const { texts, say, formatTimeIn } = useSpeech()
  return (
    <Head
      drawing="card"
      title={provider ? say('title', { provider }) : texts.titleNone}
      state={{ title: texts.soon, text: say('opens', { time: formatTimeIn(opensAt, opensTimeZone) }), tone: 'over' }}
      time={texts.soonText}
    />
  )
}

/** Content of the page of an activation code: the ways to install it while it can be used, and the device's progress. */
export function CodeView({ code }: { code: ShownCode }) {
  const { texts, say, formatTime } = useSpeech()
  const { state, serviceProviderName: provider, expiresAt } = code
  const steps = stepsOf(state, texts)
  return (
    <>
      <Head
        drawing={drawingOf(state)}
        title={provider ? say('title', { provider }) : texts.titleNone}
        state={{ title: texts[state], text: texts[`${state}Text`], tone: toneOf(state) }}
        time={isUsable(state) && expiresAt && say('expires', { time: formatTime(expiresAt) })}
      />
      {steps && (
        <div style={{ marginTop: 24 }}>
          <Steps label={texts.progress} steps={steps} labels="below" doneText={texts.stepDone} />
        </div>
      )}
      {isUsable(state) && <InstallMethods code={code} />}
    </>
  )
}
