import type { OutputOf } from '@simwright/contract/endpoint'
import type { Profile } from '@simwright/contract/profiles/fleet'
import type * as recycle from '@simwright/contract/provisioning/recycle'
import { useMasks } from '../../../esim/privacy.ts'
import { recycleTexts } from '../../../texts/recycle.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'

const texts = recycleTexts.tab
const { fields } = texts

type AppletMessageProps = { profile: Profile; recycling: OutputOf<typeof recycle.profile> }

/** The applet's message byte by byte, and the address to which it is sent. */
export function AppletMessage({ profile, recycling }: AppletMessageProps) {
  const { ownServer } = recycling
  const masks = useMasks()
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
      <Note mt={8} mb={12}>
        {ownServer ? texts.self : texts.cloud}
      </Note>
      <KeyValue
        items={[
          { label: texts.service, value: ownServer ? texts.services.self : texts.services.cloud },
          {
            label: texts.sendsTo,
            value: ownServer ? <Mono>{`${ownServer.host}:${ownServer.port}`}</Mono> : portalAddress,
          },
          ...(ownServer ? [{ label: texts.passOn, value: portalAddress }] : []),
          { label: texts.lastCounter, value: String(recycling.counter) },
        ]}
      />
      <PlainTable style={{ marginTop: 12 }} aria-label={fields.label}>
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
      </PlainTable>
    </>
  )
}
