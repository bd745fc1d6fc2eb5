import type { OutputOf } from '@simwright/contract/endpoint'
import type { publicCampaign } from '@simwright/contract/provisioning/campaign'
import { Head } from './Head.tsx'
import { InstallMethods } from './InstallMethods.tsx'
import { type Speech, useSpeech } from './speech.ts'

type Campaign = OutputOf<typeof publicCampaign>

/** Content of the page of a campaign: its own title and text, and the ways to install its code while it is open. */
export function CampaignView({ campaign }: { campaign: Campaign }) {
  const speech = useSpeech()
  const { texts, say } = speech
  const { state, serviceProviderName: provider, activationCode, matchingId } = campaign
  const isOpen = state === 'open' && activationCode !== null && matchingId !== null
  const shown = state === 'open' ? 'ready' : state
  return (
    <>
      <Head
        drawing={isOpen || state === 'soon' ? 'card' : 'locked'}
        title={campaign.title || (provider ? say('title', { provider }) : texts.titleNone)}
        welcome={campaign.welcome}
        state={{ title: texts[shown], text: texts[`${shown}Text`], tone: isOpen ? 'ready' : 'over' }}
        time={timeOf(campaign, speech)}
      />
      {isOpen && <InstallMethods code={{ ...campaign, activationCode, matchingId }} />}
    </>
  )
}

function timeOf({ state, startsAt, endsAt }: Campaign, { say, formatTime }: Speech): string | undefined {
  if (state === 'soon' && startsAt) return say('begins', { time: formatTime(startsAt) })
  return (state === 'open' || state === 'paused') && endsAt ? say('ends', { time: formatTime(endsAt) }) : undefined
}
