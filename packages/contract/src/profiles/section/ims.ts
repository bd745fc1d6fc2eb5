import { z } from 'zod'
import { flag, number, optionalGroup, text, words } from '../../field.ts'
import { whole, wordList } from './schema.ts'

/** Voice over LTE and 5G: an ISIM next to the USIM (3GPP TS 31.103). */
export const ims = {
  ims: optionalGroup(
    {
      label: 'Use with IMS',
      help: 'Adds an ISIM. Its identities are in the columns IMPI and IMPU, otherwise derived from the IMSI.',
    },
    {
      domain: text({
        schema: z.string().trim().max(106, 'Up to 106 characters.').optional(),
        maxLength: 106,
        label: 'Domain',
        help: 'EF.DOMAIN. Empty: ims.mncXXX.mccXXX.3gppnetwork.org of the IMSI.',
        absent: 'Derived from the IMSI',
      }),
      pcscf: words({
        schema: wordList(10, /^\S{1,126}$/, 'Up to 126 characters without spaces.'),
        label: 'P-CSCF',
        help: 'Domain names, IPv4 or IPv6 addresses in order of preference, up to 10 (EF.P-CSCF).',
      }),
      publicIdentityRecords: number({
        schema: whole(1, 10).default(3),
        min: 1,
        max: 10,
        width: 'half',
        label: 'Public identities',
        help: 'Records of EF.IMPU, 1 to 10.',
      }),
      isRemotelyManaged: flag({
        label: 'Remote file management',
        help: 'The files of the ISIM can be changed over the air, under a TAR of its own.',
      }),
    },
  ),
}
