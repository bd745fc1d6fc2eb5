import { Mono } from '../ui/Mono.tsx'
import { useMasks } from './privacy.ts'

type IdentifierProps = {
  children: string
  /** `number`: ICCID, IMSI, EID, MSISDN. `code`: what opens a profile. */
  kind?: 'number' | 'code'
  /** What it is ("ICCID"): with it, a copy button comes up beside the text. It copies the whole of it, masked or not. */
  copyAs?: string
  /** Shortens from the middle to about this many characters. */
  maxChars?: number
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
