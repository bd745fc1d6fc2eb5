import { Anchor, Button, Select } from '@mantine/core'
import type { Campaign } from '@simwright/contract/provisioning/campaign'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { saveBlob } from '../../../api/file.ts'
import { CodeQr } from '../../../esim/CodeQr.tsx'
import { useLooks } from '../../../esim/look.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { WhereItWorks } from '../../../esim/WhereItWorks.tsx'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { qrPng, qrSvg } from '../../../ui/text/qr-file.ts'
import { campaignTexts } from './campaign-texts.ts'

const texts = campaignTexts.code

const aboutOf = ({ state }: Campaign) =>
  state === 'DRAFT' ? texts.draft : state === 'ENDED' ? texts.ended : texts.text

/** The campaign's activation code: as QR code, as text, and the link to its public page. */
export function CodePanel({ one }: { one: Campaign }) {
  const { activationCode: code, name, link } = one
  const masks = useMasks()
  const { look, choice, setChoice, choices } = useLooks()
  return (
    <Panel title={texts.title} text={aboutOf(one)}>
      <Stack>
        <Stack gap={12} align="center">
          <CodeQr code={code} size={216} look={look} />
          <Row>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} />}
              aria-label={texts.downloadPng}
              onClick={() => void qrPng(code, look).then((blob) => saveBlob(blob, `${name}.png`))}
            >
              {texts.png}
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} />}
              aria-label={texts.downloadSvg}
              onClick={() => saveBlob(qrSvg(code, look), `${name}.svg`)}
            >
              {texts.svg}
            </Button>
          </Row>
          {choices.length > 1 && (
            <Select
              size="xs"
              w={216}
              aria-label={deliveryTexts.code.look}
              allowDeselect={false}
              data={choices}
              value={choice}
              onChange={(value) => value && setChoice(value)}
            />
          )}
        </Stack>
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
