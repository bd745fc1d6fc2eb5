import { nineteenDigitRules } from '@simwright/ids'
import { z } from 'zod'
import { choice, text } from '../../field.ts'
import { certificateIssuers } from '../certificate-issuer.ts'
import { configurationTypes, typeFacts } from '../configuration-type.ts'
import { name, requiredName } from './schema.ts'

/** The first decision: it says which of the other fields there are. */
export const type = {
  type: choice(z.enum(configurationTypes), {
    label: 'Type',
    options: typeFacts,
    limit: { kind: 'among', of: 'configurationTypes' },
  }),
}

/** The names in the portal, on the phone and on the network. */
export const names = {
  name: text({
    schema: requiredName(64),
    maxLength: 64,
    label: 'Configuration name',
    help: 'Unique in this enterprise account. Up to 64 characters.',
  }),
  profileName: text({
    schema: requiredName(64),
    maxLength: 64,
    width: 'pair',
    label: 'Profile name',
    help: 'Shown by the phone before the download. Up to 64 characters.',
  }),
  serviceProviderName: text({
    schema: name(32).default(''),
    maxLength: 32,
    width: 'pair',
    label: 'Service provider name',
    help: 'Needed before codes can be generated. Shown as the operator, and kept in EF.SPN. Up to 32 characters.',
    neededForCodes: 'service provider name',
  }),
}

export const issuer = {
  /**
   * The certificate issuer that devices must trust. Decides the SM-DP+ address in the codes; absent: the first port.
   */
  issuer: choice(z.enum(certificateIssuers).optional(), {
    width: 'half',
    label: 'Certificate issuer',
    help: 'The issuer that the devices trust. It decides which SM-DP+ address the activation codes contain; with "Any", the first one.',
    options: { NIST: { label: 'NIST P-256' }, BRP: { label: 'Brainpool P256r1' } },
    absent: 'Any',
  }),
}

export const sourceData = {
  /** Absent in an input: a new configuration takes them as complete, an edited one keeps what it has. */
  nineteenDigits: choice(z.enum(nineteenDigitRules).optional(), {
    width: 'half',
    label: 'ICCIDs of 19 digits',
    help: 'What an ICCID of 19 digits without F is in files, ranges and calls. 18 and 20 digits, and 19 with F, are taken as written.',
    options: {
      complete: {
        label: 'Complete',
        help: 'The card has these 19 digits. ITU-T E.118 counts the check digit among them.',
      },
      missing: { label: 'Check digit missing', help: 'The check digit is added, and the card has 20 digits.' },
    },
  }),
}
