import { Skeleton } from '@mantine/core'
import * as client from '@simwright/contract/people/client'
import { IconMail, IconUser, IconUserOff } from '@tabler/icons-react'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { teamTexts } from '../../../texts/team.ts'
import { say } from '../../../texts/text.ts'
import { type Item, ItemList } from '../../../ui/layout/ItemList.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { clientTexts } from './client-texts.ts'

const texts = clientTexts.members
const icons = { INVITED: IconMail, ACTIVE: IconUser, INACTIVE: IconUserOff } as const

/** The members of a client, with their role and last sign-in. */
export function ClientMembers({ id }: { id: string }) {
  const { data, error, refetch } = useAsk(client.members, { id })
  if (error && !data) return <ErrorState problem={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={200} radius="lg" />
  if (data.items.length === 0) return <Note>{texts.none}</Note>
  return (
    <>
      <ItemList label={texts.title} items={data.items.map(itemOf)} />
      {data.total > data.items.length && (
        <Note>{say(texts.more, { shown: data.items.length, total: data.total })}</Note>
      )}
    </>
  )
}

function itemOf({ id, name, email, state, role, secondFactor, signedInAt }: client.ClientMember): Item {
  const notes = [
    ...(name === '' ? [] : [email]),
    role || teamTexts.member.noRole,
    ...(state === 'ACTIVE' ? [] : [teamTexts.member.state[state]]),
    ...(state === 'INVITED' ? [] : [signedInAt ? say(texts.signedIn, { time: formatTime(signedInAt) }) : texts.never]),
    ...(secondFactor ? [texts.secondFactor] : []),
  ]
  return { id, icon: icons[state], title: name || email, note: notes.join(' · ') }
}
