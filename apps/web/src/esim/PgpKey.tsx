import { Button, Skeleton } from '@mantine/core'
import * as source from '@simwright/contract/profiles/source'
import { IconChevronRight, IconCopy, IconDownload } from '@tabler/icons-react'
import { saveBlob } from '../api/call.ts'
import { useAsk } from '../api/query.ts'
import { generateTexts } from '../texts/generate.ts'
import { say } from '../texts/text.ts'
import { CommandBlock } from '../ui/CommandBlock.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { CopyButton, copyText } from '../ui/Mono.tsx'
import { useStored } from '../ui/stored.ts'
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
    <div className={classes.pgp}>
      <div>
        <div className={classes.keyLabel}>{texts.fingerprint}</div>
        <div className={classes.key}>
          <div className={classes.fingerprint}>
            {fingerprint ? <code>{inGroups(fingerprint)}</code> : <Skeleton height={10} />}
            {fingerprint && <CopyButton text={fingerprint} name={texts.fingerprint} size={28} />}
          </div>
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
        </div>
      </div>
      <details className={classes.how} open={isHowOpen} onToggle={(event) => setIsHowOpen(event.currentTarget.open)}>
        <summary className={classes.howTitle}>
          <IconChevronRight size={16} aria-hidden />
          {texts.commandTitle}
        </summary>
        <div className={classes.commands}>
          <CommandBlock label={texts.commandImport} command={importCommand(file)} />
          <CommandBlock label={texts.commandEncrypt} command={encryptCommand(fingerprint ?? '', EXAMPLE_FILE)} />
          <p className={classes.note}>
            {say(texts.compare, { keyId: keyIdOf(fingerprint ?? '') })}{' '}
            {say(texts.commandNote, { file: `${EXAMPLE_FILE}.gpg` })}
          </p>
        </div>
      </details>
    </div>
  )
}

/** Formats a fingerprint as gpg does: ten groups of four digits. */
export function inGroups(fingerprint: string): string {
  return fingerprint.match(/.{1,4}/g)?.join(' ') ?? fingerprint
}
