import { adviceForSubscriber } from '@simwright/contract/profiles/advice'
import type { Configuration } from '@simwright/contract/profiles/configuration'
import { AdviceLine } from './AdviceLine.tsx'

type SubscriberAdviceProps = {
  /** Undefined until it is loaded. */
  configuration: Pick<Configuration, 'fields' | 'silenced'> | undefined
  iccid: string
  imsi: string
}

/** Digits of a complete IMSI, and of an ICCID without its check digit. */
const IMSI_DIGITS = 15
const ICCID_DIGITS = 19

/** The preflight advice about the subscriber whose profile is to be generated, unless the configuration silences it. */
export function SubscriberAdvice({ configuration, iccid, imsi }: SubscriberAdviceProps) {
  if (!configuration || imsi.trim().length < IMSI_DIGITS || iccid.trim().length < ICCID_DIGITS) return null
  const { fields, silenced } = configuration
  return adviceForSubscriber(fields, { imsi: imsi.trim(), iccid: iccid.trim() })
    .filter(({ id }) => !silenced.includes(id))
    .map(({ id, severity, text, reason }) => <AdviceLine key={id} severity={severity} text={text} reason={reason} />)
}
