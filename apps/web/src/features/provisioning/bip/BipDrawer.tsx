import { Anchor } from '@mantine/core'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { Link } from '@tanstack/react-router'
import { useOpened } from '../../../api/opened.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { plainAddress } from '../../../esim/profile-event.tsx'
import { linkTo, pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { recycleTexts } from '../../../texts/recycle.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { bipTexts } from './bip-texts.ts'
import { DecodeAgain } from './DecodeAgain.tsx'
import { MessageOutcome } from './MessageOutcome.tsx'

const { columns: names, drawer: texts } = bipTexts

/** Drawer of one message of an applet, as it was decoded when it arrived. */
export function BipDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { shown, notLoaded } = useOpened(recycle.message, id, texts)
  return (
    <DetailDrawer
      isOpen={id !== undefined}
      onClose={onClose}
      kind={texts.kind}
      title={shown && <Time at={shown.at} show="second" />}
      status={shown && <MessageOutcome outcome={shown.outcome} />}
      notLoaded={notLoaded}
    >
      {shown && (
        <>
          <Facts message={shown} />
          <DecodeAgain key={shown.id} id={shown.id} />
        </>
      )}
    </DetailDrawer>
  )
}

function Facts({ message }: { message: recycle.BipMessage }) {
  const { iccid, counter, reason, client, simulated, address, raw } = message
  return (
    <KeyValue
      items={[
        { label: names.iccid, value: iccid && <Identifier copyAs={names.iccid}>{iccid}</Identifier> },
        { label: names.client, value: client && <Client client={client} /> },
        { label: names.counter, value: counter?.toLocaleString('en') },
        { label: names.reason, value: reason && recycleTexts.reasons[reason] },
        { label: names.address, value: simulated ? bipTexts.simulator : plainAddress(address) },
        {
          label: names.raw,
          value: (
            <Identifier kind="code" copyAs={names.raw}>
              {raw}
            </Identifier>
          ),
        },
      ]}
    />
  )
}

function Client({ client: { id, name } }: { client: NonNullable<recycle.BipMessage['client']> }) {
  if (!useAllowed(pages.clients.permissions)) return name
  return (
    <Anchor component={Link} {...linkTo(pages.clients, { search: { open: id } })}>
      {name}
    </Anchor>
  )
}
