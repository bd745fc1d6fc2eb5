import { Note } from '../layout/layout.tsx'
import classes from './CommandBlock.module.css'
import { CopyButton } from './CopyButton.tsx'

type CommandBlockProps = { label: string; command: string }

/** A shell command with a copy button. */
export function CommandBlock({ label, command }: CommandBlockProps) {
  return (
    <div style={{ minWidth: 0 }}>
      <Note as="div" size="small" mb={4}>
        {label}
      </Note>
      <div className={classes.line}>
        <code className={classes.command}>{command}</code>
        <CopyButton text={command} name={label} size={28} />
      </div>
    </div>
  )
}
