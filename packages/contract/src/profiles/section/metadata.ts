import { z } from 'zod'
import { choice, flag, optionalGroup, text, words } from '../../field.ts'
import { ICON, ICON_MAX_BYTES, ICON_MAX_TEXT, iconBytes } from './icon.ts'
import { hex, Plmn, wordList } from './schema.ts'

/** What the phone learns before the download, and what the eUICC enforces (SGP.22, 5.5.3). */
export const metadata = {
  icon: text({
    schema: z
      .string()
      .regex(ICON, 'PNG or JPEG only.')
      .refine((base64) => iconBytes(base64) <= ICON_MAX_BYTES, `Up to ${ICON_MAX_BYTES.toLocaleString('en')} bytes.`)
      .optional(),
    maxLength: ICON_MAX_TEXT,
    input: 'image',
    label: 'Icon',
    help: 'PNG or JPEG of 64 × 64 pixels, up to 1,024 bytes. Phones show it next to the name.',
  }),
  profileClass: choice(z.enum(['operational', 'test', 'provisioning']).optional(), {
    width: 'half',
    label: 'Profile class',
    help: 'Phones show test profiles only in their test mode.',
    options: {
      operational: { label: 'Operational' },
      test: { label: 'Test' },
      provisioning: { label: 'Provisioning' },
    },
    absent: 'Operational',
  }),
  isDisablingForbidden: flag({
    label: 'Cannot be disabled (PPR1)',
    help: 'Only eUICCs that allow this rule to the owner of the profile accept it, and only as their first profile.',
  }),
  isDeletionForbidden: flag({
    label: 'Cannot be deleted (PPR2)',
    help: 'Only eUICCs that allow this rule to the owner of the profile accept it.',
  }),
  notificationAddresses: words({
    schema: wordList(
      5,
      /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i,
      'A domain name, such as notify.example.com.',
    ),
    label: 'Further notification addresses',
    help: 'Servers that devices also notify when the profile is enabled, disabled or deleted. Up to 5. Press Enter after each.',
  }),
  owner: optionalGroup(
    {
      label: 'Owner of the profile',
      help: 'MCC and MNC of the IMSI, GID1 and GID2 of the supplied packages. An eUICC refuses a package that differs.',
    },
    {
      plmn: text({ schema: Plmn, maxLength: 6, width: 'short', input: 'plmn', label: 'PLMN', help: '5 or 6 digits.' }),
      gid1: text({
        schema: hex(20).default(''),
        maxLength: 40,
        width: 'pair',
        input: 'hex',
        label: 'GID1 of the owner',
        help: 'Hexadecimal, up to 20 bytes.',
      }),
      gid2: text({
        schema: hex(20).default(''),
        maxLength: 40,
        width: 'pair',
        input: 'hex',
        label: 'GID2 of the owner',
        help: 'Hexadecimal, up to 20 bytes.',
      }),
    },
  ),
}
