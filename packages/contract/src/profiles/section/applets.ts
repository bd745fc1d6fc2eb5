import { z } from 'zod'
import { choice, entries, number, optionalGroup, text } from '../../field.ts'
import { hexText } from '../../notation.ts'
import { hex, whole } from './schema.ts'

const aid = hexText(16).regex(/^(([0-9a-fA-F]{2}){5,16})?$/, 'An AID has 5 to 16 bytes: 10 to 32 hexadecimal digits.')

/** Applets of the profile (TCA eUICC Profile Package, 8.7). */
export const applets = {
  araApplet: optionalGroup(
    {
      label: 'ARA applet',
      help: 'Access rules (ARA-M): the apps that Android lets manage the subscription, for example your own app.',
    },
    {
      rules: entries(
        {
          label: 'Access rules',
          entry: 'Rule',
          min: 1,
          max: 50,
          help: 'Up to 50 rules. An app has the privileges if one of the rules has its certificate and package name.',
        },
        {
          certificateHash: text({
            schema: hexText(32).regex(
              /^([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/,
              'A certificate hash has 40 (SHA-1) or 64 (SHA-256) hexadecimal digits.',
            ),
            maxLength: 95,
            input: 'key',
            label: 'Certificate hash',
            help: 'SHA-1 or SHA-256 of the certificate that signs the app, as apksigner or keytool print it.',
          }),
          packageName: text({
            schema: z
              .string()
              .trim()
              .max(127, 'Up to 127 characters.')
              .regex(/^([A-Za-z]\w*(\.[A-Za-z]\w*)*)?$/, 'A package name, such as com.example.app.')
              .default(''),
            maxLength: 127,
            width: 'pair',
            label: 'Package name',
            help: 'Empty: every app with this certificate.',
            absent: 'Every app with this certificate',
          }),
          permissions: text({
            schema: hexText(8)
              .regex(/^([0-9a-fA-F]{16})?$/, 'Length is 16 characters, hexadecimal.')
              .default(''),
            maxLength: 16,
            width: 'pair',
            input: 'hex',
            label: 'Permissions',
            help: '8 bytes. Empty: 0000000000000001, carrier privileges.',
            absent: '0000000000000001',
          }),
        },
      ),
    },
  ),
  recycleApplet: optionalGroup(
    {
      label: 'Recycle applet',
      help: 'Reports to a server when the recycle time has passed. The column EXPIRE_TIME is the recycle time of a profile.',
    },
    {
      service: choice(z.enum(['cloud', 'self']), {
        label: 'BIP service',
        options: {
          cloud: { label: 'Cloud', help: 'The applet sends its messages to this portal.' },
          self: {
            label: 'Self-integration',
            help: 'It sends them to your server, which forwards them to this portal.',
          },
        },
      }),
      /** A domain name or an address on the public internet. 54 characters fit into the parameters of the applet. */
      host: text({
        schema: z
          .string()
          .trim()
          .regex(/^[A-Za-z0-9.:-]*$/, 'A domain name or an IP address.')
          .max(54, 'Up to 54 characters.')
          .optional(),
        maxLength: 54,
        width: 'pair',
        when: { field: 'service', is: ['self'] },
        isRequired: true,
        label: 'Host',
        help: 'Domain name or public IP address of your server.',
      }),
      port: number({
        schema: whole(1, 65_535).optional(),
        min: 1,
        max: 65_535,
        width: 'pair',
        when: { field: 'service', is: ['self'] },
        isRequired: true,
        label: 'TCP port',
        help: '1 to 65535.',
      }),
    },
  ),
  customApplet: optionalGroup(
    {
      label: 'Customize applet',
      help: 'An applet of your own, from a CAP or IJC file or present on the card.',
    },
    {
      /** SHA-256 of an uploaded file: see `applet-file.ts`. */
      file: text({
        schema: z
          .string()
          .regex(/^([0-9a-f]{64})?$/, 'The SHA-256 of an applet file: 64 hexadecimal digits in lower case.')
          .default(''),
        maxLength: 64,
        input: 'applet',
        label: 'Applet file',
        help: 'The code of the applet. Without a file, the card must have it.',
        absent: 'Present on the card',
      }),
      packageAid: text({
        schema: aid.default(''),
        maxLength: 32,
        width: 'pair',
        input: 'hex',
        label: 'Package AID',
        help: 'Empty: that of the file.',
        absent: 'That of the file',
      }),
      classAid: text({
        schema: aid.default(''),
        maxLength: 32,
        width: 'pair',
        input: 'hex',
        label: 'Module AID',
        help: 'Empty: that of the only applet in the file.',
        absent: 'That of the file',
      }),
      instanceAid: text({
        schema: aid.default(''),
        maxLength: 32,
        width: 'pair',
        input: 'hex',
        label: 'Instance AID',
        help: 'Empty: the module AID.',
        absent: 'The module AID',
      }),
      privileges: text({
        schema: hexText(3)
          .regex(/^([0-9a-fA-F]{2}|[0-9a-fA-F]{6})?$/, '1 or 3 bytes: 2 or 6 hexadecimal digits.')
          .default(''),
        maxLength: 6,
        width: 'pair',
        input: 'hex',
        label: 'Privileges',
        help: '1 or 3 bytes. Empty: none.',
      }),
      /** The most that an applet can get (Java Card API, Applet.install). AIDs and privileges take some of it. */
      parameters: text({
        schema: hex(127).default(''),
        maxLength: 254,
        input: 'key',
        label: 'Install parameters (C9)',
        help: 'Hexadecimal. The column C9 replaces them for a profile.',
      }),
    },
  ),
}
