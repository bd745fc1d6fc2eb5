import { Button, Select } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { recycleTexts } from '../../../texts/recycle.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'

const texts = recycleTexts.tab

type Kind = (typeof recycle.simulations)[number]

/** Simulates the applet of a test device. */
export function RecycleSimulator({ profileId }: { profileId: string }) {
  const [kind, setKind] = useState<Kind>('GENUINE')
  const masks = useMasks()
  const simulate = useMutation(recycle.simulate, {
    changes: [recycle.profile, recycle.log, fleet.detail, fleet.list, fleet.timeline],
  })
  const start = (send: boolean) => simulate.mutate({ id: profileId, kind, send })
  const { data } = simulate
  return (
    <>
      <Row align="end">
        <Select
          label={texts.kind}
          data={recycle.simulations.map((value) => ({ value, label: texts.kinds[value] }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => setKind(value as Kind)}
        />
        <Button variant="default" loading={simulate.isPending} onClick={() => start(true)}>
          {texts.send}
        </Button>
        <Button variant="subtle" disabled={simulate.isPending} onClick={() => start(false)}>
          {texts.show}
        </Button>
      </Row>
      <Stack gap={12} mt={12} aria-live="polite">
        {data && (
          <>
            {data.outcome && <p className="size-text">{texts.outcomes[data.outcome]}</p>}
            <CopyField
              label={texts.sent}
              value={data.message}
              shown={masks.isOn ? masks.code(data.message) : data.message}
            />
            {data.answer && <CopyField label={texts.answer} value={data.answer} />}
          </>
        )}
      </Stack>
    </>
  )
}
