import * as fleet from '@simwright/contract/profiles/fleet'
import { useAsk } from '../../../api/query.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { say } from '../../../texts/text.ts'
import { Note, Row } from '../../../ui/layout/layout.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { ColoredHex } from '../../../ui/text/ColoredHex.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { DrawerSkeleton } from './DrawerSkeleton.tsx'
import { fleetTexts } from './fleet-texts.ts'
import { packageTexts } from './package-texts.ts'
import classes from './RawMessage.module.css'

const texts = fleetTexts.message
/** A received message never changes. */
const STALE_MS = Number.POSITIVE_INFINITY

/** A message of a device: decoded, with the field names of the standard, and as bytes. */
export function RawMessage({ id }: { id: string }) {
  const { data, error, refetch } = useAsk(fleet.message, { id }, { staleMs: STALE_MS })
  if (!data) return error ? <ErrorState problem={error} onRetry={() => void refetch()} /> : <DrawerSkeleton />
  return (
    <div className={classes.message}>
      <Note size="small" mb={8}>
        {say(texts.about, { name: data.function, count: data.bytes })}
      </Note>
      {data.parts ? (
        <Parts parts={data.parts} />
      ) : (
        <Note size="small" mb={8}>
          {texts.unread}
        </Note>
      )}
      <Bytes hex={data.hex} />
    </div>
  )
}

function Parts({ parts }: { parts: readonly fleet.MessagePart[] }) {
  const masks = useMasks()
  return (
    <dl className="size-small" style={{ marginBottom: 12 }}>
      {parts.map(({ depth, name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one message never change
        <Row gap="0 8" key={index} className={classes.part} style={{ paddingLeft: depth * 12 }}>
          <dt>{name}</dt>
          {value !== null && <dd>{masks.text(value)}</dd>}
          {packageTexts.fields[name] && <dd className={classes.meaning}>{packageTexts.fields[name]}</dd>}
        </Row>
      ))}
    </dl>
  )
}

function Bytes({ hex }: { hex: string }) {
  const { isOn } = useMasks()
  if (isOn)
    return (
      <Note size="small" mb={8}>
        {texts.masked}
      </Note>
    )
  return (
    <div>
      <Row nowrap className="muted size-small">
        {texts.bytes}
        <CopyButton text={hex} name={texts.bytes} />
      </Row>
      <ColoredHex hex={hex} label={texts.bytes} />
    </div>
  )
}
