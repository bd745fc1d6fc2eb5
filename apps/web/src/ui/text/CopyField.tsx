import { Row } from '../layout/layout.tsx'
import { CopyButton, type CopyTexts } from './CopyButton.tsx'
import classes from './CopyField.module.css'

type CopyFieldProps = {
  label: string
  value: string
  /** Shown instead of the value; the button copies the value. */
  shown?: string
  /** `spoken`: only screen readers get the label, because a heading next to the field shows it. */
  labelIs?: 'shown' | 'spoken'
  /** Texts of the button; by default in English. */
  texts?: CopyTexts
}

/** A labeled value that is shown in full, with a copy button. */
export function CopyField({ label, value, shown, labelIs = 'shown', texts }: CopyFieldProps) {
  return (
    <div>
      <div className={labelIs === 'shown' ? 'field-label' : 'visually-hidden'}>{label}</div>
      <Row gap={4} nowrap className="inset" style={{ minHeight: 34, padding: '2px 3px 2px 10px' }}>
        <code className={classes.value} dir="ltr">
          {shown ?? value}
        </code>
        <CopyButton text={value} name={label} size={28} texts={texts} />
      </Row>
    </div>
  )
}
