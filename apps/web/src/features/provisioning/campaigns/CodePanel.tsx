import { Anchor } from '@mantine/core'
import type { Campaign } from '@simwright/contract/provisioning/campaign'
import { IconExternalLink } from '@tabler/icons-react'
import { CodePicture } from '../../../esim/CodePicture.tsx'
import { useMasks } from '../../../esim/privacy.ts'
import { WhereItWorks } from '../../../esim/WhereItWorks.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { campaignTexts } from './campaign-texts.ts'

const texts = campaignTexts.code

const aboutOf = ({ state }: Campaign) =>
  state === 'DRAFT' ? texts.draft : state === 'ENDED' ? texts.ended : texts.text

/** The campaign's activation code: as QR code, as text, and the link to its public page. */
export function CodePanel({ one }: { one: Campaign }) {
  const { activationCode: code, name, link } = one
  const masks = useMasks()
  return (
    <Panel title={texts.title} text={aboutOf(one)}>
      <Stack>
        <Row justify="center">
          <CodePicture code={code} name={name} size={216} />
        </Row>
        <WhereItWorks mt={0} />
        <CopyField label={texts.string} value={code} shown={masks.code(code)} />
        {link ? (
          <Stack gap={6}>
            <CopyField label={texts.link} value={link} shown={masks.code(link)} />
            {one.state !== 'DRAFT' && !masks.isOn && (
              <Anchor href={link} target="_blank" rel="noreferrer" size="sm" style={{ alignSelf: 'start' }}>
                {texts.openPage} <IconExternalLink size={13} aria-hidden />
              </Anchor>
            )}
          </Stack>
        ) : (
          <Note>{texts.pageClosed}</Note>
        )}
      </Stack>
    </Panel>
  )
}
