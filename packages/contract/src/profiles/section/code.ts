import { z } from 'zod'
import { choice, flag, group, number, text } from '../../field.ts'
import { ConfirmationCodeText } from '../../notation.ts'
import { whole } from './schema.ts'

export const confirmationModes = ['none', 'fixed', 'random'] as const

export const code = {
  confirmationCode: group(
    {
      label: 'Confirmation code',
      fact: { name: 'confirmationMode', field: 'mode' },
    },
    {
      mode: choice(z.enum(confirmationModes), {
        label: 'Confirmation code',
        options: {
          none: {
            label: 'None',
            help: 'Anyone who has the activation code can download.',
            shown: 'Not required',
          },
          fixed: { label: 'Fixed', help: 'The same code for all profiles.', shown: 'Fixed, stored encrypted' },
          random: {
            label: 'Random',
            help: 'Each profile gets its own; it is in the result file.',
            shown: 'Random for each profile',
          },
        },
      }),
      /** 4 to 8 digits. Absent in an edit: the stored code is retained. */
      code: text({
        schema: ConfirmationCodeText.optional(),
        maxLength: 8,
        width: 'half',
        input: 'numeric',
        when: { field: 'mode', is: ['fixed'] },
        isSecret: true,
        label: 'Fixed confirmation code',
        help: 'From 4 to 8 digits. Kept encrypted, and never shown again.',
        neededForCodes: 'confirmation code',
      }),
    },
  ),
  acLifetimeDays: number({
    schema: whole(1, 3650).optional(),
    min: 1,
    max: 3650,
    width: 'half',
    label: 'AC lifetime',
    help: 'Days from generating until the code expires, up to 3650. Empty: it never expires.',
    unit: { one: 'day', other: 'days' },
    absent: 'Never expires',
  }),
}

const orderedBy = ['portal', 'operator'] as const

export const download = {
  orderedBy: choice(z.enum(orderedBy).default('portal'), {
    label: 'Download orders',
    options: {
      portal: { label: 'By the portal', help: 'Each profile can be downloaded as soon as its code is generated.' },
      operator: {
        label: 'By an operator',
        help: 'Profiles stay in stock, without an activation code, until the program of an operator orders and releases them through ES2+.',
      },
    },
  }),
  maxDownloadAttempts: number({
    schema: whole(1, 100).default(5),
    min: 1,
    max: 100,
    width: 'pair',
    label: 'Max download attempts',
    help: 'Tries before the code is closed, 1 to 100.',
    limit: { kind: 'number', of: 'downloadAttempts' },
  }),
  maxRedownloads: number({
    schema: whole(0, 100).default(0),
    min: 0,
    max: 100,
    width: 'pair',
    label: 'Max re-downloads',
    help: 'After the profile was deleted from the device, 0 to 100.',
    limit: { kind: 'number', of: 'redownloadsAMonth' },
  }),
  allowDeviceChange: flag({
    label: 'Allow device change',
    help: 'A re-download may go to another device (EID).',
    limit: { kind: 'feature', of: 'DEVICE_CHANGE' },
  }),
  /** With rotation, a code is not tied to one ICCID: each new device gets the next available profile of the batch. */
  rotation: flag({
    when: { field: 'orderedBy', is: ['portal'] },
    label: 'Rotation',
    help: 'An activation code is not tied to one ICCID: each new device that uses it gets the next available profile of the same batch.',
  }),
}
