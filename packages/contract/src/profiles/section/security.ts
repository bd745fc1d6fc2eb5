import { z } from 'zod'
import { choice, number, optionalGroup, words } from '../../field.ts'
import { whole, wordList } from './schema.ts'

/** The format of the package, and its management over the air. All keys are random for each profile. */
export const security = {
  packageVersion: choice(z.enum(['2.1', '2.3', '3.1', '3.3']).default('2.3'), {
    width: 'pair',
    label: 'Package version',
    help: 'Of the profile package format. Most eUICCs accept 2.3; 2.1 has no 5G.',
    options: { '2.1': { label: '2.1' }, '2.3': { label: '2.3' }, '3.1': { label: '3.1' }, '3.3': { label: '3.3' } },
  }),
  otaKeyLength: choice(z.enum(['128', '256']).default('128'), {
    width: 'pair',
    label: 'Length of OTA keys',
    help: 'AES keys of SCP80 and SCP03.',
    options: { '128': { label: '128 bits' }, '256': { label: '256 bits' } },
  }),
  scp80: optionalGroup(
    {
      label: 'Own settings of SCP80',
      help: 'Without them: key version 1, ciphered packets with a checksum and a rising counter.',
    },
    {
      keyVersion: number({
        schema: whole(1, 15).default(1),
        min: 1,
        max: 15,
        width: 'half',
        label: 'Key version',
        help: '1 to 15.',
      }),
      ciphering: choice(z.enum(['required', 'optional']).default('required'), {
        width: 'pair',
        label: 'Ciphering',
        options: { required: { label: 'Required' }, optional: { label: 'Optional' } },
      }),
      counter: choice(z.enum(['higher', 'next']).default('higher'), {
        width: 'pair',
        label: 'Counter',
        options: {
          higher: { label: 'Higher than the previous one' },
          next: { label: 'One higher than the previous one' },
        },
      }),
    },
  ),
  scp81: optionalGroup(
    {
      label: 'Management over HTTPS (SCP81)',
      help: 'Adds a pre-shared key of TLS to the profile.',
    },
    {
      keyVersion: number({
        schema: whole(64, 79).default(64),
        min: 64,
        max: 79,
        width: 'pair',
        label: 'Key version',
        help: '64 to 79.',
      }),
      pskLength: choice(z.enum(['128', '256']).default('128'), {
        width: 'pair',
        label: 'Length of the pre-shared key',
        options: { '128': { label: '128 bits' }, '256': { label: '256 bits' } },
      }),
      personalizationData: words({
        schema: wordList(10, /^([0-9a-fA-F]{2}){1,255}$/, 'Hexadecimal digits, two for each byte, up to 255 bytes.'),
        label: 'Personalization data of the security domain',
        help: 'As your OTA supplier gives it, the same for all profiles: for example the parameters of HTTPS sessions with connection, identity of the key, retry policy, host and URI (GlobalPlatform amendment B, 4.7). Up to 10 entries, each in hexadecimal. Press Enter after each.',
      }),
    },
  ),
}
