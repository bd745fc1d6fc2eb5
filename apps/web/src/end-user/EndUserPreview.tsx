import type { EndUserLook } from '@simwright/contract/provisioning/end-user-page'
import {
  directionOf,
  type EndUserLanguage,
  type OwnTextName,
  type OwnTexts,
  withOwnTexts,
} from '@simwright/contract/provisioning/end-user-text'
import { useAccentStyle } from './accent-style.ts'
import { CampaignView } from './CampaignView.tsx'
import { CodeView } from './CodeView.tsx'
import classes from './EndUserPreview.module.css'
import { useTextsOf } from './language.ts'
import { SpeechContext, speechOf, useSpeech } from './speech.ts'

type EndUserPreviewProps = {
  language: EndUserLanguage
  own: OwnTexts
  accent: EndUserLook['accent']
  /** The text that the preview must show. */
  shows: OwnTextName
  label: string
}

/** The page or mail with a text, as end users see it. Nothing in it can be used. */
export function EndUserPreview({ language, own, accent, shows, label }: EndUserPreviewProps) {
  const texts = withOwnTexts(useTextsOf(language), own[language])
  const style = useAccentStyle(accent)
  return (
    <SpeechContext value={speechOf(language, texts, 'part')}>
      <section aria-label={label} className={classes.frame}>
        <div inert lang={language} dir={directionOf(language)} style={style}>
          <Content shows={shows} />
        </div>
      </section>
    </SpeechContext>
  )
}

const code = {
  activationCode: 'LPA:1$smdp.example.com$0A1B2C3D4E5F60718293A4B5C6D7E8F9',
  smdpAddress: 'smdp.example.com',
  matchingId: '0A1B2C3D4E5F60718293A4B5C6D7E8F9',
  confirmationCodeRequired: true,
  serviceProviderName: 'Alba Mobile',
  expiresAt: null,
  look: null,
  testDevicesOnly: false,
}

const codeStates = {
  title: 'ready',
  readyText: 'ready',
  confirmationText: 'ready',
  installedText: 'installed',
  enabledText: 'enabled',
  usedText: 'used',
  expiredText: 'expired',
} as const
const campaignStates = { pausedText: 'paused', takenText: 'taken', endedText: 'ended' } as const

function Content({ shows }: { shows: OwnTextName }) {
  if (shows in codeStates) return <CodeView code={{ ...code, state: codeStates[shows as keyof typeof codeStates] }} />
  if (!(shows in campaignStates)) return <MailPreview />
  const state = campaignStates[shows as keyof typeof campaignStates]
  const rest = { sys: '', title: '', welcome: '', startsAt: null, endsAt: null, page: NO_LOOK }
  return <CampaignView campaign={{ ...code, ...rest, state, activationCode: null, matchingId: null }} />
}

const NO_LOOK: EndUserLook = { logo: null, accent: null, texts: {} }

function MailPreview() {
  const { texts, say } = useSpeech()
  const values = { sentBy: 'Dorothy Vaughan', enterpriseName: 'Wind Tunnels Ltd', provider: code.serviceProviderName }
  return (
    <div className={classes.mail}>
      <p className={classes.subject}>{say('mailSubject', values)}</p>
      <p className={classes.intro}>{say('mailIntro', values)}</p>
      <p>{texts.mailHow}</p>
      <p dir="ltr">
        <code>{code.activationCode}</code>
      </p>
      <p className={classes.footnote}>{texts.mailFootnote}</p>
    </div>
  )
}
