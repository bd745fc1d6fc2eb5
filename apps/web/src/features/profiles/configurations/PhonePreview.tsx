import { SegmentedControl } from '@mantine/core'
import { memo, useDeferredValue, useState } from 'react'
import { say } from '../../../texts/text.ts'
import { Row, Stack, Title } from '../../../ui/layout/layout.tsx'
import classes from './PhonePreview.module.css'
import { phonePreviewTexts as texts } from './phone-preview-texts.ts'
import { type NameFields, type ShownNames, shownAccess, shownNames } from './shown-name.ts'

const systems = ['ios', 'android'] as const
export type PhoneSystem = (typeof systems)[number]
const schemes = ['light', 'dark'] as const
export type PhoneScheme = (typeof schemes)[number]

type PhonePreviewProps = {
  fields: NameFields & { readonly hplmn: readonly { readonly access: readonly string[] }[] }
  initialSystem?: PhoneSystem
  initialScheme?: PhoneScheme
}

/** What a phone shows of a configuration: operator name and signal at home and abroad. Drawn after what is typed. */
export function PhonePreview({ fields, ...initial }: PhonePreviewProps) {
  return <Preview fields={useDeferredValue(fields)} {...initial} />
}

const Preview = memo(PreviewOf)

function PreviewOf({ fields, initialSystem = 'ios', initialScheme = 'light' }: PhonePreviewProps) {
  const [system, setSystem] = useState<PhoneSystem>(initialSystem)
  const [scheme, setScheme] = useState<PhoneScheme>(initialScheme)
  const names = shownNames(fields, texts.otherNetwork)
  return (
    <section style={{ minWidth: 0 }} aria-label={texts.title}>
      <Title as="h2" size="text" mb={8}>
        {texts.title}
      </Title>
      <Row gap={6} mb={8}>
        <SegmentedControl
          size="xs"
          aria-label={texts.system}
          data={systems.map((value) => ({ value, label: texts.systems[value] }))}
          value={system}
          onChange={(value) => setSystem(systems.find((one) => one === value) ?? 'ios')}
        />
        <SegmentedControl
          size="xs"
          aria-label={texts.scheme}
          data={schemes.map((value) => ({ value, label: texts.schemes[value] }))}
          value={scheme}
          onChange={(value) => setScheme(schemes.find((one) => one === value) ?? 'light')}
        />
      </Row>
      <Phone system={system} scheme={scheme} names={names} access={shownAccess(fields.hplmn)} />
      <p className="fine muted" style={{ maxWidth: 280, marginTop: 8 }}>
        {texts.note}
      </p>
    </section>
  )
}

type PhoneProps = { system: PhoneSystem; scheme: PhoneScheme; names: ShownNames; access: string }

/** The status bars of a phone, and the entry of the profile in its settings. */
function Phone({ system, scheme, names, access }: PhoneProps) {
  const atHome = system === 'ios' ? names.home : names.homeShort
  return (
    <Stack gap={10} className={classes.phone} data-system={system} data-scheme={scheme}>
      <StatusBar place={texts.home} name={atHome} access={access} />
      <StatusBar place={texts.abroad} name={names.abroad} access={access} isRoaming={system === 'android'} />
      <Stack gap={0} className={classes.plan}>
        <span className={classes.planLabel}>{texts.plan}</span>
        <span className="wrap">{names.home || texts.unnamed}</span>
      </Stack>
    </Stack>
  )
}

type StatusBarProps = { place: string; name: string; access: string; isRoaming?: boolean }

function StatusBar({ place, name, access, isRoaming = false }: StatusBarProps) {
  return (
    <div>
      <div className={classes.place}>{place}</div>
      <div className={classes.bar}>
        <span className={classes.name} data-empty={name === '' || undefined}>
          {name || texts.unnamed}
        </span>
        <SignalBars />
        {isRoaming && <span className={classes.roaming}>R</span>}
        <span>{access}</span>
      </div>
    </div>
  )
}

const BARS = [1, 2, 3, 4] as const
const LIT = 3

function SignalBars() {
  return (
    <svg className={classes.bars} viewBox="0 0 16 12" role="img" aria-label={say(texts.bars, { bars: LIT })}>
      {BARS.map((bar) => (
        <rect
          key={bar}
          x={(bar - 1) * 4}
          y={12 - bar * 3}
          width={3}
          height={bar * 3}
          rx={1}
          opacity={bar <= LIT ? 1 : 0.3}
        />
      ))}
    </svg>
  )
}
