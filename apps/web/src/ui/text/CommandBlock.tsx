import { Note, Row } from '../layout/layout.tsx'
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
      <Row gap={4} align="start" nowrap className="inset" style={{ padding: '3px 3px 3px 10px' }}>
        <code className={classes.command}>{command}</code>
        <CopyButton text={command} name={label} size={28} />
      </Row>
    </div>
  )
}
