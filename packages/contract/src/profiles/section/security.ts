import { z } from 'zod'
import { choice, number, optionalGroup, text, words } from '../../field.ts'
import { hexText } from '../../notation.ts'
import { httpsSession } from './https-session.ts'
import { whole, wordList } from './schema.ts'

/** The highest counter that a packet with a higher one can follow (ETSI TS 102 225, 5.1.4). */
const COUNTER_MAX = 2 ** 40 - 2

const tar = <const R extends { label: string; help?: string }>(initial: string, row: R) =>
  text({
    schema: hexText(3)
      .regex(/^[0-9a-fA-F]{6}$/, '3 bytes: 6 hexadecimal digits.')
      .default(initial),
    maxLength: 6,
    width: 'pair',
    input: 'hex',
    ...row,
  })

/** The format of the package, and its management over the air. All keys are random for each profile. */
export const security = {
  packageVersion: choice(z.enum(['2.1', '2.3', '3.1', '3.3']).default('2.3'), {
    width: 'pair',
    label: 'Package version',
    help: 'The latest version of the profile package format. A package announces the lowest one that its contents need: 2.1, or 2.3 with 5G. 3.x is for eUICCs of version 3.',
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
      help: 'Without them: key version 1, ciphered packets with a checksum and a rising counter, and the TARs that are suggested here. The sender of each packet chooses the proof of receipt (PoR): a package cannot set it.',
    },
    {
      keyVersion: number({
        schema: whole(1, 15).default(1),
        min: 1,
        max: 15,
        width: 'pair',
        label: 'SCP80 key version',
        help: 'Key set of KIc, KID and KIK: 1 to 15.',
      }),
      counterValue: number({
        schema: whole(0, COUNTER_MAX).default(0),
        min: 0,
        max: COUNTER_MAX,
        width: 'pair',
        label: 'First counter',
        help: 'The first packet must have a higher one.',
      }),
      ciphering: choice(z.enum(['required', 'optional']).default('required'), {
        width: 'pair',
        label: 'Ciphering',
        options: { required: { label: 'Required' }, optional: { label: 'Optional' } },
      }),
      counter: choice(z.enum(['higher', 'next']).default('higher'), {
        width: 'pair',
        label: 'Counter',
        help: 'With ciphering and checksum, the minimum security level (MSL).',
        options: {
          higher: { label: 'Higher than the previous one' },
          next: { label: 'One higher than the previous one' },
        },
      }),
      checksumLength: choice(z.enum(['4', '8']).default('8'), {
        width: 'half',
        label: 'Length of checksums',
        help: 'Every packet has a cryptographic checksum (AES-CMAC).',
        options: { '4': { label: '4 bytes' }, '8': { label: '8 bytes' } },
      }),
      securityDomainTar: tar('b20100', { label: 'TAR of the security domain', help: 'Manages keys and applets.' }),
      uiccTar: tar('b00000', { label: 'TAR of the shared files', help: 'Manages files outside applications.' }),
      usimTar: tar('b00020', { label: 'TAR of the USIM files' }),
      isimTar: tar('b00025', { label: 'TAR of the ISIM files', help: 'With remote file management of the ISIM.' }),
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
        label: 'SCP81 key version',
        help: '64 to 79.',
      }),
      pskLength: choice(z.enum(['128', '256']).default('128'), {
        width: 'pair',
        label: 'Length of the pre-shared key',
        options: { '128': { label: '128 bits' }, '256': { label: '256 bits' } },
      }),
      session: httpsSession,
      personalizationData: words({
        schema: wordList(10, /^([0-9a-fA-F]{2}){1,255}$/, 'Hexadecimal digits, two for each byte, up to 255 bytes.'),
        label: 'Personalization data of the security domain',
        help: 'As your OTA supplier gives it, the same for all profiles: for example other parameters of HTTPS sessions (GlobalPlatform amendment B, 4.7). Up to 10 entries, each in hexadecimal. Press Enter after each.',
      }),
    },
  ),
}
