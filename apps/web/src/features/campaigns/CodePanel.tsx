import { Anchor, Button, Group } from '@mantine/core'
import type { Campaign } from '@simwright/contract/campaign'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { saveBlob } from '../../api/call.ts'
import { CodeQr } from '../../esim/CodeQr.tsx'
import { useMasks } from '../../esim/privacy.ts'
import { campaignTexts } from '../../texts/campaign.ts'
import { CopyField } from '../../ui/CopyField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { qrPng, qrSvg } from '../../ui/qr-file.ts'
import classes from './Campaign.module.css'

const texts = campaignTexts.code

/** The one code, as a picture, a string, and a page. */
export function CodePanel({ one }: { one: Campaign }) {
  const { activationCode: code, name, link } = one
  const masks = useMasks()
  return (
    <Panel title={texts.title} text={one.state === 'DRAFT' ? texts.draft : texts.text}>
      <div className={classes.code}>
        <div className={classes.qr}>
          <CodeQr code={code} size={216} />
          <Group gap={8}>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} />}
              aria-label={texts.downloadPng}
              onClick={() => void qrPng(code).then((blob) => saveBlob(blob, `${name}.png`))}
            >
              {texts.png}
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} />}
              aria-label={texts.downloadSvg}
              onClick={() => saveBlob(qrSvg(code), `${name}.svg`)}
            >
              {texts.svg}
            </Button>
          </Group>
        </div>
        <CopyField label={texts.string} value={code} shown={masks.code(code)} />
        {link ? (
          <div>
            <CopyField label={texts.link} value={link} shown={masks.code(link)} />
            {one.state !== 'DRAFT' && !masks.isOn && (
              <Anchor href={link} target="_blank" rel="noreferrer" size="sm">
                {texts.openPage} <IconExternalLink size={13} aria-hidden />
              </Anchor>
            )}
          </div>
        ) : (
          <p className={classes.text}>{texts.pageClosed}</p>
        )}
      </div>
    </Panel>
  )
}
