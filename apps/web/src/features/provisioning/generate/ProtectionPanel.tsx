import { PgpKey } from '../../../esim/PgpKey.tsx'
import { generateTexts } from '../../../texts/generate.ts'
import { ChoiceCards } from '../../../ui/form/ChoiceCards.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import classes from './SetupView.module.css'

const texts = generateTexts.protection

export type Protection = 'pgp' | 'plain'

type ProtectionPanelProps = { protection: Protection; onProtection: (protection: Protection) => void }

/** Chooses the protection of the file, and shows the key and commands that encrypt it. */
export function ProtectionPanel({ protection, onProtection }: ProtectionPanelProps) {
  return (
    <Panel title={texts.title} text={texts.text}>
      <ChoiceCards
        label={texts.label}
        choices={[
          { value: 'pgp', ...texts.pgp },
          { value: 'plain', ...texts.plain },
        ]}
        value={protection}
        onChange={onProtection}
      />
      {protection === 'pgp' ? (
        <div style={{ marginTop: 16 }}>
          <PgpKey />
        </div>
      ) : (
        <p className={classes.plain}>{texts.plainText}</p>
      )}
    </Panel>
  )
}
