import { Mono } from '../ui/text/Mono.tsx'
import { useMasks } from './privacy.ts'

type IdentifierProps = {
  children: string
  /** `number`: ICCID, IMSI, EID, MSISDN. `code`: a secret that gives access to a profile. */
  kind?: 'number' | 'code'
  /** Name of the identifier ("ICCID"). Adds a button that copies the full identifier, masked or not. */
  copyAs?: string
  /** Removes the middle of a longer identifier, so that about this many characters remain. */
  maxChars?: number
  /** In a row of two lines: an ellipsis replaces what does not fit. */
  mayShrink?: true
}

/** An identifier of a subscriber, a chip or a code; masked while the privacy switch is on. */
export function Identifier({ children, kind = 'number', ...mono }: IdentifierProps) {
  const masks = useMasks()
  return (
    <Mono {...mono} shown={masks.isOn ? masks[kind](children) : undefined}>
      {children}
    </Mono>
  )
}
