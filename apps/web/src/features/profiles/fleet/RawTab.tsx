import * as fleet from '@simwright/contract/profiles/fleet'
import { usePages } from '../../../api/pages.ts'
import { formatTimeExact } from '../../../base/time.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { eventLabel } from '../../../esim/profile-event.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { ColoredJson } from '../../../ui/text/ColoredJson.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { Disclosure } from './EventDetails.tsx'
import { fleetTexts } from './fleet-texts.ts'
import { RawMessage } from './RawMessage.tsx'

const texts = fleetTexts.raw
const PAGE = 50

/** The profile as JSON of the API, and the messages that devices sent about it. */
export function RawTab({ profile }: { profile: fleet.Profile }) {
  const masks = useMasks()
  const text = JSON.stringify(profile, undefined, 2)
  return (
    <>
      <Section title={texts.record} actions={<CopyButton text={text} name={texts.record} />}>
        <CodeBlock>
          <ColoredJson json={masks.isOn ? masks.text(text.replaceAll(profile.matchingId, '••••••')) : text} />
        </CodeBlock>
      </Section>
      <Section title={texts.messages} text={texts.messagesText}>
        <Messages profileId={profile.id} />
      </Section>
    </>
  )
}

function Messages({ profileId }: { profileId: string }) {
  const events = usePages(fleet.timeline, { id: profileId, limit: PAGE }, {})
  const sent = (events.items ?? []).filter(({ messageId }) => messageId !== null)
  if (sent.length === 0) return <Note>{texts.none}</Note>
  return (
    <ul>
      {sent.map(({ id, at, type, messageId }) => (
        <li key={id}>
          <Disclosure label={`${formatTimeExact(at)} · ${eventLabel(type)}`}>
            <RawMessage id={messageId!} />
          </Disclosure>
        </li>
      ))}
    </ul>
  )
}
