import { SegmentedControl } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import type { Profile } from '@simwright/contract/profiles/fleet'
import type * as recycle from '@simwright/contract/provisioning/recycle'
import { built } from '@simwright/contract/unbuilt'
import { useState } from 'react'
import { useMasks } from '../../../esim/privacy.ts'
import { recycleTexts } from '../../../texts/recycle.ts'
import { KeyValue } from '../../../ui/KeyValue.tsx'
import { Mono } from '../../../ui/Mono.tsx'
import classes from './RecycleTab.module.css'

const texts = recycleTexts.tab
const { fields } = texts

type AppletMessageProps = { profile: Profile; recycling: OutputOf<typeof recycle.profile> }

/** The applet's message byte by byte, and the address to which it is sent. */
export function AppletMessage({ profile, recycling }: AppletMessageProps) {
  const [service, setService] = useState<'cloud' | 'self'>('cloud')
  const masks = useMasks()
  const services = built('bipServices', ['cloud', 'self'])
  const address = `${recycling.host}:${recycling.port}`
  const portalAddress = <Mono copyAs={texts.sendsTo}>{address}</Mono>
  const rows = [
    ['0', fields.version, '01'],
    ['1–10', fields.iccid, masks.number(profile.iccid)],
    ['11–14', fields.counter, String(recycling.counter + 1)],
    ['15', fields.reason, '01'],
    ['16–31', fields.cmac, '…'],
  ] as const
  return (
    <>
      {services.length > 1 && (
        <SegmentedControl
          aria-label={texts.service}
          value={service}
          onChange={(value) => setService(value as 'cloud' | 'self')}
          data={services.map((value) => ({ value, label: texts.services[value] }))}
        />
      )}
      <p className={classes.note}>{texts[service]}</p>
      <KeyValue
        items={[
          { label: texts.sendsTo, value: service === 'cloud' ? portalAddress : texts.ownServer },
          ...(service === 'self' ? [{ label: texts.passOn, value: portalAddress }] : []),
          { label: texts.lastCounter, value: String(recycling.counter) },
        ]}
      />
      <table className={classes.table} aria-label={fields.label}>
        <thead>
          <tr>
            <th scope="col">{fields.bytes}</th>
            <th scope="col">{fields.meaning}</th>
            <th scope="col">{fields.value}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([bytes, meaning, value]) => (
            <tr key={bytes}>
              <td>{bytes}</td>
              <td>{meaning}</td>
              <td>
                <Mono>{value}</Mono>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
