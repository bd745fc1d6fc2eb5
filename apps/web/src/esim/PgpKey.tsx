import { Button, Skeleton } from '@mantine/core'
import * as source from '@simwright/contract/profiles/source'
import { IconChevronRight, IconCopy, IconDownload } from '@tabler/icons-react'
import { saveBlob } from '../api/file.ts'
import { useAsk } from '../api/query.ts'
import { useStored } from '../base/stored.ts'
import { generateTexts } from '../texts/generate.ts'
import { say } from '../texts/text.ts'
import { Note, Row, Stack, Title } from '../ui/layout/layout.tsx'
import { ErrorState } from '../ui/page/ErrorState.tsx'
import { CommandBlock } from '../ui/text/CommandBlock.tsx'
import { CopyButton, copyText } from '../ui/text/CopyButton.tsx'
import { toast } from '../ui/toast.ts'
import classes from './PgpKey.module.css'
import { encryptCommand, importCommand, keyIdOf } from './pgp-command.ts'

const texts = generateTexts.protection
const EXAMPLE_FILE = 'profiles.csv'

/** The enterprise account's OpenPGP key for source data: fingerprint, download, and commands that encrypt a file. */
export function PgpKey() {
  const [isHowOpen, setIsHowOpen] = useStored('simwright.gpg', false)
  const key = useAsk(source.pgpKey, {}, { staleMs: Number.POSITIVE_INFINITY })
  if (key.error) return <ErrorState problem={key.error} onRetry={() => void key.refetch()} />
  const fingerprint = key.data?.fingerprint.toUpperCase()
  const file = `simwright-${fingerprint?.slice(-8) ?? ''}.asc`
  const download = () => key.data && saveBlob(new Blob([key.data.armored], { type: 'application/pgp-keys' }), file)
  const copy = async () => {
    if (key.data && (await copyText(key.data.armored))) toast.success(texts.keyCopied)
  }
  return (
    <Stack gap={14}>
      <div>
        <Title as="div" size="label" mb={4}>
          {texts.fingerprint}
        </Title>
        <Row>
          <Row nowrap className={classes.fingerprint}>
            {fingerprint ? <code>{inGroups(fingerprint)}</code> : <Skeleton height={10} />}
            {fingerprint && <CopyButton text={fingerprint} name={texts.fingerprint} size={28} />}
          </Row>
          <Row>
            <Button variant="default" leftSection={<IconDownload size={16} />} disabled={!key.data} onClick={download}>
              {texts.download}
            </Button>
            <Button
              variant="default"
              leftSection={<IconCopy size={16} />}
              disabled={!key.data}
              onClick={() => void copy()}
            >
              {texts.copyKey}
            </Button>
          </Row>
        </Row>
      </div>
      <details className={classes.how} open={isHowOpen} onToggle={(event) => setIsHowOpen(event.currentTarget.open)}>
        <summary className={classes.howTitle}>
          <IconChevronRight size={16} aria-hidden />
          {texts.commandTitle}
        </summary>
        <Stack gap={10} style={{ padding: '4px 12px 12px' }}>
          <CommandBlock label={texts.commandImport} command={importCommand(file)} />
          <CommandBlock label={texts.commandEncrypt} command={encryptCommand(fingerprint ?? '', EXAMPLE_FILE)} />
          <Note size="small">
            {say(texts.compare, { keyId: keyIdOf(fingerprint ?? '') })}{' '}
            {say(texts.commandNote, { file: `${EXAMPLE_FILE}.gpg` })}
          </Note>
        </Stack>
      </details>
    </Stack>
  )
}

/** Formats a fingerprint as gpg does: ten groups of four digits. */
export function inGroups(fingerprint: string): string {
  return fingerprint.match(/.{1,4}/g)?.join(' ') ?? fingerprint
}
