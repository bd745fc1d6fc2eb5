import { z } from 'zod'
import { number, optionalGroup, text } from '../../field.ts'
import { ruleTexts } from '../../rule-text.ts'
import { whole } from './schema.ts'

/** A text of a session: ASCII without spaces, as its data objects and HTTP headers take it. */
const ascii = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]*$/, ruleTexts.characters)
    .max(max, `Up to ${max} characters.`)

/** How the security domain opens HTTPS sessions (GlobalPlatform amendment B, 4.7): stored in the profile. */
export const httpsSession = optionalGroup(
  {
    label: 'Parameters of HTTPS sessions',
    help: 'Where the security domain connects to, and how it names its key. Without them the server sends them by SMS.',
  },
  {
    identityPrefix: text({
      schema: ascii(40).default(''),
      maxLength: 40,
      width: 'half',
      label: 'Prefix of the key identity',
      help: 'The server finds the pre-shared key by this text followed by the ICCID in 20 characters, F after 19 digits.',
      absent: 'None: the ICCID only',
    }),
    address: text({
      schema: z.string().trim().min(1, 'Required').max(45, 'Up to 45 characters.'),
      maxLength: 45,
      width: 'pair',
      label: 'IP address of the server',
      help: 'IPv4 or IPv6.',
    }),
    port: number({
      schema: whole(1, 65_535).default(443),
      min: 1,
      max: 65_535,
      width: 'pair',
      label: 'TCP port',
      help: '1 to 65535.',
    }),
    accessPoint: text({
      schema: ascii(40).default(''),
      maxLength: 40,
      width: 'pair',
      label: 'Access point (APN)',
      absent: 'Chosen by the device',
    }),
    bufferBytes: number({
      schema: whole(256, 65_535).default(1400),
      min: 256,
      max: 65_535,
      width: 'pair',
      unit: { one: 'byte', other: 'bytes' },
      label: 'Channel buffer',
    }),
    host: text({
      schema: ascii(64).min(1, 'Required'),
      maxLength: 64,
      width: 'pair',
      label: 'Administration host',
      help: 'The Host header of the requests.',
    }),
    uri: text({
      schema: ascii(64).regex(/^\//, 'Begins with a slash.'),
      maxLength: 64,
      width: 'pair',
      initial: '/',
      label: 'Administration URI',
      help: 'The path of the requests.',
    }),
    agent: text({
      schema: ascii(40).default(''),
      maxLength: 40,
      width: 'half',
      label: 'Agent ID',
      help: 'The header X-Admin-From. Empty: that of the eUICC.',
      absent: 'That of the eUICC',
    }),
    retries: number({
      schema: whole(0, 65_535).default(3),
      min: 0,
      max: 65_535,
      width: 'pair',
      label: 'Retries',
      help: 'Of a session that failed. 0: none.',
    }),
    retrySeconds: number({
      schema: whole(1, 86_399).default(60),
      min: 1,
      max: 86_399,
      width: 'pair',
      unit: { one: 'second', other: 'seconds' },
      label: 'Time before a retry',
      help: 'Up to 86,399 seconds, just under a day.',
    }),
  },
)
